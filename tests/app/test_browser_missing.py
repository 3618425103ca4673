"""The ways from a form that waits for something, in a real Chromium."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.app.conftest import BOTH, Visit, idle, width_of
from tests.app.score_page import lay_down, tap
from tests.app.steps import GAME

pytestmark = pytest.mark.browser


@BOTH
def test_a_form_that_waits_for_a_shelf_leads_to_the_photos(
    visit: Visit, data_folder: Path, size: dict[str, int]
) -> None:
    ana, bo = GAME["players"]
    key = lay_down(data_folder, GAME | {"players": [ana, bo | {"shelf": ""}]})
    page = visit(f"/?table={key}&step=form&lang=en", size)
    expect(page.locator(".st-key-missing")).to_contain_text("Still missing: the shelf of Bo.")
    assert width_of(page) <= size["width"]
    for way in ("Photograph the shelves", "Back to the photos"):
        tap(page.get_by_role("button", name=way))
        expect(page.get_by_role("heading", level=1)).to_have_text("Photograph the shelves")
        idle(page)
        page.go_back()
        expect(page.get_by_role("heading", level=1)).to_have_text("The form")
        idle(page)
