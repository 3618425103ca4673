"""The ways from a form that waits for something, in a real Chromium."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.pages.conftest import LAPTOP, PHONE, Visit, idle, width_of
from tests.pages.scoring.score_page import give, give_legend, lay_down, onward, tap, there
from tests.pages.steps import GAME

pytestmark = pytest.mark.browser


def test_a_form_that_waits_for_a_shelf_leads_to_the_photos(visit: Visit, data_folder: Path) -> None:
    ana, bo = GAME["players"]
    key = lay_down(data_folder, GAME | {"players": [ana, bo | {"shelf": ""}]})
    page = visit(f"/?table={key}&step=form&lang=en")
    expect(page.locator(".st-key-missing")).to_contain_text("Still missing: the shelf of Bo.")
    assert width_of(page) <= LAPTOP["width"]
    for way in ("Photograph the shelves", "Back to the photos"):
        tap(page.get_by_role("button", name=way))
        expect(page.get_by_role("heading", level=1)).to_have_text("Photograph the shelves")
        idle(page)
        page.go_back()
        expect(page.get_by_role("heading", level=1)).to_have_text("The form")
        idle(page)


def test_photos_read_without_a_legend_lead_to_it_and_are_read_with_it(
    visit: Visit, data_folder: Path
) -> None:
    bare = [player | {"shelf": ""} for player in GAME["players"]]
    key = lay_down(data_folder, GAME | {"players": bare})
    page = visit(f"/?table={key}&step=photos&lang=en", PHONE)
    give(page, "ana.jpg", "bo.jpg")
    place = page.locator(".place")
    expect(place.nth(1)).to_contain_text(f"{there('bo')} cards")
    expect(place.nth(1)).to_contain_text("books missing")
    expect(place.filter(has_text="✓")).to_have_count(0)
    onward(page)
    expect(page.locator(".st-key-missing")).to_contain_text("Shelfmark does not know the books yet.")
    expect(page.locator(".doubts")).not_to_contain_text("No card in doubt")
    expect(page.locator(".st-key-step").get_by_role("radio", name="✓")).to_have_count(1)  # the players
    assert width_of(page) <= PHONE["width"]
    tap(page.get_by_role("button", name="Photograph the six category cards"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Photograph the shelves")
    idle(page)
    expect(page.get_by_text("Photo of the six category cards", exact=True)).to_be_in_viewport()
    give_legend(page)
    expect(place.filter(has_text="books missing")).to_have_count(0)
    onward(page)
    expect(page.locator(".st-key-missing")).to_have_count(0)
    expect(page.locator(".verdict .who")).to_contain_text("wins")
