"""A game on two devices in a real browser, each at a server of its own, with the archive in PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from bench.served import served
from scorer.archive import Archive
from scorer.play import Game
from scorer.room.codes import Room
from tests.pages.conftest import ALIAS, LAPTOP, PATIENCE, PHONE, TALK, idle
from tests.pages.playing.at_table import answer, everything, hand
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


def tap(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()
    idle(page)


def test_two_devices_at_two_servers_play_one_game(browser: Browser, shared: Shared) -> None:
    laptop = device(browser, shared.laptop, SECRET, LAPTOP)
    laptop.get_by_role("combobox").nth(1).click()
    laptop.get_by_role("option", name="Person").click()
    idle(laptop)
    laptop.get_by_text("Everybody on a device of their own").click()
    idle(laptop)
    tap(laptop, "Start the game")
    tap(laptop, "I am Ana")
    phone = device(browser, shared.phone, Room.open().code, PHONE)
    tap(phone, "Join")
    expect(phone.get_by_role("button", name="I am Ana")).to_have_count(0)
    tap(phone, "I am Bo")
    (draft,) = Archive.open(shared.database).drafts("play")
    for page, name, other in ((laptop, "Ana", "Bo"), (phone, "Bo", "Ana")):
        game = Game.replay(draft.data["record"])
        expect(page.locator(".game")).to_be_visible()
        assert len(hand(page)) == len(game.view(name).hand)
        told = everything(page)
        hidden = {f"{card.letter} {card.order}" for card in game.view(other).hand}
        assert not [card for card in hidden if f'aria-label="{card}' in told or f": {card}" in told]
    asked = laptop if laptop.locator("[data-option]").count() else phone
    waits = phone if asked is laptop else laptop
    expect(waits.locator(".prompt")).to_contain_text("is asked, on another device")
    before = waits.locator(".game").get_attribute("data-step") or ""
    assert answer(asked, 1) == 1
    expect(waits.locator(".game")).not_to_have_attribute("data-step", before)
    for page in (laptop, phone):
        page.context.close()
