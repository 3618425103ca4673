"""A page that was cut off until its session was forgotten, as that of a locked phone, or until the server was
started anew: what is done first on it is taken, or the page says that it may be lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
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
    visits_in_one_tab,
    write,
)
from tests.pages.playing.at_table import answer, hand, step
from tests.pages.scoring.score_page import PHOTOS, hand_in_far_away, new_table, tap, there
from tests.pages.scoring.score_page import answer as settle
from tests.pages.wire.line import Line, line

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the servers of these tests keep their data."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def laid(data: Path) -> Iterator[tuple[Line, str]]:
    """A line to a server that forgets a page as soon as it is cut off; and the server."""
    with served(data, SHELFMARK_KEPT="0") as server, line(server) as laid:
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


@contextmanager
def started_anew(laid: tuple[Line, str], data: Path) -> Iterator[str]:
    """The line leads to a server that was started anew and keeps the sessions of pages that are cut off."""
    cut, before = laid
    with served(data) as anew:
        cut.mend(anew)
        try:
            yield anew
        finally:
            cut.cut()
            cut.mend(before)


def speak(page: Page) -> None:
    tap(page.get_by_role("radio", name="CS", exact=True))
    expect(page.locator(".page-language")).to_have_attribute("lang", "cs")


def test_what_is_typed_or_tapped_first_is_kept_and_what_fields_said_is_said_again(
    laid: tuple[Line, str], open_page: Visit
) -> None:
    page = open_page(new_table("lang=en"), PHONE)
    names, card = page.locator(".st-key-names input"), page.locator(".six button").first
    sleep(page, laid)
    write(names.nth(1), "Zbyněk")
    taken_anew(page)
    expect(names.nth(1)).to_have_value("Zbyněk")
    sleep(page, laid)
    tap(card)
    expect(card).to_have_attribute("data-holder", "Prominent")
    idle(page)
    taken_anew(page)
    expect(card).to_have_attribute("data-holder", "Prominent")
    laid[0].loses = True
    names.nth(2).fill("Zora")
    names.nth(2).press("Enter")
    sleep(page, laid)
    expect(names.nth(2)).to_have_value("Zora")
    taken_anew(page)
    expect(names.nth(2)).to_have_value("Zora")


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


def test_a_tap_that_the_line_swallowed_is_told(laid: tuple[Line, str], open_page: Visit) -> None:
    """Nobody knows whether the session that is gone heard it."""
    page = open_page("/play?lang=en", PHONE)
    page.get_by_role("button", name="Start the game").click()
    answer(page, 2)
    laid[0].loses = True
    page.locator(".game .lit, .game .answer").first.click()
    expect(page.locator(".game")).to_have_attribute("aria-busy", "true")
    sleep(page, laid)
    lost = page.locator(".wire .lost")
    expect(lost).to_contain_text("Your last tap may not have arrived")
    assert answer(page, 1) == 1
    lost.get_by_role("button", name="Close").tap()
    expect(lost).to_be_hidden()


def test_a_server_started_anew_goes_on_with_what_was_under_way_and_a_session_that_it_keeps_hears_all(
    laid: tuple[Line, str], open_page: Visit, data: Path
) -> None:
    cut, _ = laid
    game = open_page("/play?lang=pt", PHONE)
    game.locator(".st-key-play-start button").click()
    answer(game, 2)
    at, cards, asked = step(game), hand(game), game.locator(".prompt").inner_text()
    table = open_page(new_table("step=photos&lang=en"))
    hand_in_far_away(table)
    assert settle(table, 1)
    lying = shelf(table)
    cut.cut()
    expect(game.locator("dialog.cut")).to_contain_text("Sem conexão")
    with started_anew(laid, data) as anew:
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
        at, cut.loses = step(game), True  # the session is kept, and says what it heard
        game.locator(".game .lit, .game .answer").first.click()
        sleep(game, (cut, anew))
        expect(game.locator(".game")).not_to_have_attribute("data-step", str(at))
        expect(game.locator(".wire .lost")).to_be_hidden()


def shelf(page: Page) -> tuple[str, ...]:
    """All that the check shows of a shelf that was read: its cards, what is in doubt, and what is asked."""
    expect(page.locator(".frame g.doubtful").first).to_be_attached()
    idle(page)
    cards = page.locator(".grid [data-card]").evaluate_all("cards => cards.map((card) => card.ariaLabel)")
    doubts = [page.locator(part).inner_text() for part in (".doubts", ".st-key-asked")]
    outlines = page.locator(".frame g.doubtful").count()
    return (*cards, *doubts, page.locator("#notation").input_value(), f"{outlines} outlined")
