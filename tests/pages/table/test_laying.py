"""Several photos of one table: shelves put together, each with its player, and what was mended stays."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.scoring.doubts import lay_in, no_card, questions
from pages.shelves.edits import take
from pages.table.seat import Seat
from pages.table.state import Table
from tests.pages.table.shelves import at, card, give, show
from vision.reading import CardReading, HoleReading, PhotoReading, ShelfReading


def shelf(*cards: CardReading) -> PhotoReading:
    return PhotoReading(shelves=[ShelfReading.of_cards(list(cards))])


def also(reading: CardReading, photo: int, x: float = 300) -> CardReading:
    """The card, also seen in another photo, where it lies ``x`` further to the right."""
    corners = at(reading.corners[0][0] + x, reading.corners[0][1])
    return reading.model_copy(update={"elsewhere": reading.elsewhere | {photo: corners}})


def only(reading: CardReading, photo: int, x: float = 300) -> CardReading:
    """The card, seen in another photo alone."""
    moved = also(reading, photo, x)
    return moved.model_copy(update={"photo": photo, "corners": moved.elsewhere[photo], "elsewhere": {}})


def row(*names: str) -> list[CardReading]:
    return [card(0, column, name) for column, name in enumerate(names)]


def tell(table: Table, *edits: dict[str, Any], seat: str = "s1") -> None:
    done = table.done
    numbered = [{"n": done + n, "seat": seat, **edit} for n, edit in enumerate(edits, 1)]
    take(table, {"client": table.client or "w", "edits": numbered})


def long_shelf() -> PhotoReading:
    """A1 A2 A3 in photo 0, A2 A3 A4 in photo 1."""
    one, two, three, four = row("A1:CF", "A2:HH", "A3:MM", "A4:RR")
    return shelf(one, also(two, 1), also(three, 1), only(four, 1))


@pytest.fixture
def table() -> Table:
    """Two players; photo p shows A1 A2? A3 of the first."""
    table = Table()
    table.seat_number(2)
    one, two, three = row("A1:CF", "A2:HH", "A3:MM")
    two.review, two.second = ["order"], {"order": 7}
    give(table, [one, two, three])
    return table


def texts(table: Table) -> list[str]:
    return [str(seat.shelf) for seat in table.seats]


def first(table: Table) -> Seat:
    return table.seats[0]


def test_what_is_doubtful_of_a_shelf_is_its_player_s_until_somebody_answers() -> None:
    table = Table()
    table.seat_number(2)
    parts = [
        ShelfReading.of_cards(cards, {"parted"}) for cards in (row("A1:CF"), [card(0, 0, "B1:C", shelf=1)])
    ]
    show(table, PhotoReading(shelves=parts), ["p"])
    assert [seat.doubts for seat in table.seats] == [("parted",), ("parted",)]
    table.photos["p"].answered = True
    show(table, PhotoReading(shelves=parts), ["p"])
    assert [seat.doubts for seat in table.seats] == [(), ()]


def with_hole() -> PhotoReading:
    """A1 A2 A3 / B1 . B3 with a hole, where a card may lie."""
    cards = [*row("A1:CF", "A2:HH", "A3:MM"), card(1, 0, "B1:RR"), card(1, 2, "B3:RR")]
    hole = HoleReading(row=1, column=1, corners=tuple(at(12, 16)))
    return PhotoReading(shelves=[ShelfReading.of_cards(cards, (), [hole])])


def asked(table: Table) -> list[tuple[int, int]]:
    return [each.card.place for each in questions(table.shelves) if each.asked == "hole"]


def test_a_hole_lies_where_its_neighbours_lie_and_is_none_once_a_card_is_there() -> None:
    table = Table()
    table.seat_number(1)
    show(table, with_hole(), ["p"])
    assert asked(table) == [(1, 1)]
    for number in (0, 1, 2):
        tell(table, {"kind": "remove", "card": first(table).cards[0].id})
        assert asked(table) == [(1 if number < 2 else 0, 1)]
    tell(table, {"kind": "add", "row": 0, "column": 1, "fields": {"letter": "B", "order": 2}})
    assert asked(table) == []
    tell(table, {"kind": "undo"})
    assert asked(table) == [(0, 1)]


def test_a_hole_without_a_card_stays_so_when_the_photo_is_read_again() -> None:
    table = Table()
    table.seat_number(1)
    show(table, with_hole(), ["p"])
    (question,) = questions(table.shelves)
    no_card(first(table), question.card)
    assert (asked(table), first(table).to_check) == ([], 0)
    show(table, with_hole(), ["p"])
    assert asked(table) == []
    assert len(first(table).holes) == 1


def test_a_card_laid_in_a_hole_is_asked_about_and_stays_when_the_photo_is_read_again() -> None:
    table = Table()
    table.seat_number(1)
    show(table, with_hole(), ["p"])
    (question,) = questions(table.shelves)
    number = lay_in(first(table), question.card)
    assert lay_in(first(table), question.card) == number
    assert [(each.asked, each.card.place) for each in questions(table.shelves)] == [("unknown", (1, 1))]
    tell(table, {"kind": "set", "card": number, "fields": {"letter": "B", "order": 2}})
    show(table, with_hole(), ["p"])
    assert (texts(table), asked(table)) == (["A1:CF A2:HH A3:MM / B1:RR B2 B3:RR"], [])


def test_the_holes_of_a_player_alone_lie_on_their_one_shelf() -> None:
    table = Table(form="S-42a")
    table.seat_number(1)
    left = ShelfReading.of_cards([card(0, 0, "A1:CF"), card(1, 0, "A2:HH")])
    right = with_hole().shelves[0]
    for each in right.cards:
        each.corners = at(200 + 12 * each.column, 16 * each.row)
    show(table, PhotoReading(shelves=[left, right]), ["p"])
    assert texts(table) == ["A1:CF A1:CF A2:HH A3:MM / A2:HH B1:RR . B3:RR"]
    assert asked(table) == [(1, 2)]


def test_the_holes_of_a_shelf_go_with_it() -> None:
    table = Table()
    table.seat_number(2)
    show(table, with_hole(), ["p"])
    table.swap("s1", "s2")
    assert [len(seat.open_holes) for seat in table.seats] == [0, 1]
    table.clear("s2")
    assert [seat.holes for seat in table.seats] == [(), ()]


def test_photos_of_one_shelf_are_one_shelf_of_one_player() -> None:
    table = Table()
    table.seat_number(2)
    show(table, long_shelf(), ["p", "q"])
    assert texts(table) == ["A1:CF A2:HH A3:MM A4:RR", ""]
    assert first(table).photos == ["p", "q"]
    assert [card.looks for card in first(table).cards] == [
        (("p", 0),),
        (("p", 1), ("q", 1)),
        (("p", 2), ("q", 2)),
        (("q", 0),),
    ]
    assert [table.crop(card) for card in first(table).cards] == [
        "data:,p0",
        "data:,p1",
        "data:,p2",
        "data:,q0",
    ]


def test_shelves_that_share_no_card_go_to_players_by_photo_and_from_the_left() -> None:
    table = Table()
    left, right, other = card(0, 0, "A1:CF"), card(0, 0, "B1:MS", shelf=1), only(card(0, 0, "C1:RR"), 1, 0)
    shelves = [ShelfReading.of_cards([each]) for each in (other, right, left)]
    show(table, PhotoReading(shelves=shelves), ["p", "q"])
    assert texts(table) == ["A1:CF", "B1:MS", "C1:RR"]


def test_a_photo_given_later_makes_the_shelf_longer_and_settles_its_doubts(table: Table) -> None:
    ids = [card.id for card in first(table).cards]
    show(table, long_shelf(), ["p", "q"], new="q")
    assert texts(table) == ["A1:CF A2:HH A3:MM A4:RR", ""]
    assert [card.id for card in first(table).cards][:3] == ids
    assert first(table).doubtful == []
    assert first(table).history == []


def test_what_was_mended_stays_when_another_photo_comes(table: Table) -> None:
    one, two, three = (card.id for card in first(table).cards)
    tell(
        table,
        {"kind": "set", "card": two, "fields": {"order": 9}},
        {"kind": "set", "card": one, "fields": {"buried": True, "categories": ["reference_texts"]}},
        {"kind": "set", "card": three, "fields": {"face_up": False}},
    )
    show(table, long_shelf(), ["p", "q"], new="q")
    assert texts(table)[0] == "A1:R+ A9:HH #A3:MM A4:RR"
    assert first(table).doubtful == []


def test_a_confirmed_doubt_is_not_asked_again(table: Table) -> None:
    tell(table, {"kind": "confirm", "card": first(table).cards[1].id})
    reading = long_shelf()
    reading.shelves[0].cards[1].review = ["letter", "order"]
    show(table, reading, ["p", "q"], new="q")
    assert [card.review for card in first(table).doubtful] == [("letter",)]


def test_cards_removed_moved_and_put_down_by_hand_stay_so(table: Table) -> None:
    one, _, three = (card.id for card in first(table).cards)
    tell(
        table,
        {"kind": "remove", "card": one},
        {"kind": "move", "card": three, "row": 1, "column": 0},
        {"kind": "add", "row": 1, "column": 1, "fields": {"letter": "B", "order": 3}},
    )
    assert texts(table)[0] == "A2:HH . / A3:MM B3"
    show(table, long_shelf(), ["p", "q"], new="q")
    assert texts(table)[0] == "A2:HH . A4:RR / A3:MM B3 ."


def test_a_card_put_down_by_hand_is_the_one_that_a_photo_shows_there(table: Table) -> None:
    tell(table, {"kind": "add", "row": 0, "column": 3, "fields": {"letter": "A", "order": 5}})
    hand = first(table).cards[3].id
    show(table, long_shelf(), ["p", "q"], new="q")
    assert texts(table)[0] == "A1:CF A2:HH A3:MM A5:RR"
    assert first(table).cards[3].id == hand
    assert table.crop(first(table).cards[3]) == "data:,q0"


def test_a_card_where_a_person_put_another_is_laid_beside_and_to_be_looked_at(table: Table) -> None:
    tell(table, {"kind": "move", "card": first(table).cards[0].id, "row": 0, "column": 3})
    show(table, long_shelf(), ["p", "q"], new="q")
    assert texts(table)[0] == "A2:HH A3:MM A1:CF A4:RR"
    assert [card.letter for card in first(table).doubtful] == ["A"]
    assert first(table).doubtful[0].order == 4


def test_two_shelves_that_turn_out_to_be_one_go_to_the_first_player_with_all_that_was_mended() -> None:
    table = Table()
    table.seat_number(2)
    left, right = row("A1:CF", "A2:HH"), [card(0, 0, "B1:MS"), card(0, 1, "B2:RR")]
    give(table, left)
    show(
        table,
        PhotoReading(shelves=[*shelf(*left).shelves, *shelf(*(only(c, 1, 0) for c in right)).shelves]),
        "pq",
    )
    assert texts(table) == ["A1:CF A2:HH", "B1:MS B2:RR"]
    tell(table, {"kind": "set", "card": first(table).cards[0].id, "fields": {"order": 8}})
    tell(table, {"kind": "set", "card": table.seats[1].cards[1].id, "fields": {"letter": "Z"}}, seat="s2")
    tell(table, {"kind": "add", "row": 1, "column": 0, "fields": {"letter": "D", "order": 4}}, seat="s2")
    whole = [
        *left,
        *(card.model_copy(update={"column": card.column + 2}) for card in (only(c, 1, 0) for c in right)),
    ]
    whole[1], whole[2] = also(whole[1], 2), also(whole[2], 2)
    show(table, shelf(*whole), "pqr", new="r")
    assert texts(table) == ["A8:CF A2:HH B1:MS Z2:RR / . . D4 .", ""]
    assert (table.seats[1].photos, table.seats[1].history) == ([], [])
    assert len({card.id for card in first(table).cards}) == 5


def test_a_shelf_taken_off_comes_back_with_a_photo_of_its_own_only() -> None:
    table = Table()
    mine, other = card(0, 0, "A1:CF"), card(0, 0, "B1:MS", shelf=1)
    give(table, [mine], [other])
    table.clear("s1")
    third = only(card(0, 0, "C1:RR"), 1)
    both = [ShelfReading.of_cards([each]) for each in (mine, other, third)]
    show(table, PhotoReading(shelves=both), "pq", new="q")
    assert texts(table) == ["C1:RR", "B1:MS"]
    again = [ShelfReading.of_cards([each]) for each in (also(mine, 2), other, third)]
    show(table, PhotoReading(shelves=again), "pqr", new="r")
    assert texts(table) == ["C1:RR", "B1:MS", "A1:CF"]


def test_a_photo_given_twice_seats_nobody_twice(table: Table) -> None:
    give(table, row("A1:CF", "A2:HH", "A3:MM"))
    assert texts(table) == ["A1:CF A2:HH A3:MM", ""]
    assert list(table.photos) == ["p"]


def test_a_photo_that_shows_nothing_new_is_not_kept() -> None:
    table = Table()
    show(table, shelf(card(0, 0, "A1:CF")), "pq")
    assert list(table.photos) == ["p"]


def test_cards_whose_photo_is_gone_stay_when_others_come(table: Table) -> None:
    show(table, long_shelf(), "pq", new="q")
    two, three, four = (only(each, 0, 300) for each in row("A2:HH", "A3:MM", "A4:RR"))
    for reading, column in ((two, 1), (three, 2), (four, 3)):
        reading.corners = at(300 + 12 * column, 0)
    show(table, shelf(two, three, four, only(card(0, 3, "A5:SS"), 1)), "qr", new="r")
    assert texts(table)[0] == "A1:CF A2:HH A3:MM A4:RR A5:SS"


def test_books_that_are_known_outlast_a_reading_without_a_legend(table: Table) -> None:
    reading = long_shelf()
    for each in reading.shelves[0].cards:
        each.categories = []
    show(table, reading, "pq", new="q")
    assert texts(table)[0] == "A1:CF A2:HH A3:MM A4"


def test_the_shelf_of_whoever_left_is_read_on_and_comes_back_with_them(table: Table) -> None:
    table.leave("s1")
    show(table, long_shelf(), "pq", new="q")
    assert texts(table) == [""]
    table.seat_number(2)
    assert texts(table) == ["", "A1:CF A2:HH A3:MM A4:RR"]


def test_a_card_that_the_edge_cuts_in_its_best_photo_is_cut() -> None:
    table = Table()
    whole, cut = row("A1:CF", "A2:HH")
    cut.corners = at(895, 0)  # the photo is 900 pixels wide
    give(table, [whole, cut])
    assert [table.is_cut(card) for card in first(table).cards] == [False, True]


def test_a_pile_over_two_photos_has_each_card_once() -> None:
    table = Table()
    table.form = "S-42a"
    table.library.lay_notation("C1:RR")
    left = [card(0, 0, "A1:CF"), card(1, 0, "A2:HH")]
    give(table, left, pile=True)
    assert sorted(f"{c.letter}{c.order}" for c in table.library.cards) == ["A1", "A2", "C1"]
    more = [left[0], also(left[1], 1), only(card(0, 1, "C1:RR"), 1)]
    show(table, PhotoReading(pile=more), "pq", new="q")
    assert sorted(f"{c.letter}{c.order}" for c in table.library.cards) == ["A1", "A2", "C1"]
    assert len({c.place for c in table.library.cards}) == 3
    assert table.library.photos == ["p", "q"]


edits = st.one_of(
    st.fixed_dictionaries(
        {
            "kind": st.just("set"),
            "card": st.integers(0, 6),
            "fields": st.sampled_from([{"letter": "Q"}, {"order": 7}, {"face_up": False}, {"buried": True}]),
        }
    ),
    st.fixed_dictionaries({"kind": st.sampled_from(["remove", "confirm"]), "card": st.integers(0, 6)}),
    st.fixed_dictionaries(
        {
            "kind": st.just("move"),
            "card": st.integers(0, 6),
            "row": st.integers(-1, 2),
            "column": st.integers(-1, 4),
        }
    ),
    st.fixed_dictionaries({"kind": st.just("add"), "row": st.integers(-1, 2), "column": st.integers(-1, 4)}),
    st.just({"kind": "undo"}),
)


@given(st.lists(edits, max_size=12))
def test_the_same_photos_read_again_change_nothing_that_was_mended(edits: list[dict[str, Any]]) -> None:
    table = Table()
    below = [card(1, 0, "B1:FF", ("order",)), card(1, 1, "")]
    reading = shelf(*long_shelf().shelves[0].cards, *below)
    show(table, reading, "pq")
    tell(table, *edits)
    before = first(table).cards
    show(table, reading, "pq", new="")
    assert first(table).cards == before


def test_what_photos_show_is_nothing_to_undo_and_stays_when_something_is_undone() -> None:
    """The legend reads the books of cards that lie there: nobody did that."""
    table = Table()
    table.sit_down()
    show(table, shelf(card(0, 0, "A1"), card(0, 1, "B1")), "p")
    show(table, shelf(card(0, 0, "A1:CF"), card(0, 1, "B1:HH")), "p")
    seat = first(table)
    assert (str(seat.shelf), seat.history) == ("A1:CF B1:HH", [])
    tell(table, {"kind": "set", "card": seat.cards[1].id, "fields": {"order": 2}})
    show(table, shelf(card(0, 0, "A1:CF"), card(0, 1, "B1:RR")), "p")
    assert str(seat.shelf) == "A1:CF B2:RR"
    seat.undo()
    assert (str(seat.shelf), seat.history) == ("A1:CF B1:RR", [])
    seat.redo()
    assert str(seat.shelf) == "A1:CF B2:RR"


def test_who_plays_alone_has_one_shelf_whatever_a_photo_shows() -> None:
    table = Table(form="S-42a")
    table.sit_down()
    give(table, [card(0, 0, "A1:CF")], [card(0, 4, "B1:HH", shelf=1), card(1, 4, "C1:RR", shelf=1)])
    assert [str(seat.shelf) for seat in table.seats] == ["A1:CF B1:HH / . C1:RR"]
