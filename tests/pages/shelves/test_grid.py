"""The manual grid without a screen: cards put down, turned back and forth, books filled in, places shown."""

from __future__ import annotations

from typing import Any

import pytest

from pages.learning.known import KnownCards
from pages.shelves.edits import take
from pages.shelves.shelf_table import pile_spaces, spaces, view
from pages.table.state import Seat, Table
from pages.widgets.saying import in_words
from scorer.cards import BookCard, Category, Deck
from scorer.editions import EDITION_KEYS, EditionKey, load_edition
from scorer.errors import RefusedInput
from scorer.gamefile import GameFile
from scorer.result import score
from scorer.shelf import Shelf

HOUSE = KnownCards.of(Deck.house().cards, Deck.house().letters)
#: A register that knows two cards, and how many cards the letter of one has.
PARTLY = KnownCards.of(
    [
        BookCard("E", 2, 7, (Category.HISTORIC_VOLUMES, Category.SPELLS_POTIONS)),
        BookCard("Q", 1, None, (Category.MONSTER_MANUALS, Category.MONSTER_MANUALS)),
    ],
    {"E": 7},
)


@pytest.fixture
def table() -> Table:
    table = Table()
    table.sit_down("Ana")
    return table


def ana(table: Table) -> Seat:
    return table.seats[0]


def tell(table: Table, *edits: dict[str, Any], known: KnownCards | None = None) -> None:
    numbered = [{"n": table.done + n, "seat": ana(table).id, **edit} for n, edit in enumerate(edits, 1)]
    take(table, {"client": table.client, "edits": numbered}, known)


def put(row: int, column: int, **fields: Any) -> dict[str, Any]:
    return {"kind": "add", "row": row, "column": column, "fields": fields}


def test_a_known_card_brings_its_books_and_its_letters_count(table: Table) -> None:
    tell(table, put(0, 0, letter="E", order=2), put(0, 1, letter="E", order=3), known=PARTLY)
    first, second = ana(table).cards
    assert (str(first.shelved), first.of, first.review) == ("E2:HS", 7, ())
    assert (str(second.shelved), second.of) == ("E3", None)
    tell(table, {"kind": "set", "card": second.id, "fields": {"letter": "Q", "order": 1}}, known=PARTLY)
    assert str(ana(table).shelf) == "E2:HS Q1:MM"


def test_an_empty_shelf_shows_no_points(table: Table) -> None:
    table.sit_down("Bo")
    table.prominent, table.banned = Category.HISTORIC_VOLUMES, Category.MONSTER_MANUALS
    ana(table).focus, table.seats[1].focus = Category.SPELLS_POTIONS, Category.REFERENCE_TEXTS

    def totals() -> list[int | None]:
        result = score(GameFile.from_dict(table.game()))
        return [seat["total"] for seat in view(table, load_edition("en"), result)["seats"]]

    assert totals() == [None, None]
    tell(table, put(0, 0, letter="E", order=2), known=HOUSE)
    mine, none = totals()
    assert mine is not None
    assert none is None


def test_books_that_somebody_gives_stand_above_the_deck(table: Table) -> None:
    tell(table, put(0, 0, letter="E", order=2, categories=["reference_texts"]), known=HOUSE)
    assert str(ana(table).shelf) == "E2:R"
    card = ana(table).cards[0]
    tell(table, {"kind": "set", "card": card.id, "fields": {"face_up": False}}, known=HOUSE)
    assert str(ana(table).shelf) == "#E2:R"


def test_notation_is_filled_in_from_the_deck_and_undone_in_one_step(table: Table) -> None:
    tell(table, {"kind": "notation", "text": "E2 E3:SS / . #"}, known=HOUSE)
    assert str(ana(table).shelf) == "E2:HFS E3:SS / . #"
    tell(table, {"kind": "undo"})
    assert ana(table).cards == ()


def test_undo_and_redo_go_back_and_forth_until_something_new_is_done(table: Table) -> None:
    tell(table, put(0, 0, letter="A", order=1), put(0, 1, letter="B", order=2), put(1, 0, face_up=False))
    steps = ["", "A1", "A1 B2", "A1 B2 / # ."]
    for shelf in reversed(steps[:-1]):
        tell(table, {"kind": "undo"})
        assert str(ana(table).shelf) == shelf
    tell(table, {"kind": "undo"})  # there is nothing left to undo
    for shelf in steps[1:]:
        tell(table, {"kind": "redo"})
        assert str(ana(table).shelf) == shelf
    tell(table, {"kind": "undo"}, put(0, 2, letter="C", order=3), {"kind": "redo"})
    assert str(ana(table).shelf) == "A1 B2 C3"
    assert len({card.id for card in ana(table).cards}) == 3


@pytest.mark.parametrize(
    "fields", [{"letter": "É"}, {"order": 0}, {"order": 100}, {"categories": ["novels"]}, {"colour": "red"}]
)
def test_a_card_that_cannot_be_is_not_put_down(table: Table, fields: dict[str, Any]) -> None:
    tell(table, put(0, 0, **fields), put(0, 0, letter="A", order=1))
    assert str(ana(table).shelf) == "A1"


def test_the_places_shown_are_those_that_the_rules_allow() -> None:
    shelf = Shelf.parse("A1 B1 / # . / C1 .")
    places = frozenset((row, column) for row, column, _ in shelf.cells())
    assert set(spaces(places)) == {tuple(space) for space in shelf.spaces()}
    assert spaces(frozenset()) == ((0, 0),)
    assert all(-1 < row < 3 for row, _ in spaces(places))  # K2


def test_a_card_on_the_move_frees_its_own_place_and_what_it_alone_allowed(table: Table) -> None:
    tell(table, {"kind": "notation", "text": "A1 B1 / C1 ."})
    [seat] = view(table, load_edition("en"))["seats"]
    told = {card["id"]: (card["letter"], seat["moves"][card["id"]]) for card in seat["cards"]}
    less, more = next(moves for letter, moves in told.values() if letter == "C")
    assert set(less) == {(1, -1), (2, 0)}  # nothing else is beside these
    assert more == []
    rest = Shelf.parse("A1 B1")
    legal = {tuple(space) for space in seat["spaces"]} - set(less) | {(1, 0)}
    assert legal == {tuple(space) for space in rest.spaces()}


def test_taking_up_the_only_card_of_a_row_makes_room_on_the_other_side(table: Table) -> None:
    tell(table, {"kind": "notation", "text": "A1 / B1 / C1"})
    [seat] = view(table, load_edition("en"))["seats"]
    top = seat["cards"][0]
    less, more = seat["moves"][top["id"]]
    assert (3, 0) in more
    assert (0, -1) in less


def test_taking_up_the_first_card_of_a_row_leaves_its_place_free(table: Table) -> None:
    tell(table, {"kind": "notation", "text": "A1 B1 C1"})
    [seat] = view(table, load_edition("en"))["seats"]
    less, more = seat["moves"][seat["cards"][0]["id"]]
    assert set(less) == {(-1, 0), (0, -1), (1, 0)}  # nothing else is beside these
    assert more == []


def test_a_pile_grows_below_its_columns_and_beside_them() -> None:
    assert pile_spaces(frozenset()) == ((0, 0),)
    assert pile_spaces(frozenset({(0, 0), (1, 0), (0, 1)})) == ((2, 0), (1, 1), (0, 2))


@pytest.mark.parametrize("language", EDITION_KEYS)
def test_what_breaks_a_rule_is_said_in_the_language(table: Table, language: str) -> None:
    tell(table, {"kind": "notation", "text": "A1 / B1 / C1 / D1 . E1"})
    edition = load_edition(language)
    [seat] = view(table, edition)["seats"]
    rows, apart = seat["problems"]
    assert "4" in rows
    assert apart.endswith("E1.")
    english = view(table, load_edition("en"))["seats"][0]["problems"]
    assert (seat["problems"] == english) == (language == "en")


@pytest.mark.parametrize("language", EDITION_KEYS)
def test_notation_that_cannot_be_read_is_refused_in_the_language(language: EditionKey) -> None:
    with pytest.raises(RefusedInput) as refused:
        Shelf.parse("A1 / Q:?")
    said = in_words(refused.value, language)
    assert said.startswith("'Q:?'")
    assert "2" in said
    assert (said == str(refused.value)) is False or language == "en"


def test_the_component_is_told_every_known_card(table: Table) -> None:
    told = view(table, load_edition("en"), known=HOUSE)["known"]
    assert sum(len(letter["books"]) for letter in told.values()) == 152
    assert told["E"]["of"] == 7
    assert sorted(told["E"]["books"][2]) == sorted("HFS")
    assert view(table, load_edition("en"), known=PARTLY)["known"]["Q"] == {"of": 0, "books": {1: "MM"}}


def test_counts_alone_are_no_shelf_to_lay_out(table: Table) -> None:
    from pages.table.state import Tally

    table.sit_down("Bo").tally = Tally()
    assert [seat["name"] for seat in view(table, load_edition("en"))["seats"]] == ["Ana"]
