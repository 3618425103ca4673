"""Solo practice in a real Chromium: whole games, a reload, the same seed again, the record."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scorer.archive import Archive
from scorer.editions import EDITION_KEYS
from scorer.play import Game, Setup
from tests.pages.conftest import PHONE, Visit, idle, turn, width_of, write
from tests.pages.playing.at_table import answer, hand, step

pytestmark = pytest.mark.browser

#: Locations that lie open in each round, and category cards that were shown and put away by then.
OPEN, AWAY = [6, 5, 4, 3, 2], [0, 1, 1, 2, 2]


def start(page: Page, name: str) -> None:
    write(page.get_by_label("Your name"), name)
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".game")).to_be_visible()


def play_to_the_end(page: Page) -> dict[str, tuple[int, int]]:
    """What was seen of each round: the most locations that lay open, and the most cards put away."""
    seen: dict[str, tuple[int, int]] = {}
    while page.locator(".game").count():
        # few answers at a time, so that every round is looked at
        name = page.locator(".round b").inner_text()
        most = seen.get(name, (0, 0))
        counts = [page.locator(part).count() for part in (".tile .number", ".state .away")]
        seen[name] = (max(most[0], counts[0]), max(most[1], counts[1]))
        answer(page, 4)
        idle(page)
    return seen


def test_a_whole_game_ends_with_the_licence_and_can_be_played_again(visit: Visit, data_folder: Path) -> None:
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
    seen = play_to_the_end(page)
    assert {name: most for name, most in seen.items() if name} == {
        f"Round {number} of 5": (locations, away)
        for number, (locations, away) in enumerate(zip(OPEN, AWAY, strict=True), 1)
    }
    archive = Archive.open(f"sqlite:///{data_folder / 'archive.db'}")
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
    visit: Visit, data_folder: Path
) -> None:
    game = Game(Setup(players=["Ana"], difficulty=7, seed=4))
    Archive.open(f"sqlite:///{data_folder / 'archive.db'}").save_draft(
        "solo", "one-alone", {"record": game.record, "bots": {}}
    )
    page = visit("/solo?lang=en&game=one-alone", PHONE)
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
