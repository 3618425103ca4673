"""What is under way outlasts a closed page and a restarted server, on a laptop and on a phone."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from bench.served import served
from tests.pages.conftest import PHONE, Tabs, idle, visits, write
from tests.pages.playing.at_table import answer, hand, step
from tests.pages.scoring.score_page import answer as settle
from tests.pages.scoring.score_page import hand_in_far_away

pytestmark = pytest.mark.browser


def where(page: Page) -> str:
    """The address without its server."""
    told = urlsplit(page.url)
    return f"{told.path}?{told.query}"


def shelf(page: Page) -> tuple[str, ...]:
    """All that the check shows of a shelf that was read: its cards, what is in doubt, and what is asked."""
    idle(page)
    cards = page.locator(".grid [data-card]").evaluate_all("cards => cards.map((card) => card.ariaLabel)")
    doubts = [page.locator(part).inner_text() for part in (".doubts", ".st-key-asked")]
    outlines = page.locator(".frame g.doubtful").count()
    return (*cards, *doubts, page.locator("#notation").input_value(), f"{outlines} outlined")


def test_what_was_under_way_is_there_again_in_a_new_session_at_a_new_server(
    tabs: Tabs, tmp_path: Path
) -> None:
    with served(tmp_path) as first, visits(tabs, first) as visit:
        game = visit("/play?lang=en")
        game.get_by_role("button", name="Start the game").click()
        answer(game, 3)
        asked = step(game), hand(game), game.locator(".prompt").inner_text()
        score = visit("/?step=photos&lang=en", PHONE)
        hand_in_far_away(score)
        expect(score.locator(".frame g.doubtful").first).to_be_attached()
        assert settle(score, 1)
        lying, table = shelf(score), where(score)
        fort = visit("/fort?lang=en", PHONE)
        write(fort.get_by_label("Name").first, "Zbyněk")
        sheet = where(fort)
    with served(tmp_path) as second, visits(tabs, second) as visit:
        page = visit("/fort?lang=cs", PHONE)  # before any other page of this server
        expect(page.get_by_role("link", name="Skóre")).to_be_visible()
        expect(page.get_by_role("radio", name="CS", exact=True)).to_have_attribute("aria-checked", "true")
        page.goto(second + sheet)
        idle(page)
        expect(page.get_by_label("Name").first).to_have_value("Zbyněk")
        page = visit("/play?lang=en", PHONE)
        page.get_by_role("button", name="Resume").click()
        expect(page.locator(".game")).to_have_attribute("data-step", str(asked[0]))
        assert (step(page), hand(page), page.locator(".prompt").inner_text()) == asked
        answer(page, 1)
        assert step(page) != asked[0]
        page = visit(table)
        expect(page.locator(".frame g.doubtful").first).to_be_visible()
        assert shelf(page) == lying
        page.locator(".grid .doubtful").first.click()
        for picture in (".st-key-question .crop img", ".card-sheet .crop img"):
            expect(page.locator(picture)).to_be_visible()
            assert page.locator(picture).evaluate(
                "picture => picture.decode().then(() => picture.naturalWidth)"
            )
        page.locator(".st-key-step").get_by_role("radio", name="Photos").click()
        expect(page.locator(".thumb")).to_have_count(1)
        expect(page.locator(".place").first).to_contain_text("to check")
        idle(page)
