"""axe-core finds no serious fault in what opens on a page, by day and wide, by night and narrow."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.pages.conftest import LAPTOP, ROOT, Visit, turn
from tests.pages.frame.looks import check
from tests.pages.scoring.score_page import correct, filming, hand_in_far_away, number
from tests.pages.under_way import lay_down

pytestmark = pytest.mark.browser


@pytest.fixture
def under_way(data_folder: Path) -> str:
    """Games and drafts for the pages to show; gives the id of a game of the archive."""
    return lay_down(data_folder)


def explained(page: Page) -> None:
    """A number of the form says how it comes about; a form drawn anew says nothing until it is asked."""
    if not page.locator(".bubble").is_visible():
        number(page, "Ana, B4").click()
    expect(page.locator(".bubble")).to_contain_text("Ana")


def offered(page: Page) -> None:
    """The best flips are offered and say what they bring, and a card may be picked for a free place."""
    expect(page.locator(".st-key-flips details p").first).to_be_visible()
    expect(page.locator(".card-sheet .keys")).to_be_visible()


def test_what_opens_on_the_archive_the_check_and_the_form(visit: Visit, under_way: str) -> None:
    page = visit("/archive?lang=en")
    page.get_by_role("radio", name="Figures").click()
    expect(page.locator(".figures table:has(.bar)")).to_have_count(3)
    check(page, "figures")
    page.get_by_role("radio", name="Export and import").click()
    page.get_by_role("button", name="Prepare the file").click()
    expect(page.get_by_role("button", name="Download all")).to_be_visible()
    check(page, "file")
    elsewhere(page, "/?table=checking&step=check&lang=en")
    page.locator(".st-key-flips summary").click()
    page.locator(".grid .space").first.click()
    page.get_by_role("button", name="Letter E", exact=True).click()
    check(page, "flips", offered)
    elsewhere(page, "/?table=checking&step=form&lang=en")
    check(page, "bubble", explained)
    page.get_by_role("button", name="BG Stats QR code").click()
    expect(page.get_by_role("dialog").locator("img")).to_be_visible()
    check(page, "code")


def asked(page: Page) -> None:
    """A card is asked about, and what was read on another lies open to be mended."""
    expect(page.locator(".st-key-question .crop img")).to_be_visible()
    expect(page.locator(".card-sheet .crop img")).to_be_visible()


def test_a_doubtful_card_asked_about_and_opened_and_the_camera_while_it_films(visit: Visit) -> None:
    page = visit("/?step=photos&lang=en")
    hand_in_far_away(page)
    page.locator(".grid .doubtful").first.click()
    check(page, "question", asked)
    elsewhere(page, "/?table=not-begun&step=photos&lang=en")
    page.get_by_role("radio", name="Camera").click()
    filming(page)
    check(page, "camera")
    filming(page)


def elsewhere(page: Page, address: str) -> None:
    """Turns to another address on a laptop; `check` leaves a page as narrow as a phone."""
    page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
    turn(page, address)


def test_the_deck_to_be_printed_and_with_a_legend(visit: Visit) -> None:
    page = visit("/deck?lang=en")
    page.get_by_text("Print the house deck").click()
    expect(page.get_by_role("button", name="Draw the PDF")).to_be_visible()
    check(page, "print")
    page.get_by_role("radio", name="Icons").click()
    page.locator("input[type=file]").set_input_files(ROOT / "samples" / "legend.jpg")
    expect(page.get_by_text("The six icons of your printing")).to_be_visible()
    check(page, "legend")


def test_titles_to_be_read_and_to_be_put_right(visit: Visit, under_way: str) -> None:
    page = visit("/deck?tab=copy&part=titles&lang=en")
    expect(page.get_by_text("Photos of cards of your copy")).to_be_visible()
    expect(page.locator(".titles b")).to_have_count(0)
    expect(page.locator(".titles")).to_contain_text("Azur & <b>Or</b>")
    page.get_by_text("Correct titles").click()
    expect(page.get_by_role("button", name="Keep these titles")).to_be_visible()
    check(page, "titles")


def test_the_deck_with_corrections_and_what_was_learned(visit: Visit, data_folder: Path) -> None:
    correct(data_folder)
    page = visit("/deck?tab=learning&lang=en")
    page.get_by_role("button", name="Learn from these corrections").click()
    expect(page.locator(".gains table")).to_be_visible()
    page.get_by_text("See the strips").click()
    expect(page.get_by_alt_text("The strip of E7/7")).to_be_visible()
    check(page, "learning")
