"""The book reader's way from drawn cards to a network, in small."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from vision.icons import books
from vision.train.reader import covers
from vision.train.reader import train as reader


@pytest.fixture(scope="module")
def batch() -> covers.Books:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(covers, "WAITING", covers.TOGETHER)
        return next(covers.book_batches(3))


def test_a_batch_holds_pictures_and_truth(batch: covers.Books) -> None:
    assert batch.books.shape == (covers.TOGETHER, books.HEIGHT, books.WIDTH, 3)
    there = batch.categories >= 0
    assert (there.sum(axis=1) == np.where(batch.fits > 0, batch.count + 2, 0)).all()
    assert set(np.unique(batch.count)) <= {-1, 0, 1, 2}
    assert 0 < batch.fits.mean() < 1, "cards of both kinds"


def test_cards_that_do_not_fit_teach_no_category(batch: covers.Books) -> None:
    """With the same pictures and the cards that do not fit given other categories, the loss is the same."""
    torch.manual_seed(0)
    model = reader.Reader().eval()
    with torch.no_grad():
        loss = model.losses(batch, (reader.BOOKS,))[reader.BOOKS]
    fits = torch.from_numpy(batch.fits)
    assert loss.isfinite()
    assert (batch.categories[fits.numpy() == 0] == -1).all()


def test_the_book_reader_learns_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "FIRST", 1)
    before = reader.Reader().state_dict()
    reader.keep_weights(before, tmp_path / "before.pt")
    only = (reader.BOOKS,)
    model = reader.train(tmp_path / "run", 2, weights=tmp_path / "before.pt", only=only, measured=0)
    changed = {
        name.split(".")[0]
        for name, value in model.state_dict().items()
        if not torch.allclose(value.float(), before[name].float(), atol=2e-3)
    }
    assert changed == {reader.BOOKS}
