"""A whole game that is watched, in a real Chromium: it plays, waits, goes back and forth, and leads back."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pages.playing.sitting import RULES
from scorer.archive import Archive
from scorer.engine.setup import Setup as AnySetup
from scorer.fort import play as fort
from scorer.play import Setup
from tests.pages.conftest import LAPTOP, PHONE, Visit, idle, width_of
from tests.pages.frame.looks import check

pytestmark = pytest.mark.browser
PLAYERS = ["Ana", "Bo"]


def over(data_folder: Path, kind: str, setup: AnySetup) -> None:
    """A game that bots have played to its end, kept as a draft: Ana counts as a person."""
    rules = RULES[kind]  # type: ignore[index]
    game = rules.story.games(setup)
    bots = [rules.make_bot("normal", seat) for seat in range(len(setup.players))]
    while game.choice is not None:
        game.answer(bots[game.choice.seat].decide(game.view(game.choice.player), game.choice))
    archive = Archive.open(f"sqlite:///{data_folder / 'archive.db'}")
    archive.save_draft(kind, "watched", {"record": game.record, "bots": {"Bo": "normal"}})


def watch(page: Page, motion: str = "reduce") -> None:
    page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
    page.get_by_role("button", name="Watch the whole game").click()
    expect(page.locator(".watch")).to_be_visible()


def at(page: Page, number: int, said: str = "") -> None:
    expect(page.locator(".prompt")).to_contain_text(f"{number} of ")
    expect(page.locator(".prompt")).to_contain_text(said)


def test_a_game_is_watched_back_and_forth_and_leads_back(visit: Visit, data_folder: Path) -> None:
    over(data_folder, "play", Setup(players=PLAYERS, seed=3))
    page = visit("/play?game=watched&lang=en", PHONE)
    watch(page)
    at(page, 0, "The beginning")
    bar = page.locator(".watch")
    expect(bar.get_by_role("button", name="Play")).to_be_visible()  # with reduced motion it waits
    expect(bar.get_by_role("button", name="One step back")).to_be_disabled()
    bar.get_by_role("button", name="One step on").click()
    bar.get_by_role("button", name="One step on").click()
    at(page, 2)
    bar.get_by_role("button", name="One step back").click()
    at(page, 1)
    slider = bar.get_by_role("slider")
    last = int(slider.get_attribute("max") or 0)
    assert last > 50
    slider.fill(str(last - 2))
    at(page, last - 2)
    check(page, "a game that is watched")
    assert width_of(page) <= PHONE["width"]
    bar.get_by_role("combobox").select_option("fast")
    bar.get_by_role("button", name="Play").click()
    at(page, last)
    expect(bar.get_by_role("button", name="Play")).to_be_visible()
    expect(bar.get_by_role("button", name="One step on")).to_be_disabled()
    idle(page)
    page.get_by_role("button", name="Back to the result").click()
    expect(page.locator(".verdict")).to_be_visible()
    expect(page.locator(".watch")).to_have_count(0)


def test_a_game_of_fort_plays_by_itself_until_it_is_told_to_wait(visit: Visit, data_folder: Path) -> None:
    over(data_folder, "fort_play", fort.Setup(players=PLAYERS, seed=3))
    page = visit("/fort?tab=play&game=watched&lang=en", LAPTOP)
    watch(page, "no-preference")
    bar = page.locator(".watch")
    at(page, 1)
    bar.get_by_role("button", name="Pause").click()
    expect(bar.get_by_role("button", name="Play")).to_be_visible()
    slider = bar.get_by_role("slider")
    slider.fill("30")
    at(page, 30)
    expect(bar.get_by_role("button", name="Play")).to_be_visible()
    check(page, "a game of Fort that is watched")
