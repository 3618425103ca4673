"""What does this tile do, in a real Chromium: one tap, and a number or a name."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from pages.lookup.tiles import tiles
from pages.words import words
from scorer.editions import load_edition
from tests.pages.conftest import PHONE, Visit, idle, turn, width_of, write
from tests.pages.frame.looks import faults

pytestmark = pytest.mark.browser


def ask(page: Page) -> None:
    """Opens the box by its one button."""
    page.locator(".st-key-menu-tiles button").click()
    expect(page.locator("#find")).to_be_visible()
    idle(page)


def test_a_number_and_a_name_say_what_the_tile_does_and_the_sheet_comes_as_a_pdf(revisit: Visit) -> None:
    page = revisit("/?lang=en", PHONE)
    write(page.locator(".st-key-names input").first, "Ana")
    ask(page)
    every = tiles(load_edition("en"))
    expect(page.locator(".index button")).to_have_count(30)
    field = page.get_by_label("Number or name")
    field.fill("7")
    expect(page.locator("article")).to_have_count(1)
    expect(page.locator("article")).to_contain_text(every[6].does)
    for case in every[6].cases:
        expect(page.locator("article")).to_contain_text(case)
    field.fill("goblin")
    expect(page.locator("article h3")).to_have_text(["Goblin Sneak"])
    field.fill("MUMIE")
    expect(page.locator("article h3")).to_have_text(["Mummy"])
    field.fill("19")
    expect(page.get_by_role("status").filter(has_text=words("lookup", "en")["none"])).to_be_visible()
    page.get_by_role("button", name="All tiles", exact=True).click()
    page.get_by_role("button", name="18 Shelfmasons Guild", exact=True).click()
    expect(page.locator("article")).to_contain_text(every[17].does)
    assert width_of(page) <= PHONE["width"]
    assert faults(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("#find")).to_have_count(0)
    expect(page.locator(".st-key-names input").first).to_have_value("Ana")  # the page is as it was
    turn(page, "/play?lang=cs")
    ask(page)
    expect(page.locator(".index button").first).to_contain_text("Věštírna")
    with page.expect_download() as taken:
        page.get_by_role("button", name=words("lookup", "cs")["print"]).click()
    assert taken.value.suggested_filename == "ex-libris-tiles-cs.pdf"
    assert taken.value.path().read_bytes()[:5] == b"%PDF-"
