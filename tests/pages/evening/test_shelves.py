"""The tick that keeps small photos of the shelves: off at first; what it kept goes when it is unticked."""

from __future__ import annotations

from datetime import UTC, datetime

import cv2
import numpy as np
import pytest
from PIL import Image
from streamlit.testing.v1 import AppTest

from pages.evening.shelves import cut_out
from pages.scoring.draft import as_data, from_data
from pages.session.archive import PersonalArchive
from pages.session.rights import NotAllowed, Person
from scorer.archive import Archive
from scorer.archive.shelves import small_jpeg
from scorer.limits import SHELF_BYTES, SHELF_SIDE
from tests.pages.steps import drawn, go, photo_file, table_of
from tests.scorer.archive.archived import inspected


def size(picture: bytes) -> tuple[int, int]:
    decoded = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
    assert decoded is not None
    return decoded.shape[0], decoded.shape[1]


def test_photos_are_kept_by_a_tick_and_deleted_without_it(scored: AppTest) -> None:
    app = go(scored, "form")
    (game,) = Archive.open().games()
    key, there = f"evening-score-{game.id}-shelves", f"evening-archive-{game.id}-shelves"
    assert not app.checkbox(key=key).value
    assert Archive.open().shelves.of(game.id) == {}
    app.checkbox(key=key).check().run()
    assert not app.exception
    kept = Archive.open().shelves.of(game.id)
    shown = [seat.name for seat in table_of(app).seats if seat.cards and seat.cards[0].looks]
    assert list(kept) == shown != []
    assert all(max(size(picture)) <= SHELF_SIDE for picture in kept.values())
    page = drawn(app, f"/archive?game={game.id}")
    assert page.checkbox(key=there).value
    assert len(page.get("image")) == len(kept)
    page.checkbox(key=there).uncheck().run()
    assert Archive.open().shelves.of(game.id) == {}
    assert not [each for each in page.checkbox if each.key == there], "here is no photo to keep"


def test_kept_photos_follow_the_table(scored: AppTest) -> None:
    app = go(scored, "form")
    (game,) = Archive.open().games()
    app.checkbox(key=f"evening-score-{game.id}-shelves").check().run()
    kept = Archive.open().shelves.of(game.id)
    name = next(iter(kept))
    Archive.open().shelves.keep(game.id, kept | {name: photo_file()})
    app.session_state.finished = None  # as if a card was mended since
    app.run()
    assert not app.exception
    assert Archive.open().shelves.of(game.id) == kept


def test_a_game_without_photos_is_asked_nothing(stand_in: None, opened: AppTest) -> None:
    game = Archive.open().finish(*inspected("Ana", "Bo"), "typed")
    page = drawn(opened, f"/archive?game={game}")
    assert not [each for each in page.checkbox if "shelves" in (each.key or "")]


def test_each_shelf_is_cut_out_around_its_cards(scored: AppTest) -> None:
    table = table_of(scored)
    (photo,) = table.photos.values()
    seat = table.seats[1]
    numbers = [number for card in seat.cards for _, number in card.looks]
    points = np.concatenate([np.array(photo.outlines[number]) for number in numbers])
    wide, high = np.ptp(points, axis=0)
    pictures = cut_out(table)
    assert list(pictures) == [seat.name for seat in table.seats]
    height, width = size(pictures[seat.name])
    assert width == pytest.approx(wide * 1.08, abs=2)
    assert high <= height < high * 1.08, "the photo ends there"
    outlines, photo.outlines = photo.outlines, []  # another device read it anew
    assert cut_out(table) == {}
    photo.outlines = outlines
    photo.picture = ""  # its file is gone
    assert cut_out(table) == {}
    assert from_data(as_data(table), table.key) is not None


def test_a_photo_of_much_detail_is_made_small_enough() -> None:
    noise = np.random.default_rng(3).integers(0, 256, (1600, 1600, 3), np.uint8)
    picture = small_jpeg(Image.fromarray(np.asarray(cv2.GaussianBlur(noise, (0, 0), 2.5), np.uint8)))
    assert picture is not None
    assert len(picture) <= SHELF_BYTES
    assert size(picture) == (SHELF_SIDE, SHELF_SIDE)


def test_a_guest_keeps_photos_of_their_own_game_alone(stand_in: None) -> None:
    here = Archive.open()
    game = here.finish(*inspected("Ana", "Bo"), "photo", key="table-not-theirs", played=datetime.now(UTC))
    here.shelves.keep(game, {"Ana": photo_file()})
    guest = PersonalArchive(here, lambda: Person("guest", "phone"))
    assert guest.shelves(game) == {}
    with pytest.raises(NotAllowed):
        guest.keep_shelves(game, {})
    here.guests.take_part("table", "not-theirs", "phone")
    assert guest.shelves(game) == {"Ana": photo_file()}
    guest.keep_shelves(game, {})
    assert here.shelves.of(game) == {}
