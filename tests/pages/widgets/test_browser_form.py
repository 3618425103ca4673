"""The inspection form in a real Chromium: numbers that explain themselves, files, counts, both forms."""

from __future__ import annotations

import json
import subprocess
from itertools import product
from pathlib import Path
from typing import Any, Literal
from urllib.parse import unquote

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Browser, Page, expect

from scorer.editions import EDITION_KEYS, load_edition
from scorer.exchange.qr import qr_picture
from scorer.exchange.spreadsheet import to_csv
from scorer.forms import to_html
from scorer.gamefile import GameFile
from scorer.result import Result, score
from tests.pages.conftest import LAPTOP, PHONE, Visit, width_of
from tests.pages.frame.looks import check
from tests.pages.scoring.score_page import SAMPLES, lay_down, number, tap
from tests.pages.steps import SOLO

pytestmark = pytest.mark.browser
#: The names of the form's rows.
ROWS = load_edition("en").rows


def mixed() -> dict[str, Any]:
    """A shelf and counts at one table."""
    game: dict[str, Any] = json.loads((SAMPLES / "four-players.json").read_text())
    game.pop("deck", None)
    game["players"] = game["players"][:2]
    game["players"][1].pop("shelf")
    game["players"][1] |= {"tally": {"historic_volumes": 5}, "stability": 6, "buried": 2}
    return game


def scored(game: dict[str, Any], language: str = "en") -> Result:
    return score(GameFile.from_dict(game | {"edition": language}, SAMPLES))


def drawn(file: bytes) -> NDArray[np.uint8]:
    """The picture in a file."""
    picture = cv2.imdecode(np.frombuffer(file, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return picture.astype(np.uint8)


@pytest.fixture
def laid(revisit: Visit, data_folder: Path) -> Any:
    """Opens a table of that game."""

    def open_table(game: dict[str, Any], language: str = "en", step: str = "form", **options: Any) -> Page:
        return revisit(f"/?table={lay_down(data_folder, game)}&step={step}&lang={language}", **options)

    return open_table


def test_a_number_explains_itself_in_the_language_of_the_page_and_nothing_moves(laid: Any) -> None:
    page = laid(mixed())
    ana, bo = scored(mixed()).players
    b4 = number(page, "Ana, B4")
    expect(b4).to_have_attribute("aria-label", f"Ana, B4 {ROWS['b4']}: {ana.b4}")
    before = page.locator(".shelfmark-page").bounding_box()
    b4.click()
    bubble = page.locator(".bubble")
    expect(bubble).to_contain_text(ana.explain["b4"])
    after = page.locator(".shelfmark-page").bounding_box()
    assert before is not None
    assert after is not None
    assert [before[side] for side in ("x", "width", "height")] == [
        after[side] for side in ("x", "width", "height")
    ]
    page.keyboard.press("ArrowRight")
    expect(bubble).to_contain_text(bo.explain["b4"])
    page.keyboard.press("ArrowDown")
    expect(bubble).to_contain_text(bo.explain["b5"])
    page.keyboard.press("Escape")
    expect(bubble).to_be_hidden()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(bubble).to_contain_text(bo.explain["b3"])
    number(page, "Bo, Historic Volumes").click()
    expect(bubble).to_contain_text("the count was given, 5")
    page.locator(".brand").click()
    expect(bubble).to_be_hidden()
    # it speaks the language chosen at the top
    expect(number(page, f"Ana, B5 {ROWS['b5']}")).to_be_visible()
    page.get_by_role("radio", name="CS").or_(page.get_by_role("button", name="CS", exact=True)).first.click()
    b5 = number(page, "Ana, B5 Zaměření knihovny")
    b5.click()
    expect(bubble).to_contain_text(scored(mixed(), "cs").players[0].explain["b5"])
    check(page, "bubble", explained)


def explained(page: Page) -> None:
    """A number of the form says how it comes about; a form drawn anew says nothing until it is asked."""
    if not page.locator(".bubble").is_visible():
        number(page, "Ana, B4").click()
    expect(page.locator(".bubble")).to_contain_text("Ana")


def test_the_form_has_its_own_fonts_and_is_taken_along_as_files_by_link_and_by_code(laid: Any) -> None:
    page = laid(mixed())
    result = scored(mixed())
    expect(number(page, "Ana, Total")).to_be_visible()
    page.evaluate("document.fonts.ready")
    faces = page.evaluate(
        "[...document.fonts].filter(face => face.family.includes('Shelfmark')).map(face => face.status)"
    )
    assert faces == ["loaded"] * 3
    contents: dict[str, bytes] = {}
    for label, suffix in (("PDF", "pdf"), ("Picture", "png"), ("Table", "csv"), ("Game file", "json")):
        with page.expect_download() as download:
            tap(page.locator(".st-key-form-files").get_by_role("button", name=label))
        assert download.value.suggested_filename.endswith(f".{suffix}")
        contents[suffix] = Path(download.value.path()).read_bytes()
    assert contents["pdf"].startswith(b"%PDF-")
    assert drawn(contents["png"]).shape[1] > 1000  # enough to be read on paper
    assert contents["csv"].decode() == to_csv(result)
    (kept,) = json.loads(contents["json"])["games"]
    assert Result.model_validate(kept["result"]) == result
    link = page.get_by_role("link", name="Record in BG Stats").get_attribute("href")
    assert link is not None
    play = json.loads(unquote(link.partition("data=")[2]))
    assert [player["score"] for player in play["players"]] == [player.total for player in result.players]
    tap(page.get_by_role("button", name="BG Stats QR code"))
    code = page.get_by_role("dialog").locator("img")
    expect(code).to_be_in_viewport(ratio=1)
    picture = page.request.get(str(code.evaluate("image => image.src"))).body()
    assert np.array_equal(drawn(picture) > 127, drawn(qr_picture(link, "png")) > 127)
    check(page, "code")


def test_a_solo_game_fills_in_its_own_form_on_a_phone(laid: Any) -> None:
    page = laid(SOLO, size=PHONE)
    result = scored(SOLO)
    assert result.library is not None
    number(page, "Ana, B1").tap()
    bubble = page.locator(".bubble")
    expect(bubble).to_contain_text(result.players[0].explain["b1"])
    box = bubble.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]
    number(page, "Public library, Monster Manuals").tap()
    expect(bubble).to_contain_text("E1 × 2; 2 in all")
    expect(page.locator(".shelfmark-page")).to_contain_text("S-42a")
    small = page.locator(".shelfmark-page [role=group] > button").evaluate_all(
        "nodes => nodes.filter(n => n.offsetHeight < 42 || n.offsetWidth < 42).length"
    )
    assert small == 0
    assert width_of(page) <= PHONE["width"]


def test_a_page_prints_as_ink_on_white_with_the_form_on_one_page(laid: Any, tmp_path: Path) -> None:
    page = laid(mixed())
    file = tmp_path / "page.pdf"
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    try:
        for scheme in schemes:
            page.emulate_media(media="print", color_scheme=scheme)
            expect(page.locator("[data-testid=stApp]")).to_have_css("background-color", "rgb(255, 255, 255)")
            expect(page.locator(".verdict .who")).to_have_css("color", "rgb(42, 33, 24)")
        file.write_bytes(page.pdf(format="A4", print_background=True))
    finally:
        page.emulate_media(media="null", color_scheme="null")
    subprocess.run(["pdftoppm", "-r", "40", "-png", str(file), str(tmp_path / "sheet")], check=True)
    sheets = [drawn(path.read_bytes()) for path in sorted(tmp_path.glob("sheet-*.png"))]
    assert all(np.median(sheet) > 230 for sheet in sheets)
    texts = [
        subprocess.run(
            ["pdftotext", "-f", str(number), "-l", str(number), str(file), "-"],
            capture_output=True,
            check=True,
        ).stdout.decode()
        for number in range(1, len(sheets) + 1)
    ]
    (whole,) = (text for text in texts if "Official Library Inspection Form" in text)
    assert "Total" in whole
    assert "B-7c" in whole


def test_the_words_keep_to_their_places_in_any_font(browser: Browser) -> None:
    """A font that is still on its way, or that the page may not load, moves nothing."""
    boxes = """() => [...document.querySelectorAll(".shelfmark-page text")].map((node) => {
      const { left, right } = node.getBoundingClientRect();
      return [node.textContent, Math.round(left), Math.round(right)];
    })"""
    page = browser.new_page(viewport=LAPTOP)  # type: ignore[arg-type]
    try:
        for game, language in product((mixed(), SOLO), EDITION_KEYS):
            page.set_content(to_html(scored(game, language)))
            page.evaluate("document.fonts.ready")
            own = page.evaluate(boxes)
            page.add_style_tag(content=".shelfmark-page * { font-family: monospace !important; }")
            wide = page.evaluate(boxes)
            apart = [(one, other) for one, other in zip(own, wide, strict=True) if abs(one[2] - other[2]) > 2]
            assert own, language
            assert apart == [], (game["form"], language)
    finally:
        page.close()
