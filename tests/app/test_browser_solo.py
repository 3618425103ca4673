"""Solo practice in a real Chromium, on a phone: a whole game, a reload, the same seed again, the record."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from scorer.archive import Archive
from tests.app.at_table import answer, hand, step
from tests.app.conftest import PHONE, Visit, idle, width_of, write

pytestmark = pytest.mark.browser


def test_a_whole_game_ends_with_the_licence_and_can_be_played_again(visit: Visit, data_folder: Path) -> None:
    page = visit("/solo", PHONE)
    assert width_of(page) <= PHONE["width"]
    write(page.get_by_label("Your name"), "Rita")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".game")).to_be_visible()
    dealt = hand(page)
    expect(page.locator(".round")).to_contain_text("Easy")
    answer(page, 15)
    at, question = step(page), page.locator(".prompt").inner_text()
    page.reload()
    expect(page.locator(".prompt")).to_have_text(question)
    assert step(page) == at
    assert width_of(page) <= PHONE["width"]
    while page.locator(".game").count():
        answer(page, 1000)
        idle(page)
    archive = Archive.open(f"sqlite:///{data_folder / 'archive.db'}")
    (kept,) = archive.games(source="solo")
    assert kept.result["form"] == "S-42a"
    assert kept.result["difficulty"] == 2
    expect(page.locator(".verdict .who")).to_have_text(kept.result["explain"])
    page.get_by_role("button", name="The same seed again").click()
    expect(page.locator(".game")).to_be_visible()
    assert hand(page) == dealt
    page.go_back()
    expect(page.get_by_text("The game is over")).to_be_visible()
    page.get_by_role("button", name="Settings and record").click()
    row = page.locator(".figures tbody tr")
    expect(row).to_contain_text("2 · Easy")
    expect(row.locator("td").first).to_have_text("1")
    page.get_by_role("button", name="Once more").click()
    expect(page.locator(".game")).to_be_visible()
    assert hand(page) == dealt
