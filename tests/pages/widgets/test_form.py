"""The form on screen and the counts typed in, without a browser."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from pages.widgets.form import view
from pages.words import words
from scorer.cards import Category
from scorer.editions import EDITION_KEYS, EditionKey, load_edition
from scorer.gamefile import GameFile
from scorer.result import score
from tests.pages.steps import SOLO, errors

SAMPLES = Path(__file__).parents[3] / "samples" / "games"
#: The rows of a form that hold a number.
ROWS = ["a1", *Category, "b1", "b2", "b3", "b4", "b5", "total"]
#: What a phone of 360 px leaves for the form, and the least that a finger finds.
PHONE, FINGER = 332, 42


def mixed(language: str) -> GameFile:
    """A shelf and counts at one table."""
    data = json.loads((SAMPLES / "four-players.json").read_text())
    data["players"][1].pop("shelf")
    data["players"][1] |= {"tally": {"historic_volumes": 5}, "stability": 6, "buried": 2}
    return GameFile.from_dict(data | {"edition": language}, SAMPLES)


@pytest.mark.parametrize("language", EDITION_KEYS)
@pytest.mark.parametrize("solo", [False, True], ids=["B-7c", "S-42a"])
def test_every_number_explains_itself_in_the_language(language: EditionKey, solo: bool) -> None:
    game = GameFile.from_dict(SOLO | {"edition": language}) if solo else mixed(language)
    result = score(game)
    data = view(result, load_edition(language), game, words("form", language))
    for sheet in data["sheets"].values():
        places = [(column, row) for *_, column, row in sheet["areas"]]
        columns = range(len(data["columns"]))
        assert sorted(places) == sorted((column, str(row)) for column in columns for row in ROWS)
        for x, y, width, height, column, row in sheet["areas"]:
            assert 0 <= x < x + width <= sheet["width"]
            assert 0 <= y < y + height <= sheet["height"]
            title, number, said = data["columns"][column]["rows"][row]
            assert title
            assert number
            assert said.endswith(".")
    others = [
        view(score(mixed(key)), load_edition(key), mixed(key), words("form", key)) for key in EDITION_KEYS
    ]
    sentences = {other["columns"][1]["rows"]["b4"][2] for other in others}
    assert len(sentences) == len(EDITION_KEYS)


def test_the_numbers_told_are_those_of_the_result() -> None:
    game = mixed("en")
    result = score(game)
    columns = view(result, load_edition("en"), game, words("form", "en"))["columns"]
    for column, told in zip(result.players, columns, strict=True):
        for row in ("b1", "b2", "b3", "b4", "b5", "total"):
            assert told["rows"][row][1] == str(getattr(column, row)).replace("-", "−")
            assert told["rows"][row][2] == column.explain[row]
        for category in Category:
            assert told["rows"][category][1] == str(column.a2[category])
    assert "count was given" in columns[1]["rows"]["historic_volumes"][2]


def test_a_phone_has_rows_for_fingers() -> None:
    sheet = view(score(mixed("en")), load_edition("en"), None, words("form", "en"))["sheets"]["narrow"]
    scale = PHONE / sheet["width"]
    assert min(height * scale for *_, height, _, _ in sheet["areas"]) >= FINGER
    assert min(width * scale for _, _, width, *_ in sheet["areas"]) >= FINGER


def test_the_form_has_its_date() -> None:
    game = GameFile.from_dict(SOLO | {"edition": "en"})
    shown = view(score(game), load_edition("en"), game, words("form", "en"), "2026-11-20")
    assert all("2026-11-20" in sheet["html"] for sheet in shown["sheets"].values())


def counted() -> AppTest:
    def script() -> None:
        import streamlit as st

        from pages.shelves.counts import counts
        from pages.table.state import Seat, Tally
        from scorer.editions import load_edition

        if "seat" not in st.session_state:
            st.session_state.seat = Seat(
                "s1", "Ana", tally=Tally(), pile=st.query_params.get("pile") == "yes"
            )
        counts(st.session_state.seat, load_edition("en"))

    return AppTest.from_function(script, default_timeout=20)


def test_counts_are_taken_as_they_are_typed() -> None:
    app = counted().run()
    assert [field.value for field in app.text_input] == ["0"] * 8
    app.text_input(key="counts-s1-historic_volumes").set_value("7").run()
    app.text_input(key="counts-s1-stability").set_value("12").run()
    app.text_input(key="counts-s1-buried").set_value("1").run()
    tally = app.session_state.seat.tally
    assert tally.books[Category.HISTORIC_VOLUMES] == 7
    assert (tally.stability, tally.buried) == (12, 1)
    assert app.caption[-1].value == "7 books in all"


@pytest.mark.parametrize("typed", ["-3", "999", "1e1", "3,5"])
def test_a_count_that_is_refused_is_said_and_the_one_that_counts_stands_there(typed: str) -> None:
    app = counted().run()
    app.text_input(key="counts-s1-historic_volumes").set_value("12").run()
    app.text_input(key="counts-s1-historic_volumes").set_value(typed).run()
    assert not app.exception
    assert errors(app) == [f"{typed} is no whole number from 0 to 85: it was not taken."]
    assert app.text_input(key="counts-s1-historic_volumes").value == "12"
    assert app.caption[-1].value == "12 books in all"
    app.text_input(key="counts-s1-historic_volumes").set_value("13").run()
    assert not errors(app)
    assert app.caption[-1].value == "13 books in all"


def test_the_public_library_is_not_asked_for_its_stability() -> None:
    app = counted()
    app.query_params["pile"] = "yes"
    assert len(app.run().text_input) == len(Category)
