"""One form from a photo, a grid and counts, and a solo form from photos, in a real Chromium."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pages.words import words
from scorer.editions import EDITION_KEYS, load_edition
from scorer.gamefile import GameFile
from scorer.result import Result, score
from tests.pages.conftest import LAPTOP, PHONE, Visit, idle, width_of, write
from tests.pages.scoring.score_page import (
    SAMPLES,
    TOTAL,
    answer_all,
    choose,
    give,
    give_legend,
    lay_down,
    lay_shelf,
    lying,
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


def expected(language: str = "en") -> Result:
    """Bo as the sample says, Cy's shelf typed in, Dan's books counted."""
    bo = json.loads((SAMPLES / "four-players.json").read_text(encoding="utf-8"))["players"][1]
    game = table(
        {"name": "Bo", "shelf": bo["shelf"]},
        {"name": "Cy", "shelf": SHELF},
        {"name": "Dan", "tally": {"historic_volumes": 9}, "stability": 6},
    )
    return score(GameFile.from_dict(game | {"edition": language}))


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
    page.go_back()
    idle(page)
    expect(page.get_by_role("heading", name="Check what was read")).to_be_visible()
    page.go_forward()
    idle(page)
    totals(page, expected())
    page.reload()
    idle(page)
    totals(page, expected())
    for language in EDITION_KEYS:
        page.get_by_role("radio", name=language.upper(), exact=True).click()
        expect(page.get_by_role("heading", name=words("score", language)["form"])).to_be_visible()
        expect(page.get_by_role("link", name=words("shell", language)["archive"])).to_be_visible()
        expect(page.locator(".verdict .who")).to_have_text(expected(language).explain)
        expect(number(page, f"Bo, B4 {load_edition(language).rows['b4']}")).to_be_visible()


def test_a_solo_form_is_filled_in_from_photos(visit: Visit) -> None:
    page = visit("/?lang=en", PHONE)
    page.locator(".st-key-players").get_by_role("radio", name="Solo").click()
    idle(page)
    choose(page, "Prominent", "Reference Texts")
    choose(page, "Banned", "Corrupted Codices")
    choose(page, "Focus", "Spells & Potions")
    choose(page, "Focus", "Monster Manuals", 1)
    difficulty = page.get_by_role("combobox", name="Difficulty")
    difficulty.scroll_into_view_if_needed()  # a page that still scrolls closes the list
    idle(page)
    tap(difficulty)
    tap(page.get_by_role("option", name="3 · Medium"))
    idle(page)
    onward(page)
    give_legend(page)
    give(page, "dmitri.jpg")
    expect(page.locator(".place").first).to_contain_text(f"{there('dmitri')} cards")
    page.get_by_role("radio", name="Public library").click()
    idle(page)
    give(page, "solo-pile.jpg")
    expect(page.locator(".place").nth(1)).to_contain_text(f"{there('solo-pile')} cards")
    onward(page)
    answer_all(page)
    expect(page.locator(".st-key-doubled")).to_contain_text("G3")  # of two games, it lies in both photos
    lying(page, "G 3").click()
    page.locator(".card-sheet").get_by_role("button", name="Remove").click()
    won = page.locator(".verdict .who").inner_text()
    onward(page)
    expect(page.locator(".shelfmark-page")).to_contain_text("S-42a")
    expect(page.locator(".verdict .who")).to_have_text(won)
    tap(number(page, "Public library, Monster Manuals"))
    expect(page.locator(".bubble")).to_contain_text("in all")
