"""Two windows on one sheet of Fort: what each does stays, and what both did is told."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.pages.conftest import PHONE, Visit, deaf, idle, write

pytestmark = pytest.mark.browser


def test_a_sheet_of_fort_open_in_two_windows_keeps_what_each_of_them_did(revisit: Visit) -> None:
    laptop = revisit("/fort?game=two-windows&lang=en")
    write(laptop.get_by_label("Name").first, "Ana")
    phone = revisit("/fort?" + laptop.url.split("?")[1], PHONE)
    expect(phone.get_by_label("Name").first).to_have_value("Ana")
    write(laptop.get_by_label("Victory track", exact=True).nth(1), "17")
    write(phone.get_by_label("Name").nth(1), "Bo")
    expect(phone.get_by_label("Victory track", exact=True).nth(1)).to_have_value("17")
    expect(laptop.get_by_label("Name").nth(1)).to_have_value("Bo")  # or it comes while Boris is typed
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
