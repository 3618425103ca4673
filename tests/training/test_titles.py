"""The network that finds where titles begin: trained a few steps, gone on with, exported, compared."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnxruntime as ort
import pytest
import torch
from typer.testing import CliRunner

from vision.models import checksums
from vision.titles import PLACES, SCALE, STRIDE, VIEW
from vision.train import titles
from vision.train.__main__ import app
from vision.train.books import book_samples
from vision.train.nets import TitleFinder


def test_the_target_says_where_each_title_begins() -> None:
    place = SCALE * STRIDE / VIEW  # pixels of the picture
    wanted = titles.target(np.array([[10.25 * place, 20.5 * place, 3 * place, 4 * place]]))
    assert wanted.shape == (6, PLACES, PLACES)
    assert np.argwhere(wanted[0] == 1).tolist() == [[20, 10]]
    assert wanted[1:, 20, 10] == pytest.approx([0.25, 0.5, np.log(3), np.log(4), 1], abs=1e-5)
    assert wanted[0, 20, 11] > wanted[0, 20, 12] > wanted[0, 20, 20]
    assert not titles.target(np.array([[-5.0, 10, 20, 20]])).any()


def test_a_title_found_costs_less_than_one_missed() -> None:
    wanted = torch.from_numpy(titles.target(np.array([[100.0, 200, 16, 18]]))[None])
    found = torch.full((1, 5, PLACES, PLACES), -8.0)
    found[:, 1:] = 0.0
    missed = found.clone()
    row, column = np.argwhere(wanted[0, 0].numpy() == 1)[0]
    found[0, 0, row, column] = 8.0
    assert titles.loss(found, wanted) < titles.loss(missed, wanted)


def test_the_network_learns_to_find_first_letters() -> None:
    rng = np.random.default_rng(3)
    drawn = [sample for seed in range(2) for sample in book_samples(seed, False, rng)]
    pictures = torch.from_numpy(np.stack([sample.picture for sample in drawn])).permute(0, 3, 1, 2).float()
    views = torch.nn.functional.interpolate(pictures, size=(VIEW, VIEW), mode="area")
    wanted = torch.from_numpy(np.stack([titles.target(sample.initials) for sample in drawn]))
    torch.manual_seed(1)
    net = TitleFinder()
    optimiser = torch.optim.AdamW(net.parameters(), 3e-3)
    values = []
    for _ in range(25):
        value = titles.loss(net(views), wanted)
        optimiser.zero_grad()
        value.backward()
        optimiser.step()
        values.append(float(value))
    assert values[-1] < 0.7 * values[0]


def test_a_run_goes_on_and_is_exported(tmp_path: Path) -> None:
    run, models = tmp_path / "run", tmp_path / "models"
    models.mkdir()
    for steps in (1, 2):
        result = CliRunner().invoke(app, ["titles", "train", str(run), "--steps", str(steps)])
        assert result.exit_code == 0, result.output
        assert torch.load(run / titles.CHECKPOINT)["step"] == steps
    result = CliRunner().invoke(app, ["titles", "export", str(run), "--folder", str(models)])
    assert result.exit_code == 0, result.output
    assert set(checksums(models)) == {"title_finder.onnx"}
    assert (models / "checkpoints" / titles.CHECKPOINT).is_file()
    net = TitleFinder()
    net.load_state_dict(torch.load(run / titles.CHECKPOINT)["model"])
    net.eval()
    pictures = np.random.default_rng(1).uniform(0, 255, (3, 3, VIEW, VIEW)).astype(np.float32)
    session = ort.InferenceSession(str(models / "title_finder.onnx"), providers=["CPUExecutionProvider"])
    with torch.no_grad():
        expected = net(torch.from_numpy(pictures)).numpy()
    assert np.abs(session.run(None, {"pictures": pictures})[0] - expected).max() < 1e-3
