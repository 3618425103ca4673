"""Large print, in a real Chromium: a browser whose letters are set to twice their usual size, on a phone."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from bench.served import PROGRAMS
from scorer.editions import EDITION_KEYS
from tests.pages.conftest import PATIENCE, TALK, turn, width_of
from tests.pages.under_way import OPENED, UNDER_WAY, lay_down

pytestmark = pytest.mark.browser

WIDTH = 390
#: What of the menu and of the languages lies over another, is not whole in the window, or is cut.
_MENU = """(width) => {
  const faults = [];
  for (const what of [".st-key-menu a", ".st-key-language-switch button"]) {
    const found = [...document.querySelectorAll(what)];
    const all = found.map((node) => [node.innerText, node.getBoundingClientRect()]);
    if (all.length < 4) faults.push(`${what}: ${all.length}`);
    all.forEach(([name, a], n) => {
      if (a.left < 0 || a.right > width) faults.push(`${name}: ${a.left} to ${a.right}`);
      for (const [other, b] of all.slice(n + 1)) {
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 1 && down > 1) faults.push(`${name} over ${other}`);
      }
    });
    const words = [...document.querySelectorAll(`${what} p`)];
    const cut = words.filter((node) => node.scrollWidth > node.clientWidth + 1);
    faults.push(...cut.map((node) => `cut: ${node.innerText}`));
  }
  return faults;
}"""


@pytest.fixture
def page(browser: Browser, url: str) -> Iterator[Page]:
    """A phone whose owner has set letters of 32 pixels; all phones and browsers begin with 16."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    large = browser.browser_type.launch(
        executable_path=program,
        args=["--no-sandbox", "--disable-gpu", "--blink-settings=defaultFontSize=32"],
    )
    context = large.new_context(
        viewport={"width": WIDTH, "height": 844}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    context.add_init_script(path=TALK)
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    large.close()


def test_menu_and_languages_are_whole_and_no_page_is_wider_than_the_phone(
    page: Page, url: str, data_folder: Path
) -> None:
    page.goto(url)
    expect(page.locator(".brand")).to_be_visible()
    for language in EDITION_KEYS:
        turn(page, f"/?lang={language}")
        assert page.evaluate("getComputedStyle(document.body).fontSize") == "32px"
        assert page.evaluate(_MENU, WIDTH) == [], language
    game = lay_down(data_folder)
    wide = {}
    for path in [*OPENED, *UNDER_WAY]:
        turn(page, f"{path.replace('GAME', game)}{'&' if '?' in path else '?'}lang=en")
        wide[path] = width_of(page)
    assert {path: width for path, width in wide.items() if width > WIDTH} == {}
