"""Fine-tuning the detector on an owner's photos, in small: a few steps, and what both figures decide."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
import torch

from scorer.confirmed.corrections import ConfirmedPhoto, CorrectionStore
from vision.detect.detector import Detector
from vision.geometry.quads import widths
from vision.learn.detector import CHECKPOINT, DetectorReport
from vision.learn.pictures import cards_of, pixels, to_keep
from vision.networks.files import model_path
from vision.synth.scene.scenes import make_scene
from vision.train.detector import finetune as finetune_detector
from vision.train.detector.dataset import Labelled, SceneStore
from vision.train.detector.finetune import between, fine_tune, mix, split, wrong
from vision.train.detector.train import load

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def photos() -> list[ConfirmedPhoto]:
    """Three small photos of shelves."""
    torch.set_num_threads(2)
    out = []
    for seed in (1, 4, 5):
        scene = make_scene(seed, size=(320, 240), kind="shelf", whole=True, careful=True)
        kinds = np.array([each.kind for each in scene.objects], np.int64)
        corners = np.array([each.corners for each in scene.objects], np.float32)
        out.append(to_keep(str(seed), scene.image, kinds, corners, NOON))
    return out


def tuned(
    photos: list[ConfirmedPhoto],
    target: Path,
    monkeypatch: pytest.MonkeyPatch,
    errors: tuple[int, int, int, int],
) -> tuple[DetectorReport, list[tuple[str, float]]]:
    """What comes of it when so much is wrong on own photos before and after, and on general scenes."""
    delivered = Detector.default()

    def counted(detector: Detector, scene: Labelled) -> int:
        own = scene.image.shape[0] == 240
        return errors[(0 if own else 2) + (detector is not delivered)]

    monkeypatch.setattr(finetune_detector, "wrong", counted)
    monkeypatch.setattr(finetune_detector, "SHARES", (0.5,))
    told: list[tuple[str, float]] = []
    report = fine_tune(
        photos, target, lambda *step: told.append(step), scenes=(3, 2), epochs=1, views=8, size=96
    )
    return report, told


def test_it_trains_tells_how_far_it_is_and_keeps_what_is_better(
    photos: list[ConfirmedPhoto], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "card_detector.onnx"
    report, told = tuned(photos, target, monkeypatch, (9, 2, 1, 1))
    assert (report.photos, report.held_out, report.kept) == (3, 1, True)
    assert (report.own.before, report.own.after) == (9, 2)
    assert report.general is not None
    assert (report.general.before, report.general.after) == (2, 2)
    assert report.own.count == len(photos[1].corners)
    shares = [share for _, share in told]
    assert shares == sorted(shares)
    assert {step for step, _ in told} == {"look at your photos", "draw general scenes", "train", "try it"}
    scene = Labelled(pixels(photos[0].picture), *cards_of(photos[0]))
    monkeypatch.undo()
    assert wrong(finetune_detector.with_delivered(target), scene) <= wrong(Detector.default(), scene) + 1


@pytest.mark.parametrize("errors", [(9, 2, 1, 2), (9, 8, 1, 1)], ids=["forgetting", "no better"])
def test_what_forgets_or_is_no_better_is_not_kept(
    errors: tuple[int, int, int, int],
    photos: list[ConfirmedPhoto],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(finetune_detector, "train", lambda *_, **__: CHECKPOINT)
    monkeypatch.setattr(finetune_detector, "export_between", lambda *_: model_path("card_detector.onnx"))
    report, _ = tuned(photos, tmp_path / "card_detector.onnx", monkeypatch, errors)
    assert not report.kept
    assert not list(tmp_path.iterdir())


def test_where_all_is_found_nothing_is_trained_as_a_process_of_its_own(
    photos: list[ConfirmedPhoto], tmp_path: Path
) -> None:
    store = CorrectionStore(tmp_path / "corrections.sqlite")
    found = Detector.default().detect(pixels(photos[0].picture))
    fine = ConfirmedPhoto("a", photos[0].picture, found.kind.tolist(), found.corners.tolist(), NOON)
    store.record_photos(fine, ConfirmedPhoto("b", fine.picture, fine.kinds, fine.corners, NOON))
    command = [sys.executable, "-m", "vision.train.detector.finetune", str(store.path), str(tmp_path / "new")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    report = json.loads(done.stdout.splitlines()[-1])["report"]
    assert (report["photos"], report["held_out"], report["kept"], report["general"]) == (2, 1, False, None)


def test_the_photo_tried_on_is_one_with_something_to_show() -> None:
    assert split([0, 7, 3]) == ([1, 0], [2])
    assert split([5, 4]) == ([0], [1])
    taught, tried = split([0] * 11)
    assert len(tried) == 2
    assert sorted(taught + tried) == list(range(11))


def test_own_photos_are_looked_at_as_often_as_general_scenes(
    photos: list[ConfirmedPhoto], tmp_path: Path
) -> None:
    SceneStore.write(tmp_path, range(100, 105), lambda seed: make_scene(seed, size=(160, 120)))
    own = [Labelled(pixels(each.picture), *cards_of(each)) for each in photos]
    store = SceneStore(tmp_path)
    mix(store, own)
    store.refresh()
    assert len(store) == 10
    assert np.allclose(store.load(2).corners, own[1].corners, atol=0.01)


def test_cards_count_as_wrong_when_missed_too_many_of_another_kind_or_elsewhere(
    photos: list[ConfirmedPhoto],
) -> None:
    delivered = Detector.default()
    picture = pixels(photos[0].picture)
    found = delivered.detect(picture)
    kinds, corners = found.kind.astype(np.int64), found.corners
    size = float(widths(corners).mean())

    def errors(which: slice, kinds: np.ndarray = kinds, off: float = 0.0) -> int:
        return wrong(delivered, Labelled(picture, kinds[which], corners[which] + off * size))

    assert errors(slice(None)) == 0
    assert errors(slice(1, None)) == 1
    assert errors(slice(None), kinds=1 - kinds) == len(kinds)
    assert errors(slice(None), off=0.2) == len(kinds)


def test_weights_between_two_models() -> None:
    before, after = load(CHECKPOINT), load(CHECKPOINT)
    with torch.no_grad():
        next(after.parameters()).add_(1.0)
    made = between(before, after, 0.25)
    difference = next(made.parameters()) - next(before.parameters())
    assert torch.allclose(difference, torch.full_like(difference, 0.25), atol=1e-5)
    assert torch.equal(list(made.parameters())[1], list(before.parameters())[1])


def test_training_begins_with_the_delivered_detector() -> None:
    picture = np.random.default_rng(1).integers(0, 255, (96, 128, 3), dtype=np.uint8)
    planes = np.ascontiguousarray(picture[..., ::-1].transpose(2, 0, 1)[None], np.float32) / 255
    with torch.no_grad():
        begins = load(CHECKPOINT)(torch.from_numpy(planes))[0].numpy()[0]
    delivered = Detector.default().run(picture)
    # the delivered one is in whole numbers
    assert np.abs(begins[4:8] - delivered[:4]).max() < 0.05, "checkpoints/detector.pt is of another detector"
