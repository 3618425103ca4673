"""Fort's drills in a real Chromium: from the page to the answer and back, its looks in both sizes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.pages.conftest import PHONE, Visit, idle, width_of
from tests.pages.frame.looks import check

pytestmark = pytest.mark.browser


def in_question(page: Page) -> None:
    expect(page.locator(".prompt")).to_contain_text("Player 1 ·")
    idle(page)


def test_a_drill_is_answered_on_its_board_and_told_with_its_reason(visit: Visit, data_folder: Path) -> None:
    page = visit("/fort?tab=play&lang=en", PHONE)
    page.get_by_role("button", name="Choose the card to play").click()
    in_question(page)
    hand = page.locator(".hand .card")
    cards = hand.count()
    assert cards >= 3
    page.locator(".hand .card.lit").first.click()
    expect(page.locator(".prompt")).to_contain_text(" of 100. ")
    expect(page.locator(".game .lit")).to_have_count(0)
    expect(hand).to_have_count(cards)  # the board stays as it was
    check(page, "a drill that was answered")
    assert width_of(page) <= PHONE["width"]
    kept = json.loads((data_folder / "fort_drills.json").read_text())
    assert kept["fort_card"][0] == 1
    page.get_by_role("button", name="Another one").click()
    expect(page.locator(".prompt")).not_to_contain_text(" of 100")
    page.get_by_role("button", name="Back to Fort").click()
    expect(page.get_by_text("Tried 1 time")).to_be_visible()
