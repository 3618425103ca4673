"""Photos of more shelves than can be at one table: people are asked which belong to the game."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from pages.table.laying import TooManyShelves
from pages.table.state import Table
from tests.pages.steps import button, buttons, errors, photo_file, table_of, upload
from tests.pages.table.shelves import card, show
from vision.reading import PhotoReading, ShelfReading


def shelves(number: int, doubts: frozenset[str] = frozenset()) -> PhotoReading:
    """So many shelves, each in a photo of its own."""
    told = [card(0, 0, f"{'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[n]}1:C") for n in range(number)]
    for n, one in enumerate(told):
        one.photo = n
    return PhotoReading(shelves=[ShelfReading.of_cards([one], doubts) for one in told])


def test_more_shelves_than_can_play_are_refused_and_the_table_stays() -> None:
    table = Table()
    table.seat_number(2)
    with pytest.raises(TooManyShelves) as refused:
        show(table, shelves(19), keys := [f"p{n}" for n in range(19)], keys)
    assert str(refused.value).startswith("At most 4 can play, and with these photos there are 19 shelves:")
    assert [(seat.name, seat.cards) for seat in table.seats] == [("Player 1", ()), ("Player 2", ())]
    assert not table.photos
    show(table, shelves(4), keys[:4], keys)
    assert len(table.seats) == 4


def test_parts_of_what_may_be_one_shelf_are_asked_about_later() -> None:
    table = Table()
    table.seat_number(4)
    parts = [ShelfReading.of_cards([card(0, n, f"{'ABCDE'[n]}1:C", shelf=n)], {"parted"}) for n in range(5)]
    show(table, PhotoReading(shelves=parts), ["p"])
    assert len(table.seats) == 5


def test_which_photos_belong_to_the_game_is_asked(app: AppTest) -> None:
    shades = {f"{shade}.jpg": shade for shade in (60, 90, 120)}
    page = upload(app, *((name, photo_file(shade)) for name, shade in shades.items()))
    (why,) = errors(page)
    assert "there are 6 shelves" in why
    assert len(table_of(page).seats) <= 4
    assert not any(seat.cards for seat in table_of(page).seats)
    which = page.pills(key="too-many-which")
    assert [option.replace("\\", "") for option in which.options] == [
        "1 · 60.jpg",
        "2 · 90.jpg",
        "3 · 120.jpg",
    ]
    first, _, third = page.session_state["too-many"][1]
    which.set_value([first, third])
    button(page, "too-many-lay").click().run()
    assert not page.exception
    assert not errors(page)
    assert not buttons(page, "too-many-lay")
    assert {photo.name for photo in table_of(page).photos.values()} == {"60.jpg", "120.jpg"}
    assert [len(seat.cards) for seat in table_of(page).seats] == [4, 3, 4, 3]
