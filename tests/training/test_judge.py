"""The judge's training: what is true of a detection, and that ONNX tells what LightGBM told."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from vision.detect.detections import FACE_DOWN, FACE_UP, NOTHING
from vision.networks.sessions import opened
from vision.train.judge.fit import export, figures, fit
from vision.train.judge.gather import Rows, closer_rows, first_rows, looked, stacked
from vision.train.judge.scenes import UNKNOWN, Truth, outcomes


def cards(*left: float) -> np.ndarray:
    card = np.array([[0, 0], [60, 0], [60, 84], [0, 84]], np.float32)
    return np.stack([card + np.array([x, 0]) for x in left]).astype(np.float32)


def test_a_find_is_the_card_on_which_it_lies() -> None:
    truth = Truth(np.array([FACE_UP, FACE_DOWN]), cards(0, 62), np.ones(2))
    assert outcomes(truth, cards(3, 60, 31, 300)).tolist() == [FACE_UP, FACE_DOWN, NOTHING, NOTHING]
    assert outcomes(truth, cards(0)[:0]).tolist() == []


def test_hidden_cards_and_lone_backs_are_unknown() -> None:
    hidden = Truth(np.array([FACE_UP, FACE_UP]), cards(0, 62), np.array([0.1, 1.0]))
    assert outcomes(hidden, cards(0, 62)).tolist() == [UNKNOWN, FACE_UP]
    alone = Truth(np.array([FACE_UP, FACE_DOWN]), cards(0, 400), np.ones(2))
    assert outcomes(alone, cards(0, 400)).tolist() == [FACE_UP, UNKNOWN]


def test_on_a_pile_the_upper_edge_of_a_whole_card_tells_it() -> None:
    truth = Truth(np.array([FACE_UP]), cards(0), np.ones(1))
    strip = cards(0)
    strip[:, 2:, 1] = 14
    assert outcomes(truth, strip).tolist() == [NOTHING]
    assert outcomes(truth, strip, tops=True).tolist() == [FACE_UP]
    assert outcomes(truth, strip + np.array([0, 64]), tops=True).tolist() == [NOTHING]


def test_the_exported_trees_tell_what_the_fitted_trees_tell(tmp_path: Path) -> None:
    chance = np.random.default_rng(5)
    seen = chance.normal(size=(600, 6))
    seen[chance.random(seen.shape) < 0.2] = np.nan
    outcome = np.digitize(np.nan_to_num(seen[:, 2]), [-1, -0.3, 0.3, 1])
    booster = fit(Rows(seen, outcome, np.ones(600)), rounds=12)
    export(booster, tmp_path / "judge.onnx")
    (told,) = opened(tmp_path / "judge.onnx").run(None, {"rows": seen.astype(np.float32)})
    assert np.abs(told - booster.predict(seen.astype(np.float32))).max() < 1e-4
    assert figures(told, outcome)["detections"] == 600


def test_scenes_give_rows_of_detections_places_and_cards(tmp_path: Path) -> None:
    scenes = {seed: looked(tmp_path, seed) for seed in (0, 2, 7)}
    assert [scene.pile for scene in scenes.values()] == [False, False, True]
    first = [first_rows(scene) for scene in scenes.values()]
    assert looked(tmp_path, 0).found.corners.tolist() == scenes[0].found.corners.tolist()
    every = stacked(first)
    assert (every.outcome != UNKNOWN).all()
    booster = fit(every, rounds=4)
    of_scenes = [closer_rows(scene, booster, seed) for seed, scene in scenes.items()]
    assert all(of_scenes)
    closer = [rows for own in of_scenes for rows in own]
    assert stacked([*first, *closer]).evidence.shape[1] == every.evidence.shape[1]
    assert len(closer) > 3
