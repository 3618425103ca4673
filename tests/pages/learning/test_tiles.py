"""Deck, My copy, Tiles: what no rulebook prints is put right, kept, and used by every new game."""

from __future__ import annotations

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from pages.playing import frame
from pages.playing.common.sitting import Sitting
from pages.playing.ex_libris.table import names
from pages.table.state import Table
from pages.words import words
from scorer.editions import EditionKey, load_edition
from scorer.own_tiles import OwnTiles, keep_tiles, kept_tiles, owned_edition
from tests.pages.conftest import ROOT


def deck(root: str) -> None:
    import runpy

    runpy.run_path(f"{root}/pages/deck.py")


@pytest.fixture
def app(stand_in: None) -> AppTest:
    app = AppTest.from_function(deck, args=(str(ROOT),), default_timeout=60)
    app.query_params["tab"], app.query_params["part"] = "copy", "tiles"
    return app.run()


def pick(app: AppTest, tile: str) -> AppTest:
    box = next(box for box in app.selectbox if box.key == "tiles-which")
    return box.select(next(option for option in box.options if option.startswith(tile))).run()


def test_a_tile_is_put_right_and_kept(app: AppTest) -> None:
    assert not app.exception
    app = pick(app, "4 ·")
    app.text_input(key="tiles-name-4-en").set_value("Book Drop")
    app.text_input(key="tiles-spaces-4-1").set_value("3").run()
    app.text_input(key="tiles-spaces-4-4").set_value("1").run()
    app.button(key="tiles-keep").click().run()
    assert not app.exception
    assert kept_tiles() == OwnTiles.from_dict(
        {"locations": {"4": {"names": {"en": "Book Drop"}, "spaces": [1, 1, 1, 4]}}}
    )
    app.button(key="tiles-assumed").click().run()
    assert kept_tiles().locations == {}


def test_a_value_that_is_refused_is_said_and_nothing_is_kept(app: AppTest) -> None:
    app = pick(app, "4 ·")
    app.text_input(key="tiles-name-4-en").set_value("Wishing Well")
    app.button(key="tiles-keep").click().run()
    assert any("Two tiles" in str(element.proto.body) for element in app.get("html"))
    assert kept_tiles() == OwnTiles()


def test_the_solo_tiles_are_chosen(app: AppTest) -> None:
    first = load_edition("en").solo.locations
    app.multiselect(key="tiles-solo-locations").unselect(first[0]).select(3).run()
    app.button(key="tiles-solo-keep").click().run()
    assert kept_tiles().solo_locations == (*first[1:], 3)


def test_the_order_of_tie_breaks_is_chosen_and_counts_on_the_table(app: AppTest) -> None:
    assert app.multiselect(key="tiles-ties-en").value == ["books", "hand"]
    app.multiselect(key="tiles-ties-en").set_value(["banned", "books"])
    app.radio(key="tiles-ties-end-en").set_value("shared")
    app.button(key="tiles-ties-keep").click().run()
    assert not app.exception
    assert kept_tiles().tie_breaks == {"en": ("banned", "books", "shared")}
    table = Table()
    table.speak("en")
    assert table.game()["rules"] == {"tie_breaks": ["banned", "books", "shared"]}
    table.speak("pt")
    assert "rules" not in table.game()
    app.button(key="tiles-ties-printed").click().run()
    assert kept_tiles() == OwnTiles()


def test_every_new_game_is_played_with_the_kept_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    own = OwnTiles.from_dict({"locations": {"10": {"spaces": [1, 1, 1, 1]}}})
    keep_tiles(own)
    begun: list[Any] = []
    monkeypatch.setattr(Sitting, "begin", lambda kind, setup, *_: begun.append(setup))
    monkeypatch.setattr("pages.playing.session.sit_down", lambda sitting: None)
    monkeypatch.setattr("streamlit.rerun", lambda: None)
    frame.begin("play", {"players": ["Ana", "Bo"], "seed": 1})
    assert [setup.tiles for setup in begun] == [own]


def test_what_is_assumed_is_marked_on_the_tile() -> None:
    assert names(load_edition("en"))["locations"][10][2] == "Assumed: name, spaces."
    own = OwnTiles.from_dict({"locations": {"10": {"spaces": [1, 1], "names": {"en": "Bookseller"}}}})
    assert names(owned_edition("en", own))["locations"][10][2] == ""
    assert names(load_edition("pt"))["locations"][12][2] == "Como na placa inglesa: espaços."
    assert names(load_edition("en"))["locations"][12][2] == ""
    assert "Suposto" in names(load_edition("pt"))["assistants"]["wizard"][2]


@pytest.mark.parametrize("language", ["pt", "fr", "cs"])
def test_the_spaces_of_the_english_tile_are_marked_as_such_on_the_table(language: EditionKey) -> None:
    told = names(load_edition(language))["locations"]
    marked = words("play", language)("known_of_english", what=words("play", language)["assumed_spaces"])
    assert told[12][2] == marked
    assert marked not in told[3][2]
