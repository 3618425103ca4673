"""The six category cards in a real Chromium: as fast as somebody taps, each goes to whom it was meant for."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect

from bench.taps import series
from tests.pages.conftest import PHONE, Tabs, Visit, idle, turn
from tests.pages.scoring.score_page import new_table, tap

pytestmark = pytest.mark.browser


def test_cards_tapped_one_after_the_other_go_to_whom_they_were_meant_for(tabs: Tabs, url: str) -> None:
    page = tabs.take(PHONE)
    order, meant, got = series(page, url, random.Random(163))  # it taps fast; many more: bench/taps.py
    assert got == meant, order
    tabs.put_back(page)


def holders(page: Page) -> list[str]:
    """Who has each card, in the order of the six, once the app has answered."""
    idle(page)
    cards = page.locator(".six button")
    return [cards.nth(n).get_attribute("data-holder") or "" for n in range(6)]


def kept(page: Page) -> list[str]:
    """Who has each card where the table is taken from the archive anew."""
    idle(page)
    table = page.url
    turn(page, new_table("lang=en"))
    cards = page.locator(".six button")
    assert holders(page) == [""] * 6
    turn(page, table)
    expect(cards).to_have_count(6)
    return holders(page)


def test_a_card_is_taken_back_moved_and_the_last_one_follows(revisit: Visit) -> None:
    page = revisit(new_table("lang=en"), PHONE)
    cards, whose = page.locator(".six button"), page.locator(".whose [role=radio]")
    for place in range(4):
        tap(cards.nth(place))
    expect(whose.nth(4)).to_have_attribute("aria-checked", "true")
    tap(whose.nth(1))
    tap(cards.nth(1))
    assert holders(page) == ["Prominent", "", "Player 1", "Player 2", "", ""], "a second tap takes it back"
    tap(whose.nth(2))
    tap(cards.nth(0))
    assert holders(page) == ["Player 1", "", "Prominent", "Player 2", "", ""], "they change places"
    for place in (1, 4):
        tap(cards.nth(place))
    everybody = ["Player 1", "Banned", "Prominent", "Player 2", "Player 3", "Player 4"]
    assert holders(page) == everybody, "the last one follows"
    tap(cards.nth(0))
    expect(whose.nth(2)).to_have_attribute("aria-checked", "true")
    tap(cards.nth(1))
    assert holders(page) == kept(page) == ["Banned", "Player 1", *everybody[2:]]


def test_whose_turn_it_is_is_chosen_by_keyboard(revisit: Visit) -> None:
    page = revisit(new_table("lang=en"))
    page.locator(".whose [aria-checked=true]").focus()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".whose [role=radio]").nth(2)).to_be_focused()
    page.locator(".six button").nth(5).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".six button").nth(5)).to_be_focused()
    assert holders(page) == ["", "", "", "", "", "Player 1"]


def test_a_second_tap_on_the_way_on_does_not_pass_a_step_by(revisit: Visit) -> None:
    page = revisit(new_table("lang=en"), PHONE)
    page.locator(".st-key-onward button").evaluate("(button) => { button.click(); button.click(); }")
    idle(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Photograph the shelves")
