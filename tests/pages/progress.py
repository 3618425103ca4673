"""What the progress bars of a page say, for tests in the browser."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

#: Notes in `window.told` what every progress bar says from now on.
_WATCH = """(below) => {
  window.told = [];
  window.tops = [];
  const note = () => {
    const bar = document.querySelector("[data-testid=stProgress]");
    const first = below && document.querySelector(below);
    if (bar) told.push(bar.innerText);
    if (first && bar) tops.push(first.getBoundingClientRect().top);
  };
  new MutationObserver(note).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""


def watch_progress(page: Page, below: str | None = None) -> Callable[[], list[str]]:
    """Notes what every progress bar of the page says from now on; call what it gives to be told.

    The page's ``tops`` then say how far from its top (px) what ``below`` names stands while there is a bar.
    """
    page.evaluate(_WATCH, below)
    return lambda: list(page.evaluate("told"))
