"""Two devices play one game: begun at the laptop, joined at the phone, answered in turn."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from scorer.archive import Archive
from scorer.play import Game
from tests.pages.conftest import idle, write
from tests.pages.playing.at_table import answer, everything, hand


def tap(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()
    idle(page)


def begin_together(page: Page) -> None:
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


def play_together(ana: Page, join: Callable[[], Page], database: str) -> Page:
    """Ana begins a game on the page Play, and ``join`` opens that page for Bo, which is given back.

    Neither page holds the other's hand.
    """
    begin_together(ana)
    bo = join()
    tap(bo, "Join")
    expect(bo.get_by_role("button", name="I am Ana")).to_have_count(0)
    tap(bo, "I am Bo")
    (draft,) = Archive.open(database).drafts("play")
    for page, name, other in ((ana, "Ana", "Bo"), (bo, "Bo", "Ana")):
        game = Game.replay(draft.data["record"])
        expect(page.locator(".game")).to_be_visible()
        assert len(hand(page)) == len(game.view(name).hand)
        told = everything(page)
        hidden = {f"{card.letter} {card.order}" for card in game.view(other).hand}
        assert not [card for card in hidden if f'aria-label="{card}' in told or f": {card}" in told]
    asked, waits = (ana, bo) if ana.locator("[data-option]").count() else (bo, ana)
    expect(waits.locator(".prompt")).to_contain_text("Waiting for")
    before = waits.locator(".game").get_attribute("data-step") or ""
    assert answer(asked, 1) == 1
    expect(waits.locator(".game")).not_to_have_attribute("data-step", before)
    return bo
