"""One's own cards of Fort typed in, in a real Chromium."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from scorer.fort.cards import CardSet
from scorer.fort.own_set import FILE, OwnCards
from tests.pages.conftest import PHONE, Visit, idle, width_of
from tests.pages.frame.looks import faults, small

pytestmark = pytest.mark.browser


def test_a_set_is_typed_in_and_offered_in_play(visit: Visit, data_folder: Path) -> None:
    house = OwnCards.of(CardSet.house())
    (data_folder / FILE).unlink(missing_ok=True)
    page = visit("/fort?tab=own_cards&lang=en", PHONE)
    kids = page.get_by_label("Kids", exact=True)
    kids.fill("Ann; glue; pizza\nBob")
    kids.blur()
    idle(page)
    expect(page.get_by_text("Kids: 1 of 60")).to_be_visible()
    expect(page.get_by_text("Line 2 of the kids")).to_be_visible()
    page.get_by_text("How symbols are written").click()
    page.get_by_text("The cards in words").click()
    expect(page.get_by_text("Public action: Take 1 pizza")).to_be_visible()
    assert faults(page) == []
    assert width_of(page) <= PHONE["width"]
    assert small(page) == []
    for label, lines in (
        ("Kids", house.kids),
        ("Best friends", house.best_friends),
        ("Fort levels", house.levels),
    ):
        field = page.get_by_label(label, exact=True)
        field.fill(lines)
        field.blur()
        idle(page)
    expect(page.get_by_text("The set is whole")).to_be_visible()
    page.reload()
    idle(page)
    expect(page.get_by_label("Fort levels", exact=True)).to_have_value(house.levels)
    page.get_by_role("link", name="Play with it").click()
    expect(page.get_by_text("My own cards", exact=True)).to_be_visible()
    (data_folder / FILE).unlink()
