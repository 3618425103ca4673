"""What a table that its people accepted tells the detector of its photos."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from pages.learning.confirmed import accepted, confirmed, store
from pages.learning.photos import confirmed_photos
from pages.shelves.edits import take
from pages.table.state import Table, Tally
from scorer.cards import Category
from scorer.confirmed.corrections import ConfirmedPhoto
from scorer.confirmed.register import Register
from tests.pages.table.shelves import at, card, give
from vision.detect.detections import FACE_DOWN, FACE_UP, STRIP
from vision.learn.pictures import pixels

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Two seats from one photo: A1 A2 / B1 #, and C1."""
    cards = [card(0, 0, "A1:CF"), card(0, 1, "A2:HH"), card(1, 0, "B1:MS"), card(1, 1, "")]
    return with_file(Table(), tmp_path, cards, [card(0, 0, "C1:RR", shelf=1)])


def with_file(table: Table, folder: Path, *shelves: Any, pile: bool = False) -> Table:
    give(table, *shelves, pile=pile)
    photo = table.photos["p"]
    photo.file = folder / "p.png"
    picture = np.random.default_rng(1).integers(90, 110, (photo.height, photo.width, 3), dtype=np.uint8)
    cv2.imwrite(str(photo.file), picture)
    return table


def does(table: Table, **edit: Any) -> None:
    take(table, {"client": "w", "edits": [{"n": table.done + 1, "seat": "s1", **edit}]})


def told(table: Table) -> ConfirmedPhoto:
    (photo,) = confirmed_photos(table, NOW)
    return photo


def of(table: Table, row: int, column: int) -> int:
    return next(each.id for each in table.seats[0].cards if each.place == (row, column))


def test_a_photo_is_told_by_its_name_with_all_cards_of_all_players(table: Table) -> None:
    photo = told(table)
    assert photo.photo == sha256(table.photos["p"].file.read_bytes()).hexdigest()[:16]
    assert pixels(photo.picture).shape == (80, 900, 3)
    assert photo.kinds == [FACE_UP, FACE_UP, FACE_UP, FACE_DOWN, FACE_UP]
    assert np.allclose(photo.corners[4], at(200, 0), atol=0.01)


def test_a_card_taken_off_is_none_and_one_that_was_misnamed_still_lies_there(table: Table) -> None:
    does(table, kind="remove", card=of(table, 0, 1))
    photo = told(table)
    assert len(photo.corners) == 4
    assert not any(np.allclose(corners, at(12, 0), atol=3) for corners in photo.corners)
    does(table, kind="notation", text="A1:CF A5 / B1:MS #")
    assert any(np.allclose(corners, at(12, 0), atol=0.01) for corners in told(table).corners)


def test_a_card_put_down_lies_beside_its_neighbours(table: Table) -> None:
    does(table, kind="add", row=0, column=2, fields={"letter": "A", "order": 3})
    photo = told(table)
    assert len(photo.corners) == 6
    assert np.allclose(np.mean(photo.corners[4], axis=0), np.mean(at(24, 0), axis=0), atol=2.5)


def test_a_card_that_was_misread_as_face_down_shows_its_face(table: Table) -> None:
    does(table, kind="set", card=of(table, 1, 1), fields={"face_up": True, "letter": "B", "order": 2})
    assert FACE_DOWN not in told(table).kinds


def test_a_card_turned_for_the_inspection_was_face_up_in_the_photo(table: Table) -> None:
    does(table, kind="set", card=of(table, 0, 0), fields={"face_up": False})
    assert told(table).kinds == [FACE_UP, FACE_UP, FACE_UP, FACE_DOWN, FACE_UP]


def test_a_doubtful_card_that_was_turned_is_what_people_say(tmp_path: Path) -> None:
    doubtful = [card(0, 0, "A1:CF", ("face_up",)), card(0, 1, "A2:HH")]
    table = with_file(Table(), tmp_path, doubtful)
    assert not list(confirmed_photos(table, NOW)), "nobody looked at it"
    does(table, kind="set", card=of(table, 0, 0), fields={"face_up": False})
    assert told(table).kinds == [FACE_DOWN, FACE_UP]


def test_a_photo_of_which_nobody_told_all_cards_is_not_kept(table: Table) -> None:
    table.seats[1].tally = Tally()
    assert not list(confirmed_photos(table, NOW))
    table.seats[1].tally = None
    assert len(told(table).corners) == 5
    table.seats[1].clear()
    assert not list(confirmed_photos(table, NOW))


def test_a_pile_has_strips(tmp_path: Path) -> None:
    top, last = card(0, 0, "A1:CF"), card(1, 0, "A2:HH")
    top.corners = [(0.0, 0.0), (40.0, 0.0), (40.0, 12.0), (0.0, 12.0)]
    last.corners = [(0.0, 12.0), (40.0, 12.0), (40.0, 70.0), (0.0, 70.0)]
    table = Table(form="S-42a")
    with_file(table, tmp_path, [top, last], pile=True)
    assert told(table).kinds == [STRIP, FACE_UP]


def test_accepting_a_table_keeps_its_photos_and_the_samples_not(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHELFMARK_DATA", str(tmp_path / "data"))
    table.sample = True
    accepted(table)
    assert store().photo_count() == 0
    table.sample = False
    accepted(table)
    does(table, kind="remove", card=of(table, 0, 1))
    accepted(table)
    (photo,) = store().photos()
    assert len(photo.corners) == 4, "as it was told last"
    table.photos["p"].file.unlink()
    accepted(table)
    assert store().photo_count() == 1


def test_a_table_of_another_copy_teaches_to_read_and_leaves_the_register(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHELFMARK_DATA", str(tmp_path / "data"))
    copy = Register()
    for seat in table.shelves:
        for one in seat.cards:
            if (known := one.shelved.card) is not None:
                copy.confirm(replace(known, of=13, categories=(Category.MONSTER_MANUALS,) * 4))
    copy.save()
    accepted(table)
    assert Register.load().cards == copy.cards
    assert store().photo_count() == 1


def test_a_typed_card_is_none_of_the_copy(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHELFMARK_DATA", str(tmp_path / "data"))
    seen = {one.shelved.card.key for seat in table.shelves for one in seat.cards if one.shelved.card}
    other = table.sit_down("Zoe")
    other.lay_notation("Y1:HHFR")
    assert ("Y", 1) not in seen
    accepted(table)
    assert {one.key for one in Register.load().cards} <= seen
    assert Register.load().cards
    assert not confirmed(None, other.cards[0])
    assert ("Y", 1) not in {one.key for one in Register.load().cards}
