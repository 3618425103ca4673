"""In a real Chromium, what Streamlit's own fields say is in the language of the page too."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Locator, expect

from pages.words import words
from scorer.editions import EDITION_KEYS
from tests.pages.conftest import PHONE, ROOT, Visit, idle, width_of
from tests.pages.scoring.score_page import new_table, shoot, tap
from tests.pages.words.spoken import OTHERS, english, speak

pytestmark = pytest.mark.browser


def test_fields_speak_the_language_of_the_page(revisit: Visit, tmp_path: Path) -> None:
    page = revisit(new_table("step=photos&lang=en"))
    expect(page.get_by_text("Upload", exact=True).first).to_be_visible()
    page.evaluate("document.querySelector('.page-language').lang = 'fr'")  # whatever the fields heard
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_text(words("widgets", "fr")["text_upload"], exact=True).first).to_be_visible()
    for language in OTHERS:
        speak(page, language)
        expect(page.get_by_text(words("widgets", language)["text_upload"], exact=True).first).to_be_visible()
    wrong = tmp_path / "holiday.jpg"
    wrong.write_bytes(b"this is no photo")
    page.locator("input[type=file]").first.set_input_files(wrong)
    w = words("widgets", language)
    expect(page.get_by_role("button", name=w["label_remove"].format("holiday.jpg"))).to_be_visible()
    page.locator("input[type=file]").last.set_input_files(ROOT / "samples" / "legend.jpg")
    expect(page.get_by_text(words("score", language)["legend_kept"])).to_be_visible()
    assert english(page, language) == []
    page.get_by_role("radio", name=words("score", language)["camera"]).click()
    assert english(page, language) == []
    shoot(page, w["text_photo"])
    expect(page.get_by_role("button", name=w["text_clear"])).to_be_visible()
    assert english(page, language) == []
    speak(page, "en")
    expect(page.get_by_role("button", name="Clear photo")).to_be_visible()
    page.get_by_role("radio", name=words("score", "en")["upload"], exact=True).click()
    expect(page.get_by_text("Upload", exact=True).first).to_be_visible()


#: The category cards whose names, or who has them, reach beyond their buttons.
_CUT = """(six) => [...six.querySelectorAll("button")].filter((button) => {
  const text = document.createRange();
  text.selectNodeContents(button);
  const [inner, outer] = [text.getBoundingClientRect(), button.getBoundingClientRect()];
  return inner.left < outer.left || inner.right > outer.right || inner.bottom > outer.bottom;
}).map((button) => button.innerText)"""


def places(cards: Locator) -> list[tuple[float, float]]:
    """Where the left upper corners of cards lie, in pixels."""
    idle(cards.page)
    boxes = [cards.nth(n).bounding_box() for n in range(cards.count())]
    return [(box["x"], box["y"]) for box in boxes if box]


def test_the_category_cards_show_their_names_whole_in_every_language(revisit: Visit) -> None:
    page = revisit(new_table("lang=en"), PHONE)
    page.evaluate("document.fonts.ready")
    six = page.locator(".six").get_by_role("button")
    expect(six).to_have_count(6)
    heights = {}
    for language in EDITION_KEYS:
        speak(page, language)
        heights[language] = places(six)
    for place in range(4):
        tap(six.nth(place))
        expect(six.nth(place).locator("small")).to_be_visible()
    for language in EDITION_KEYS:
        speak(page, language)
        moved = np.abs(np.subtract(places(six), heights[language])).max()
        assert moved < 2, f"what moves when cards are given, in {language}"
        assert page.locator(".six").evaluate(_CUT) == [], language
        assert width_of(page) <= PHONE["width"], language
