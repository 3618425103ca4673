"""The page on which the cards of one's own copy of Fort are typed in."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from pages.playing.common.sitting import Sitting
from pages.session.archive import archive
from scorer.editions import EDITION_KEYS
from scorer.fort.cards import CardSet
from scorer.fort.own_set import OwnCards, keep_cards, kept_cards
from tests.pages.playing.fort.on_page import app_at, only_game
from tests.pages.steps import ROOT, as_guest, source_of

HOUSE = OwnCards.of(CardSet.house())


def said(app: AppTest) -> str:
    return "\n".join([source_of(app), *(one.value for one in app.success)])


def test_each_line_is_kept_as_it_is_typed_and_the_wrong_ones_are_named() -> None:
    app = app_at(tab="own_cards")
    app.text_area(key="own-cards-kids").input("Ann; glue; pizza\nBob; <b>; toy").run()
    assert not app.exception
    assert kept_cards().kids == "Ann; glue; pizza\nBob; <b>; toy"
    assert "Kids: 1 of 60" in said(app)
    assert "Line 2 of the kids: Bob has the suit" in said(app)
    assert "<b>" not in said(app)
    assert "Glue: 1" in said(app)
    app.text_area(key="own-cards-levels").input("0").run()
    assert kept_cards() == OwnCards(kids="Ann; glue; pizza\nBob; <b>; toy", levels="0")


def test_a_whole_set_is_played_with() -> None:
    lines = HOUSE.kids.replace("Pasta Pim", "My Own Kid")
    keep_cards(HOUSE.model_copy(update={"kids": lines}))
    assert "The set is whole" in said(app_at(tab="own_cards"))
    app = app_at(tab="play")
    app.button(key="fort-start").click().run()
    assert not app.exception
    assert only_game().game.setup.card_set.cards[0].name == "My Own Kid"
    app = app_at(tab="play")
    app.radio(key="fort-which").set_value("house").run()
    app.button(key="fort-start").click().run()
    games = [Sitting.open("fort_play", draft.key) for draft in archive().drafts("fort_play")]
    assert [game.game.setup.cards is None for game in games if game].count(True) == 1


def test_without_a_whole_set_nothing_is_asked() -> None:
    keep_cards(OwnCards(kids="Ann; glue; pizza"))
    assert "fort-which" not in [radio.key for radio in app_at(tab="play").radio]


@pytest.mark.parametrize("language", EDITION_KEYS)
def test_the_page_stands_in_every_language(language: str) -> None:
    keep_cards(OwnCards(kids="Ann; glue; pizza\nBob"))
    told = said(app_at(tab="own_cards", lang=language))
    assert "<code>toy</code>" in told
    line = {"en": "Line 2 of the kids", "pt": "Linha 2 das", "fr": "Ligne 2 des", "cs": "Řádek 2 dětí"}
    assert line[language] in told


def test_a_guest_types_nothing_in() -> None:
    app = as_guest(AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)).run()
    app = app.switch_page("pages/fort.py")
    app.query_params["tab"] = "own_cards"
    app.run()
    assert not app.exception
    assert not app.text_area
    assert any(field.label == "Name" for field in app.text_input)
