"""Every page, as it opens and in the middle of things: its language, its looks, what it asks of whom."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from scorer.editions import EditionKey
from tests.pages.conftest import LAPTOP, PHONE, Visit, turn, width_of
from tests.pages.frame.looks import check
from tests.pages.under_way import OPENED, PAGES, UNDER_WAY, lay_down
from tests.pages.words.spoken import OTHERS, english

pytestmark = pytest.mark.browser

#: Whom a page asked for anything; what it holds itself (data:, blob:) has no host.
#: A page notes a few hundred at most: what was seen is forgotten.
_HOSTS = """() => {
  const asked = performance.getEntriesByType("resource").map(({ name }) => new URL(name).host);
  performance.clearResourceTimings();
  return asked.filter(Boolean);
}"""
#: iPhones zoom into a field with letters smaller than this (CSS px), and stay so.
ZOOMS = 16
#: A page whose looks are taken where more of it lies open, with flips and a card: `test_browser_keyboard`.
LOOKED_AT = "/?table=checking&step=check"
#: Each page in one of the languages: whether each sentence has all of them needs no browser.
WALK = list(zip([*OPENED, "/deck?tab=learning", *UNDER_WAY], cycle(OTHERS), strict=False))


@pytest.mark.parametrize("opened", OPENED)
def test_a_page_is_whole_in_its_language_and_asks_nothing_of_another_computer(
    visit: Visit, url: str, data_folder: Path, opened: str
) -> None:
    game = lay_down(data_folder)
    page: Page | None = None
    hosts = set[str]()
    for path, language in WALK:
        if urlsplit(path).path != opened:
            continue
        address = f"{path.replace('GAME', game)}{'&' if '?' in path else '?'}lang={language}"
        if page is None:
            page = visit(address)
            assert path != "/" or links(page) == PAGES
        else:
            page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
            turn(page, address)
        whole(page, path, language)
        hosts |= set(page.evaluate(_HOSTS))
        assert hosts == {urlsplit(url).netloc}, path
    assert page


def whole(page: Page, path: str, language: EditionKey) -> None:
    """The page has its looks at each size, says nothing in English, and fits a phone."""
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator(".stMain").locator("h1, h2").first).to_be_visible()
    if path != LOOKED_AT:
        check(page, path)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert english(page, language) == [], path
    assert width_of(page) <= PHONE["width"], path
    assert [size for size in letters(page) if size < ZOOMS] == [], path
    fields = page.locator(".stMain input[type=text]:visible")
    if fields.count():
        fields.first.click()
        page.keyboard.type("x")
        assert english(page, language) == [], path
        page.keyboard.press("Backspace")


def links(page: Page) -> list[str]:
    """The pages that the menu leads to."""
    found = page.locator(".st-key-menu a").evaluate_all("links => links.map(a => new URL(a.href).pathname)")
    return sorted(link.strip("/") or "score" for link in found)


def letters(page: Page) -> list[float]:
    """How high the letters in the fields of a page are, in CSS pixels."""
    sizes: list[float] = page.locator(".stMain :is(input, textarea, select):visible").evaluate_all(
        "nodes => nodes.map((node) => parseFloat(getComputedStyle(node).fontSize))"
    )
    return sizes
