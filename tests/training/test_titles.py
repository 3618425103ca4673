"""The network that finds where titles begin: trained a few steps, gone on with, exported, compared."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnxruntime as ort
import pytest
import torch
from typer.testing import CliRunner

from vision.banner.title_starts import BOOKS_SIDE, FINDER_CELLS, FINDER_SIDE, FINDER_STRIDE
from vision.networks.files import checkpoint_path, checksums
from vision.train.__main__ import app
from vision.train.reader import titles
from vision.train.reader.books import BookSample, book_samples
from vision.train.reader.nets import TitleFinder
from vision.train.reader.train import heat_loss

PLACE = BOOKS_SIDE * FINDER_STRIDE / FINDER_SIDE  #: pixels of a card's picture a place of the network's grid


def sample(*initials: tuple[float, float, float, float]) -> BookSample:
    """A picture of books on which titles begin here: x and y of the middle, width and height, in places."""
    return BookSample(np.zeros((BOOKS_SIDE, BOOKS_SIDE, 3), np.uint8), "A", np.array(initials) * PLACE)


def test_the_target_says_where_each_title_begins() -> None:
    view, wanted = titles.opening(sample((10.25, 20.5, 3, 4)))
    assert view.shape == (FINDER_SIDE, FINDER_SIDE, 3)
    assert wanted.shape == (6, FINDER_CELLS, FINDER_CELLS)
    assert np.argwhere(wanted[0] == 1).tolist() == [[20, 10]]
    assert wanted[1:, 20, 10] == pytest.approx([0.25, 0.5, np.log(3), np.log(4), 1], abs=1e-5)
    assert wanted[0, 20, 11] > wanted[0, 20, 12] > wanted[0, 20, 20]
    assert not titles.opening(sample((-0.5, 1, 2, 2)))[1].any()


def test_a_title_found_costs_less_than_one_missed() -> None:
    wanted = torch.from_numpy(titles.opening(sample((15.6, 31.2, 2.5, 2.8)))[1][None])
    found = torch.full((1, 5, FINDER_CELLS, FINDER_CELLS), -8.0)
    found[:, 1:] = 0.0
    missed = found.clone()
    row, column = np.argwhere(wanted[0, 0].numpy() == 1)[0]
    found[0, 0, row, column] = 8.0
    assert heat_loss(found, wanted) < heat_loss(missed, wanted)


def test_the_network_learns_to_find_first_letters() -> None:
    rng = np.random.default_rng(3)
    drawn = [titles.opening(each) for seed in range(2) for each in book_samples(seed, False, rng)]
    views, wanted = (torch.from_numpy(np.stack(each)) for each in zip(*drawn, strict=True))
    pictures = views.permute(0, 3, 1, 2).float()
    torch.manual_seed(1)
    net = TitleFinder()
    optimiser = torch.optim.AdamW(net.parameters(), 3e-3)
    values = []
    for _ in range(25):
        value = heat_loss(net(pictures), wanted)
        optimiser.zero_grad()
        value.backward()
        optimiser.step()
        values.append(value.item())
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
    assert checkpoint_path(titles.CHECKPOINT, models).is_file()
    net = TitleFinder()
    net.load_state_dict(torch.load(run / titles.CHECKPOINT)["model"])
    net.eval()
    pictures = np.random.default_rng(1).uniform(0, 255, (3, 3, FINDER_SIDE, FINDER_SIDE)).astype(np.float32)
    session = ort.InferenceSession(str(models / "title_finder.onnx"), providers=["CPUExecutionProvider"])
    with torch.no_grad():
        expected = net(torch.from_numpy(pictures)).numpy()
    assert np.abs(session.run(None, {"pictures": pictures})[0] - expected).max() < 1e-3
