"""The table of a session: what is read, mended and refused, without a screen."""

from __future__ import annotations

from typing import Any

import pytest

from pages.shelves.edits import take
from pages.table.state import Seat, Table, Tally
from scorer.cards import Category
from scorer.errors import RefusedInput
from scorer.gamefile import GameFile
from scorer.result import score
from tests.pages.table.shelves import at, card, give
from vision.reading import CardReading


@pytest.fixture
def table() -> Table:
    """Two seats from one photo: A1 A2 / B1 with a doubtful A2, and C1."""
    cards = [card(0, 0, "A1:CF"), card(0, 1, "A2:HH", ("letter", "order")), card(1, 0, "B1:MS")]
    table = Table()
    give(table, cards, [card(0, 0, "C1:RR", shelf=1)])
    return table


def log(*edits: dict[str, Any], client: str = "w", seat: str = "s1", start: int = 1) -> dict[str, Any]:
    return {
        "client": client,
        "edits": [{"n": n, "seat": seat, **edit} for n, edit in enumerate(edits, start)],
    }


def first(table: Table) -> Seat:
    return table.seats[0]


def test_a_photo_seats_a_player_a_shelf(table: Table) -> None:
    assert [(seat.name, str(seat.shelf)) for seat in table.seats] == [
        ("Player 1", "A1:CF A2:HH / B1:MS ."),
        ("Player 2", "C1:RR"),
    ]
    looks = [card.looks for seat in table.seats for card in seat.cards]
    assert looks == [(("p", 0),), (("p", 1),), (("p", 2),), (("p", 3),)]
    assert [card.letter for card in first(table).doubtful] == ["A"]


@pytest.mark.parametrize("sign", [1, -1])
def test_shelves_are_seated_from_the_left_of_whoever_can_read_them(sign: int) -> None:
    """With sign -1 the photo was taken from the other side of the table."""

    def lying(x: float, text: str) -> list[CardReading]:
        reading = card(0, 0, text)
        reading.corners = [(sign * dx, sign * dy) for dx, dy in at(x, 0)]
        return [reading]

    table = Table()
    give(table, lying(90, "A1:CF"), lying(10, "C1:RR"))
    assert [str(seat.shelf) for seat in table.seats] == ["C1:RR", "A1:CF"]
    assert [seat.cards[0].looks for seat in table.seats] == [(("p", 1),), (("p", 0),)]


def test_mending_a_field_settles_that_field_alone(table: Table) -> None:
    take(table, log({"kind": "set", "card": 1, "fields": {"order": 3}}))
    mended = first(table).find(1)
    assert mended is not None
    assert (mended.letter, mended.order, mended.review) == ("A", 3, ("letter",))
    take(table, log({"kind": "confirm", "card": 1}, start=2))
    assert first(table).doubtful == []


def test_an_edit_is_done_once_however_often_it_is_told(table: Table) -> None:
    edit = {"kind": "add", "row": 0, "column": 2}
    take(table, log(edit))
    take(table, log(edit))
    take(table, log(edit, edit | {"column": 3}))
    assert len(first(table).cards) == 5
    for _ in range(2):
        take(table, log(edit, edit | {"column": 3}, {"kind": "undo"}))
        assert len(first(table).cards) == 4
    assert table.done == 3


def test_a_new_window_counts_from_one(table: Table) -> None:
    take(table, log({"kind": "remove", "card": 0}, client="w"))
    take(table, log({"kind": "remove", "card": 1}, client="x"))
    assert [card.id for card in first(table).cards] == [2]


def test_cards_before_the_first_row_and_column_shift_the_rest(table: Table) -> None:
    take(table, log({"kind": "add", "row": -1, "column": 0}, {"kind": "add", "row": 0, "column": -1}))
    assert str(first(table).shelf) == "# . . / . A1:CF A2:HH / . B1:MS ." or first(table).cards[0].row == 0
    assert min(card.row for card in first(table).cards) == 0
    assert min(card.column for card in first(table).cards) == 0


def test_moving_onto_a_card_changes_places(table: Table) -> None:
    take(table, log({"kind": "move", "card": 0, "row": 1, "column": 0}))
    assert str(first(table).shelf) == "B1:MS A2:HH / A1:CF ."
    take(table, log({"kind": "move", "card": 0, "row": 1, "column": 1}, start=2))
    assert str(first(table).shelf) == "B1:MS A2:HH / . A1:CF"


def test_undo_goes_back_a_step_at_a_time(table: Table) -> None:
    before = str(first(table).shelf)
    take(table, log({"kind": "remove", "card": 0}, {"kind": "set", "card": 1, "fields": {"letter": "Z"}}))
    take(table, log({"kind": "undo"}, {"kind": "undo"}, {"kind": "undo"}, start=3))
    assert str(first(table).shelf) == before


def test_a_card_added_after_undo_never_shares_a_number(table: Table) -> None:
    add = {"kind": "add", "row": 0, "column": 2}
    take(table, log(add, {"kind": "undo"}, add))
    ids = [card.id for card in first(table).cards]
    assert len(ids) == len(set(ids)) == 4


def test_a_card_put_down_by_hand_is_doubtful_until_it_is_known(table: Table) -> None:
    take(table, log({"kind": "add", "row": 0, "column": 2}))
    new = first(table).cards[2].id
    take(table, log({"kind": "confirm", "card": new}, start=2))
    assert first(table).find(new).review == ("letter", "order")  # type: ignore[union-attr]
    take(table, log({"kind": "set", "card": new, "fields": {"letter": "D", "order": 4}}, start=3))
    assert first(table).find(new).review == ()  # type: ignore[union-attr]
    assert str(first(table).shelf) == "A1:CF A2:HH D4 / B1:MS . ."


def test_turning_a_card_up_that_was_never_read_asks_for_it() -> None:
    table = Table()
    give(table, [card(0, 0, "")])
    take(table, log({"kind": "set", "card": 0, "fields": {"face_up": True}}))
    assert first(table).cards[0].review == ("letter", "order")
    take(table, log({"kind": "set", "card": 0, "fields": {"face_up": False}}, start=2))
    assert first(table).cards[0].review == ()


def test_refused_notation_says_why_and_keeps_what_was_typed(table: Table) -> None:
    before = first(table).cards
    take(table, log({"kind": "notation", "text": "A1:CF / A9:XX"}))
    seat = first(table)
    assert seat.cards == before
    assert seat.notation_typed == "A1:CF / A9:XX"
    with pytest.raises(RefusedInput) as refused:
        seat.lay_notation("A1:CF / A9:XX")
    assert seat.refusal == str(refused.value)
    take(table, log({"kind": "notation", "text": "A1:CF # / B1:MS"}, start=2))
    assert seat.refusal is None
    assert str(seat.shelf) == "A1:CF # / B1:MS ."


def test_notation_keeps_the_crops_of_cards_that_stay(table: Table) -> None:
    first(table).lay_notation("A1:CF Z9 / B1:M")
    assert [card.looks for card in first(table).cards] == [(("p", 0),), (), (("p", 2),)]


@pytest.mark.parametrize(
    "told",
    [None, 7, {"client": "w"}, {"client": "w", "edits": [{"n": 0, "seat": "s1", "kind": "undo"}]}],
)
def test_what_is_no_edit_is_left_alone(table: Table, told: Any) -> None:
    before = [seat.cards for seat in table.seats]
    take(table, told)
    assert [seat.cards for seat in table.seats] == before


@pytest.mark.parametrize("fields", [{"letter": "é"}, {"order": 0}, {"order": "<b>"}, {"spam": 1}])
def test_fields_that_no_card_has_are_left_alone_and_hold_nothing_up(
    table: Table, fields: dict[str, Any]
) -> None:
    take(table, log({"kind": "set", "card": 0, "fields": fields}, {"kind": "remove", "card": 1}))
    assert str(first(table).shelf) == "A1:CF / B1:MS"
    assert table.done == 2


def test_the_game_file_says_what_was_chosen_and_nothing_else(table: Table) -> None:
    assert table.game() == {
        "form": "B-7c",
        "edition": "en",
        "players": [
            {"name": "Player 1", "hand": None, "shelf": "A1:CF A2:HH / B1:MS ."},
            {"name": "Player 2", "hand": None, "shelf": "C1:RR"},
        ],
    }
    table.prominent = Category.REFERENCE_TEXTS
    first(table).focus = Category.HISTORIC_VOLUMES
    assert table.game()["prominent"] == "reference_texts"
    assert table.game()["players"][0]["focus"] == "historic_volumes"


def test_a_game_file_names_the_seats_and_leaves_what_was_read(table: Table) -> None:
    table.seat_game(
        {
            "edition": "cs",
            "prominent": "reference_texts",
            "banned": "corrupted_codices",
            "players": [
                {"name": "Ana", "focus": "spells_potions", "hand": 2, "shelf": "Z9"},
                {"name": "Bo", "focus": "monster_manuals", "hand": 0, "shelf": "Z8"},
                {"name": "Cy", "focus": "historic_volumes", "hand": 1, "shelf": "D1:HH D2:HH"},
            ],
        }
    )
    assert [(seat.name, str(seat.shelf)) for seat in table.seats] == [
        ("Ana", "A1:CF A2:HH / B1:MS ."),
        ("Bo", "C1:RR"),
        ("Cy", "D1:HH D2:HH"),
    ]
    table.seats[2].undo()
    assert str(table.seats[2].shelf) == "D1:HH D2:HH", "a game opened again begins with its shelves"
    assert (table.edition, table.banned) == ("en", Category.CORRUPTED_CODICES)


def test_a_photo_goes_with_its_last_shelf(table: Table) -> None:
    table.clear("s1")
    assert list(table.photos) == ["p"]
    table.clear("s2")
    assert (table.photos, [seat.cards for seat in table.seats]) == ({}, [(), ()])
    assert table.sit_down().id == "s3"


def test_whoever_leaves_takes_their_shelf_along_and_comes_back_with_it(table: Table) -> None:
    table.rename("s2", "Bo")
    table.seat_number(1)
    assert [seat.name for seat in table.seats] == ["Player 1"]
    assert list(table.photos) == ["p"]
    table.seat_number(3)
    assert [(seat.name, str(seat.shelf)) for seat in table.seats] == [
        ("Player 1", "A1:CF A2:HH / B1:MS ."),
        ("Bo", "C1:RR"),
        ("Player 3", ""),
    ]


def test_a_doubtful_count_is_left_open_and_asked_of_nobody() -> None:
    table = Table()
    give(table, [card(0, 0, "A2:HH", ("of",))])
    assert (table.seats[0].cards[0].of, table.seats[0].doubtful) == (None, [])


def test_photos_fill_the_seats_that_wait_before_they_bring_players() -> None:
    table = Table()
    table.seat_number(3)
    table.seats[1].tally = Tally()
    give(table, *([card(0, 0, text, shelf=n)] for n, text in enumerate(("A1:CF", "B1:MS", "C1:RR"))))
    assert [str(seat.shelf) for seat in table.seats] == ["A1:CF", "", "B1:MS", "C1:RR"]


def test_how_many_shelves_the_next_photo_shows() -> None:
    table = Table()
    table.seat_number(3)
    assert table.shelves_in_a_photo == (1, 3)
    give(table, [card(0, 0, "A1:C")])
    assert table.shelves_in_a_photo == (1, 2)
    give(table, [card(0, 0, "A1:C")], [card(0, 0, "B1:C", shelf=1)])
    assert table.shelves_in_a_photo == (1, 1)
    table.seat_number(2)
    assert table.shelves_in_a_photo == (1, 2)  # all have theirs: the photo may show anybody's again


def test_shelves_change_places(table: Table) -> None:
    table.swap("s1", "s2")
    assert [str(seat.shelf) for seat in table.seats] == ["C1:RR", "A1:CF A2:HH / B1:MS ."]
    assert [seat.name for seat in table.seats] == ["Player 1", "Player 2"]


def test_a_category_card_that_is_laid_leaves_where_it_was() -> None:
    table = Table()
    table.seat_number(2)
    prominent, banned, ana, bo = table.category_cards
    table.assign({ana.key: Category.HISTORIC_VOLUMES, bo.key: Category.MONSTER_MANUALS})
    table.assign({prominent.key: Category.HISTORIC_VOLUMES, "focus-s9": Category.REFERENCE_TEXTS})
    assert [place.category for place in (prominent, banned, ana, bo)] == [
        Category.HISTORIC_VOLUMES,
        None,
        None,
        Category.MONSTER_MANUALS,
    ]
    table.assign({bo.key: None})
    assert bo.category is None


def test_counts_alone_and_a_solo_game_with_its_pile_make_a_game_file() -> None:
    table = Table()
    table.seat_number(1)
    table.form = "S-42a"
    table.speak("en")
    table.seats[0].tally = Tally(dict.fromkeys(Category, 2), stability=7)
    give(table, [card(0, 0, "A1:CF"), card(1, 0, ""), card(0, 1, "B1:MS"), card(1, 1, "C1:RR")], pile=True)
    chosen = ("reference_texts", "corrupted_codices", "historic_volumes", "monster_manuals")
    for place, category in zip(table.category_cards, chosen, strict=True):
        place.lay(Category(category))
    game = table.game()
    assert game["library"] == {"focus": "monster_manuals", "cards": ["A1:CF", "B1:MS", "C1:RR"]}
    assert (game["players"][0]["stability"], game["players"][0]["tally"]["historic_volumes"]) == (7, 2)
    assert score(GameFile.from_dict(game)).form == "S-42a"


def test_a_player_named_after_their_place_is_so_in_every_language(table: Table) -> None:
    table.rename("s1", "Ana")
    table.speak("cs")
    assert [seat.name for seat in table.seats] == ["Ana", "Hráč 2"]
    table.rename("s1", "  ")
    assert table.seats[0].name == "Hráč 1"


def test_whoever_gets_another_name_is_somebody_else(table: Table) -> None:
    table.seats[0].bot, table.seats[0].conceded = "normal", True
    table.rename("s1", "Ana")
    now = table.seats[0]
    assert now.bot is None
    assert not now.conceded


def test_a_late_tap_does_not_reach_the_next_table(table: Table) -> None:
    take(table, log({"kind": "undo"}))
    after = table.another()
    after.sit_down().lay_notation("A1:CF")
    take(after, log({"kind": "undo"}, {"kind": "remove", "card": 0}))
    assert str(after.seats[0].shelf) == "A1:CF"
    assert after.done == 2
