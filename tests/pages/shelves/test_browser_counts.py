"""Numbers typed in a real Chromium: totals instead of cards, and the cards in hand that a tie asks for."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.pages.conftest import PHONE, Visit, idle, width_of, write
from tests.pages.scoring.score_page import lay_down
from tests.pages.steps import tie

pytestmark = pytest.mark.browser


def test_a_number_that_is_refused_says_so_and_a_tie_asks_for_the_hands(
    revisit: Visit, data_folder: Path
) -> None:
    game = tie()
    for player in game["players"]:
        del player["hand"]
    page = revisit(f"/?table={lay_down(data_folder, game)}&step=check&lang=en", PHONE)
    field = page.get_by_label("Historic Volumes").first
    expect(field).to_have_value("5")
    field.fill("-3")
    field.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("-3 is no whole number from 0 to 85: it was not taken.")
    expect(field).to_have_value("5")
    field.tap()
    expect(field).to_have_attribute("inputmode", "numeric")
    write(field, "6")
    expect(page.get_by_role("alert")).to_have_count(0)
    write(field, "5")
    idle(page)
    page.locator(".st-key-step").get_by_role("radio", name="Form").tap()
    expect(page.get_by_text("The game is kept in the archive once the tie is settled.")).to_be_visible()
    expect(page.locator(".verdict .who")).to_contain_text("The one with the fewest cards in hand wins.")
    assert width_of(page) <= PHONE["width"]
    hands = page.locator(".st-key-tie-hands")
    for name, number in (("Ana", "2"), ("Bo", "1")):
        write(hands.get_by_label(name, exact=True), number)
        idle(page)
    hands.get_by_label("Cy", exact=True).fill("3")
    hands.get_by_label("Cy", exact=True).press("Enter")  # the tie is settled, and the fields go
    expect(page.locator(".verdict .who")).to_contain_text("Bo wins the tie: fewest cards in hand, 1.")
    expect(page.get_by_text("Kept in the archive.")).to_be_visible()
