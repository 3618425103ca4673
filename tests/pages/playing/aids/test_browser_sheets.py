"""A sheet of the table that somebody reads while others play on, in a real Chromium."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from scorer.archive import Archive
from scorer.play import Game, Setup
from scorer.play.bots import make_bot
from tests.pages.conftest import Visit, idle
from tests.pages.playing.at_table import STANDS_STILL, step
from tests.pages.playing.two_devices import tap

pytestmark = pytest.mark.browser
PLAYERS = ["Ana", "Bo", "Cy"]


@pytest.fixture
def game() -> Game:
    """A game of three people, each on a device of their own: it is another's turn than Ana's."""
    game, bot = Game(Setup(players=PLAYERS, seed=3)), make_bot("normal", 5)
    while game.choice is not None and (game.round, game.choice.player) != (2, "Bo"):
        game.answer(bot.decide(game.view(game.choice.player), game.choice))
    return game


@pytest.fixture
def page(visit: Visit, data_folder: Path, game: Game) -> Page:
    """Ana's device."""
    keep(data_folder, game)
    page = visit("/play?game=read&lang=en")
    tap(page, "I am Ana")
    expect(page.locator(".prompt")).to_contain_text("Waiting for Bo")
    return page


def keep(data_folder: Path, game: Game) -> None:
    """The game stands so at another device, and this one asks now and then."""
    archive = Archive.open(f"sqlite:///{data_folder / 'archive.db'}")
    archive.save_draft("play", "read", {"record": game.record, "bots": {}, "devices": True})


def play_on(page: Page, data_folder: Path, game: Game, asked: str) -> None:
    """Others answer until ``asked`` is asked, and Ana's table moves on."""
    bot, before = make_bot("normal", 5), str(step(page))
    while game.choice is not None and game.choice.player != asked:
        game.answer(bot.decide(game.view(game.choice.player), game.choice))
    keep(data_folder, game)
    expect(page.locator(".game")).not_to_have_attribute("data-step", before)


def read(page: Page) -> Locator:
    page.get_by_role("button", name="History").click()
    sheet = page.locator(".close-up")
    expect(sheet.locator("summary").last).to_have_text("Round 2 begins.")
    return sheet


def test_a_sheet_stays_open_when_others_answer_and_what_they_did_is_shown_after(
    page: Page, data_folder: Path, game: Game
) -> None:
    page.emulate_media(reduced_motion="no-preference")
    page.reload()
    idle(page)
    page.evaluate(STANDS_STILL)
    sheet = read(page)
    play_on(page, data_folder, game, "Cy")
    expect(sheet).to_be_visible()
    play_on(page, data_folder, game, "Ana")
    expect(sheet).to_be_visible()
    expect(page.locator(".board .lit, .answers .answer, .hand .lit").first).to_be_attached()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(page.locator(".prompt")).to_contain_text("Since your turn")
    expect(page.locator(".prompt")).to_contain_text("Bo")  # from the first move that nobody saw
    page.get_by_role("button", name="Skip").click()
    expect(page.locator(".prompt")).to_contain_text("Ana ·")


def test_a_question_tells_what_conceding_means_by_now(page: Page, data_folder: Path, game: Game) -> None:
    sheet = read(page)
    sheet.get_by_role("button", name="Concede").click()
    question = page.get_by_role("alertdialog")
    expect(question).to_contain_text("A bot plays on in your seat")
    game.concede("Cy")
    play_on(page, data_folder, game, "Cy")
    question.get_by_role("button", name="Concede").click()
    expect(question).to_contain_text("bots finish it at once")
    question.get_by_role("button", name="Concede").click()
    expect(page.locator(".verdict")).to_contain_text("Conceded: Ana, Cy. Bo wins")
