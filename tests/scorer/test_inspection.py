"""RULES 3, form B-7c: every rule with every printed example, and properties against `obvious`."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.cards import Category
from scorer.editions import load_edition
from scorer.inspection import (
    Column,
    Entrant,
    Inspection,
    TieBreak,
    TieBreakEnd,
    banned_penalty,
    category_record,
    column,
    decide,
    focus_bonus,
    inspect,
    out_of_order,
    prominent_awards,
    variety_bonus,
)
from scorer.shelf import Shelf
from tests.scorer.oracle import obvious
from tests.scorer.strategies import shelves

C, F, H, M, R, S = Category
Order = tuple[TieBreak | TieBreakEnd, ...]


def books(*counts: int) -> dict[Category, int]:
    return dict(zip(Category, counts, strict=True))


def turned(text: str) -> list[str]:
    return [str(error.card) for error in out_of_order(Shelf.parse(text))]


def entrant(text: str, focus: Category = S, hand: int = 0) -> Entrant:
    return Entrant.with_shelf("Ana", focus, Shelf.parse(text), hand)


class TestOnlyTheShelfScores:
    def test_k3_the_hand_does_not_score(self) -> None:
        assert entrant("A1:SS", hand=6).books == entrant("A1:SS", hand=0).books
        assert column(entrant("A1:SS", hand=6), 0, C).total == column(entrant("A1:SS"), 0, C).total

    def test_a_library_keeps_its_name_focus_and_hand(self) -> None:
        inspected = Entrant.with_shelf("Ana", H, Shelf.parse("A1:SS"), 3)
        assert (inspected.name, inspected.focus, inspected.hand) == ("Ana", H, 3)


class TestFlipping:
    def test_a0_turning_m8_first_saves_two_cards(self) -> None:
        shelf = Shelf.parse("M8:CC M3:HS N1:CF")
        assert turned(str(shelf)) == ["M3:HS"]
        assert turned(str(shelf.turned([(0, 0)]))) == []
        assert category_record(shelf.turned([(0, 0)])) == books(1, 1, 1, 0, 0, 1)


class TestAlphabeticalOrder:
    def test_a1_the_printed_example(self) -> None:
        assert turned("M8:C M3:H N1:S") == ["M3:H"]

    def test_a1_top_row_to_bottom_row(self) -> None:
        assert turned("A1:C C1:C / B1:C D1:C") == ["B1:C"]

    def test_a1_letter_first_then_number(self) -> None:
        assert turned("A9:C B1:C B10:C B9:C") == ["B9:C"]

    def test_a1_a_turned_card_is_no_longer_compared_with(self) -> None:
        assert turned("C1:C A1:C B1:C D1:C") == ["A1:C", "B1:C"]

    def test_a1_face_down_cards_are_skipped(self) -> None:
        assert turned("A1:C #Z9:C # B1:C") == []

    def test_a1_the_card_before_is_named(self) -> None:
        (error,) = out_of_order(Shelf.parse("A1:C D2:C / . B3:C"))
        assert (error.row, error.column, str(error.card), str(error.after)) == (1, 1, "B3:C", "D2:C")

    @given(shelves())
    def test_a1_agrees_with_the_obvious_walk(self, text: str) -> None:
        found = [(error.row, error.column) for error in out_of_order(Shelf.parse(text))]
        assert found == obvious.turned_by_a1(obvious.places(text))


class TestCategoryRecord:
    def test_a2_counts_books_on_face_up_cards(self) -> None:
        assert category_record(Shelf.parse("A1:CCF B2:CS / #C3:MMMM D4:R")) == books(3, 1, 0, 0, 1, 1)

    def test_a2_cards_turned_by_a1_do_not_count(self) -> None:
        assert category_record(Shelf.parse("B1:FF A1:CCCC")) == books(0, 2, 0, 0, 0, 0)

    @given(shelves())
    def test_a2_agrees_with_the_obvious_count(self, text: str) -> None:
        assert category_record(Shelf.parse(text)) == obvious.books(obvious.places(text))


class TestStability:
    """The printed pictures are missing from the text; these shelves have the printed results."""

    def points(self, text: str) -> int:
        return column(entrant(text), 0, C).b1

    def test_b1_nine(self) -> None:
        assert self.points("# # # . / # # # # / # # # .") == 9

    def test_b1_eight(self) -> None:
        assert self.points(". # . # / # # # # / # # # #") == 8

    def test_b1_none_on_the_lowest_row(self) -> None:
        assert self.points("# # # / # # # / # . .") == 0

    def test_b1_twelve(self) -> None:
        assert self.points("# # # # # / # # # # / # # # # #") == 12

    def test_b1_needs_two_by_two(self) -> None:
        assert self.points("A1 B1 C1 D1".replace("1", "1:C")) == 0
        assert self.points("# / # / #") == 0
        assert self.points("# # / # #") == 4

    def test_b1_face_down_cards_count(self) -> None:
        assert self.points("#A1 # / #B1:CC C1:C") == 4

    def test_b1_a_card_turned_by_a1_counts(self) -> None:
        assert self.points("D1:C C1:C / B1:C A1:C") == 4

    def test_b1_two_for_each_buried_card(self) -> None:
        assert self.points("A1:C+ B1:C") == 2
        assert self.points("A1:C+ #+ / # #+") == 4 + 6

    @given(shelves())
    def test_b1_agrees_with_the_obvious_one(self, text: str) -> None:
        places = obvious.places(text)
        buried = sum(token.endswith("+") for token in places.values())
        assert self.points(text) == obvious.rectangle(places) + 2 * buried


class TestProminentWorks:
    @pytest.mark.parametrize(
        ("counts", "awards"),
        [
            pytest.param([8, 10, 9, 7], [4, 15, 9, 0], id="printed"),
            pytest.param([9, 9, 5, 1], [12, 12, 4, 0], id="two tied first"),
            pytest.param([9, 6, 6, 1], [15, 7, 7, 0], id="two tied second"),
            pytest.param([9, 6, 2, 2], [15, 9, 2, 2], id="two tied third"),
            pytest.param([9, 9, 9, 1], [10, 10, 10, 0], id="three tied first"),
            pytest.param([9, 4, 4, 4], [15, 5, 5, 5], id="three tied second"),
            pytest.param([3, 3, 3, 3], [7, 7, 7, 7], id="four tied first"),
            pytest.param([3, 3, 2, 2], [12, 12, 2, 2], id="two and two"),
            pytest.param([5, 2], [15, 9], id="two players"),
            pytest.param([5, 5], [12, 12], id="two players tied"),
            pytest.param([4], [15], id="alone"),
        ],
    )
    def test_b2_shares(self, counts: list[int], awards: list[int]) -> None:
        assert prominent_awards(counts) == awards

    def test_b2_two_tied_first_the_next_is_third(self) -> None:
        assert prominent_awards([7, 7, 3]) == [12, 12, 4]

    def test_b2_three_tied_first(self) -> None:
        assert prominent_awards([6, 6, 6]) == [10, 10, 10]

    def test_b2_ruling_no_book_still_takes_a_place(self) -> None:
        assert prominent_awards([3, 0, 0]) == [15, 7, 7]

    def test_b2_the_ruling_may_be_changed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("scorer.inspection.PLACE_WITHOUT_BOOKS", False)
        assert prominent_awards([3, 0, 0]) == [15, 0, 0]

    @given(st.lists(st.integers(0, 5), min_size=1, max_size=4))
    def test_b2_agrees_with_sharing_by_hand(self, counts: list[int]) -> None:
        assert prominent_awards(counts) == obvious.awards(counts)

    @given(st.lists(st.integers(0, 6), min_size=1, max_size=3), st.integers(0, 6))
    def test_b2_more_books_never_earn_less(self, others: list[int], mine: int) -> None:
        assert prominent_awards([mine + 1, *others])[0] >= prominent_awards([mine, *others])[0]


class TestRowsThreeToFive:
    def test_b3_minus_one_a_banned_book(self) -> None:
        assert banned_penalty(books(13, 0, 0, 0, 0, 0), C) == -13  # printed

    def test_b4_three_times_the_smallest_not_banned(self) -> None:
        assert variety_bonus(books(1, 5, 9, 7, 6, 6), C) == 15  # printed

    def test_b4_the_banned_category_is_ignored(self) -> None:
        assert variety_bonus(books(5, 0, 9, 7, 6, 6), F) == 15

    def test_b4_tied_smallest_counts_once(self) -> None:
        assert variety_bonus(books(9, 4, 4, 4, 5, 6), C) == 12  # cs note

    def test_b5_two_a_book(self) -> None:
        assert focus_bonus(books(0, 0, 0, 14, 0, 0), M) == 28  # printed


#: RULES 3, the table printed in pt and fr: counts by category, stability, focus; then B1 to B5 and the total.
GOLDEN = {
    "Rita": (books(2, 12, 5, 6, 7, 6), 8, M, (8, 4, -2, 15, 12, 37)),
    "Eric": (books(4, 8, 10, 6, 8, 7), 12, H, (12, 9, -4, 18, 20, 55)),
    "Alberto": (books(5, 3, 6, 9, 4, 9), 10, S, (10, 0, -5, 9, 18, 32)),
    "Daria": (books(9, 10, 7, 7, 9, 1), 9, F, (9, 15, -9, 3, 20, 38)),
}


class TestGoldenExample:
    def inspection(self) -> Inspection:
        entrants = [Entrant(name, focus, a2, stability) for name, (a2, stability, focus, _) in GOLDEN.items()]
        return inspect(entrants, prominent=R, banned=C, tie_breaks=FULL)

    def test_b1_to_b5_every_printed_number(self) -> None:
        printed = [row for *_, row in GOLDEN.values()]
        assert [(c.b1, c.b2, c.b3, c.b4, c.b5, c.total) for c in self.inspection().columns] == printed

    def test_the_highest_total_wins(self) -> None:
        assert (self.inspection().winners, self.inspection().decided_by) == ((1,), "total")


def tied(*players: tuple[dict[Category, int], int | None]) -> list[Column]:
    """Columns with equal totals: books by category, hand."""
    return [
        Column(
            Entrant(f"P{i}", S, a2, hand=hand),
            b1=40 - sum(a2.values()),
            b2=sum(a2.values()),
            b3=0,
            b4=0,
            b5=0,
        )
        for i, (a2, hand) in enumerate(players)
    ]


#: T: the order of the Portuguese and French books; the Czech one ends otherwise, the English is shorter.
FULL: Order = ("books", "hand", "banned", "reading")


def order(end: TieBreakEnd) -> Order:
    return (*FULL[:-1], end)


def decided(columns: list[Column], order: Order) -> tuple[tuple[int, ...], str]:
    form = decide(tuple(columns), C, order)
    return form.winners, form.decided_by


class TestTies:
    FEW, MANY = books(1, 1, 1, 1, 1, 1), books(1, 1, 1, 1, 1, 9)

    @pytest.mark.parametrize("end", ["reading", "shared"])
    def test_t_most_books(self, end: TieBreakEnd) -> None:
        assert decided(tied((self.FEW, 0), (self.MANY, 9)), order(end)) == ((1,), "books")

    @pytest.mark.parametrize("end", ["reading", "shared"])
    def test_t_then_fewest_cards_in_hand(self, end: TieBreakEnd) -> None:
        assert decided(tied((self.FEW, 3), (self.FEW, 2)), order(end)) == ((1,), "hand")

    @pytest.mark.parametrize("hands", [(None, None), (None, 2), (2, None)])
    def test_t_is_open_where_nobody_counted_the_hands_that_decide(
        self, hands: tuple[int | None, ...]
    ) -> None:
        players = tied(*((self.FEW, hand) for hand in hands))
        assert decided(players, FULL) == ((0, 1), "hand")
        assert decided(players, ("books", "shared")) == ((0, 1), "shared")
        assert decided(tied((self.FEW, None), (self.MANY, None)), FULL) == ((1,), "books")

    def test_t_the_hand_beside_a_shelf_counts_too(self) -> None:
        shelves = [column(entrant("A1:SS", hand=hand), 0, C) for hand in (3, 2)]
        assert decided(shelves, FULL) == ((1,), "hand")
        assert Entrant.with_shelf("Ana", S, Shelf.parse("A1:SS")).hand == 0

    @pytest.mark.parametrize("end", ["reading", "shared"])
    def test_t_then_fewest_banned_books(self, end: TieBreakEnd) -> None:
        moved = books(0, 2, 1, 1, 1, 1)
        assert decided(tied((self.FEW, 2), (moved, 2)), order(end)) == ((1,), "banned")

    def test_t_en_has_no_step_for_banned_books(self) -> None:
        moved = books(0, 2, 1, 1, 1, 1)
        printed = load_edition("en").rules.tie_breaks
        assert decided(tied((self.FEW, 2), (moved, 2)), printed) == ((0, 1), "reading")

    def test_t_a_copy_may_print_another_order(self) -> None:
        players = tied((self.FEW, 2), (self.MANY, 3))
        assert decided(players, ("hand", "books", "shared")) == ((0,), "hand")
        assert decided(players, ("shared",)) == ((0, 1), "shared")

    def test_t_en_pt_fr_the_first_to_finish_a_book_is_open(self) -> None:
        assert decided(tied((self.FEW, 2), (self.FEW, 2)), FULL) == ((0, 1), "reading")

    def test_t_cs_the_win_is_shared(self) -> None:
        assert decided(tied((self.FEW, 2), (self.FEW, 2)), order("shared")) == ((0, 1), "shared")

    @pytest.mark.parametrize(
        ("end", "reader", "winners"),
        [
            ("reading", None, (0, 1)),
            ("reading", "Bo", (1,)),
            ("reading", "Cy", (0, 1)),
            ("shared", "Bo", (0, 1)),
        ],
    )
    def test_t_the_reader_wins_if_tied(
        self, end: TieBreakEnd, reader: str | None, winners: tuple[int, ...]
    ) -> None:
        named = [Entrant("Ana", H, self.MANY), Entrant("Bo", H, self.MANY), Entrant("Cy", H, self.FEW)]
        form = inspect(named, M, C, order(end), reader)
        assert (form.winners, form.decided_by, form.tied) == (winners, end, (0, 1))

    def test_t_only_those_still_tied_go_on(self) -> None:
        form = decide(tuple(tied((self.MANY, 4), (self.MANY, 3), (self.FEW, 0))), C, FULL)
        assert (form.winners, form.decided_by, form.tied) == ((1,), "hand", (0, 1))

    def test_nobody_is_tied_where_the_totals_decide(self) -> None:
        form = decide((column(entrant("A1:SS"), 9, C), column(entrant("B1:SS"), 4, C)), C, FULL)
        assert (form.winners, form.decided_by, form.tied) == ((0,), "total", ())


@given(st.lists(st.lists(st.integers(0, 3), min_size=6, max_size=6), min_size=1, max_size=4))
@settings(max_examples=60)
def test_totals_never_depend_on_the_order_of_players(counts: list[list[int]]) -> None:
    entrants = [Entrant(str(i), list(Category)[2 + i], books(*a2)) for i, a2 in enumerate(counts)]
    forward = inspect(entrants, C, F, order("shared"))
    backward = inspect(entrants[::-1], C, F, order("shared"))
    assert [c.total for c in forward.columns] == [c.total for c in backward.columns][::-1]
    assert {entrants[i].name for i in forward.winners} == {entrants[::-1][i].name for i in backward.winners}
