"""The correction store: its limits, and how it forgets."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from scorer.cards import BookCard, Category
from scorer.confirmed.corrections import ConfirmedPhoto, Correction, CorrectionError, CorrectionStore

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


# --- photos


def photo(name: str = "a", cards: int = 2, minutes: int = 0) -> ConfirmedPhoto:
    square = [(0.0, 0.0), (20.126, 0.0), (20.126, 30.0), (0.0, 30.0)]
    corners = [[(x + 25 * n, y + 25 * n) for x, y in square] for n in range(cards)]
    kinds = [n % 2 for n in range(cards)]
    return ConfirmedPhoto(name, b"a photo", kinds, corners, NOON + timedelta(minutes=minutes))


def test_photos_come_back_with_their_cards_as_last_confirmed(store: OwnFile) -> None:
    assert store.photos() == []
    assert store.photo_count() == 0
    store.record_photos(photo("a"), photo("b", cards=0))
    store.record_photos(photo("a", cards=3, minutes=1))
    none, three = store.photos()
    assert (none.photo, len(none.corners), three.photo) == ("b", 0, "a")
    assert three.kinds == [0, 1, 0]
    assert three.corners[1] == [[25, 25], [45.13, 25], [45.13, 55], [25, 55]]
    assert three.picture == b"a photo"
    assert store.photo_count() == 2
    assert len(store) == 0


def test_the_oldest_photos_make_room(store: OwnFile) -> None:
    few = CorrectionStore(store.path, most_photos=2)
    few.record_photos(*(photo(str(n), minutes=n) for n in range(4)))
    assert [each.photo for each in few.photos()] == ["2", "3"]


def test_forgotten_photos_leave_no_trace_in_the_file(store: OwnFile) -> None:
    store.record(correction(0), correction(0, "b"))
    noise = random.Random(1).randbytes(20_000)
    store.record_photos(photo("a"), replace(photo("b"), picture=noise))
    with closing(sqlite3.connect(store.path)) as base:
        (jpeg,) = base.execute("SELECT picture FROM confirmed_photos WHERE photo = 'b'").fetchone()
    part = jpeg[-200:]
    log = store.path.with_name(store.path.name + "-wal")
    assert part in store.path.read_bytes() + (log.read_bytes() if log.exists() else b"")
    store.forget("b", 0)
    assert part not in store.path.read_bytes()
    assert not log.exists() or part not in log.read_bytes()
    assert [each.photo for each in store.photos()] == ["a"]
    store.forget("a")
    assert (len(store), store.photo_count()) == (0, 0)
    store.record_photos(photo("a"))
    store.forget()
    assert store.photo_count() == 0


def test_a_card_without_a_kind_is_refused(store: OwnFile) -> None:
    with pytest.raises(ValueError, match="1 kinds do not fit 2 cards"):
        store.record_photos(replace(photo(), kinds=[0]))
