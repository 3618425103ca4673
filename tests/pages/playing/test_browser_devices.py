"""A game on two devices in a real browser: joined by the room's code, answered in turn, each its own hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from bench.served import served
from scorer.archive import Archive
from scorer.play import Game
from scorer.room.codes import Room
from tests.pages.conftest import ALIAS, LAPTOP, PATIENCE, PHONE, TALK, idle
from tests.pages.playing.at_table import answer, everything, hand

pytestmark = pytest.mark.browser

SECRET = "a long secret of mine"


@pytest.fixture
def shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """An app under a name of its own: nobody is its owner by address."""
    monkeypatch.setenv("SHELFMARK_DATA", str(tmp_path))
    with served(tmp_path, SHELFMARK_HOSTS=ALIAS, SHELFMARK_OWNER_CODE=SECRET) as url:
        yield url.replace("127.0.0.1", ALIAS)


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


def test_two_devices_play_a_game_and_neither_holds_the_others_hand(
    browser: Browser, shared: str, tmp_path: Path
) -> None:
    laptop = device(browser, shared, SECRET, LAPTOP)
    laptop.get_by_role("combobox").nth(1).click()
    laptop.get_by_role("option", name="Person").click()
    idle(laptop)
    laptop.get_by_text("Everybody on a device of their own").click()
    idle(laptop)
    tap(laptop, "Start the game")
    tap(laptop, "I am Ana")
    phone = device(browser, shared, Room.open().code, PHONE)
    tap(phone, "Join")
    expect(phone.get_by_role("button", name="I am Ana")).to_have_count(0)
    tap(phone, "I am Bo")
    (draft,) = Archive.open(f"sqlite:///{tmp_path / 'archive.db'}").drafts("play")
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
