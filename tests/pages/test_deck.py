"""The deck page where the register cannot be kept: one sentence, and the page goes on."""

from __future__ import annotations

import re

import pytest
from streamlit.testing.v1 import AppTest

from pages.widgets import badges
from scorer.cards import BookCard, Deck
from scorer.confirmed.register import Register, RegisterError
from scorer.errors import phrase
from tests.pages.conftest import ROOT
from tests.pages.steps import photo_file


def page(root: str) -> None:
    import runpy

    runpy.run_path(f"{root}/pages/deck.py")


@pytest.mark.usefixtures("stand_in")
def test_a_register_that_cannot_be_written_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(register: Register, path: object = None) -> None:
        raise RegisterError(phrase("The disk is full."))

    monkeypatch.setattr(Register, "save", full)
    app = AppTest.from_function(page, args=(str(ROOT),), default_timeout=60)
    app.query_params["tab"] = "copy"
    app.run()
    assert not app.exception
    app.button(key="deck-house").click().run()
    assert not app.exception
    bodies = [element.proto.body for element in app.get("html")]
    said = [body for body in bodies if "refused" in body]
    assert len(said) == 1
    assert "The disk is full." in said[0]


def test_the_icons_on_pages_are_those_of_the_forms() -> None:
    assert badges.SHEET.read_text(encoding="utf-8") == badges.sheet(), "run python -m pages.widgets.badges"


@pytest.mark.usefixtures("stand_in")
@pytest.mark.parametrize("name", ["legend.jfif", "legend.JPE", "legend.heif", "legend.avif"])
def test_the_category_cards_are_read_whatever_their_photo_is_called(name: str) -> None:
    app = AppTest.from_function(page, args=(str(ROOT),), default_timeout=60)
    app.query_params["tab"] = "legend"
    app.run()
    field = app.file_uploader(key="deck-legend-0")
    assert not field.proto.type, "the browser asks for no ending"
    field.upload(name, photo_file(), "application/octet-stream").run()
    assert not app.exception
    assert app.session_state["legend"]


@pytest.mark.usefixtures("stand_in")
@pytest.mark.parametrize("asked", ["dragon", "no such book at all"])
def test_cards_are_found_by_title(asked: str) -> None:
    house = Deck.house()
    app = AppTest.from_function(page, args=(str(ROOT),), default_timeout=60).run()
    app.text_input(key="deck-search").set_value(asked).run()
    shows(app, [card for card in house if asked in " ".join(house.titles(card)).casefold()])


@pytest.mark.usefixtures("stand_in")
def test_cards_are_found_by_letter() -> None:
    app = AppTest.from_function(page, args=(str(ROOT),), default_timeout=60).run()
    app.selectbox(key="deck-letter").set_value("Q").run()
    shows(app, [card for card in Deck.house() if card.letter == "Q"])


def shows(app: AppTest, wanted: list[BookCard]) -> None:
    """The page shows these cards, and says so where there is no card."""
    said = " ".join(element.proto.body for element in app.get("html"))
    shown = re.findall(r'class="banner"><b>(.)</b><span>(\d+)/', said)
    assert shown == [(card.letter, str(card.order)) for card in wanted]
    assert any("No card fits" in one.value for one in app.info) == (not wanted)
    if wanted:
        assert f"Cards: {len(wanted)}" in said
