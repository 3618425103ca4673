"""What is under way outlasts a closed browser and a restarted server, on a laptop and on a phone."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from bench.served import served
from tests.pages.conftest import LAPTOP, PHONE, Visit, idle, write
from tests.pages.playing.at_table import answer, hand, step
from tests.pages.scoring.score_page import answer as settle
from tests.pages.scoring.score_page import hand_in_far_away, onward

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


def shelf(page: Page) -> tuple[str, ...]:
    """All that the check shows of a shelf that was read: its cards, what is in doubt, and what is asked."""
    idle(page)
    cards = page.locator(".grid [data-card]").evaluate_all("cards => cards.map((card) => card.ariaLabel)")
    doubts = [page.locator(part).inner_text() for part in (".doubts", ".st-key-asked")]
    outlines = page.locator(".frame g.doubtful").count()
    return (*cards, *doubts, page.locator("#notation").input_value(), f"{outlines} outlined")


def test_a_photographed_shelf_is_there_again_with_its_doubts_and_its_photo(
    visit: Visit, tmp_path: Path
) -> None:
    with served(tmp_path) as first:
        page = visit(f"{first}/?step=photos&lang=en", PHONE)
        hand_in_far_away(page)
        expect(page.locator(".frame g.doubtful").first).to_be_attached()
        assert settle(page, 1)
        before = shelf(page)
        address = where(page)
    with served(tmp_path) as second:
        page = visit(second + address)
        expect(page.locator(".frame g.doubtful").first).to_be_visible()
        assert shelf(page) == before
        page.locator(".grid .doubtful").first.click()
        for picture in (".st-key-question .crop img", ".card-sheet .crop img"):
            expect(page.locator(picture)).to_be_visible()
            assert page.locator(picture).evaluate(
                "picture => picture.decode().then(() => picture.naturalWidth)"
            )
        page.locator(".st-key-step").get_by_role("radio", name="Photos").click()
        expect(page.locator(".thumb")).to_have_count(1)
        expect(page.locator(".place").first).to_contain_text("to look at:")
        idle(page)
