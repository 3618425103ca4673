"""A card of the table close up, in a real Chromium: its titles are read on a phone too."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from scorer.cards import Deck
from tests.pages.conftest import PHONE, Visit, idle
from tests.pages.playing.at_table import answer, step

pytestmark = pytest.mark.browser


def titles(card: Locator) -> list[str]:
    """What the house deck calls the books of a card on the table."""
    deck = Deck.house()
    key = card.get_attribute("data-key")
    return list(deck.titles(next(one for one in deck.cards if f"{one.letter}{one.order}" == key)))


def test_a_tap_or_a_long_one_shows_the_titles_of_a_card_and_answers_nothing(visit: Visit) -> None:
    page = visit("/solo?lang=en", PHONE)
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".hand .card").first).to_be_visible()
    idle(page)
    card, sheet = page.locator(".hand .card:not(.lit)").first, page.locator(".close-up")
    expect(sheet).to_be_hidden()
    card.click()
    expect(sheet.locator("li b")).to_have_text(titles(card))
    close = sheet.get_by_role("button", name="Close")
    box = close.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    close.click()
    expect(sheet).to_be_hidden()
    card.click()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    lit = page.locator(".card.lit[data-key]:visible").first
    while not lit.count():
        assert answer(page, 1) == 1
        idle(page)
    at = step(page)
    lit.dispatch_event("contextmenu")  # a mouse asks so, by its right button
    expect(sheet.locator("li b")).to_have_text(titles(lit))
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    lit.dispatch_event("pointerdown", {"pointerType": "touch"})
    expect(sheet.locator("li b")).to_have_text(titles(lit))
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    lit.dispatch_event("pointerup", {"pointerType": "touch"})
    assert step(page) == at
    lit.dispatch_event("click")  # on a busy machine a tap can last so long that it is a long one
    expect(page.locator(".game")).not_to_have_attribute("data-step", str(at))
    expect(sheet).to_be_hidden()
