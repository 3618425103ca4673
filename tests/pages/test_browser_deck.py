"""The deck page in a real Chromium: the copy in and out of a file, learning, icons, its parts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from pages.learning.panel import STEPS
from pages.words import words
from scorer.cards import BookCard, Category
from scorer.confirmed.corrections import CorrectionStore
from scorer.confirmed.register import Register
from tests.pages.conftest import PHONE, ROOT, Visit, idle, turn, width_of
from tests.pages.frame.looks import check
from tests.pages.frame.slow_files import slow_files
from tests.pages.progress import watch_progress
from tests.pages.scoring.score_page import correct

pytestmark = pytest.mark.browser
H, S = Category.HISTORIC_VOLUMES, Category.SPELLS_POTIONS


@pytest.fixture
def owner(data_folder: Path) -> Path:
    """A copy of which two cards are known, one of them said in two ways, and seven corrected strips."""
    copy = Register()
    copy.confirm(BookCard("E", 2, 7, (H, H)))
    copy.confirm(BookCard("E", 2, 7, (H, S)))
    copy.confirm(BookCard("Q", 1, 2, (S, S)))
    copy.save(data_folder / "archive.db")
    correct(data_folder)
    return data_folder


def test_the_copy_is_told_saved_taken_in_and_forgotten(revisit: Visit, owner: Path, tmp_path: Path) -> None:
    page = revisit("/deck?tab=copy&lang=en")
    expect(page.get_by_text("2 of 152 cards known")).to_be_visible()
    expect(page.get_by_label("E2: known", exact=True)).to_be_visible()
    expect(page.get_by_label("E3: not yet known")).to_be_visible()
    expect(
        page.get_by_text("E2: Historic Volumes, Historic Volumes before, now Historic Volumes")
    ).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a deck file").click()
    file = json.loads(Path(saved.value.path()).read_text())
    assert [f"{card['letter']}{card['order']}" for card in file["cards"]] == ["E2", "Q1"]
    wrong = tmp_path / "holiday.json"
    wrong.write_text('{"cards": [{"letter": "ee"}]}')
    page.locator("input[type=file]").set_input_files(wrong)
    expect(page.get_by_role("alert")).to_contain_text("The file holiday.json breaks the rules of a deck")
    expect(page.get_by_text("2 of 152 cards known")).to_be_visible()
    more = tmp_path / "more.json"
    entry = {"letter": "A", "order": 1, "of": 7, "categories": ["spells_potions", "spells_potions"]}
    more.write_text(json.dumps({"partial": True, "cards": [entry]}))
    page.locator("input[type=file]").set_input_files(more)
    expect(page.get_by_text("more.json: new cards: 1.")).to_be_visible()
    expect(page.get_by_text("3 of 152 cards known")).to_be_visible()
    page.reload()
    idle(page)
    expect(page.get_by_text("3 of 152 cards known")).to_be_visible()
    page.get_by_role("button", name="I play with the house deck").click()
    expect(page.get_by_text("Your whole copy is known")).to_be_visible()
    idle(page)  # what opens over a page that still grows may open below the screen
    page.get_by_role("button", name="Forget my whole copy").click()
    page.get_by_role("button", name="Yes, forget it for good").click()
    expect(page.get_by_text("0 of 152 cards known")).to_be_visible()
    assert Register.load(owner / "archive.db").history == []


def test_learning_tells_its_figures_and_corrections_are_forgotten(revisit: Visit, owner: Path) -> None:
    page = revisit("/deck?tab=learning&lang=en", PHONE)
    expect(page.get_by_text("Cards kept: 7, corrected: 7")).to_be_visible()
    told = watch_progress(page)
    page.get_by_role("button", name="Learn from these corrections").click()
    table = page.locator(".gains table")
    expect(table).to_contain_text("Letter, number, count on your photos")
    expect(table).to_contain_text("The same on other decks")
    steps = [words("deck", "en")[step] for step in STEPS.values()]  # a busy machine leaves out some of them
    assert any(step in said for said in told() for step in steps)
    assert width_of(page) <= PHONE["width"]
    page.reload()
    idle(page)
    expect(table).to_be_visible()
    page.get_by_text("See the strips").click()
    expect(page.get_by_alt_text("The strip of E7/7")).to_be_visible()
    check(page, "learning")
    page.get_by_role("button", name="Forget all corrections").click()
    page.get_by_role("button", name="Yes, forget it for good").click()
    expect(page.get_by_text("No card is kept yet")).to_be_visible()
    assert len(CorrectionStore(owner / "archive.db")) == 0


def test_the_legend_is_taken_kept_and_forgotten(revisit: Visit, tmp_path: Path) -> None:
    page = revisit("/deck?lang=en")
    expect(page.get_by_text("Cards: 152")).to_be_visible()
    page.get_by_role("radio", name="Icons").click()
    expect(page.get_by_text("Shelfmark does not know your icons yet")).to_be_visible()
    wrong = tmp_path / "holiday.jpg"
    wrong.write_bytes(b"this is no photo")
    page.locator("input[type=file]").set_input_files(wrong)
    expect(page.get_by_role("alert")).to_contain_text("holiday.jpg")
    idle(page)
    with slow_files(page):
        page.locator("input[type=file]").set_input_files(ROOT / "samples" / "legend.jpg")
    expect(page.get_by_text("The six icons of your printing")).to_be_visible()
    idle(page)
    expect(page.get_by_text("The six icons of your printing")).to_be_visible()
    page.reload()
    idle(page)
    expect(page.get_by_text("The six icons of your printing")).to_be_visible()
    pictures = page.locator(".legend-icons img")
    assert len(set(pictures.evaluate_all("images => images.map((image) => image.src)"))) == 6
    turn(page, "/deck?tab=copy&lang=en")
    expect(page.get_by_text("0 of 152 cards known")).to_be_visible()
    page.go_back()
    idle(page)
    expect(page.get_by_text("The six icons of your printing")).to_be_visible()
    check(page, "legend")
    page.get_by_role("button", name="Forget these icons").click()
    expect(page.get_by_text("Shelfmark does not know your icons yet")).to_be_visible()


def test_the_house_deck_is_drawn_to_be_printed(revisit: Visit) -> None:
    page = revisit("/deck?lang=en", PHONE)
    page.get_by_text("Print the house deck").click()
    expect(page.get_by_role("button", name="Draw the PDF")).to_be_visible()
    check(page, "print")
    page.get_by_role("radio", name="Letter").click()
    idle(page)
    page.get_by_role("button", name="Draw the PDF").click()
    with page.expect_download() as drawn:
        page.get_by_role("button", name="Download").click()
    assert drawn.value.suggested_filename == "shelfmark-deck.pdf"
    assert Path(drawn.value.path()).read_bytes().startswith(b"%PDF-")


def test_each_part_opens_at_the_first_tap_and_back_leads_through_them(revisit: Visit) -> None:
    """Also where the second tap comes before the answer to the first."""
    page = revisit("/deck?lang=en")
    names = ("Cards", "My copy", "Icons", "Learning")
    parts = [page.get_by_role("radio", name=name, exact=True) for name in names]
    for part in parts[1:]:
        part.click()
        idle(page)
        expect(part).to_have_attribute("aria-checked", "true")
    for part in (*parts[2:0:-1], parts[0]):
        page.go_back()
        idle(page)
        expect(part).to_have_attribute("aria-checked", "true")
    page.go_forward()
    idle(page)
    expect(parts[1]).to_have_attribute("aria-checked", "true")
    page.get_by_role("link", name="Deck").click()
    idle(page)
    expect(parts[0]).to_have_attribute("aria-checked", "true")
    for answered in (False, True):
        parts[1].click()
        if answered:
            idle(page)
        parts[2].click()
        idle(page)
        expect(parts[2]).to_have_attribute("aria-checked", "true")
        expect(page.get_by_text("Shelfmark does not know your icons yet")).to_be_visible()
        assert page.url.endswith("tab=legend")
