"""The archive in a real Chromium: found, reopened, deleted and brought back, figures, one file in and out."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scorer.archive import Archive
from tests.pages.conftest import PHONE, Visit, idle, turn, width_of
from tests.pages.frame.looks import check
from tests.pages.frame.slow_files import slow_files
from tests.pages.scoring.score_page import TOTAL, number, tap
from tests.pages.under_way import played_out
from tests.pages.words.spoken import english, speak
from tests.scorer.archive.archived import fort, inspected, solo

pytestmark = pytest.mark.browser


@pytest.fixture
def games(data_folder: Path) -> Archive:
    """The archive of the app, with four games in it."""
    archive = Archive.open(f"sqlite:///{data_folder / 'archive.db'}")
    for day, (made, source, kind) in enumerate(
        [
            (inspected("Ana", "José"), "photo", "table"),
            (inspected("José", "Žofie", books=2), "typed", "table"),
            (solo("Ana", 3), "typed", "table"),
            (fort(), "fort", "fort"),
        ],
        1,
    ):
        played = datetime(2026, 11, day, 12, tzinfo=UTC)
        archive.finish(*made, source, played=played, key=f"{kind}-evening-{day}")  # type: ignore[arg-type]
    return archive


def rows(page: Page) -> list[str]:
    """The games listed, each as its button says it."""
    return page.locator("[class*='st-key-open-'] button p").all_inner_texts()


def test_a_game_is_found_opened_and_left_by_the_back_button_and_one_that_is_gone_is_told(
    visit: Visit, games: Archive
) -> None:
    page = visit("/archive?game=nothing", PHONE)
    expect(page.get_by_role("alert")).to_contain_text("This game is not in the archive")
    page.get_by_role("button", name="All games").click()
    expect(page.get_by_role("heading", name="Archive")).to_be_visible()
    expect(page.get_by_text("Games: 4")).to_be_visible()
    expect(page.locator("[class*='st-key-open-'] button")).to_have_count(4)
    names = [re.sub(r" \d+", "", row) for row in rows(page)]
    assert names == ["Rulico · Lui", "Ana", "José · Žofie", "Ana · José"], "latest first, winners first"
    page.get_by_label("Search players").fill("zofie")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Games: 1")).to_be_visible()
    expect(page.locator("[class*='st-key-open-'] button").first).to_contain_text("Žofie")
    page.get_by_label("Search players").fill("nobody at all")
    page.keyboard.press("Enter")
    expect(page.get_by_text("No game fits this search.")).to_be_visible()
    page.get_by_label("Search players").fill("jose ana")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Games: 1")).to_be_visible()
    page.locator("[class*='st-key-open-'] button").first.click()
    expect(page.get_by_role("heading", name="Ana, José")).to_be_visible()
    expect(page.locator(".verdict .who")).to_contain_text("Ana wins")
    page.reload()
    idle(page)
    expect(page.get_by_role("heading", name="Ana, José")).to_be_visible()
    idle(page)
    assert width_of(page) <= PHONE["width"]
    page.go_back()
    idle(page)
    expect(page.get_by_role("heading", name="Archive")).to_be_visible()
    expect(page.get_by_text(re.compile("Games: "))).to_be_visible()


def test_a_game_leads_to_where_it_was_played_and_back(revisit: Visit, games: Archive) -> None:
    game = played_out("Ana")
    assert game.result is not None
    kept = games.finish(
        game.game_file(), game.result.to_json(), "solo", record=game.record, key="solo-evening-5"
    )
    page = revisit(f"/archive?game={kept}&lang=en", PHONE)
    expect(page.locator(".verdict .who")).to_have_text(game.result.explain)
    tap(page.get_by_role("link", name="Look back at the game"))
    expect(page).to_have_url(re.compile(r"/solo\?.*game=evening-5"))
    expect(page.get_by_role("heading", level=1)).to_have_text("The game is over")
    idle(page)
    expect(page.locator(".verdict .who")).to_have_text(game.result.explain)
    expect(number(page, f"Ana, {TOTAL}: {game.result.players[0].total}")).to_be_visible()
    assert width_of(page) <= PHONE["width"]
    assert len(games.games()) == 5, "looking back finishes no second game"
    page.go_back()
    idle(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Ana")
    sheet = games.games("lui")[-1]
    turn(page, f"/archive?game={sheet.id}&lang=en")
    tap(page.get_by_role("link", name="Correct this sheet"))
    expect(page).to_have_url(re.compile(r"/fort\?.*game=evening-4"))
    idle(page)
    expect(page.locator("input[value='Rulico']").first).to_be_visible()
    page.go_back()
    idle(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Rulico, Lui")
    assert len(games.games()) == 5


def test_figures_are_drawn_told_and_tabled(revisit: Visit, games: Archive) -> None:
    page = revisit("/archive?lang=en", PHONE)
    page.get_by_role("radio", name="Figures").click()
    expect(page.locator(".figures table:has(.bar)")).to_have_count(3)
    check(page, "figures")
    expect(page.get_by_role("cell", name="2026-11-02").first).to_be_visible()
    won = page.get_by_role("row", name=re.compile("José")).filter(has=page.locator(".bar")).first
    expect(won).to_contain_text("1/2")  # who cannot see the bar reads what it shows
    part, whole = (won.locator(bar).evaluate("bar => bar.clientWidth") for bar in (".bar i", ".bar"))
    assert part == pytest.approx(whole / 2, abs=1)
    speak(page, "fr")
    expect(page.locator(".figures table:has(.bar)")).to_have_count(3)
    assert english(page, "fr") == []
    page.get_by_role("radio", name="Fort").or_(
        page.get_by_role("button", name="Fort", exact=True)
    ).first.click()
    expect(page.get_by_role("rowheader", name="Rulico").first).to_be_visible()
    idle(page)
    assert width_of(page) <= PHONE["width"]


def test_all_games_go_out_and_come_in_as_one_file(revisit: Visit, games: Archive, tmp_path: Path) -> None:
    page = revisit("/archive?lang=en")
    page.get_by_role("radio", name="Export and import").click()
    page.get_by_role("button", name="Prepare the file").click()
    expect(page.get_by_role("button", name="Download all")).to_be_visible()
    check(page, "file")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download all").click()
    file = tmp_path / "all.json"
    download.value.save_as(file)
    assert len(json.loads(file.read_text())["games"]) == 4
    gone = games.games("lui")[0]
    games.delete(gone.id)
    wrong = tmp_path / "wrong.json"
    wrong.write_text('{"shelfmark_archive": 1, "games": [{}]}')
    page.locator("input[type=file]").set_input_files(wrong)
    told = 'In game 1 of the archive file, "id" is missing: add it. And 6 more.'
    expect(page.get_by_role("alert")).to_contain_text(told)
    assert len(games.games()) == 3
    idle(page)
    with slow_files(page):
        page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_text("Games imported from all.json: 1.")).to_be_visible()
    idle(page)
    expect(page.get_by_text("Games imported from all.json: 1.")).to_be_visible()
    assert len(games.games()) == 4
