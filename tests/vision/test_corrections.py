"""The correction store: kept on this machine, bounded, forgettable."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scorer.cards import BookCard, Category
from vision.corrections import Correction, CorrectionError, CorrectionStore
from vision.rectify import HEIGHT, WIDTH

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
H, S = Category.HISTORIC_VOLUMES, Category.SPELLS_POTIONS


def correction(place: int = 0, photo: str = "a", minutes: int = 0, **read: Any) -> Correction:
    strip = np.full((HEIGHT, WIDTH, 3), 40 + 10 * (place % 20), np.uint8)
    card = BookCard("E", place % 14 + 1, 14, (H, S))
    return Correction(photo, place, card, strip, read, NOON + timedelta(minutes=minutes))


@pytest.fixture
def store(tmp_path: Path) -> CorrectionStore:
    return CorrectionStore(tmp_path / "data" / "corrections.sqlite", most=5)


def test_what_is_recorded_comes_back(store: CorrectionStore) -> None:
    assert len(store) == 0
    assert store.all() == []
    assert not store.path.exists()
    one = correction(letter="F", order=1, of=14, categories=["historic_volumes"])
    store.record(one)
    (again,) = store.all()
    assert (again.photo, again.place, again.when, again.read) == (one.photo, one.place, NOON, one.read)
    assert (again.card, again.card.of) == (one.card, 14)
    assert np.abs(again.strip.astype(int) - one.strip).max() <= 3
    assert again.mended == ("letter", "categories")


def test_a_card_of_a_photo_is_kept_once_with_what_was_read_at_first(store: CorrectionStore) -> None:
    store.record(correction(letter="F"), correction(1, letter="E"))
    store.record(correction(letter="E", minutes=1))
    assert [each.mended for each in store.all()] == [(), ("letter",)]
    assert len(store) == 2


def test_the_oldest_make_room(store: CorrectionStore) -> None:
    store.record(*(correction(n, minutes=n) for n in range(4)))
    store.record(*(correction(n, minutes=n) for n in range(4, 8)))
    assert [each.place for each in store.all()] == [3, 4, 5, 6, 7]


def test_one_card_a_photo_or_all_are_forgotten(store: CorrectionStore) -> None:
    store.record(correction(0), correction(1), correction(0, "b"))
    store.forget("a", 1)
    assert [(each.photo, each.place) for each in store.all()] == [("a", 0), ("b", 0)]
    store.forget("b")
    assert [each.photo for each in store.all()] == ["a"]
    store.forget()
    assert not store.path.exists()
    store.forget()
    assert len(store) == 0


def test_a_file_that_is_no_store_is_refused_in_a_sentence(store: CorrectionStore) -> None:
    store.path.parent.mkdir()
    store.path.write_text("holiday pictures" * 100)
    with pytest.raises(CorrectionError, match="cannot be used as the store of corrections"):
        store.record(correction())
    with pytest.raises(CorrectionError):
        store.all()


def test_what_is_no_strip_is_refused(store: CorrectionStore) -> None:
    bad = Correction("a", 0, BookCard("E", 1), np.zeros((4, 4), np.uint8), {}, NOON)
    with pytest.raises(ValueError, match="a strip is uint8"):
        store.record(bad)
