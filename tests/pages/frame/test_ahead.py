"""What the next steps are drawn with is fetched before a tap asks for it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from bench.served import until
from pages.frame.ahead import FIELDS, modules
from tests.pages.conftest import TALK, idle

FETCHED = "performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname)"


def test_streamlit_has_each_part_under_its_name() -> None:
    """A new version may call them otherwise: then the list wants mending."""
    assert [address.partition(".")[0] for address in modules()] == [f"static/js/{name}" for name in FIELDS]


@pytest.mark.browser
def test_a_first_tap_on_a_step_fetches_no_part_of_a_page_any_more(browser: Browser, url: str) -> None:
    context = browser.new_context()  # of somebody who was never here
    context.add_init_script(path=TALK)
    page = context.new_page()
    page.goto(f"{url}/?lang=en")
    expect(page.locator(".brand")).to_be_visible()
    idle(page)
    until(page, f"(modules) => modules.every((module) => {FETCHED}.includes('/' + module))", list(modules()))
    # with all that they need themselves
    page.evaluate("(modules) => Promise.all(modules.map((module) => import('/' + module)))", list(modules()))
    page.evaluate("performance.clearResourceTimings()")
    page.locator(".st-key-step [role=radio]").nth(1).click()
    idle(page)
    page.locator("input[type=file]").first.wait_for(state="attached")
    assert [address for address in page.evaluate(FETCHED) if address.endswith(".js")] == []
    context.close()
