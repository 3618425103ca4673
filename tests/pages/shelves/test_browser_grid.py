"""The manual grid in a real Chromium: typed by keyboard, dragged by mouse and finger, tapped on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from scorer.editions import load_edition
from tests.pages.conftest import PHONE, Visit, idle, width_of
from tests.pages.scoring.score_page import lay_shelf, new_table

pytestmark = pytest.mark.browser

#: The grid of a new table, with the books of the house deck; a session that has them keeps them.
GRID = "step=check&lang=en&books=house"


@pytest.fixture
def page(revisit: Visit) -> Page:
    return ready(revisit(new_table(GRID)))


@pytest.fixture
def phone(revisit: Visit) -> Page:
    return ready(revisit(new_table(GRID), PHONE))


def ready(page: Page) -> Page:
    expect(page.locator(".grid button").first).to_be_visible()
    return page


def shelf(page: Page, notation: str) -> None:
    """Waits for the answer to every edit, and for this shelf."""
    expect(page.locator(".table")).to_have_attribute("aria-busy", "false")
    expect(page.locator("#notation")).to_have_value(notation)


def at(page: Page, row: int, column: int) -> Locator:
    return page.locator(f".grid [data-place='{row},{column}']")


def focused(page: Page) -> str:
    label: str = page.evaluate("document.activeElement.shadowRoot?.activeElement?.ariaLabel ?? ''")
    return label


def middle(place: Locator) -> tuple[float, float]:
    place.scroll_into_view_if_needed()
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_shelf_is_typed_by_keyboard_alone_with_all_its_signs_and_outlasts_a_reload(
    page: Page,
) -> None:
    page.locator(".grid [tabindex='0']").focus()
    page.keyboard.type("a3b1c2")  # a letter after a whole card begins the next one
    page.keyboard.press("Enter")
    shelf(page, "A3:RMM B1:FMF C2:HF")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowDown")
    assert focused(page) == "Put a card at Row 2, column 3"
    page.keyboard.type("Q9:HH")
    page.keyboard.press("Enter")
    shelf(page, "A3:RMM B1:FMF C2:HF / . . Q9:HH")
    page.keyboard.press("ArrowLeft")
    for key, notation in (
        ("#", "A3:RMM B1:FMF C2:HF / . . #Q9:HH"),
        ("+", "A3:RMM B1:FMF C2:HF / . . #Q9:HH+"),
        ("Control+ArrowLeft", "A3:RMM B1:FMF C2:HF / . #Q9:HH+ ."),
        ("Control+z", "A3:RMM B1:FMF C2:HF / . . #Q9:HH+"),
        ("Control+Shift+z", "A3:RMM B1:FMF C2:HF / . #Q9:HH+ ."),
        ("Delete", "A3:RMM B1:FMF C2:HF"),
    ):
        page.keyboard.press(key)
        shelf(page, notation)
    page.reload()
    idle(page)
    ready(page)
    shelf(page, "A3:RMM B1:FMF C2:HF")
    lay_shelf(page, "A3:RMM B1:FMF")
    for held, key, notation in (
        ({"altKey": True}, "#", "#A3:RMM B1:FMF"),  # Option+3 on a British Mac
        ({"altKey": True, "ctrlKey": True}, "#", "A3:RMM B1:FMF"),  # AltGr on a Czech keyboard
        ({"altKey": True}, "+", "A3:RMM+ B1:FMF"),
        ({"ctrlKey": True}, "+", "A3:RMM+ B1:FMF"),  # the browser's zoom
        ({"altKey": True}, "c", "A3:RMM+ B1:FMF"),  # a menu
        ({"metaKey": True}, "#", "A3:RMM+ B1:FMF"),
        ({}, "#", "#A3:RMM+ B1:FMF"),
    ):
        at(page, 0, 0).dispatch_event("keydown", {"key": key, **held})
        shelf(page, notation)


def lift(page: Page, card: Locator, down: int) -> None:
    """Takes a card up and holds it, a little to the right and ``down``."""
    x, y = middle(card)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y + down, steps=3)


def test_what_is_no_card_stays_typed_and_cards_are_dragged_to_a_legal_place_a_card_or_the_bin(
    page: Page,
) -> None:
    at(page, 0, 0).focus()
    page.keyboard.type("E2:")
    page.keyboard.press("Enter")
    expect(page.locator(".said")).to_contain_text("E2: is not a card")
    expect(at(page, 0, 0).locator(".typed")).to_have_text("E2:")
    page.keyboard.type("S")
    page.keyboard.press("Enter")
    shelf(page, "E2:S")
    at(page, 0, 0).focus()
    page.keyboard.type("F")
    page.keyboard.press("Escape")
    expect(page.locator(".typed")).to_have_count(0)
    shelf(page, "E2:S")
    lay_shelf(page, "A1:RR B1:SS / C1:FF .")
    shelf(page, "A1:RR B1:SS / C1:FF .")
    at(page, 1, 0).drag_to(at(page, 1, 1))
    shelf(page, "A1:RR B1:SS / . C1:FF")
    lift(page, at(page, 1, 1), 20)
    expect(at(page, 2, 1)).to_have_class(re.compile("shut"))  # only the card itself is beside that place
    expect(at(page, 1, 0)).to_have_class(re.compile("lit"))
    page.mouse.move(*middle(at(page, 2, 1)), steps=3)
    page.mouse.up()
    shelf(page, "A1:RR B1:SS / . C1:FF")
    at(page, 0, 0).drag_to(at(page, 1, 1))
    shelf(page, "C1:FF B1:SS / . A1:RR")
    lift(page, at(page, 1, 1), 0)
    page.mouse.move(*middle(page.locator(".bin")), steps=3)
    page.mouse.up()
    shelf(page, "C1:FF B1:SS")


def test_a_shelf_without_a_photo_begins_beside_the_photos(revisit: Visit) -> None:
    page = revisit(new_table("step=photos&lang=en&books=house"))
    page.get_by_role("button", name="Type it in").nth(1).click()
    ready(page)
    expect(page.get_by_role("tab", name="Player 2")).to_have_attribute("aria-selected", "true")


def test_notation_is_refused_in_place_in_the_language_and_stays_typed(revisit: Visit) -> None:
    page = ready(revisit(new_table("step=check&lang=fr&books=house")))
    page.get_by_text("Notation de la Collection").click()
    page.locator("#notation").fill("A1:RR / Q:?")
    page.get_by_role("button", name="Poser cette Collection").click()
    expect(page.locator("#refusal")).to_contain_text("'Q:?', rangée 2, colonne 1")
    expect(page.locator("#notation")).to_have_value("A1:RR / Q:?")
    expect(page.locator(".grid [data-card]")).to_have_count(0)


def test_on_a_phone_two_taps_put_a_card_down(phone: Page) -> None:
    at(phone, 0, 0).tap()
    for letter, number in (("E", 2), ("S", 10), ("B", 1)):
        phone.get_by_role("button", name=f"Letter {letter}", exact=True).tap()
        phone.get_by_role("button", name=re.compile(f"^{letter} {number}:")).tap()
    shelf(phone, "E2:HFS S10:RMFC B1:FMF")
    phone.reload()
    idle(phone)
    shelf(ready(phone), "E2:HFS S10:RMFC B1:FMF")
    at(phone, 0, 3).tap()
    phone.get_by_role("button", name="Letter E", exact=True).tap()
    expect(phone.get_by_role("button", name="E2 is on the table already")).to_be_disabled()
    assert width_of(phone) <= PHONE["width"]
    sheet = phone.locator(".card-sheet").bounding_box()
    assert sheet is not None
    assert abs(sheet["y"] + sheet["height"] - PHONE["height"]) < 2
    small = phone.locator(
        ".table button:visible, .table select:visible, .table summary:visible"
    ).evaluate_all(
        "nodes => nodes.map(n => [n.className || n.textContent, n.getBoundingClientRect()])"
        ".filter(([, r]) => Math.min(r.width, r.height) < 43.5).map(([name, r]) => [name, r.width, r.height])"
    )
    assert small == [], "too small for a finger"


def test_on_a_phone_books_that_nobody_knows_are_tapped_and_no_letter_has_too_many_numbers(
    visit: Visit,
) -> None:
    phone = ready(visit("/?step=check&lang=en", PHONE))
    at(phone, 0, 0).tap()
    phone.get_by_role("button", name="Letter E", exact=True).tap()
    expect(phone.locator(".numbers button")).to_have_count(14)
    phone.get_by_role("button", name="E 2", exact=True).tap()
    expect(phone.get_by_role("button", name="Put down", exact=True)).to_be_disabled()
    for name in load_edition("en").categories.values():
        expect(phone.locator(".adders").get_by_text(name, exact=True)).to_be_visible()
    for name in ("Historic Volumes", "Spells & Potions"):
        phone.get_by_role("button", name=f"Add {name}").tap()
    phone.get_by_role("button", name="Put down", exact=True).tap()
    shelf(phone, "E2:HS")
    phone.get_by_role("button", name="A card face down").tap()
    shelf(phone, "E2:HS #")
    at(phone, 0, 0).tap()
    count = phone.locator(".card-sheet #of")
    count.fill("7")
    count.press("Tab")
    shelf(phone, "E2:HS #")
    at(phone, 0, 2).tap()
    phone.get_by_role("button", name="Letter E", exact=True).tap()
    expect(phone.locator(".numbers button")).to_have_count(7)
    phone.keyboard.type("3:HS")
    phone.keyboard.press("Enter")
    shelf(phone, "E2:HS # E3:HS")


def touch(session: CDPSession, kind: str, *point: float) -> None:
    points = [{"x": point[0], "y": point[1]}] if point else []
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_a_finger_that_rests_drags_and_doubled_cards_and_each_shelf_are_found_again(
    phone: Page,
) -> None:
    lay_shelf(phone, "A1:RR B1:SS / C1:FF .")
    session = phone.context.new_cdp_session(phone)
    start, end = middle(at(phone, 1, 0)), middle(at(phone, 1, 1))
    for waits, notation in ((False, "A1:RR B1:SS / C1:FF ."), (True, "A1:RR B1:SS / . C1:FF")):
        touch(session, "touchStart", *start)
        if waits:
            expect(phone.locator(".ghost")).to_be_visible()
        for step in (0.3, 0.6, 1.0):
            touch(session, "touchMove", *(a + (b - a) * step for a, b in zip(start, end, strict=True)))
        expect(phone.locator(".ghost")).to_have_count(int(waits))
        touch(session, "touchEnd")
        shelf(phone, notation)
    lay_shelf(phone, "A3:RMM B1:FMF / A3:RMM")
    places = phone.locator(".st-key-doubled button")
    expect(places).to_have_text(["Player 1: row 1, column 1", "Player 1: row 2, column 1"])
    places.nth(1).tap()
    expect(at(phone, 1, 0)).to_have_attribute("aria-pressed", "true")
    expect(at(phone, 1, 0)).to_be_in_viewport()
    phone.locator(".card-sheet .twice button").tap()
    expect(at(phone, 0, 0)).to_have_attribute("aria-pressed", "true")
    lay_shelf(phone, "A1:RR")
    phone.get_by_role("tab", name="Player 2").click()
    lay_shelf(phone, "B1:SS C1:FF")
    phone.get_by_role("button", name="Next: form").click()
    expect(phone.locator(".grid")).to_have_count(0)
    phone.go_back()
    idle(phone)
    ready(phone)
    shelf(phone, "A1:RR")
    phone.get_by_role("tab", name="Player 2").click()
    shelf(phone, "B1:SS C1:FF")
