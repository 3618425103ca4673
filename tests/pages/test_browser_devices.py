"""Two windows on one table, one sheet, one legend: what each does stays, and what both did is told."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.pages.conftest import PHONE, Visit, deaf, idle, write
from tests.pages.scoring.score_page import lay_shelf, new_table

pytestmark = pytest.mark.browser


def test_a_table_open_in_two_windows_keeps_what_each_of_them_did(revisit: Visit) -> None:
    laptop = revisit(new_table("lang=en"))
    write(laptop.locator(".st-key-names input").nth(2), "Cleo")
    phone = revisit(laptop.url.removeprefix(laptop.url.split("/?")[0]), PHONE)
    names = phone.locator(".st-key-names input")
    expect(names.nth(2)).to_have_value("Cleo")
    laptop.locator(".st-key-step").get_by_role("radio", name="Check").click()
    lay_shelf(laptop, "A1:RRRR")
    write(names.nth(1), "Erik")
    write(names.nth(0), "Margherita")
    for page in (laptop, phone):
        page.reload()
        idle(page)
    expect(laptop.locator(".grid .card")).to_have_count(1)
    expect(laptop.get_by_role("tab").nth(1)).to_contain_text("Erik")
    phone.locator(".st-key-step").get_by_role("radio", name="Players").click()
    expect(names.nth(1)).to_have_value("Erik")
    expect(names.nth(0)).to_have_value("Margherita")


def test_a_name_given_in_two_windows_is_told_and_either_can_be_taken(revisit: Visit) -> None:
    laptop = revisit(new_table("lang=en"))
    write(laptop.locator(".st-key-names input").nth(2), "Cleo")
    phone = revisit(laptop.url.removeprefix(laptop.url.split("/?")[0]), PHONE)
    deaf(phone)
    write(laptop.locator(".st-key-names input").first, "Rita")
    write(phone.locator(".st-key-names input").first, "Margherita")
    expect(phone.get_by_text("Margherita here, Rita there.")).to_be_visible()
    phone.get_by_role("button", name="Take the other").click()
    expect(phone.locator(".st-key-names input").first).to_have_value("Rita")
    expect(phone.get_by_role("button", name="Take the other")).to_have_count(0)


def test_a_sheet_of_fort_open_in_two_windows_keeps_what_each_of_them_did(revisit: Visit) -> None:
    laptop = revisit("/fort?game=two-windows&lang=en")
    write(laptop.get_by_label("Name").first, "Ana")
    phone = revisit("/fort?" + laptop.url.split("?")[1], PHONE)
    expect(phone.get_by_label("Name").first).to_have_value("Ana")
    write(laptop.get_by_label("Victory track", exact=True).nth(1), "17")
    write(phone.get_by_label("Name").nth(1), "Bo")
    expect(phone.get_by_label("Victory track", exact=True).nth(1)).to_have_value("17")
    deaf(phone)
    write(laptop.get_by_label("Name").nth(1), "Boris")
    write(phone.get_by_label("Name").nth(1), "Bobby")
    expect(phone.get_by_text("Bobby here, Boris there.")).to_be_visible()


def test_two_fast_taps_on_add_and_remove_are_one(revisit: Visit) -> None:
    page = revisit("/fort?game=fast-taps&lang=en", PHONE)
    twice = "(button) => { button.click(); setTimeout(() => button.click(), 40); }"
    page.get_by_role("button", name="Add a player").evaluate(twice)
    idle(page)
    expect(page.get_by_label("Name")).to_have_count(3)
    write(page.get_by_label("Name").nth(2), "Cy")
    page.get_by_role("button", name="Remove Player 1").evaluate(twice)
    idle(page)
    expect(page.get_by_label("Name")).to_have_count(2)
    expect(page.get_by_label("Name").nth(1)).to_have_value("Cy")
