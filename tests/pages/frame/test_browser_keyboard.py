"""By keyboard alone, in a real Chromium: the best flips."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.pages.conftest import LAPTOP, Visit
from tests.pages.frame.by_keyboard import press, reach
from tests.pages.frame.looks import check
from tests.pages.under_way import lay_down

pytestmark = pytest.mark.browser


def offered(page: Page) -> None:
    """The best flips are offered and say what they bring, and a card may be picked for a free place."""
    expect(page.locator(".st-key-flips details p").first).to_be_visible()
    expect(page.locator(".card-sheet .keys")).to_be_visible()


def test_the_best_flips_are_looked_at_and_taken(visit: Visit, data_folder: Path) -> None:
    lay_down(data_folder)
    page = visit("/?table=checking&step=check&lang=en")
    flips = page.locator(".st-key-flips")
    press(flips.locator("summary"))
    expect(flips.locator("details p").first).to_be_visible()
    page.locator(".grid .space").first.click()
    page.get_by_role("button", name="Letter E", exact=True).click()
    check(page, "flips", offered)
    page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
    page.keyboard.press("Escape")
    press(flips.get_by_role("button", name="Turn:"), "Space")
    expect(flips).to_have_count(0)
    reach(page.get_by_role("tab", name="Ana"), "Shift+Tab")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#notation")).to_have_value("#M8:H M3:HHS N1:HM / C2:R . #")
