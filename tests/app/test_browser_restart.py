"""What is under way outlasts a closed browser and a restarted server, on a laptop and on a phone."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from bench.served import served
from tests.app.at_table import answer, hand, step
from tests.app.conftest import LAPTOP, PHONE, Visit, idle, write
from tests.app.score_page import onward

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def url() -> str:
    """Every server of this module has its own address, which the tests give in whole."""
    return ""


def where(page: Page) -> str:
    """The address without its server; the browser is closed."""
    told = urlsplit(page.url)
    page.context.close()
    return f"{told.path}?{told.query}"


def test_a_new_browser_at_a_new_server_goes_on_where_one_left_off(visit: Visit, tmp_path: Path) -> None:
    with served(tmp_path) as first:
        games = {}
        for kind, size in (("play", LAPTOP), ("solo", PHONE)):
            page = visit(f"{first}/{kind}?lang=en", size)
            page.get_by_role("button", name="Start the game").click()
            answer(page, 9)
            games[kind] = (step(page), hand(page), page.locator(".prompt").inner_text())
            where(page)
        score = visit(f"{first}/?lang=en")
        write(score.get_by_label("Player", exact=True).first, "Ottilie")
        onward(score)
        fort = visit(f"{first}/fort?lang=en", PHONE)
        write(fort.get_by_label("Name").first, "Zbyněk")
        addresses = {"score": where(score), "fort": where(fort)}
    with served(tmp_path) as second:
        for kind, size in (("play", PHONE), ("solo", LAPTOP)):
            page = visit(f"{second}/{kind}?lang=en", size)
            page.get_by_role("button", name="Go on").click()
            expect(page.locator(".game")).to_have_attribute("data-step", str(games[kind][0]))
            assert (step(page), hand(page), page.locator(".prompt").inner_text()) == games[kind]
            answer(page, 1)
            assert step(page) != games[kind][0]
        score = visit(second + addresses["score"], PHONE)
        expect(score.get_by_role("heading", name="Photograph the shelves")).to_be_visible()
        expect(score.locator(".place").first).to_contain_text("Ottilie")
        fort = visit(second + addresses["fort"])
        expect(fort.get_by_label("Name").first).to_have_value("Zbyněk")
        idle(fort)
