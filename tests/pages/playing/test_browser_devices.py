"""A game on two devices in a real browser, each at a server of its own, with the archive in PostgreSQL."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from bench.served import served
from scorer.room.codes import Room
from tests.pages.conftest import ALIAS, LAPTOP, PATIENCE, PHONE, TALK, idle
from tests.pages.playing.two_devices import play_together, tap
from tests.scorer.archive.postgres import new_database, postgres

pytestmark = pytest.mark.browser

SECRET = "a long secret of mine"


@dataclass(frozen=True)
class Shared:
    """Where the laptop and the phone find the app, and where its archive is."""

    laptop: str
    phone: str
    database: str


@pytest.fixture
def shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shared]:
    """Two servers under a name of their own: nobody is their owner by address."""
    monkeypatch.setenv("SHELFMARK_DATA", str(tmp_path))
    with ExitStack() as stack:

        def at(database: str) -> str:
            server = served(tmp_path, database=database, SHELFMARK_HOSTS=ALIAS, SHELFMARK_OWNER_CODE=SECRET)
            return stack.enter_context(server).replace("127.0.0.1", ALIAS)

        database = new_database(stack.enter_context(postgres()), "archive")
        yield Shared(at(database), at(database), database)


def device(browser: Browser, url: str, code: str, size: dict[str, int]) -> Page:
    """A device that came in by a code, at Play."""
    context = browser.new_context(viewport=size, has_touch=size == PHONE, is_mobile=size == PHONE)  # type: ignore[arg-type]
    context.add_init_script(path=TALK)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{url}/play?lang=en")
    page.get_by_label("Code of the room").fill(code)
    page.get_by_role("button", name="Come in").click()
    expect(page.locator(".brand")).to_be_visible()
    idle(page)
    return page


def test_two_devices_at_two_servers_play_one_game_and_a_phone_that_slept_is_back_at_its_seat(
    browser: Browser, shared: Shared
) -> None:
    laptop = device(browser, shared.laptop, SECRET, LAPTOP)
    phone = play_together(
        laptop, lambda: device(browser, shared.phone, Room.open().code, PHONE), shared.database
    )
    (game,) = parse_qs(urlsplit(phone.url).query)["game"]
    phone = reopened(phone, f"{shared.phone}/play")  # it slept: it is back at its seat, and needs no code
    expect(phone.locator(".game")).to_be_visible()
    expect(phone.locator(".prompt")).to_contain_text("Bo")
    expect(phone).to_have_url(re.compile(re.escape(game)))
    expect(phone.get_by_label("Code of the room")).to_have_count(0)
    tap(phone, "Other games")
    laptop.get_by_text("Who plays where").click()
    expect(laptop.locator(".st-key-chair-1")).to_contain_text("Bo · away")
    for page in (laptop, phone):
        page.context.close()


def reopened(page: Page, address: str) -> Page:
    """The browser of a page that was closed opens this address, in a session of its own."""
    context = page.context
    page.close()
    fresh = context.new_page()
    fresh.goto(address)
    return fresh
