"""The correction store: its limits, and how it forgets."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from scorer.cards import BookCard, Category
from scorer.confirmed.corrections import Correction, CorrectionError, CorrectionStore

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
#: What stands for a JPEG.
STRIP = [255, 216, 255]
H, S = Category.HISTORIC_VOLUMES, Category.SPELLS_POTIONS


def correction(place: int = 0, photo: str = "a", minutes: int = 0, **read: Any) -> Correction:
    card = BookCard("E", place % 14 + 1, 14, (H, S))
    return Correction(photo, place, card, bytes([*STRIP, place]), read, NOON + timedelta(minutes=minutes))


class OwnFile(CorrectionStore):
    """A store in a file of its own."""

    path: Path


@pytest.fixture
def store(tmp_path: Path) -> OwnFile:
    return OwnFile(tmp_path / "data" / "corrections.db", most=5)


def test_what_is_recorded_comes_back(store: OwnFile) -> None:
    assert len(store) == 0
    assert store.all() == []
    one = correction(letter="F", order=1, of=14, categories=["historic_volumes"])
    store.record(one)
    (again,) = store.all()
    assert (again.photo, again.place, again.when, again.read) == (one.photo, one.place, NOON, one.read)
    assert (again.card, again.card.of) == (one.card, 14)
    assert again.strip == one.strip
    assert again.mended == ("letter", "categories")


def test_a_card_of_a_photo_is_kept_once_with_its_first_reading(store: OwnFile) -> None:
    store.record(correction(letter="F"), correction(1, letter="E"))
    store.record(correction(letter="E", minutes=1))
    assert [each.mended for each in store.all()] == [(), ("letter",)]
    assert len(store) == 2


def test_the_last_correction_of_a_card_counts(store: OwnFile) -> None:
    store.record(correction(letter="F"))
    last = replace(correction(minutes=1), card=BookCard("M", 8, 9, (H, H, S)))
    store.record(last)
    (kept,) = store.all()
    assert (kept.card, kept.card.of, kept.when) == (last.card, 9, last.when)


def test_the_oldest_corrections_make_room(store: OwnFile) -> None:
    store.record(*(correction(n, minutes=n) for n in range(4)))
    store.record(*(correction(n, minutes=n) for n in range(4, 8)))
    assert [each.place for each in store.all()] == [3, 4, 5, 6, 7]


def test_a_card_a_photo_or_everything_is_forgotten(store: OwnFile) -> None:
    store.record(correction(0), correction(1), correction(0, "b"))
    store.forget("a", 1)
    assert [(each.photo, each.place) for each in store.all()] == [("a", 0), ("b", 0)]
    store.forget("b")
    assert [each.photo for each in store.all()] == ["a"]
    store.forget()
    assert len(store) == 0
    store.forget()
    assert len(store) == 0


def test_a_file_that_is_not_a_store_is_refused(store: OwnFile) -> None:
    store.path.parent.mkdir()
    store.path.write_text("holiday pictures" * 100)
    with pytest.raises(CorrectionError, match="is damaged"):
        store.record(correction())
    with pytest.raises(CorrectionError):
        store.all()


def test_forgotten_strips_leave_no_trace_in_the_file(store: OwnFile) -> None:
    noise = random.Random(1).randbytes(20_000)
    store.record(correction(0), replace(correction(0, "b"), strip=noise))
    part = noise[-200:]
    log = store.path.with_name(store.path.name + "-wal")
    assert part in store.path.read_bytes() + (log.read_bytes() if log.exists() else b"")
    store.forget("b", 0)
    assert part not in store.path.read_bytes()
    assert not log.exists() or part not in log.read_bytes()
    assert [each.photo for each in store.all()] == ["a"]
