"""A whole game that is watched, in a real Chromium: it plays, waits, goes back and forth, and leads back."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from pages.playing.common.sitting import RULES
from scorer.archive import Archive
from scorer.engine.setup import Setup as AnySetup
from scorer.fort import play as fort
from scorer.play import Setup
from tests.pages.conftest import LAPTOP, PHONE, Tabs, Visit, idle, visits, width_of
from tests.pages.frame.looks import check
from tests.pages.words.spoken import speak

pytestmark = pytest.mark.browser
PLAYERS = ["Ana", "Bo"]


#: How the two games of these tests are set up.
SETUPS: dict[str, AnySetup] = {
    "play": Setup(players=PLAYERS, seed=3),
    "fort_play": fort.Setup(players=PLAYERS, seed=3),
}


@cache
def played(kind: str) -> dict[str, Any]:
    """The record of a game that bots have played to its end; not to be changed."""
    rules = RULES[kind]  # type: ignore[index]
    game = rules.story.games(SETUPS[kind])
    bots = [rules.make_bot("normal", seat) for seat in range(len(PLAYERS))]
    while game.choice is not None:
        game.answer(bots[game.choice.seat].decide(game.view(game.choice.player), game.choice))
    record: dict[str, Any] = game.record
    return record


def over(data_folder: Path, kind: str, bots_of: tuple[str, ...] = ("Bo",)) -> None:
    """Such a game, kept as a draft: who is not of the bots counts as a person."""
    archive = Archive.open(f"sqlite:///{data_folder / 'archive.db'}")
    archive.save_draft(kind, "watched", {"record": played(kind), "bots": dict.fromkeys(bots_of, "normal")})


def watch(page: Page, motion: str = "reduce") -> None:
    page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
    page.get_by_role("button", name="Watch the whole game").click()
    expect(page.locator(".watch")).to_be_visible()


def at(page: Page, number: int, said: str = "") -> None:
    expect(page.locator(".prompt")).to_contain_text(re.compile(rf"\b{number} of "))
    expect(page.locator(".prompt")).to_contain_text(said)


def test_a_game_is_watched_back_and_forth_and_leads_back(visit: Visit, data_folder: Path) -> None:
    over(data_folder, "play")
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


def test_a_game_of_fort_plays_by_itself_until_it_is_told_to_wait_and_its_discard_pile_is_as_it_lay_then(
    visit: Visit, data_folder: Path
) -> None:
    over(data_folder, "fort_play")
    page = visit("/fort?tab=play&game=watched&lang=en", LAPTOP)
    watch(page, "no-preference")
    bar = page.locator(".watch")
    expect(page.locator(".prompt")).not_to_contain_text(re.compile(r"\b0 of "))
    bar.get_by_role("button", name="Pause").click()
    expect(bar.get_by_role("button", name="Play")).to_be_visible()
    slider = bar.get_by_role("slider")
    slider.fill("30")
    at(page, 30)
    expect(bar.get_by_role("button", name="Play")).to_be_visible()
    check(page, "a game of Fort that is watched")
    page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
    slider.fill("0")
    at(page, 0)
    pile, sheet = page.locator(".pile-of").first, page.locator(".close-up")
    expect(pile).to_contain_text("0")
    pile.click()
    expect(sheet.locator(".nothing")).to_be_visible()


def test_other_eyes_wait_when_they_are_told_to_and_nothing_moves_after_the_way_back(
    browser: Browser, url: str, data_folder: Path
) -> None:
    over(data_folder, "play", bots_of=())
    with visits(Tabs(browser), url) as visit:  # a clock stays with all tabs
        page = visit("/play?game=watched&lang=en", LAPTOP)
        page.clock.install()
        watch(page, "no-preference")
        waits_and_moves_nothing(page)


def waits_and_moves_nothing(page: Page) -> None:
    bar, prompt = page.locator(".watch"), page.locator(".prompt")
    expect(bar.get_by_role("button", name="Pause")).to_be_visible()
    page.get_by_role("radiogroup", name="As seen by").get_by_text("Bo", exact=True).click()
    expect(page.locator(".hand")).to_have_attribute("aria-label", re.compile("Bo"))
    idle(page)
    bar.get_by_role("button", name="Pause").click()
    expect(bar.get_by_role("button", name="Play")).to_be_visible()
    said = prompt.inner_text()
    page.clock.run_for(20_000)
    expect(prompt).to_have_text(said)
    bar.get_by_role("button", name="Play").click()
    expect(bar.get_by_role("button", name="Pause")).to_be_visible()
    left = prompt.element_handle()
    assert left is not None
    page.get_by_role("button", name="Back to the result").click()
    expect(page.locator(".verdict")).to_be_visible()
    expect(bar).to_have_count(0)
    said = left.evaluate("(node) => node.textContent")
    page.clock.run_for(20_000)
    assert left.evaluate("(node) => node.textContent") == said


def test_the_sheets_of_a_watched_game_tell_of_the_step_that_is_shown_in_the_language_chosen_meanwhile(
    visit: Visit, data_folder: Path
) -> None:
    over(data_folder, "play")
    told = ""
    for first in ("cs", "en"):
        page = visit(f"/play?game=watched&lang={first}", LAPTOP)
        page.locator(".st-key-watch-watched-button button").click()
        slider, points = page.locator(".watch").get_by_role("slider"), page.locator("button.points")
        slider.fill("40")
        expect(page.locator(".prompt")).to_contain_text("40 ")
        speak(page, "cs")
        idle(page)
        expect(page.locator(".prompt")).to_contain_text("40 z ")
        points.click()
        sheet = page.locator(".close-up")
        expect(sheet).to_be_visible()
        told = told or sheet.inner_text()
        expect(sheet).to_have_text(told, use_inner_text=True)
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    last = int(slider.get_attribute("max") or 0)
    said = set()
    for number in (last, last // 2, last // 4):
        slider.fill(str(number))
        expect(page.locator(".prompt")).to_contain_text(f"{number} z ")
        shown = points.inner_text()
        points.click()
        expect(sheet.locator(".sum")).to_have_text(re.compile(rf": {re.escape(shown)}$"))
        page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()
        said.add(shown)
    assert len(said) == 3
