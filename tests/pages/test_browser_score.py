"""Score by photo in a real Chromium: from the photos to the form, on a laptop and on a phone."""

from __future__ import annotations

import re
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import expect

from tests.pages.conftest import PHONE, Visit, idle, width_of, write
from tests.pages.scoring.score_page import (
    PHOTOS,
    answer_all,
    choose,
    give,
    give_legend,
    lying,
    new_table,
    onward,
    tap,
    there,
    truth,
)

pytestmark = pytest.mark.browser

NAMES = ("Ana", "Bo", "Cleo", "Dmitri")


def test_a_game_is_scored_from_photos_with_a_reload_in_the_middle(revisit: Visit) -> None:
    page = revisit(new_table("lang=en"), PHONE)
    tap(page.locator(".st-key-players").get_by_role("radio", name="2", exact=True))
    expect(page.locator(".st-key-names input")).to_have_count(2)
    for place, name in enumerate(NAMES[:2]):
        write(page.locator(".st-key-names input").nth(place), name)
    for label, place, category in (
        ("Prominent", 0, "Reference Texts"),
        ("Banned", 0, "Corrupted Codices"),
        ("Focus", 0, "Spells & Potions"),
        ("Focus", 1, "Monster Manuals"),
    ):
        choose(page, label, category, place)
    assert width_of(page) <= PHONE["width"]
    onward(page)
    give(page, "ana.jpg", "bo.jpg")
    expect(page.locator(".place").nth(1)).to_contain_text(f"{there('bo')} cards")
    assert width_of(page) <= PHONE["width"]
    tap(page.get_by_role("button", name="Remove bo.jpg"))
    expect(page.locator(".place").nth(1)).to_contain_text("No photo yet")
    expect(page.locator(".place").first).to_contain_text(f"{there('ana')} cards")
    tap(page.get_by_role("button", name="Put it back"))
    expect(page.locator(".place").nth(1)).to_contain_text(f"{there('bo')} cards")
    expect(page.locator(".st-key-removed")).to_have_count(0)
    idle(page)
    page.reload()
    idle(page)
    expect(page.locator(".place").nth(1)).to_contain_text(f"{there('bo')} cards")
    expect(page.locator(".thumb")).to_have_count(2)
    onward(page)
    tap(page.get_by_role("button", name="Photograph the six category cards"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Photograph the shelves")
    idle(page)
    expect(page.get_by_text("Photo of the six category cards", exact=True)).to_be_in_viewport()
    give_legend(page)
    expect(page.locator(".place").filter(has_text="books missing")).to_have_count(0)
    onward(page)
    expect(page.get_by_role("tab")).to_have_count(2)
    answer_all(page)
    expect(page.locator(".verdict .why")).to_have_text("No card is in doubt.")
    won = page.locator(".verdict .who").inner_text()
    assert re.match("(Ana|Bo) wins", won)
    assert width_of(page) <= PHONE["width"]
    onward(page)
    expect(page.get_by_text("Kept in the archive.")).to_be_visible()
    expect(page.locator(".verdict .who")).to_have_text(won)
    assert width_of(page) <= PHONE["width"]
    page.get_by_role("link", name="Archive").click()
    expect(page.get_by_text("Ana", exact=False).first).to_be_visible()


def test_two_photos_of_one_shelf_are_one_shelf_and_a_card_mended_stays(
    revisit: Visit, tmp_path: Path
) -> None:
    whole = cv2.imread(str(PHOTOS / "ana.jpg"))
    assert whole is not None
    width = whole.shape[1]
    for name, part in (("left", whole[:, : width * 7 // 10]), ("right", whole[:, width * 3 // 10 :])):
        cv2.imwrite(str(tmp_path / f"{name}.jpg"), part)
    page = revisit(new_table("lang=en"))
    onward(page)
    page.locator("input[type=file]").first.set_input_files(tmp_path / "left.jpg")
    expect(page.locator(".place").first).to_contain_text("cards")
    onward(page)
    lying(page, "D 1").click()
    page.locator("#order").fill("3")
    page.locator("#order").press("Enter")
    expect(lying(page, "D 3")).to_be_visible()
    page.locator(".st-key-step").get_by_role("radio", name="Photos").click()
    page.locator("input[type=file]").first.set_input_files(tmp_path / "right.jpg")
    expect(page.locator(".place").first).to_contain_text(f"{there('ana')} cards · 2 photos")
    expect(page.locator(".place").nth(1)).to_contain_text("No photo yet")
    onward(page)
    expect(lying(page, "D 3")).to_be_visible()
    expect(page.get_by_role("button", name="Next photo (1/2)")).to_be_visible()
    lying(page, "Z 2").click()
    expect(page.get_by_role("button", name="Next photo (2/2)")).to_be_visible()
    expect(page.locator(".card-sheet .crop img")).to_be_visible()
    expect(page.locator(".frame g.chosen")).to_contain_text("Z2")
    page.reload()
    idle(page)
    expect(page.locator(".grid .card")).to_have_count(there("ana"))
    expect(lying(page, "D 3")).to_be_visible()
    expect(page.get_by_role("button", name="Next photo (1/2)")).to_be_visible()


@pytest.mark.quick
def test_the_sample_is_scored_and_the_winner_named(visit: Visit) -> None:
    page = visit("/?lang=en")
    page.get_by_role("button", name="Score the sample table").click()
    expect(page.get_by_role("tab").first).to_be_visible()
    expect(page.locator(".verdict .who")).to_have_text(truth().explain)
    page.locator(".st-key-step").get_by_role("radio", name="Form").click()
    expect(page.locator(".verdict .who")).to_have_text(truth().explain)
    expect(page.get_by_role("button", name="PDF")).to_be_visible()


def test_back_leads_through_the_steps_and_nothing_is_lost(revisit: Visit) -> None:
    page = revisit(new_table("lang=en"))
    write(page.locator(".st-key-names input").first, "Ottilie")
    onward(page)
    expect(page.get_by_role("heading", name="Photograph the shelves")).to_be_visible()
    onward(page)
    expect(page.get_by_role("heading", name="Fill in the shelves")).to_be_visible()
    page.go_back()
    idle(page)
    expect(page.get_by_role("heading", name="Photograph the shelves")).to_be_visible()
    expect(page.locator(".place").first).to_contain_text("Ottilie")
    page.go_back()
    idle(page)
    expect(page.locator(".st-key-names input").first).to_have_value("Ottilie")
    page.go_forward()
    idle(page)
    expect(page.get_by_role("heading", name="Photograph the shelves")).to_be_visible()


def test_the_menu_and_the_steps_go_by_keyboard_alone(revisit: Visit) -> None:
    page = revisit(new_table("lang=en"))
    page.get_by_role("radio", name="EN", exact=True).focus()
    page.keyboard.press("Tab")
    page.locator(".st-key-step").get_by_role("radio", name="Players").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Photograph the shelves")).to_be_visible()
    page.get_by_role("link", name="Archive").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/archive**")
    assert "lang=en" in page.url
    idle(page)  # the address is the archive's before the menu is: what was focused would be drawn anew
    page.get_by_role("link", name="Score").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Photograph the shelves")).to_be_visible()
