"""The Fort sheet in a real Chromium: filled in, explained, kept, and there again after a reload."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from pages.session.fort_sheet import NOBODY, draft_of, seat
from scorer.archive import Archive
from scorer.fort import Sheet, score_fort
from tests.pages.conftest import PHONE, ROOT, Visit, idle, width_of, write

pytestmark = pytest.mark.browser


def number(page: Page, label: str, value: int) -> None:
    write(page.get_by_label(label, exact=True).first, str(value))


def choose(page: Page, label: str, option: str) -> None:
    for _ in range(20):  # a list that opens while the page redraws may close again: then it is tapped again
        page.get_by_label(re.compile(f"{re.escape(label)}$")).first.click()
        try:
            page.get_by_role("option", name=option, exact=True).click(timeout=1000)
            break
        except TimeoutError:
            page.keyboard.press("Escape")
    idle(page)


def half_filled_in(archive: Archive, key: str) -> None:
    """Lays down the rulebook's example, 17 + 23 + 4 + 4 against 24 + 18 + 6, without its first player."""
    draft = draft_of(json.loads((ROOT / "samples" / "fort.json").read_text(encoding="utf-8")))
    first, second = draft["players"]
    draft["players"] = [seat(first["id"]), second]
    archive.save_draft("fort", key, draft | {"macaroni": NOBODY})


def fill_in(page: Page) -> None:
    """The first player of the example."""
    write(page.get_by_label("Name").first, "Rulico")
    number(page, "Victory track", 17)
    choose(page, "Fort level", "5")
    choose(page, "Made-up rule", "Popularity")
    number(page, "Cards in the lookout", 4)


def test_a_sheet_from_start_to_end(revisit: Visit, data_folder: Path, tmp_path: Path) -> None:
    archive = Archive.open(f"sqlite:///{data_folder / 'archive.db'}")
    half_filled_in(archive, "start-to-end")
    page = revisit("/fort?game=start-to-end&lang=en", PHONE)
    expect(page.locator(".verdict")).to_contain_text("Still empty: Player 1 (Victory track")
    fill_in(page)
    expect(page.get_by_role("alert")).to_contain_text("nobody has the macaroni sculpture")
    page.reload()
    idle(page)
    expect(page.get_by_label("Name").first).to_have_value("Rulico")
    choose(page, "Who has the macaroni sculpture?", "Rulico")
    expect(page.locator(".verdict .who")).to_have_text(
        "Winner: Rulico, by the higher fort after a tie at 48 points."
    )
    assert width_of(page) <= PHONE["width"]
    page.get_by_text("Why", exact=True).click()
    expect(
        page.get_by_text("Rulico: 17 (victory track) + 23 (fort level 5) + 4 (Popularity) + 4")
    ).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Sheet (JSON)").click()
    download.value.save_as(tmp_path / "fort.json")
    assert score_fort(Sheet.load(tmp_path / "fort.json")).winners == ["Rulico"]
    with page.expect_download() as download:
        page.get_by_role("button", name="Sums (CSV)").click()
    download.value.save_as(tmp_path / "fort.csv")
    rows = list(csv.DictReader((tmp_path / "fort.csv").open(encoding="utf-8-sig")))
    assert [(row["name"], row["total"], row["winner"]) for row in rows] == [
        ("Rulico", "48", "yes"),
        ("Lui", "48", "no"),
    ]
    before = len(archive.games(source="fort"))
    for _ in range(2):  # kept twice, it is there once
        page.get_by_role("button", name="Keep in the archive").click()
        expect(page.get_by_text("Kept in the archive.")).to_be_visible()
        idle(page)
    assert len(archive.games(source="fort")) == before + 1
    page.get_by_role("link", name="Open it in the archive").click()
    expect(page.get_by_role("heading", name="Rulico, Lui")).to_be_visible()
    page.go_back()
    idle(page)
    expect(page.get_by_label("Name").first).to_have_value("Rulico")
    page.get_by_role("button", name="New sheet").click()
    expect(page.get_by_label("Name").first).to_have_value("")
    assert json.loads((tmp_path / "fort.json").read_text())["players"][0]["macaroni"] is True
