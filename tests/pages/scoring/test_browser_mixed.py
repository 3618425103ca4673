"""One form from a photo, a grid and counts, in a real Chromium."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorer.gamefile import GameFile
from scorer.result import Result, score
from tests.pages.conftest import LAPTOP, Visit, idle, width_of, write
from tests.pages.scoring.score_page import (
    SAMPLES,
    TOTAL,
    answer_all,
    give,
    give_legend,
    lay_down,
    lay_shelf,
    number,
    onward,
    tap,
    there,
)
from tests.pages.steps import GAME

pytestmark = pytest.mark.browser

SHELF = "A1:RR B1:SS / C1:FF D1:HM"
FOCI = ("monster_manuals", "spells_potions", "historic_volumes")


def table(*players: dict[str, Any]) -> dict[str, Any]:
    """A table of these players, each with the category card of their place."""
    seated = [{"focus": focus} | player for focus, player in zip(FOCI, players, strict=False)]
    return GAME | {"players": seated}


def expected() -> Result:
    """Bo as the sample says, Cy's shelf typed in, Dan's books counted."""
    bo = json.loads((SAMPLES / "four-players.json").read_text(encoding="utf-8"))["players"][1]
    game = table(
        {"name": "Bo", "shelf": bo["shelf"]},
        {"name": "Cy", "shelf": SHELF},
        {"name": "Dan", "tally": {"historic_volumes": 9}, "stability": 6},
    )
    return score(GameFile.from_dict(game | {"edition": "en"}))


def totals(page: Page, result: Result) -> None:
    for player in result.players:
        expect(number(page, f"{player.name}, {TOTAL}: {player.total}")).to_be_visible()


def test_a_photo_a_grid_and_counts_share_one_form(visit: Visit, data_folder: Path) -> None:
    key = lay_down(data_folder, table({"name": "Bo"}, {"name": "Cy"}, {"name": "Dan"}))
    page = visit(f"/?table={key}&step=photos&lang=en")
    give_legend(page)
    give(page, "bo.jpg")
    expect(page.locator(".place").first).to_contain_text(f"{there('bo')} cards")
    tap(page.locator(".st-key-more-s3").get_by_role("button"))
    page.get_by_test_id("stCheckbox").get_by_text("Enter totals instead of cards").click()
    expect(page.locator(".place").nth(2)).to_contain_text("Totals only")
    page.keyboard.press("Escape")
    tap(page.locator(".st-key-more-s2").get_by_role("button"))
    tap(page.get_by_test_id("stPopoverBody").get_by_role("button", name="Type it in"))
    expect(page.get_by_role("tab", name="Cy")).to_have_attribute("aria-selected", "true")
    lay_shelf(page, SHELF)
    expect(page.locator(".grid .card")).to_have_count(4)
    write(page.get_by_role("textbox", name="Historic Volumes"), "9")
    write(page.get_by_role("textbox", name="Cards in the largest rectangle"), "6")
    answer_all(page)
    page.reload()
    idle(page)
    expect(page.locator(".verdict .who")).to_have_text(expected().explain)
    onward(page)
    totals(page, expected())
    for player, row, said in zip(
        expected().players, ("B4", "B2", "Historic Volumes"), ("b4", "b2", ""), strict=True
    ):
        tap(number(page, f"{player.name}, {row}"))
        expect(page.locator(".bubble")).to_contain_text(player.explain.get(said, "the count was given, 9"))
    assert width_of(page) <= LAPTOP["width"]
