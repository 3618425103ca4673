"""A photo's file taken out of the uploader takes along what came of it; an empty uploader takes nothing."""

from __future__ import annotations

import re

import pytest
from streamlit.testing.v1 import AppTest

from pages.table.laying import take_away
from pages.table.state import Table
from tests.pages.steps import ROOT, button, buttons, go, page_html, photo_file, table_of, upload
from tests.pages.table.shelves import card, give, show
from vision.reading import PhotoReading, ShelfReading


def cards(app: AppTest) -> list[int]:
    return [len(seat.cards) for seat in table_of(app).seats]


def said(app: AppTest) -> str:
    return " ".join(re.findall('<p class="said" role="status">(.*?)</p>', page_html(app)))


def take_out(app: AppTest) -> AppTest:
    """Taps the ✕ of every file."""
    app.file_uploader(key=f"upload-{table_of(app).key}-shelf").clear().run()
    assert not app.exception
    return app


@pytest.fixture
def photographed(app: AppTest) -> AppTest:
    """Two players from one photo, none of their cards mended."""
    return upload(app, ("table.jpg", photo_file()))


def test_what_came_of_a_photo_goes_with_its_file_and_comes_back(photographed: AppTest) -> None:
    before = table_of(photographed).game()
    take_out(photographed)
    assert cards(photographed) == [0, 0]
    assert table_of(photographed).photos == {}
    assert said(photographed) == "Removed with table.jpg: the cards of Player 1, Player 2."
    button(photographed, "take-back").click().run()
    assert table_of(photographed).game() == before
    assert len(table_of(photographed).photos) == 1
    assert said(photographed) == ""


def test_a_shelf_that_was_mended_stays_and_is_said_to_stay(photographed: AppTest) -> None:
    first = table_of(photographed).seats[0]
    first.lay(first.cards[:-1])
    take_out(photographed)
    assert cards(photographed) == [3, 0]
    assert said(photographed) == (
        "Removed with table.jpg: the cards of Player 2. Kept, because you corrected it: the shelf of "
        "Player 1."
    )
    assert len(table_of(photographed).photos) == 1
    button(photographed, "take-back").click().run()
    assert cards(photographed) == [3, 3]


def test_a_doubt_that_was_answered_is_mended_too(scored: AppTest) -> None:
    assert not table_of(scored).seats[0].mended
    scored.button(key="answer-s1-3-name-0").click().run()
    assert table_of(scored).seats[0].mended


def test_players_whom_a_photo_brought_go_with_it(photographed: AppTest) -> None:
    upload(go(photographed, "check"), ("more.jpg", photo_file(200)))
    assert cards(photographed) == [4, 3, 4, 3]
    take_out(photographed)
    assert cards(photographed) == [4, 3]
    button(photographed, "take-back").click().run()
    assert [seat.name for seat in table_of(photographed).seats] == [f"Player {n}" for n in (1, 2, 3, 4)]
    assert cards(photographed) == [4, 3, 4, 3]


def test_a_player_who_was_told_of_stays_when_the_photo_goes(photographed: AppTest) -> None:
    upload(go(photographed, "check"), ("more.jpg", photo_file(200)))
    third = table_of(photographed).seats[2]
    table_of(photographed).rename(third.id, "Cleo")
    take_out(photographed)
    assert [seat.name for seat in table_of(photographed).seats] == ["Player 1", "Player 2", "Cleo"]


def test_what_was_laid_since_is_not_overwritten(photographed: AppTest) -> None:
    take_out(photographed)
    table_of(photographed).seats[0].lay_notation("A1:RR")
    photographed.run()
    assert not buttons(photographed, "take-back")


def test_an_uploader_that_is_empty_again_takes_nothing_away(photographed: AppTest) -> None:
    go(go(photographed, "check"), "photos")
    assert cards(photographed) == [4, 3]
    again = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    again.query_params["table"] = table_of(photographed).key
    upload(again.run(), ("dark.jpg", photo_file(0)))
    take_out(again)
    assert cards(again) == [4, 3]
    assert said(again) == ""


def test_cards_that_another_photo_shows_too_stay() -> None:
    table = Table()
    give(table, [card(0, 0, "A1:CF"), card(0, 1, "B1:HH")])
    both = card(0, 1, "B1:HH")
    both.elsewhere = {1: both.corners}
    new = card(0, 2, "C1:SS")
    new.photo = 1
    shelf = ShelfReading.of_cards([card(0, 0, "A1:CF"), both, new])
    show(table, PhotoReading(shelves=[shelf]), ["p", "q"])
    assert str(table.seats[0].shelf) == "A1:CF B1:HH C1:SS"
    assert take_away(table, "p") == ([table.seats[0]], [])
    assert str(table.seats[0].shelf) == "B1:HH C1:SS"
    assert list(table.photos) == ["q"]
    assert not table.seats[0].mended
