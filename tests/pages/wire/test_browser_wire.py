"""Nothing that a page asks of its server is lost: what was not answered is asked again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.pages.conftest import idle
from tests.pages.scoring.score_page import PHOTOS, new_table, there
from tests.pages.wire.cable import cabled

pytestmark = pytest.mark.browser


def test_a_photo_arrives_though_the_server_forgot_to_say_where_it_goes(url: str, browser: Browser) -> None:
    """A run that begins clears away what Streamlit's server has not sent yet: at times this answer."""
    with cabled(browser) as (page, cable):
        page.goto(url + new_table("step=photos&lang=en"))
        idle(page)
        cable.lose.append("file_urls_response")
        page.locator("input[type=file]").first.set_input_files(PHOTOS / "ana.jpg")
        idle(page)
        page.get_by_role("radio", name="FR").click()  # whatever begins the next run
        expect(page.locator(".place").first).to_contain_text(str(there("ana")))
        assert cable.lost == ["file_urls_response"]
