"""By keyboard alone, in a real Chromium: a question, the best flips, Fort, the deck's tabs, a solo game."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from scorer.archive import Archive
from tests.pages.conftest import Visit, idle
from tests.pages.playing.at_table import step
from tests.pages.scoring.score_page import hand_in_far_away
from tests.pages.under_way import lay_down

pytestmark = pytest.mark.browser

#: So many presses of Tab lead through a whole page.
MOST = 80


def reach(target: Locator, key: str = "Tab") -> None:
    """Goes from field to field until this one, or one of these, has the focus."""
    page = target.page
    idle(page)
    here = target.and_(page.locator(":focus"))
    for _ in range(MOST):
        if here.count():
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead to {target}")


def press(target: Locator, key: str = "Enter") -> None:
    """Goes there, and presses a key on it."""
    reach(target)
    target.page.keyboard.press(key)


def test_a_question_about_a_photo_is_answered(visit: Visit) -> None:
    page = visit("/?step=photos&lang=en")
    hand_in_far_away(page)
    asked = page.locator(".st-key-asked").get_by_role("heading")
    for key in ("Enter", "Space"):
        before = asked.inner_text()
        press(page.locator(".st-key-answers button").first, key)
        expect(asked).not_to_have_text(before)


def test_the_best_flips_are_looked_at_and_taken(visit: Visit, data_folder: Path) -> None:
    lay_down(data_folder)
    page = visit("/?table=checking&step=check&lang=en")
    flips = page.locator(".st-key-flips")
    press(flips.locator("summary"))
    expect(flips.locator("details p").first).to_be_visible()
    press(flips.get_by_role("button", name="Turn:"), "Space")
    expect(flips).to_have_count(0)
    reach(page.get_by_role("tab", name="Ana"), "Shift+Tab")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#notation")).to_have_value("#M8:H M3:HHS N1:HM / C2:R . #")


def test_a_fort_sheet_is_filled_in_and_kept(visit: Visit, data_folder: Path) -> None:
    page = visit("/fort?lang=en")
    for player, (name, track) in enumerate((("Ana", "10"), ("Bo", "5"))):
        for label, value in (("Name", name), ("Victory track", track)):
            press(page.get_by_label(label, exact=True).nth(player), "ControlOrMeta+a")
            page.keyboard.type(value)
        reach(page.get_by_role("combobox", name="Fort level").nth(player))
        page.keyboard.press("ArrowDown")
        expect(page.get_by_role("option", name="2", exact=True)).to_be_visible()
        page.keyboard.type("2")
        page.keyboard.press("Enter")
        idle(page)
        reach(page.get_by_label("Points printed at that level", exact=True).nth(player))
        page.keyboard.type("1")
        page.keyboard.press("Enter")
    expect(page.locator(".verdict .who")).to_have_text("Winner: Ana, with 11 points.")
    press(page.get_by_role("button", name="Keep in the archive"))
    expect(page.get_by_text("Kept in the archive.")).to_be_visible()
    (kept,) = Archive.open(f"sqlite:///{data_folder / 'archive.db'}").games("ana", source="fort")
    assert [player["fort_level"] for player in kept.game["players"]] == [2, 2]


def test_the_decks_parts_lead_to_the_legend_and_to_the_upload_of_its_photo(visit: Visit) -> None:
    page = visit("/deck?lang=en")
    reach(page.get_by_role("radio", name="Cards", exact=True))
    for name in ("My copy", "Icons"):
        page.keyboard.press("ArrowRight")
        expect(page.get_by_role("radio", name=name)).to_be_focused()
        page.keyboard.press("Space")
        idle(page)
        expect(page.get_by_role("radio", name=name)).to_have_attribute("aria-checked", "true")
        expect(page.get_by_role("radio", name=name)).to_be_focused()
    expect(page.get_by_text("Shelfmark does not know your icons yet")).to_be_visible()
    reach(page.get_by_role("button", name="Upload", exact=True))


def test_a_solo_game_is_begun_and_its_first_choice_made(visit: Visit) -> None:
    page = visit("/solo?lang=en")
    press(page.get_by_role("button", name="Start the game"))
    expect(page.locator(".game")).to_be_visible()
    before = step(page)
    press(page.locator("[data-option]"))
    expect(page.locator(".game")).not_to_have_attribute("data-step", str(before))
    idle(page)
