"""Every page, as it opens and in the middle of things: its language, its looks, what it asks of whom."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from scorer.editions import EditionKey
from tests.pages.conftest import PHONE, ROOT, Visit, width_of
from tests.pages.frame.looks import check
from tests.pages.under_way import UNDER_WAY, lay_down
from tests.pages.words.spoken import OTHERS, english

pytestmark = pytest.mark.browser

PAGES = sorted(
    file.stem
    for file in (ROOT / "pages").glob("*.py")
    if file.read_text(encoding="utf-8").endswith("\n\npage()\n")
)
#: Whom a page asked for anything; what it holds itself (data:, blob:) has no host.
_HOSTS = "performance.getEntriesByType('resource').map(({ name }) => new URL(name).host).filter(Boolean)"
#: iPhones zoom into a field with letters smaller than this (CSS px), and stay so.
ZOOMS = 16
OPENED = ["/" if name == "score" else f"/{name}" for name in PAGES]
#: Each page in one of the languages: whether each sentence has all of them needs no browser.
WALK = list(zip([*OPENED, "/deck?tab=learning", *UNDER_WAY], cycle(OTHERS), strict=False))


@pytest.mark.parametrize(("path", "language"), WALK)
def test_a_page_is_whole_in_its_language_and_asks_nothing_of_another_computer(
    visit: Visit, url: str, data_folder: Path, path: str, language: EditionKey
) -> None:
    address = path.replace("GAME", lay_down(data_folder))
    page = visit(f"{address}{'&' if '?' in address else '?'}lang={language}")
    expect(page.locator(".stMain").locator("h1, h2").first).to_be_visible()
    check(page, path)
    assert english(page, language) == []
    assert width_of(page) <= PHONE["width"]
    assert [size for size in letters(page) if size < ZOOMS] == []
    fields = page.locator(".stMain input[type=text]:visible")
    if fields.count():
        fields.first.click()
        page.keyboard.type("x")
        assert english(page, language) == []
    assert set(page.evaluate(_HOSTS)) == {urlsplit(url).netloc}


def letters(page: Page) -> list[float]:
    """How high the letters in the fields of a page are, in CSS pixels."""
    sizes: list[float] = page.locator(".stMain :is(input, textarea, select):visible").evaluate_all(
        "nodes => nodes.map((node) => parseFloat(getComputedStyle(node).fontSize))"
    )
    return sizes


def test_every_page_of_the_menu_is_checked(visit: Visit) -> None:
    page = visit()
    expect(page.locator(".st-key-menu a")).to_have_count(len(PAGES))
    links = page.locator(".st-key-menu a").evaluate_all("links => links.map(a => new URL(a.href).pathname)")
    assert sorted(link.strip("/") or "score" for link in links) == PAGES
