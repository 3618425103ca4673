"""Many people at once, each in a browser session of their own: all finish, and nobody sees another's game."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scorer.archive import Archive
from tests.app.conftest import PHONE, Visit

pytestmark = pytest.mark.browser

SESSIONS = 20


def fill(page: Page, label: str, player: int, value: str) -> None:
    field = page.get_by_label(label, exact=True).nth(player)
    field.fill(value)
    field.press("Enter")


def test_twenty_sessions_at_once_all_finish_their_own_game(visit: Visit, data_folder: Path) -> None:
    pages = [visit("/fort", PHONE) for _ in range(SESSIONS)]
    for page in pages:
        expect(page.get_by_label("Name")).to_have_count(2)
    # everybody fills in one field, then everybody the next: all sheets are under way at the same time
    for player, (name, track) in enumerate((("Ana", 10), ("Bo", 5))):
        for number, page in enumerate(pages):
            fill(page, "Name", player, f"{name} {number}")
        for number, page in enumerate(pages):
            fill(page, "Victory track", player, str(track + (number if player == 0 else 0)))
        for page in pages:
            fill(page, "Points there", player, "1")
    for number, page in enumerate(pages):
        said = f"Winner: Ana {number}, with {11 + number} points."
        expect(page.locator(".verdict .who")).to_have_text(said)
    for page in pages:
        page.get_by_role("button", name="Keep in the archive").click()
    for page in pages:
        expect(page.get_by_text("Kept in the archive.")).to_be_visible()
    archive = Archive.open(f"sqlite:///{data_folder / 'archive.db'}")
    assert sorted(tuple(game.totals.items()) for game in archive.games()) == sorted(
        ((f"Ana {number}", 11 + number), (f"Bo {number}", 6)) for number in range(SESSIONS)
    )
    assert len({page.url for page in pages}) == SESSIONS
