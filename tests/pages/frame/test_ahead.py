"""What the next steps are drawn with is fetched before a tap asks for it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from bench.served import until
from pages.door.parts import files
from pages.frame.ahead import FIELDS
from tests.pages.conftest import TALK, idle

FETCHED = "performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname)"


@pytest.mark.browser
def test_a_first_tap_on_a_step_fetches_no_part_of_a_page_any_more(browser: Browser, url: str) -> None:
    context = browser.new_context()  # of somebody who was never here
    context.add_init_script(path=TALK)
    page = context.new_page()
    page.goto(f"{url}/?lang=en")
    expect(page.locator(".brand")).to_be_visible()
    idle(page)
    until(page, f"(modules) => modules.every((module) => {FETCHED}.includes('/' + module))", [*files(FIELDS)])
    # with all that they need themselves
    page.evaluate("(modules) => Promise.all(modules.map((module) => import('/' + module)))", [*files(FIELDS)])
    page.evaluate("performance.clearResourceTimings()")
    page.locator(".st-key-step [role=radio]").nth(1).click()
    idle(page)
    page.locator("input[type=file]").first.wait_for(state="attached")
    assert [address for address in page.evaluate(FETCHED) if address.endswith(".js")] == []
    context.close()
