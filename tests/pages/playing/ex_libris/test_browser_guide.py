"""The end of the guided rounds, in a real Chromium: it asks once how to go on, with its answers in sight."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pages.playing.aids.guide import PERSON
from pages.playing.ex_libris.guide import BOT, OTHER, first_game
from scorer.archive import Archive
from scorer.play import Game, Setup, Story
from scorer.play.bots import make_bot
from tests.pages.conftest import LAPTOP, Visit, idle
from tests.pages.playing.at_table import answer, step
from tests.pages.playing.guiding import to_the_end_of_the_guide

pytestmark = pytest.mark.browser

SIZES = [{"width": 360, "height": 640}, LAPTOP]


@pytest.fixture
def archive(data_folder: Path) -> Archive:
    """An archive with a guided game whose guided rounds have just ended: the person is asked."""
    game, story, bot = Game(Setup(**first_game("en", 3))), Story(), make_bot("normal", 5)
    to_the_end_of_the_guide(game, story, bot, PERSON)
    archive = Archive.open(f"sqlite:///{data_folder / 'archive.db'}")
    archive.save_draft("play", "guided", {"record": game.record, "bots": {OTHER: BOT}, "guided": True})
    return archive


def at_its_end(visit: Visit) -> Page:
    page = visit("/play?game=guided&lang=en")
    expect(page.get_by_role("dialog")).to_be_visible()
    return page


def test_the_main_button_is_in_sight_without_scrolling(revisit: Visit, archive: Archive) -> None:
    page = at_its_end(revisit)
    for size in SIZES:
        page.set_viewport_size(size)  # type: ignore[arg-type]
        in_sight(page)


def in_sight(page: Page) -> None:
    sheet = page.get_by_role("dialog")
    go_on = sheet.get_by_role("button", name="Play this game to its end")
    expect(go_on).to_be_in_viewport(ratio=1)
    expect(sheet.locator(".sum")).to_be_attached()
    sheet.locator(".sum").scroll_into_view_if_needed()
    expect(go_on).to_be_in_viewport(ratio=1)
    last, button = sheet.locator(".sum").bounding_box(), go_on.bounding_box()
    assert last is not None
    assert button is not None
    assert last["y"] + last["height"] <= button["y"]  # nothing is hidden for good


WAYS_OUT = {
    "cross": lambda page: page.get_by_role("dialog").get_by_role("button", name="Close").click(),
    "beside": lambda page: page.mouse.click(5, 400),
}


@pytest.mark.parametrize("way", WAYS_OUT)
def test_its_cross_or_a_tap_beside_it_ends_the_guide(revisit: Visit, archive: Archive, way: str) -> None:
    page = at_its_end(revisit)
    WAYS_OUT[way](page)
    expect(page.get_by_role("dialog")).to_have_count(0)
    idle(page)
    assert not (archive.draft("play", "guided") or {}).get("guided")


def test_it_comes_once_and_the_game_goes_on(revisit: Visit, archive: Archive) -> None:
    page = at_its_end(revisit)
    before = step(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.emulate_media(color_scheme="dark")  # the table is drawn anew
    idle(page)
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert answer(page, 2) == 2
    idle(page)
    assert step(page) > before
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.reload()
    idle(page)
    expect(page.locator(".prompt")).to_contain_text(PERSON)
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_game_of_ones_own_leads_away_and_the_guided_one_asks_no_more(
    revisit: Visit, archive: Archive
) -> None:
    page = at_its_end(revisit)
    page.get_by_role("button", name="Start a game of your own").click()
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()
    assert not (archive.draft("play", "guided") or {}).get("guided")
