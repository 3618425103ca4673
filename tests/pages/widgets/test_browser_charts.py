"""The figures of the archive in a real Chromium: what three evenings come to, added up by hand."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from scorer.archive import Archive
from scorer.cards import Category
from scorer.gamefile import GameFile
from scorer.result import score
from tests.pages.conftest import LAPTOP, Visit, idle, width_of

pytestmark = pytest.mark.browser

GAME: dict[str, Any] = {"form": "B-7c", "prominent": "reference_texts", "banned": "corrupted_codices"}
FOCUS = {"Ana": "spells_potions", "Bo": "monster_manuals"}
#: Each evening, a player's books by category and the cards in their largest rectangle.
EVENINGS = [
    {"Ana": ("C1 F2 H2 M2 R6 S4", 8), "Bo": ("C0 F3 H3 M3 R4 S3", 6)},
    {"Ana": ("C3 F1 H1 M1 R2 S1", 6), "Bo": ("C0 F4 H4 M6 R5 S4", 12)},
    {"Ana": ("C0 F3 H3 M3 R7 S5", 9), "Bo": ("C2 F2 H2 M2 R1 S2", 0)},
]


def player(name: str, books: str, cards: int) -> dict[str, Any]:
    tally = {Category.from_code(count[0]).value: int(count[1:]) for count in books.split()}
    return {"name": name, "focus": FOCUS[name], "tally": tally, "stability": cards}


@pytest.fixture
def three_evenings(data_folder: Path) -> None:
    """The games of Ana and Bo, in the archive."""
    archive = Archive.open(f"sqlite:///{data_folder / 'archive.db'}")
    for day, evening in enumerate(EVENINGS, 1):
        players = [player(name, *counted) for name, counted in evening.items()]
        game = GAME | {"players": players}
        result = score(GameFile.from_dict(game)).to_json()
        played = datetime(2026, 11, day, 12, tzinfo=UTC)
        archive.finish(game, result, "typed", played=played, key=f"table-evening-{day}")


def cells(table: Locator) -> list[list[str]]:
    """A table's rows, without its head."""
    rows: list[list[str]] = table.locator("tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.cells].map(cell => cell.textContent))"
    )
    return rows


def test_wins_bests_points_by_section_and_books_are_told(visit: Visit, three_evenings: None) -> None:
    page = visit("/archive?lang=en")
    page.get_by_role("radio", name="Figures").click()
    tables = page.locator(".figures")
    expect(tables).to_have_count(9)
    idle(page)
    wins, bests, totals, over_time, books, focuses, rivals, two, editions = (
        cells(tables.nth(n)) for n in range(9)
    )
    assert wins == [["Ana", "", "2/3"], ["Bo", "", "1/3"]]
    assert totals == [["2026-11-01", "", "36"], ["2026-11-02", "", "17"], ["2026-11-03", "", "43"]]
    assert bests == [
        ["Ana", "3", "2", "32.0", "43", "2026-11-03"],
        ["Bo", "3", "1", "31.7", "51", "2026-11-02"],
    ]
    assert over_time == [
        ["2026-11-01", "8", "15", "−1", "6", "8", "36"],
        ["2026-11-02", "6", "9", "−3", "3", "2", "17"],
        ["2026-11-03", "9", "15", "0", "9", "10", "43"],
    ]
    assert books == [
        ["Corrupted Codices", "", "1.3", "1.0"],
        ["Fantastical Fictions", "", "2.0", "2.5"],
        ["Historic Volumes", "", "2.0", "2.5"],
        ["Monster Manuals", "", "2.0", "2.8"],
        ["Reference Texts", "", "5.0", "4.2"],
        ["Spells & Potions", "", "3.3", "3.2"],
    ]
    assert [row for row in focuses if row[1] != "0"] == [["Spells & Potions", "3", "2"]]
    assert rivals == [["Bo", "3", "2", "1", "0", "+0.3"]]
    assert two == [
        ["B1 Survey Shelf Stability Bonuses", "7.7", "6.0"],
        ["B2 Bestow Prominent Works Awards", "13.0", "11.0"],
        ["B3 Assign Banned Books Penalties", "−1.3", "−0.7"],
        ["B4 Assess Categorical Variety Bonuses", "6.0", "8.0"],
        ["B5 Reveal & Score Library Focuses", "6.7", "7.3"],
        ["Total", "32.0", "31.7"],
    ]
    assert editions == [["English", "3", "31.8", "51"]]
    assert width_of(page) <= LAPTOP["width"]
    page.locator("summary", has_text="Which games count").click()
    page.get_by_role("radiogroup", name="Played").get_by_role("radio", name="On screen", exact=True).click()
    expect(page.get_by_text("No game fits these filters.")).to_be_visible()
