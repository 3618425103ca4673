"""Solo practice in a real Chromium: each round, a reload, the same seed again, the record."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scorer.archive import Archive
from scorer.editions import EDITION_KEYS
from scorer.play import Game, Setup
from scorer.play.bots import make_bot
from tests.pages.conftest import PHONE, Visit, idle, turn, width_of, write
from tests.pages.playing.at_table import answer, answer_to_the_end, hand, step
from tests.pages.under_way import nearly_over

pytestmark = pytest.mark.browser

#: Locations that lie open in each round, and category cards that were shown and put away by then.
OPEN, AWAY = [6, 5, 4, 3, 2], [0, 1, 1, 2, 2]


@pytest.fixture
def archive(data_folder: Path) -> Archive:
    return Archive.open(f"sqlite:///{data_folder / 'archive.db'}")


def start(page: Page, name: str) -> None:
    write(page.get_by_label("Your name"), name)
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".game")).to_be_visible()


def at_each_round() -> dict[int, Game]:
    """A game at the first question of each round."""
    game, bot, found = Game(Setup(players=["Rita"], difficulty=3, seed=7)), make_bot("random", 5), {}
    while game.choice is not None:
        if game.round and game.round not in found:
            found[game.round] = Game.replay(game.record)
        game.answer(bot.decide(game.view(game.choice.player), game.choice))
    return found


def test_each_round_shows_its_locations_and_the_categories_put_away(revisit: Visit, archive: Archive) -> None:
    page = revisit("/solo?lang=en", PHONE)
    rounds = at_each_round()
    assert sorted(rounds) == [1, 2, 3, 4, 5]
    for number in (1, 4):
        game = rounds[number]
        archive.save_draft("solo", f"round-{number}", {"record": game.record, "bots": {}})
        turn(page, f"/solo?lang=en&game=round-{number}")
        expect(page.locator(".round b")).to_have_text(f"Round {number} of 5")
        expect(page.locator(".tile .number")).to_have_count(OPEN[number - 1])
        expect(page.locator(".state .away")).to_have_count(AWAY[number - 1])


def test_a_game_ends_with_the_licence_and_can_be_played_again(visit: Visit, archive: Archive) -> None:
    page = visit("/solo?lang=en", PHONE)
    assert width_of(page) <= PHONE["width"]
    page.get_by_role("slider", name="Difficulty").press("ArrowRight")
    idle(page)
    start(page, "Rita")
    dealt = hand(page)
    expect(page.locator(".round")).to_contain_text("Medium")
    answer(page, 6)
    at, question = step(page), page.locator(".prompt").inner_text()
    page.reload()
    idle(page)
    expect(page.locator(".prompt")).to_have_text(question)
    assert step(page) == at
    assert width_of(page) <= PHONE["width"]
    archive.save_draft("solo", "late", {"record": nearly_over(["Rita"]), "bots": {}})
    turn(page, "/solo?lang=en&game=late")
    answer_to_the_end(page, page.locator(".verdict .who"))
    (kept,) = archive.games(source="solo")
    assert kept.result["difficulty"] == 3
    assert kept.result["form"] == "S-42a"
    expect(page.locator(".verdict .who")).to_have_text(kept.result["explain"])
    expect(page.locator(".shelfmark-page")).to_contain_text("S-42a")
    page.get_by_role("button", name="The same seed again").click()
    expect(page.locator(".game")).to_be_visible()
    assert hand(page) == dealt
    page.go_back()
    idle(page)
    expect(page.get_by_text("The game is over")).to_be_visible()
    page.get_by_role("button", name="Settings and record").click()
    row = page.locator(".figures tbody tr").filter(has_text="3 · Medium")
    expect(row.locator("td").first).to_have_text("1")
    page.get_by_role("button", name="Once more").first.click()
    expect(page.locator(".game")).to_be_visible()
    assert hand(page) == dealt


def test_the_names_of_round_and_piles_stand_on_one_line_in_each_language(
    revisit: Visit, archive: Archive
) -> None:
    game = Game(Setup(players=["Ana"], difficulty=7, seed=4))
    archive.save_draft("solo", "one-alone", {"record": game.record, "bots": {}})
    page = revisit("/solo?lang=en&game=one-alone", PHONE)
    for language in EDITION_KEYS:
        turn(page, f"/solo?lang={language}&game=one-alone")
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator(".state .pile")).to_have_count(2)
        broken = page.locator(".state :is(.round, .pile) small").evaluate_all(
            """(nodes) => nodes
                 .filter((node) => node.offsetHeight > 2 * parseFloat(getComputedStyle(node).fontSize))
                 .map((node) => node.textContent)"""
        )
        assert (language, broken) == (language, [])
        assert width_of(page) <= PHONE["width"]
