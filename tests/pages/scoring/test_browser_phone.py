"""What a phone's small screen, its keyboard and its browser must not spoil."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.pages.conftest import LAPTOP, PHONE, Visit, idle, write
from tests.pages.scoring.score_page import lay_down, number
from tests.pages.steps import GAME

pytestmark = pytest.mark.browser

#: What Chrome's translation does to each text: it takes its place.
_TRANSLATED = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) if (walker.currentNode.nodeValue.trim()) texts.push(walker.currentNode);
  for (const text of texts) {
    if (!text.parentElement || text.parentElement.closest("script, style")) continue;
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    inner.textContent = text.nodeValue;
    outer.append(inner);
    text.parentElement.replaceChild(outer, text);
  }
}"""


def test_the_sums_of_fort_show_their_total(revisit: Visit) -> None:
    page = revisit("/fort?game=not-begun&lang=en", PHONE)
    for player, points in enumerate(("17", "24")):
        write(page.get_by_label("Victory track", exact=True).nth(player), points)
        write(page.get_by_label("Points printed at that level", exact=True).nth(player), "4")
    box = page.get_by_role("columnheader", name="Total").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= PHONE["width"]
    reach = page.locator(".figures").evaluate("node => node.scrollWidth - node.clientWidth")
    assert reach <= 0


def test_an_open_bubble_leaves_the_other_numbers_free(revisit: Visit, data_folder: Path) -> None:
    page = revisit(f"/?table={lay_down(data_folder, GAME)}&step=form&lang=en")
    for size, row in product((LAPTOP, PHONE), ("B1", "B2", "B3", "B4", "B5", "Total")):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        number(page, f"Ana, {row}").click(timeout=5000)
        expect(page.locator(".bubble")).to_contain_text("Ana")
        expect(number(page, f"Ana, {row}")).to_have_attribute("aria-expanded", "true")


def test_a_shelf_that_goes_on_beyond_the_screen_shows_it(revisit: Visit, data_folder: Path) -> None:
    ana, bo = GAME["players"]
    long = GAME | {"players": [ana | {"shelf": "A1:RR B1:MS D1:S E1:HH F1:MR G1:RS"}, bo]}
    page = revisit(f"/?table={lay_down(data_folder, long)}&step=check&lang=en", PHONE)
    scroller = page.locator(".scroller")
    expect(scroller).to_have_attribute("data-more", "right")
    scroller.evaluate("node => node.scrollTo(10000, 0)")
    expect(scroller).to_have_attribute("data-more", "left")


def focused(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.activeElement).outlineStyle"))


def test_who_goes_by_keyboard_sees_which_link_they_are_on(revisit: Visit) -> None:
    page = revisit("/archive?lang=en")
    page.get_by_role("radio", name="CS", exact=True).focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.tagName") == "A"
    assert focused(page) == "solid"


def test_the_heading_follows_the_page_when_the_browser_translates_it(visit: Visit) -> None:
    page = visit("/?lang=en")
    page.evaluate(_TRANSLATED)
    page.locator(".st-key-step").get_by_role("radio").nth(1).click()
    idle(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Photograph the shelves")
    page.evaluate(_TRANSLATED)
    page.get_by_role("radio", name="FR", exact=True).click()
    idle(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Photographiez les Collections")


def test_the_way_back_leads_back_to_the_language_of_before(visit: Visit) -> None:
    page = visit("/")
    before = page.get_by_role("heading", level=1).inner_text()
    page.get_by_role("radio", name="CS", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Kdo hrál?")
    idle(page)
    page.go_back()
    idle(page)
    expect(page.get_by_role("heading", level=1)).to_have_text(before)
