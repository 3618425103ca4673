"""A page that was cut off until its session was forgotten, as that of a locked phone, or until the server was
started anew: what is done first on it is taken, or the page says that it may be lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from bench.served import served
from tests.pages.conftest import (
    PHONE,
    Tabs,
    Visit,
    idle,
    taken_anew,
    visits,
    visits_in_one_tab,
    write,
)
from tests.pages.playing.at_table import answer, hand, step
from tests.pages.scoring.score_page import PHOTOS, hand_in_far_away, new_table, tap, there
from tests.pages.scoring.score_page import answer as settle
from tests.pages.wire.line import Line, line

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Line, str]]:
    """A line to a server that forgets a page as soon as it is cut off; and the server."""
    with served(tmp_path_factory.mktemp("data"), SHELFMARK_KEPT="0") as server, line(server) as laid:
        yield laid, server


@pytest.fixture(scope="module")
def open_page(laid: tuple[Line, str], tabs: Tabs) -> Iterator[Visit]:
    with visits_in_one_tab(tabs, laid[0].address) as visit:
        yield visit


def sleep(page: Page, laid: tuple[Line, str]) -> None:
    """The page is cut off for a while, and says so."""
    cut, server = laid
    cut.cut()
    expect(page.locator("dialog.cut")).to_be_visible()
    cut.mend(server)
    awake(page)


def awake(page: Page) -> None:
    expect(page.locator("dialog.cut")).to_be_hidden()
    idle(page)


def speak(page: Page) -> None:
    tap(page.get_by_role("radio", name="CS", exact=True))
    expect(page.locator(".page-language")).to_have_attribute("lang", "cs")


def test_a_name_typed_first_is_kept(laid: tuple[Line, str], open_page: Visit) -> None:
    page = open_page(new_table("lang=en"), PHONE)
    sleep(page, laid)
    write(page.locator(".st-key-names input").nth(1), "Zbyněk")
    taken_anew(page)
    expect(page.locator(".st-key-names input").nth(1)).to_have_value("Zbyněk")


def test_a_photo_handed_in_first_is_read(laid: tuple[Line, str], open_page: Visit) -> None:
    page = open_page(new_table("step=photos&lang=en"))
    sleep(page, laid)
    page.locator("input[type=file]").first.set_input_files(PHOTOS / "ana.jpg")
    expect(page.locator(".place").first).to_contain_text(f"{there('ana')} cards")


def test_a_photo_whose_place_was_not_told_is_read(laid: tuple[Line, str], open_page: Visit) -> None:
    page = open_page(new_table("step=photos&lang=en"))
    laid[0].loses = True
    page.locator("input[type=file]").first.set_input_files(PHOTOS / "ana.jpg")
    expect(page.locator(".wire .coming")).to_contain_text("ana.jpg is on its way")
    sleep(page, laid)
    expect(page.locator(".place").first).to_contain_text(f"{there('ana')} cards")


def test_a_category_is_given(laid: tuple[Line, str], open_page: Visit) -> None:
    page = open_page(new_table("lang=en"), PHONE)
    sleep(page, laid)
    first = page.locator(".six button").first
    tap(first)
    expect(first).to_have_attribute("data-holder", "Prominent")
    idle(page)
    taken_anew(page)
    expect(first).to_have_attribute("data-holder", "Prominent")


def test_a_tap_that_the_line_swallowed_is_told(laid: tuple[Line, str], open_page: Visit) -> None:
    """Nobody knows whether the session that is gone heard it."""
    page = open_page("/play?lang=en", PHONE)
    page.get_by_role("button", name="Start the game").click()
    answer(page, 2)
    laid[0].loses = True
    page.locator(".game .lit, .game .answer").first.click()
    expect(page.locator(".game")).to_have_attribute("aria-busy", "true")
    sleep(page, laid)
    expect(page.locator(".wire .lost")).to_contain_text("Your last tap may not have arrived")
    assert answer(page, 1) == 1


def test_what_fields_said_is_said_again(laid: tuple[Line, str], open_page: Visit) -> None:
    page = open_page(new_table("lang=en"), PHONE)
    laid[0].loses = True
    page.locator(".st-key-names input").nth(1).fill("Zbyněk")
    page.locator(".st-key-names input").nth(1).press("Enter")
    sleep(page, laid)
    expect(page.locator(".st-key-names input").nth(1)).to_have_value("Zbyněk")
    taken_anew(page)
    expect(page.locator(".st-key-names input").nth(1)).to_have_value("Zbyněk")


def test_a_session_that_is_kept_hears_what_the_line_swallowed(url: str, tabs: Tabs) -> None:
    with line(url) as cut, visits(tabs, cut.address) as visit:
        page = visit("/play?lang=en", PHONE)
        page.get_by_role("button", name="Start the game").click()
        answer(page, 2)
        before = step(page)
        cut.loses = True
        page.locator(".game .lit, .game .answer").first.click()
        sleep(page, (cut, url))
        expect(page.locator(".game")).not_to_have_attribute("data-step", str(before))
        expect(page.locator(".wire .lost")).to_be_hidden()


def test_a_server_started_anew_goes_on_with_what_was_under_way(tabs: Tabs, tmp_path: Path) -> None:
    with served(tmp_path) as first, line(first) as laid, visits(tabs, laid.address) as visit:
        game = visit("/play?lang=pt", PHONE)
        game.locator(".st-key-play-start button").click()
        answer(game, 2)
        at, cards, asked = step(game), hand(game), game.locator(".prompt").inner_text()
        table = visit("/?step=photos&lang=en", PHONE)
        hand_in_far_away(table)
        assert settle(table, 1)
        lying = shelf(table)
        laid.cut()
        expect(game.locator("dialog.cut")).to_contain_text("Sem conexão")
        with served(tmp_path) as second:
            laid.mend(second)
            awake(game)
            assert (step(game), hand(game), game.locator(".prompt").inner_text()) == (at, cards, asked)
            assert answer(game, 1) == 1
            assert step(game) != at
            awake(table)
            table.reload()  # a new session, of a server that never saw the photo
            assert shelf(table) == lying
            picture = table.locator(".st-key-question .crop img")
            assert picture.evaluate("picture => picture.decode().then(() => picture.naturalWidth)")
            speak(table)


def shelf(page: Page) -> tuple[str, ...]:
    """All that the check shows of a shelf that was read: its cards, what is in doubt, and what is asked."""
    expect(page.locator(".frame g.doubtful").first).to_be_attached()
    idle(page)
    cards = page.locator(".grid [data-card]").evaluate_all("cards => cards.map((card) => card.ariaLabel)")
    doubts = [page.locator(part).inner_text() for part in (".doubts", ".st-key-asked")]
    outlines = page.locator(".frame g.doubtful").count()
    return (*cards, *doubts, page.locator("#notation").input_value(), f"{outlines} outlined")
