"""Cards that lie in several places: all are named at once, and each place is a tap away."""

from __future__ import annotations

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from pages.scoring.draft import from_data
from pages.shelves.shelf_table import view
from pages.table.state import Table
from scorer.editions import load_edition
from tests.pages.steps import GAME, SOLO, buttons, errors, go, page_html, table_of

SHELVES = ("A1:RR B1:MS C2:CF", "A1:RR / C2:CF A1:RR")


def laid(game: dict[str, Any]) -> Table:
    table = from_data({"game": game}, "test")
    assert table is not None
    return table


def table_with(*shelves: str) -> Table:
    players = [player | {"shelf": shelf} for player, shelf in zip(GAME["players"], shelves, strict=True)]
    return laid(GAME | {"players": players})


def places(table: Table) -> list[list[tuple[str, int, int]]]:
    return [[(seat.name, card.row, card.column) for seat, card in lies] for lies in table.doubled]


def test_each_doubled_card_has_all_its_places() -> None:
    table = table_with(*SHELVES)
    assert places(table) == [
        [("Ana", 0, 0), ("Bo", 0, 0), ("Bo", 1, 1)],
        [("Ana", 0, 2), ("Bo", 1, 0)],
    ]


def test_what_is_known_of_a_card_face_down_counts_on_a_shelf() -> None:
    assert places(table_with("#A1:RR", "A1:RR")) == [[("Ana", 0, 0), ("Bo", 0, 0)]]
    assert places(table_with("# A1:RR", "# B1:MS")) == []


def test_the_public_library_counts_too() -> None:
    library = SOLO["library"] | {"cards": ["A1:RR", "F1:RC"]}  # type: ignore[operator]
    table = laid(SOLO | {"library": library})
    table.library.name = "Public library"
    assert places(table) == [[("Ana", 0, 0), ("Public library", 0, 0)]]


def test_each_card_drawn_tells_its_other_places() -> None:
    seats = view(table_with(*SHELVES), load_edition("en"))["seats"]
    told = {card["letter"]: [one["place"] for one in card["others"]] for card in seats[0]["cards"]}
    assert told == {
        "A": ["Bo: Row 1, column 1", "Bo: Row 2, column 2"],
        "B": [],
        "C": ["Bo: Row 2, column 1"],
    }


@pytest.mark.parametrize("step", ["check", "form"])
def test_all_are_named_at_once_and_each_place_is_a_tap_away(app: AppTest, step: str) -> None:
    table = table_of(app)
    table.seat_game(GAME)
    for seat, notation in zip(table.seats, SHELVES, strict=True):
        seat.lay_notation(notation)
    go(app, step)
    assert ["in more than one place" in said for said in errors(app)] == [True]
    ways = [each for each in app.button if str(each.key).startswith("doubled-")]
    assert [each.label.replace("\\", "") for each in ways] == [
        "Ana: row 1, column 1",
        "Bo: row 1, column 1",
        "Bo: row 2, column 2",
        "Ana: row 1, column 3",
        "Bo: row 2, column 1",
    ]
    bo = table.seats[1]
    wanted = next(card for card in bo.cards if card.place == (1, 0))
    (way,) = buttons(app, f"doubled-C2-{bo.id}-{wanted.id}")
    way.click().run()
    assert not app.exception
    assert table_of(app).step == "check"
    assert app.session_state["grid-shown"]["seat"] == bo.id


def test_they_are_named_while_something_is_missing_too(app: AppTest) -> None:
    table_of(app).seats[0].lay_notation("A1:RR A1:RR")
    go(app, "check")
    assert ["in more than one place" in said for said in errors(app)] == [True]
    assert "No winner yet." in page_html(app)
