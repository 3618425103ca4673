"""In a real Chromium, a page opens at once as it stays, and from this machine alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.pages.conftest import LAPTOP, PHONE, TALK, idle

pytestmark = pytest.mark.browser

#: A page of fields and cards, and one of pictures: the others are made of the same.
PATHS = [(PHONE, "/"), (LAPTOP, "/deck")]
#: Adds up in `moved` by how much what could be seen moved, as browsers measure it (cumulative layout shift).
_MOVED = """
window.moved = 0;
const add = (shift) => { if (!shift.hadRecentInput) moved += shift.value; };
new PerformanceObserver((list) => list.getEntries().forEach(add))
  .observe({ type: "layout-shift", buffered: true });
"""


@contextmanager
def new_here(browser: Browser, size: dict[str, int]) -> Iterator[tuple[Page, set[str]]]:
    """A tab of somebody who was never here, and the hosts that it asks for anything."""
    touch = {"has_touch": True, "is_mobile": True} if size == PHONE else {}
    context = browser.new_context(viewport=size, **touch)  # type: ignore[arg-type]
    context.add_init_script(path=TALK)
    context.add_init_script(_MOVED)
    page, hosts = context.new_page(), set[str]()
    page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
    yield page, hosts
    context.close()


@pytest.mark.parametrize(("size", "path"), PATHS, ids=["phone", "laptop"])
def test_nothing_moves_once_it_is_seen_and_no_other_host_is_asked(
    browser: Browser, url: str, size: dict[str, int], path: str
) -> None:
    with new_here(browser, size) as (page, hosts):
        page.goto(url + path)
        expect(page.locator(".stMain h1").first).to_be_visible()
        idle(page)
        page.wait_for_timeout(500)  # what comes late comes now
        assert page.evaluate("moved") < 0.02
        assert page.evaluate("getComputedStyle(document.querySelector('.block-container')).opacity") == "1"
        assert {host for host in hosts if host} == {urlsplit(url).netloc}
