"""The ways from a form that waits for something, in a real Chromium."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.pages.conftest import BOTH, Visit, idle, width_of, write
from tests.pages.scoring.score_page import give, give_legend, lay_down, onward, tap, there
from tests.pages.steps import GAME

pytestmark = pytest.mark.browser


@BOTH
def test_a_form_that_waits_for_a_shelf_leads_to_the_photos(
    visit: Visit, data_folder: Path, size: dict[str, int]
) -> None:
    ana, bo = GAME["players"]
    key = lay_down(data_folder, GAME | {"players": [ana, bo | {"shelf": ""}]})
    page = visit(f"/?table={key}&step=form&lang=en", size)
    expect(page.locator(".st-key-missing")).to_contain_text("Still missing: the shelf of Bo.")
    assert width_of(page) <= size["width"]
    for way in ("Photograph the shelves", "Back to the photos"):
        tap(page.get_by_role("button", name=way))
        expect(page.get_by_role("heading", level=1)).to_have_text("Photograph the shelves")
        idle(page)
        page.go_back()
        expect(page.get_by_role("heading", level=1)).to_have_text("The form")
        idle(page)


@BOTH
def test_photos_read_without_a_legend_lead_to_it_and_are_read_with_it(
    visit: Visit, data_folder: Path, size: dict[str, int]
) -> None:
    (data_folder / "legend.json").unlink(missing_ok=True)
    (data_folder / "register.json").unlink(missing_ok=True)
    bare = [player | {"shelf": ""} for player in GAME["players"]]
    key = lay_down(data_folder, GAME | {"players": bare})
    page = visit(f"/?table={key}&step=photos&lang=en", size)
    give(page, "ana.jpg", "bo.jpg")
    place = page.locator(".place")
    expect(place.nth(1)).to_contain_text(f"Cards: {there('bo')}")
    expect(place.nth(1)).to_contain_text("without books")
    expect(place.filter(has_text="✓")).to_have_count(0)
    onward(page)
    expect(page.locator(".st-key-missing")).to_contain_text("The books are not known yet.")
    expect(page.locator(".doubts")).not_to_contain_text("No card in doubt")
    expect(page.locator(".st-key-step").get_by_role("radio", name="✓")).to_have_count(1)  # the players
    assert width_of(page) <= size["width"]
    tap(page.get_by_role("button", name="Photograph the six category cards"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Photograph the shelves")
    idle(page)
    expect(page.get_by_text("Photo of the six category cards", exact=True)).to_be_in_viewport()
    give_legend(page)
    expect(place.filter(has_text="without books")).to_have_count(0)
    onward(page)
    expect(page.locator(".st-key-missing")).to_have_count(0)
    expect(page.locator(".verdict .who")).to_contain_text("wins")


@BOTH
def test_two_of_one_name_are_refused_where_names_are_written(visit: Visit, size: dict[str, int]) -> None:
    page = visit("/?lang=en", size)
    for place in range(2):
        write(page.get_by_label("Player", exact=True).nth(place), "Ana")
    expect(page.get_by_role("alert")).to_contain_text("2 players are called Ana")
    assert width_of(page) <= size["width"]
    write(page.get_by_label("Player", exact=True).nth(1), "Bo")
    expect(page.get_by_role("alert")).to_have_count(0)
