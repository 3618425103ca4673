"""In a real Chromium, what Streamlit's own fields say is in the language of the page too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from pages.words import sentences, words
from tests.app.conftest import FILMING, PHONE, Visit, chromium, idle
from tests.app.score_page import shoot

pytestmark = pytest.mark.browser

#: All that a page says, seen or read out.
_SAID = """() => {
  const said = [];
  const walk = document.createTreeWalker(document.querySelector("[data-testid=stMain]"), NodeFilter.SHOW_ALL);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) said.push(node.nodeValue);
    const told = (name) => node.getAttribute?.(name) ?? "";
    said.push(...["aria-label", "title", "placeholder", "alt"].map(told));
  }
  return said.map((one) => one.trim()).filter(Boolean);
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser with a camera."""
    with chromium(*FILMING) as camera:
        yield camera


def english(page: Page) -> list[str]:
    """What the page says in Streamlit's own English."""
    idle(page)
    patterns = [re.escape(said["en"]).replace(r"\{\}", ".+") for said in sentences("widgets").values()]
    return [said for said in page.evaluate(_SAID) if any(re.fullmatch(each, said) for each in patterns)]


def test_fields_speak_the_language_of_the_page(visit: Visit, tmp_path: Path) -> None:
    w = words("widgets", "cs")
    page = visit("/?step=photos&lang=cs", permissions=["camera"])
    expect(page.get_by_text(w["text_upload"], exact=True).first).to_be_visible()
    assert english(page) == []
    wrong = tmp_path / "holiday.jpg"
    wrong.write_bytes(b"this is no photo")
    page.locator("input[type=file]").first.set_input_files(wrong)
    expect(page.get_by_role("button", name=w["label_remove"].format("holiday.jpg"))).to_be_visible()
    assert english(page) == []
    page.get_by_role("radio", name=words("score", "cs")["camera"]).click()
    shoot(page, w["text_photo"])
    expect(page.get_by_role("button", name=w["text_clear"])).to_be_visible()
    assert english(page) == []
    page.get_by_role("radio", name="FR").click()
    expect(page.get_by_role("button", name=words("widgets", "fr")["text_clear"])).to_be_visible()
    page.get_by_role("radio", name="EN").click()
    expect(page.get_by_role("button", name="Clear photo")).to_be_visible()
    expect(page.get_by_text("Upload", exact=True).first).to_be_visible()


@pytest.mark.parametrize("path", ["/", "/solo", "/deck?tab=copy", "/fort"])
def test_no_page_has_english_fields_among_its_words(visit: Visit, path: str) -> None:
    page = visit(f"{path}{'&' if '?' in path else '?'}lang=cs", PHONE)
    expect(page.locator(".stMain h1").first).to_be_visible()
    assert english(page) == []
    fields = page.locator(".stMain input[type=text]:visible")
    if fields.count():
        fields.first.click()
        page.keyboard.type("x")
        assert english(page) == []
