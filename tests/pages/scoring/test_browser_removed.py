"""A photo's file taken out of the uploader, in a real Chromium."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.pages.conftest import PHONE, Visit, idle, width_of
from tests.pages.scoring.score_page import give, onward, tap, there

pytestmark = pytest.mark.browser


def take_out(page: Page, name: str) -> None:
    tap(page.get_by_role("button", name=f"Remove {name}"))
    idle(page)


def test_a_photo_taken_out_takes_its_shelf_along_and_is_put_back(visit: Visit) -> None:
    page = visit("/?step=photos&lang=en", PHONE)
    give(page, "ana.jpg", "bo.jpg")
    place = page.locator(".place")
    expect(place.nth(1)).to_contain_text(f"{there('bo')} cards")
    take_out(page, "bo.jpg")
    expect(place.nth(1)).to_contain_text("No photo yet")
    expect(place.first).to_contain_text(f"{there('ana')} cards")
    expect(page.locator(".st-key-removed")).to_contain_text("Removed with bo.jpg: the cards of Player 2.")
    assert width_of(page) <= PHONE["width"]
    tap(page.get_by_role("button", name="Put it back"))
    expect(place.nth(1)).to_contain_text(f"{there('bo')} cards")
    expect(page.locator(".st-key-removed")).to_have_count(0)
    onward(page)
    page.go_back()
    idle(page)
    expect(page.get_by_role("heading", name="Photograph the shelves")).to_be_visible()
    expect(place.nth(1)).to_contain_text(f"{there('bo')} cards")
    page.reload()
    idle(page)
    expect(place.first).to_contain_text(f"{there('ana')} cards")
    expect(place.nth(1)).to_contain_text(f"{there('bo')} cards")
