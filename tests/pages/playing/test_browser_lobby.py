"""A game on several devices in a real browser: who is here and ready, and a phone that slept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from bench.served import served
from scorer.room.codes import Room
from tests.pages.conftest import ALIAS, LAPTOP, PHONE, idle, write
from tests.pages.playing.at_table import answer
from tests.pages.playing.test_browser_devices import SECRET, device
from tests.pages.playing.two_devices import tap

pytestmark = pytest.mark.browser


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server under a name of its own: its owner is who gave the owner's code."""
    monkeypatch.setenv("SHELFMARK_DATA", str(tmp_path))
    with served(tmp_path, SHELFMARK_HOSTS=ALIAS, SHELFMARK_OWNER_CODE=SECRET) as url:
        yield url.replace("127.0.0.1", ALIAS)


def begin(page: Page) -> None:
    """Ana and Bo each play on a device of their own, Ana on this one."""
    page.get_by_role("combobox").nth(1).click()
    page.get_by_role("option", name="Person").click()
    idle(page)
    write(page.get_by_label("Name 1"), "Ana")
    write(page.get_by_label("Name 2"), "Bo")
    page.get_by_text("Everybody on a device of their own").click()
    idle(page)
    tap(page, "Start the game")
    tap(page, "I am Ana")


def reopened(page: Page, address: str) -> Page:
    """The browser of a page that was closed opens this address, in a session of its own."""
    context = page.context
    page.close()
    fresh = context.new_page()
    fresh.goto(address)
    return fresh


def test_a_phone_that_slept_is_back_at_its_seat_without_a_code(browser: Browser, club: str) -> None:
    ana = device(browser, club, SECRET, LAPTOP)
    begin(ana)
    lobby = ana.locator(".st-key-lobby")
    expect(lobby).to_contain_text("Bo · waiting for somebody")
    bo = device(browser, club, Room.open().code, PHONE)
    tap(bo, "Join")
    tap(bo, "I am Bo")
    expect(lobby).to_contain_text("Bo · here · computer, Chrome")
    bo.get_by_role("button", name="I am ready").click()
    expect(bo.get_by_text("Not ready yet: Ana.")).to_be_visible()
    expect(lobby).to_contain_text("✓ ready")
    (game,) = parse_qs(urlsplit(bo.url).query)["game"]
    for address in (bo.url, f"{club}/play"):
        bo = reopened(bo, address)
        expect(bo.locator(".game")).to_be_visible()
        expect(bo.locator(".prompt")).to_contain_text("Bo")
        expect(bo).to_have_url(re.compile(re.escape(game)))
        expect(bo.get_by_label("Code of the room")).to_have_count(0)
    first = ana if ana.locator("[data-option]").count() else bo
    assert answer(first, 1) == 1
    expect(lobby).to_have_count(0)
    tap(bo, "Other games")
    ana.get_by_text("Who plays where").click()
    expect(ana.locator(".st-key-chair-1")).to_contain_text("Bo · away")
    for page in (ana, bo):
        page.context.close()
