"""Score on two devices: what one does shows on the other by itself, before anybody taps anything there."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.pages.conftest import PHONE, Visit, deaf, write
from tests.pages.scoring.score_page import TOTAL, lay_down, lay_shelf, lying, new_table, number
from tests.pages.steps import GAME

pytestmark = pytest.mark.browser


def of_step(laptop: Page, step: str) -> str:
    """The address of the table that is open there, at a step."""
    key = laptop.url.partition("table=")[2].partition("&")[0]
    return f"/?table={key}&step={step}&lang=en"


def test_a_name_shows_on_the_other_device_and_what_is_typed_there_stays(revisit: Visit) -> None:
    laptop = revisit(new_table("lang=en&step=players"))
    phone = revisit(of_step(laptop, "players"), PHONE)
    phone.locator(".st-key-names input").nth(1).fill("Mar")
    write(laptop.locator(".st-key-names input").first, "Cleo")
    expect(phone.locator(".st-key-names input").first).to_have_value("Cleo")
    expect(phone.locator(".st-key-names input").nth(1)).to_be_focused()
    phone.keyboard.type("gherita\n")
    expect(laptop.locator(".st-key-names input").nth(1)).to_have_value("Margherita")


def test_a_correction_shows_on_the_other_device_and_in_its_file(revisit: Visit, data_folder: Path) -> None:
    """The phone showed a tie while the laptop said "Ana wins", and put that into its CSV."""
    laptop = revisit(f"/?table={lay_down(data_folder, GAME)}&step=form&lang=en")
    won = laptop.locator(".verdict .who")
    expect(won).to_contain_text("Ana wins")
    phone = revisit(of_step(laptop, "check"), PHONE)
    lay_shelf(phone, "#")
    expect(won).to_contain_text("Bo wins")
    expect(number(laptop, f"Ana, {TOTAL}: 12")).to_be_visible()
    expect(laptop.get_by_text("Another device changed this form since you opened it.")).to_be_visible()
    with laptop.expect_download() as saved:
        laptop.get_by_role("button", name="Table", exact=True).click()
    rows = csv.DictReader(Path(saved.value.path()).read_text(encoding="utf-8-sig").splitlines())
    assert {row["name"]: row["winner"] for row in rows} == {"Ana": "no", "Bo": "yes"}
    laptop.get_by_role("button", name="OK", exact=True).click()
    expect(laptop.get_by_text("Another device changed this form")).to_have_count(0)


def test_a_card_that_two_devices_changed_is_named(revisit: Visit, data_folder: Path) -> None:
    laptop = revisit(f"/?table={lay_down(data_folder, GAME)}&step=check&lang=en")
    phone = revisit(of_step(laptop, "check"), PHONE)
    lying(phone, "A 1").tap()
    deaf(phone)
    lying(laptop, "A 1").click()
    laptop.locator("#order").fill("3")
    laptop.locator("#order").press("Enter")
    expect(lying(laptop, "A 3")).to_be_visible()
    phone.locator("#order").fill("2")
    phone.locator("#order").press("Enter")
    expect(phone.get_by_text("Ana, row 1, column 1: A2 here, A3 there.")).to_be_visible()
    expect(lying(laptop, "A 2")).to_be_visible()
    phone.get_by_role("button", name="Take the other").click()
    expect(lying(phone, "A 3")).to_be_visible()
    expect(lying(laptop, "A 3")).to_be_visible()
