"""How the browser tests go through a page by keyboard alone."""

from __future__ import annotations

from playwright.sync_api import Locator

from tests.pages.conftest import idle

#: So many presses of Tab lead through a whole page.
MOST = 80


def reach(target: Locator, key: str = "Tab") -> None:
    """Goes from field to field until this one, or one of these, has the focus."""
    page = target.page
    idle(page)
    here = target.and_(page.locator(":focus"))
    for _ in range(MOST):
        if here.count():
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead to {target}")


def press(target: Locator, key: str = "Enter") -> None:
    """Goes there, and presses a key on it."""
    reach(target)
    target.page.keyboard.press(key)
