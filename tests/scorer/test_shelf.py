"""RULES 2: the notation, K1 and K2; and the largest rectangle of B1."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.cards import BookCard, Category
from scorer.limits import MOST_NOTATION
from scorer.shelf import MOST_COLUMNS, NotationError, Rectangle, Shelf, ShelvedCard, Space
from tests.scorer.oracle import obvious
from tests.scorer.strategies import shelves

DESIGN_EXAMPLE = "A3:CF B1:HMR . / C2 # D1:SS"


def up(name: str) -> ShelvedCard:
    return ShelvedCard(BookCard(name[0], int(name[1:])))


class TestNotation:
    @given(shelves())
    def test_parse_and_str_are_inverse(self, text: str) -> None:
        assert str(Shelf.parse(text)) == text
        assert Shelf.parse(str(Shelf.parse(text))) == Shelf.parse(text)

    def test_the_example_of_the_contract(self) -> None:
        shelf = Shelf.parse(DESIGN_EXAMPLE)
        assert str(shelf) == DESIGN_EXAMPLE
        assert shelf.at(0, 1) == ShelvedCard(
            BookCard(
                "B",
                1,
                None,
                (Category.HISTORIC_VOLUMES, Category.MONSTER_MANUALS, Category.REFERENCE_TEXTS),
            )
        )
        assert shelf.at(0, 2) is None
        assert shelf.at(1, 1) == ShelvedCard(None, face_up=False)

    @pytest.mark.parametrize("text", ["", "  ", "E2", "#", "#E2", "#E2:HFS", "E2:HFS+", "#+", "#E2+", ". E2"])
    def test_every_kind_of_cell(self, text: str) -> None:
        assert str(Shelf.parse(text)) == text.strip()

    def test_a_refusal_says_what_and_where(self) -> None:
        with pytest.raises(NotationError) as refused:
            Shelf.parse("A1 / B2 b0")
        said = str(refused.value)
        assert said.startswith(
            "'b0' in row 2, column 2 is not shelf notation: write a card such as E2 or E2:HFS"
        )
        assert said.endswith("buried beneath.")

    @pytest.mark.parametrize(
        ("length", "shown"), [(20, "x" * 20), (21, "x" * 20 + "…"), (90, "x" * 20 + "…")]
    )
    def test_a_refusal_shows_twenty_characters_of_a_token(self, length: int, shown: str) -> None:
        with pytest.raises(NotationError) as refused:
            Shelf.parse("x" * length)
        assert str(refused.value).startswith(f"'{shown}' in row 1, column 1")

    def test_a_row_without_a_cell_is_written_as_a_gap(self) -> None:
        assert str(Shelf((Shelf.parse("A1").rows[0], ()))) == "A1 / ."

    def test_spaces_do_not_matter(self) -> None:
        assert Shelf.parse(" A1   B2/C3 ") == Shelf.parse("A1 B2 / C3")

    @pytest.mark.parametrize(
        ("text", "row", "column"),
        [
            ("e2", 0, 0),
            ("A1 B0", 0, 1),
            ("A1 / B2 C100", 1, 1),
            ("A1 / B2 / C3:HFX", 2, 0),
            ("A1:", 0, 0),
            ("A1:HHHHH", 0, 0),
            ("A1 .+", 0, 1),
            ("+", 0, 0),
            ("##", 0, 0),
            ("A01", 0, 0),
            ("A1 / / B2", 1, 0),
            ("A1 /", 1, 0),
            ("É1", 0, 0),
            ("A١", 0, 0),
        ],
    )
    def test_a_bad_token_names_row_column_and_what_was_expected(
        self, text: str, row: int, column: int
    ) -> None:
        with pytest.raises(NotationError) as refusal:
            Shelf.parse(text)
        error = refusal.value
        assert (error.row, error.column) == (row, column)
        assert error.expected in str(error)
        assert f"row {row + 1}, column {column + 1}" in str(error)

    def test_a_long_token_is_cut_in_the_sentence(self) -> None:
        with pytest.raises(NotationError) as refusal:
            Shelf.parse("x" * 5000)
        assert len(str(refusal.value)) < 300

    def test_a_row_is_no_wider_than_the_limit(self) -> None:
        widest = " ".join(["#"] * MOST_COLUMNS)
        assert str(Shelf.parse(widest)) == widest
        with pytest.raises(NotationError) as refusal:
            Shelf.parse(f"A1 / {widest} B2")
        assert str(refusal.value) == (
            f"'B2' in row 2, column {MOST_COLUMNS + 1} is not shelf notation: "
            f"write at most {MOST_COLUMNS} cells in a row."
        )

    def test_a_text_is_no_longer_than_the_limit(self) -> None:
        assert str(Shelf.parse("A1".ljust(MOST_NOTATION))) == "A1"
        with pytest.raises(NotationError) as refusal:
            Shelf.parse("A1".ljust(MOST_NOTATION + 1))
        assert str(refusal.value) == (
            f"'{'A1':20}…' in row 1, column 1 is not shelf notation: "
            f"write at most {MOST_NOTATION} characters."
        )

    def test_an_empty_row_is_refused_in_words(self) -> None:
        with pytest.raises(NotationError) as refusal:
            Shelf.parse("A1 / / B2")
        assert str(refusal.value) == (
            "'' in row 2, column 1 is not shelf notation: write at least one cell between two /, . for a gap."
        )

    def test_refusals_travel_between_processes(self) -> None:
        with pytest.raises(NotationError) as refusal:
            Shelf.parse("A1 x")
        copy = pickle.loads(pickle.dumps(refusal.value))
        assert (str(copy), copy.row, copy.column) == (str(refusal.value), 0, 1)

    def test_a_face_up_card_is_known(self) -> None:
        with pytest.raises(ValueError, match=r"^a face-up card must be known$"):
            ShelvedCard(None)

    @pytest.mark.parametrize(("row", "column"), [(-1, 0), (0, -1), (2, 0), (1, 1), (0, 2)])
    def test_beyond_the_shelf_no_card_lies(self, row: int, column: int) -> None:
        assert Shelf.parse("A1 B2 / C3").at(row, column) is None


class TestPlacing:
    def test_k1_the_first_card_goes_anywhere(self) -> None:
        assert Shelf().spaces() == [Space(0, 0)]
        assert str(Shelf().place(0, 0, up("A1"))) == "A1"

    def test_k1_later_cards_go_beside_edge_to_edge(self) -> None:
        assert Shelf.parse("A1").spaces() == [Space(-1, 0), Space(0, -1), Space(0, 1), Space(1, 0)]
        with pytest.raises(ValueError, match="K1"):
            Shelf.parse("A1").place(1, 1, up("B2"))  # only corner to corner

    def test_k1_an_occupied_place_is_no_space(self) -> None:
        assert Space(0, 0) not in Shelf.parse("A1 B2").spaces()

    def test_k1_a_gap_may_be_filled(self) -> None:
        assert str(Shelf.parse("A1 . C3").place(0, 1, up("B2"))) == "A1 B2 C3"

    def test_k2_grows_up_or_down_within_three_rows(self) -> None:
        assert {space.row for space in Shelf.parse("A1 / B2").spaces()} == {-1, 0, 1, 2}
        assert {space.row for space in Shelf.parse("A1 / B2 / C3").spaces()} == {0, 1, 2}

    def test_k2_no_limit_on_columns(self) -> None:
        wide = Shelf.parse(" ".join(["#"] * 60))
        assert Space(0, 60) in wide.spaces()

    def test_growing_beyond_the_edge_shifts_the_shelf(self) -> None:
        assert str(Shelf.parse("A1 B2").place(-1, 1, up("C3"))) == ". C3 / A1 B2"
        assert str(Shelf.parse("A1").place(0, -1, up("C3"))) == "C3 A1"

    def test_k1_violations_are_named(self) -> None:
        assert Shelf.parse("A1 B2 / . . C3").problems() == [
            "K1: C3 lies apart from the rest, no edge touches it."
        ]

    def test_k2_violations_are_named(self) -> None:
        assert Shelf.parse("A1 / B2 / C3 / D4").problems()[0].startswith("K2: the shelf spans 4 rows")

    def test_k2_rows_above_the_first_card_do_not_count(self) -> None:
        assert Shelf.parse(". / . / A1 / B2 / C3").problems() == []

    def test_k1_all_cards_of_a_group_are_named(self) -> None:
        assert Shelf.parse("A1 B2 C3 . D4 E5").problems() == [
            "K1: D4; E5 lies apart from the rest, no edge touches it."
        ]

    @pytest.mark.parametrize(
        ("text", "apart"),
        [
            ("A1 . B2 C3", ["A1"]),
            ("A1 B2 . C3", ["C3"]),
            ("A1 . B2 . C3 C4 . D5 D6 D7", ["C3; C4", "A1", "B2"]),
            ("A1 . B2 . C3 . D4", ["B2", "C3", "D4"]),
        ],
    )
    def test_k1_the_largest_group_is_the_shelf_and_the_first_of_equals(
        self, text: str, apart: list[str]
    ) -> None:
        groups = ["; ".join(str(card) for card in group) for group in Shelf.parse(text).apart()]
        assert groups == apart

    def test_a_good_shelf_has_no_problems(self) -> None:
        assert Shelf.parse(DESIGN_EXAMPLE).problems() == []
        assert Shelf().problems() == []

    @given(st.lists(st.integers(0, 99), max_size=14))
    def test_whatever_is_placed_obeys_k1_and_k2(self, choices: list[int]) -> None:
        shelf = Shelf()
        for choice in choices:
            spaces = shelf.spaces()
            shelf = shelf.place(*spaces[choice % len(spaces)], ShelvedCard(None, face_up=False))
        assert shelf.problems() == []
        assert sum(1 for _ in shelf.cells()) == len(choices)

    def test_turned_leaves_everything_else(self) -> None:
        turned = Shelf.parse("A1:C+ B2:F / C3:H").turned([(0, 0), (1, 0)])
        assert turned == Shelf.parse("#A1:C+ B2:F / #C3:H")

    def test_a_card_can_be_taken_away(self) -> None:
        assert str(Shelf.parse("A1 B2 / C3").with_cell(0, 0, None)) == ". B2 / C3 ."


class TestLargestRectangle:
    @given(shelves())
    def test_b1_agrees_with_trying_every_rectangle(self, text: str) -> None:
        rectangle = Shelf.parse(text).largest_rectangle()
        assert (rectangle.cards if rectangle else 0) == obvious.rectangle(obvious.places(text))

    @given(shelves())
    def test_b1_the_rectangle_is_full_and_stands_on_the_lowest_row(self, text: str) -> None:
        shelf = Shelf.parse(text)
        found = shelf.largest_rectangle()
        if found is not None:
            assert found.row + found.height - 1 == shelf.lowest_row
            assert min(found.height, found.width) >= 2
            for row in range(found.row, found.row + found.height):
                assert all(shelf.at(row, c) for c in range(found.column, found.column + found.width))

    def test_b1_a_row_of_gaps_is_not_the_lowest(self) -> None:
        assert Shelf.parse("A1 B2 / C3 D4 / . .").largest_rectangle() == Rectangle(0, 0, 2, 2)

    def test_b1_of_equal_rectangles_the_flattest_then_the_leftmost(self) -> None:
        assert Shelf.parse(". # # / # # # / # # #").largest_rectangle() == Rectangle(1, 0, 2, 3)
        assert Shelf.parse("# # . # # / # # . # #").largest_rectangle() == Rectangle(0, 0, 2, 2)
