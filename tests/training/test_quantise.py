"""Networks in whole numbers of eight bits say what they said before."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
import torch
from typer.testing import CliRunner

from vision.detect.detector import Detector
from vision.detect.edges import EdgeRefiner
from vision.networks.files import checkpoint_path, checksums, list_model, model_path
from vision.networks.sessions import opened
from vision.synth.scene.scenes import make_scene
from vision.train import quantise
from vision.train.__main__ import app
from vision.train.detector import edges
from vision.train.detector.train import export
from vision.train.reader import batches
from vision.train.reader import train as reader


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The delivered weights as full networks."""
    folder = tmp_path_factory.mktemp("models")
    for name in reader.export(reader.started(checkpoint_path(reader.CHECKPOINT)), folder):
        list_model(name, folder)
    return folder


def test_readers_in_whole_numbers_say_the_same(
    exported: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quantise, "BATCHES", 2)
    shutil.copytree(exported, tmp_path, dirs_exist_ok=True)
    arguments = ["quantise", "letter_reader", "icon_encoder", "--folder", str(tmp_path)]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    batch = next(batches.batches(77))
    for name, pictures in (("letter_reader", batch.letters), ("icon_encoder", batch.legends)):
        file = f"{name}.onnx"
        assert model_path(file, tmp_path).stat().st_size < 0.4 * (exported / file).stat().st_size
        seen = {"pictures": np.ascontiguousarray(pictures.transpose(0, 3, 1, 2), np.float32)}
        before, after = (opened(folder / file).run(None, seen)[0] for folder in (exported, tmp_path))
        assert not np.array_equal(before, after)
        if name == "icon_encoder":
            assert (before * after).sum(axis=1).min() > 0.99
        else:
            assert (before.argmax(axis=1) == after.argmax(axis=1)).mean() > 0.95
    sums = checksums(tmp_path)
    again = CliRunner().invoke(app, arguments)
    assert "already" in again.output
    assert checksums(tmp_path) == sums


def test_the_strip_finder_in_whole_numbers_sees_the_same(
    exported: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quantise, "BATCHES", 2)
    file = tmp_path / "strip_finder.onnx"
    shutil.copy(exported / file.name, file)
    views = np.ascontiguousarray(next(batches.view_batches(78)).finder.transpose(0, 3, 1, 2), np.float32)
    (before,) = opened(file).run(None, {"pictures": views})
    assert quantise.quantise(file, quantise.PLANS["strip_finder"])
    (after,) = opened(file).run(None, {"pictures": views})
    assert file.stat().st_size < 0.4 * (exported / file.name).stat().st_size
    heat, now = (1 / (1 + np.exp(-out[:, :3])) for out in (before, after))
    assert 0 < np.abs(now - heat).max() < 0.2
    there = heat.max(axis=1) > 0.3
    for of_box in range(3, 7):  # where in its place of the grid a mark is, and the logs of its size
        assert np.abs(after[:, of_box] - before[:, of_box])[there].mean() < 0.05


def test_the_detector_in_whole_numbers_finds_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The export writes beside the checkpoint first.
    shutil.copy(checkpoint_path("detector.pt"), tmp_path / "detector.pt")
    file = export(tmp_path / "detector.pt", tmp_path / "card_detector.onnx")
    scene = make_scene(77, size=quantise.SCENE_SIZE, kind="shelf", whole=True, careful=True).image
    before = Detector(file).detect(scene)
    monkeypatch.setattr(quantise, "SCENES", 3)
    assert quantise.quantise(file, quantise.PLANS["card_detector"])
    after = Detector(file).detect(scene)
    assert len(before) == len(after)
    width = np.linalg.norm(before.corners[:, 1] - before.corners[:, 0], axis=1).mean()
    order = [np.abs(after.corners - one).sum(axis=(1, 2)).argmin() for one in before.corners]
    assert np.abs(after.corners[order] - before.corners).max() < 0.15 * width


def test_the_edge_network_in_whole_numbers_says_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    torch.manual_seed(1)
    torch.save({"net": edges.EdgeNet().state_dict()}, tmp_path / "edges.pt")
    file = edges.export(tmp_path / "edges.pt", tmp_path / "card_edges.onnx")
    monkeypatch.setattr(quantise, "SCENES", 1)
    sides = np.concatenate(list(quantise.seen_by_edges(file)))
    before = EdgeRefiner(file).run(sides)
    assert quantise.quantise(file, quantise.PLANS["card_edges"])
    after = EdgeRefiner(file).run(sides)
    assert not np.array_equal(before, after)
    assert np.abs(after - before).max() < 0.1 * np.ptp(before)
