"""The app in a real Chromium: the sample scored, shelves mended, refusals, a keyboard alone, a phone."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from pages.samples import sample
from scorer.game import GameFile
from scorer.result import Result, score

ROOT = Path(__file__).parents[2]
LAPTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
#: Milliseconds. Nothing here is timed: a busy machine may take long to start a page or to load the networks.
PATIENCE = 60_000

expect.set_options(timeout=PATIENCE)

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The app, started as `make app` starts it, on a free port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.headless=true"]
    environment = os.environ | {"SHELFMARK_DATA": str(tmp_path_factory.mktemp("data"))}
    server = subprocess.Popen(
        [*command, f"--server.port={port}", "--server.address=127.0.0.1"], cwd=ROOT, env=environment
    )
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(240):
            try:
                urllib.request.urlopen(f"{address}/_stcore/health", timeout=5).close()
                break
            except OSError:
                assert server.poll() is None, "the app ended before it answered"
                time.sleep(0.25)
        yield address
    finally:
        server.terminate()
        server.wait(timeout=20)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    program = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        )
        yield browser
        browser.close()


@pytest.fixture
def faults() -> list[str]:
    """What the page complained about; filled by `opened`."""
    return []


def opened(browser: Browser, url: str, faults: list[str], size: dict[str, int], **options: bool) -> Page:
    page = browser.new_context(viewport=size, **options).new_page()  # type: ignore[arg-type]
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("requestfailed", lambda request: faults.append(request.url))
    page.goto(url)
    return page


@pytest.fixture
def page(browser: Browser, url: str, faults: list[str]) -> Iterator[Page]:
    """The app on a laptop, the sample table scored."""
    page = opened(browser, url, faults, LAPTOP)
    score_sample(page)
    yield page
    page.context.close()
    assert faults == []


@pytest.fixture
def phone(browser: Browser, url: str, faults: list[str]) -> Iterator[Page]:
    """The app on a phone, the sample table scored."""
    page = opened(browser, url, faults, PHONE, has_touch=True, is_mobile=True)
    score_sample(page)
    yield page
    page.context.close()
    assert faults == []


def score_sample(page: Page) -> None:
    page.get_by_role("button", name="Score the sample table").click()
    expect(page.get_by_role("tab").first).to_be_visible()


def truth() -> Result:
    """The form of the sample table, from the truth that comes with its photo."""
    found = sample()
    assert found is not None
    assert found.game is not None
    return score(GameFile.from_dict(found.game))


def settled(page: Page) -> None:
    """Waits until the shelf table has its answer to every tap."""
    expect(page.locator(".table")).to_have_attribute("aria-busy", "false")


def cards(page: Page) -> Locator:
    return page.locator(".grid [data-card]")


def notation(page: Page) -> str:
    return page.locator("#notation").input_value()


#: A shelf of cards that no other shelf of the sample table has.
SHELF = "A91:RR B91:SS / C91:FF D91:HH"


def lay(page: Page, text: str) -> None:
    if not page.locator("#notation").is_visible():
        page.get_by_text("Shelf notation").click()
    page.locator("#notation").fill(text)
    page.get_by_role("button", name="Lay this shelf").click()
    settled(page)


def test_the_sample_is_scored_and_the_winner_named(page: Page) -> None:
    assert page.locator(".verdict .who").inner_text() == truth().explain
    form = page.locator(".form-sheet")
    for column in truth().players:
        expect(form).to_contain_text(column.name)
        expect(form).to_contain_text(str(column.total))
    totals = [f"{column.name}: {column.total}" for column in truth().players]
    assert [text for text in page.locator("summary p").all_inner_texts() if text in totals] == totals


def test_a_card_is_one_click_from_its_crop(page: Page) -> None:
    cards(page).nth(1).click()
    crop = page.get_by_alt_text("The card in the photo")
    expect(crop).to_be_visible()
    assert crop.evaluate("image => image.naturalWidth") > 100
    page.keyboard.press("Escape")
    expect(crop).to_be_hidden()
    page.locator("svg g.mine").nth(1).click()
    expect(crop).to_be_visible()


def test_mending_a_card_changes_the_form_at_once(page: Page) -> None:
    lay(page, SHELF)
    before = page.locator(".verdict .who").inner_text()
    total = page.get_by_role("tab").first.locator(".total")
    points = int(total.inner_text())
    cards(page).nth(3).click()
    page.get_by_label("Face up").uncheck()
    settled(page)
    expect(cards(page).nth(3)).to_have_class(re.compile("down"))
    assert notation(page) == "A91:RR B91:SS / C91:FF #D91:HH"
    page.get_by_label("Face up").check()
    page.locator("#letter").select_option("A")
    settled(page)
    assert notation(page) == "A91:RR B91:SS / C91:FF A91:HH"
    expect(page.get_by_role("alert")).to_contain_text("A91 lies on the shelf of")
    page.get_by_role("button", name="Undo").click()
    settled(page)
    assert int(total.inner_text()) == points
    assert page.locator(".verdict .who").inner_text() == before


def test_fast_taps_are_all_taken(page: Page) -> None:
    lay(page, SHELF)
    cards(page).first.click()
    for name in ("Take off Reference Texts", "Take off Reference Texts"):
        page.get_by_role("button", name=name).first.click()
    for name in ("Add Spells & Potions", "Add Monster Manuals", "Add Historic Volumes"):
        page.get_by_role("button", name=name).click()
    settled(page)
    expect(page.locator("#notation")).to_have_value("A91:SMH B91:SS / C91:FF D91:HH")


def test_cards_are_added_moved_and_removed_by_keyboard_alone(page: Page) -> None:
    lay(page, SHELF)
    page.locator(".grid [tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert (
        page.evaluate("document.activeElement.shadowRoot?.activeElement.ariaLabel")
        == "Put a card at row 1, column 3"
    )
    page.keyboard.press("Enter")
    settled(page)
    assert notation(page) == "A91:RR B91:SS # / C91:FF D91:HH ."
    page.locator("#letter").select_option("B")
    page.locator("#order").fill("7")
    page.keyboard.press("Tab")
    settled(page)
    page.get_by_role("button", name="Add Historic Volumes").press("Enter")
    settled(page)
    assert notation(page) == "A91:RR B91:SS B7:H / C91:FF D91:HH ."
    page.get_by_role("button", name="Move", exact=True).press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    settled(page)
    assert notation(page) == "A91:RR B91:SS . / C91:FF D91:HH B7:H"
    page.get_by_role("button", name="Remove", exact=True).press("Enter")
    settled(page)
    assert notation(page) == SHELF


def test_doubtful_cards_are_walked_through(page: Page) -> None:
    lay(page, SHELF)
    for place in ("row 1, column 3", "row 2, column 3"):
        page.get_by_role("button", name=f"Put a card at {place}").click()
        settled(page)
    page.keyboard.press("Escape")
    expect(page.locator(".doubts")).to_contain_text("2 to look at")
    page.locator(".doubts .chip").first.click()
    page.locator("#letter").select_option("B")
    page.locator("#order").fill("3")
    page.keyboard.press("Tab")
    settled(page)
    expect(page.locator(".doubts")).to_contain_text("1 to look at")


def test_what_is_being_typed_outlasts_the_answer_to_an_earlier_edit(page: Page) -> None:
    lay(page, SHELF)
    page.get_by_role("button", name="Put a card at row 1, column 3").click()
    settled(page)
    page.locator("#letter").select_option("B")
    page.locator("#order").focus()
    page.keyboard.type("3")  # typed, not yet left, when the answer to the letter comes
    expect(page.locator(".title")).to_contain_text("Is this B")
    expect(page.locator("#order")).to_have_value("3")
    page.keyboard.press("Tab")
    settled(page)
    expect(page.locator(".title")).to_have_text("B 3")


def test_refused_notation_is_said_in_place_and_stays_typed(page: Page) -> None:
    lay(page, "A91:RR B91:SS")
    lay(page, "A91:RR / Q:?")
    expect(page.locator("#refusal")).to_contain_text("'Q:?' in row 2, column 1 is not shelf notation")
    assert notation(page) == "A91:RR / Q:?"
    assert cards(page).count() == 2


def test_a_wrong_upload_is_refused_in_place_and_nothing_typed_is_lost(page: Page, tmp_path: Path) -> None:
    page.get_by_label("Player", exact=True).first.fill("Ottilie")
    page.keyboard.press("Tab")
    expect(page.get_by_role("tab").first).to_contain_text("Ottilie")
    page.get_by_text("Photos and legend").click()
    page.get_by_role("radio", name="Upload").or_(
        page.get_by_role("button", name="Upload", exact=True)
    ).first.click()
    wrong = tmp_path / "holiday.jpg"
    wrong.write_bytes(b"this is no photo")
    page.locator("input[type=file]").first.set_input_files(wrong)
    expect(page.get_by_text("holiday.jpg is not a photo that can be read")).to_be_visible()
    expect(page.get_by_role("tab").first).to_contain_text("Ottilie")


def test_nothing_scrolls_sideways_on_a_phone(phone: Page) -> None:
    def width() -> int:
        return int(phone.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth"))

    assert width() <= PHONE["width"]
    phone.get_by_text("Photos and legend").click()
    expect(phone.get_by_text("Legend: one photo of the six category cards")).to_be_visible()
    assert width() <= PHONE["width"]
    cards(phone).first.tap()
    sheet = phone.locator(".card-sheet").bounding_box()
    assert sheet is not None
    assert sheet["x"] >= 0
    assert sheet["x"] + sheet["width"] <= PHONE["width"]
    assert abs(sheet["y"] + sheet["height"] - PHONE["height"]) < 2
    assert width() <= PHONE["width"]


def test_what_is_tapped_on_a_phone_is_large_enough(phone: Page) -> None:
    cards(phone).first.tap()
    small = phone.locator(".table button:visible, .table select:visible, .table input:visible").evaluate_all(
        "nodes => nodes.map(n => [n.className, n.getBoundingClientRect()])"
        ".filter(([, r]) => Math.min(r.width, r.height) < 21).map(([name, r]) => [name, r.width, r.height])"
    )
    assert small == []
