"""Photos handed in and mended in a real Chromium: dropped, refused, asked about, tapped right, turned."""

from __future__ import annotations

import base64
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pages.words import words
from scorer.gamefile import GameFile
from scorer.result import Result, score
from tests.pages.conftest import LAPTOP, PHONE, Visit, idle
from tests.pages.frame.by_keyboard import press
from tests.pages.frame.looks import check
from tests.pages.frame.slow_files import slow_files
from tests.pages.progress import watch_progress
from tests.pages.scoring.score_page import (
    PHOTOS,
    answer,
    answer_all,
    far_away,
    give,
    give_legend,
    lay_down,
    new_table,
    onward,
    tap,
    there,
)
from tests.pages.steps import GAME

pytestmark = pytest.mark.browser

NAMES = ("ana", "bo", "cleo", "dmitri")
#: Drops files, [name, content in base 64], on what takes them.
_DROP = """(zone, files) => {
  const data = new DataTransfer();
  for (const [name, content] of files) {
    const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
    data.items.add(new File([bytes], name, {type: "image/jpeg"}));
  }
  const at = {dataTransfer: data, bubbles: true, cancelable: true};
  const move = (kind) => zone.dispatchEvent(new DragEvent(kind, at));
  ["dragenter", "dragover"].forEach(move);
  const said = document.querySelector("[data-dropping]")?.dataset.dropping;
  move("drop");
  return [said, document.querySelectorAll("[data-dropping]").length];
}"""


def drop(page: Page, place: str, *files: tuple[str, bytes]) -> str | None:
    """Drops files on a place of the page; gives what the page said of them while they hovered."""
    told = [[name, base64.b64encode(content).decode()] for name, content in files]
    said: str | None
    said, left = page.locator(place).first.evaluate(_DROP, told)
    assert left == 0
    return said


def test_photos_are_dropped_told_of_and_asked_about(revisit: Visit) -> None:
    page = revisit(new_table("step=photos&lang=en"))
    give_legend(page)
    files = [("holiday.jpg", b"this is no photo"), ("far.jpg", far_away("dmitri.jpg"))]
    field = "[data-testid=stFileUploaderDropzone]"
    assert drop(page, field, files[0]) is None, "the field says itself what may be dropped"
    expect(page.get_by_role("alert")).to_contain_text("holiday.jpg is not a photo that can be read")
    idle(page)
    with slow_files(page, many=2):
        assert drop(page, "h1", *files) == "Drop the photos here"
    for _ in range(2):  # and it stays there
        expect(page.get_by_role("alert").last).to_contain_text("holiday.jpg is not a photo that can be read")
        expect(page.locator(".place").first).to_contain_text(re.compile(r"\d+ cards · \d+ to check"))
        idle(page)
    onward(page)
    expect(page.locator(".st-key-asked").get_by_role("heading")).to_have_text(
        re.compile(r"Is this [A-Z] \d+ or [A-Z] \d+\?")
    )
    shown, whole = page.locator(".crop").bounding_box(), page.locator(".crop img.banner").bounding_box()
    assert shown is not None
    assert whole is not None
    assert shown["width"] >= 300  # the corner with the banner, so large as if the card were 500 px wide
    assert shown["width"] / whole["width"] == pytest.approx(0.6, abs=0.01)
    assert shown["height"] >= 0.35 * whole["width"]
    expect(page.locator(".frame g.doubtful").first).to_be_visible()
    question = page.locator(".st-key-asked").get_by_role("heading")
    first, answers = question.inner_text(), page.locator(".st-key-answers")
    stood = answers.bounding_box()
    assert answer(page, 1)
    now = answers.bounding_box()
    assert stood is not None
    assert now is not None
    assert (now["x"], now["y"]) == (stood["x"], stood["y"])  # the next answer lies under the same finger
    page.reload()
    idle(page)
    expect(question).to_have_text(re.compile(r"Is this [A-Z] \d+ or [A-Z] \d+\?"))
    expect(question).not_to_have_text(first)  # the answer is not lost
    for key in ("Enter", "Space"):
        before = question.inner_text()
        press(answers.locator("button").first, key)
        expect(question).not_to_have_text(before)
    page.locator(".grid .doubtful").first.click()
    check(page, "question", asked)
    page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
    idle(page)
    answer_all(page)
    expect(page.locator(".doubts")).to_contain_text("No card in doubt")
    page.get_by_role("link", name="Deck").click()
    page.get_by_role("radio", name="Learning").click()
    expect(page.get_by_text(re.compile(r"Cards kept: \d+, corrected: [1-9]"))).to_be_visible()
    page.go_back()
    page.go_back()
    idle(page)
    expect(page.locator(".doubts")).to_contain_text("No card in doubt")


def asked(page: Page) -> None:
    """A card is asked about, and what was read on another lies open to be mended."""
    expect(page.locator(".st-key-question .crop img")).to_be_visible()
    expect(page.locator(".card-sheet .crop img")).to_be_visible()


def test_a_bar_tells_what_is_read_and_pushes_nothing(revisit: Visit, tmp_path: Path) -> None:
    page = revisit(new_table("step=photos&lang=en"), PHONE)
    give_legend(page)
    idle(page)
    told = watch_progress(page, "[class*=st-key-place-]")
    # Many at once, so that some steps are seen however fast they are; and none that was read before.
    for name in NAMES:
        (tmp_path / f"{name}.jpg").write_bytes((PHOTOS / f"{name}.jpg").read_bytes() + bytes(3))
    page.locator("input[type=file]").first.set_input_files([tmp_path / f"{name}.jpg" for name in NAMES])
    expect(page.locator(".place").nth(3)).to_contain_text("cards")
    idle(page)
    w = words("score", "en")
    heads = [w("reading", name=f"{name}.jpg", number=n, all=4) for n, name in enumerate(NAMES, 1)]
    steps = [f"{head} {w[f'reading_{step}']} …" for head in heads for step in range(7)]
    assert set(told()) & set(steps), told()
    tops = page.evaluate("tops")
    assert max(tops) - min(tops) < 2, tops


def table(shelf: str) -> dict[str, Any]:
    """Two players, the first with this shelf."""
    ana, bo = GAME["players"]
    return GAME | {"players": [ana | {"shelf": shelf}, bo]}


def shown(page: Page, shelf: str) -> Result:
    """Waits until the page shows Ana's shelf so, and what the table comes to then."""
    result = score(GameFile.from_dict(table(shelf)))
    expect(page.locator("#notation")).to_have_value(shelf)
    expect(page.locator(".tabs .total")).to_have_text([str(player.total) for player in result.players])
    expect(page.locator(".verdict .who")).to_have_text(result.explain)
    return result


def test_a_card_is_tapped_right_and_the_score_follows(revisit: Visit, data_folder: Path) -> None:
    key = lay_down(data_folder, table("A1:RR B1:SS / D1:FF ."))
    page = revisit(f"/?table={key}&step=check&lang=en", PHONE)
    totals = {shown(page, "A1:RR B1:SS / D1:FF .").players[0].total}
    sheet, place = page.locator(".card-sheet"), page.locator(".grid [data-place='0,1']")
    tap(place)
    sheet.locator("#letter").select_option("G")
    totals.add(shown(page, "A1:RR G1:SS / D1:FF .").players[0].total)
    tap(sheet.get_by_role("button", name="Add Corrupted Codices"))
    totals.add(shown(page, "A1:RR G1:SSC / D1:FF .").players[0].total)
    tap(sheet.get_by_role("button", name="Take off Spells & Potions").first)
    totals.add(shown(page, "A1:RR G1:SC / D1:FF .").players[0].total)
    tap(sheet.get_by_text("Face up"))
    totals.add(shown(page, "A1:RR #G1:SC / D1:FF .").players[0].total)
    tap(sheet.get_by_role("button", name="Move", exact=True))
    tap(page.locator(".grid [data-place='1,1']"))
    shown(page, "A1:RR . / D1:FF #G1:SC")
    tap(page.locator(".grid [data-place='1,1']"))
    tap(sheet.get_by_role("button", name="Remove"))
    totals.add(shown(page, "A1:RR / D1:FF").players[0].total)
    assert len(totals) > 3, "a score that stands still would not show that it follows"
    tap(page.get_by_role("button", name="Undo", exact=True))
    shown(page, "A1:RR . / D1:FF #G1:SC")


def test_the_button_of_a_player_photographs_their_shelf_and_says_what_came_of_it(revisit: Visit) -> None:
    page = revisit(new_table("lang=en&step=photos"), PHONE)
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Photograph Player 2’s shelf").click()
    chooser.value.set_files(PHOTOS / "bo.jpg")
    places = page.locator(".place")
    expect(places.nth(1)).to_contain_text(f"{there('bo')} cards")
    expect(places.nth(0)).to_contain_text("No photo yet")
    expect(page.locator(".just-laid")).to_contain_text(f"Player 2: {there('bo')} cards")
    for player, shown in ((1, True), (2, False)):
        button = page.get_by_role("button", name=f"Photograph Player {player}’s shelf")
        expect(button).to_have_count(int(shown))
    page.get_by_role("button", name="Enter totals instead of cards").first.click()
    expect(page.get_by_label("Historic Volumes")).to_be_visible()


def test_a_photo_whose_place_is_in_sight_is_told_there_alone(revisit: Visit) -> None:
    page = revisit(new_table("lang=en&step=photos"), PHONE)
    give_legend(page)
    place = page.locator(".place").first
    place.evaluate("at => at.scrollIntoView({block: 'center'})")
    give(page, "ana.jpg")
    expect(place).to_contain_text(f"{there('ana')} cards")
    expect(place).to_be_in_viewport(ratio=1)
    expect(page.locator(".just-laid")).to_have_count(0)


def test_the_first_page_says_what_this_is_offers_the_sample_and_names_every_field(visit: Visit) -> None:
    page = visit("/?lang=en", PHONE)
    expect(page.get_by_text("Photograph the shelves of Ex Libris")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Score the sample table")).to_be_in_viewport(ratio=1)
    for place in range(1, 5):
        expect(page.get_by_role("textbox", name=f"Player {place}", exact=True)).to_have_count(1)
