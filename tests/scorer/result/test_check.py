"""`shelfmark check`: everything about one shelf."""

from itertools import combinations

from hypothesis import given

from scorer.cards import Deck
from scorer.inspection import out_of_order
from scorer.result.check import check, fewest_turns
from scorer.shelf import Shelf
from tests.scorer.strategies import shelves


def said(text: str) -> str:
    return " ".join(check(Shelf.parse(text)).sentences)


class TestOrder:
    def test_a1_errors_name_the_cards_between_which_they_break(self) -> None:
        report = check(Shelf.parse("M8:C M3:H / N1:S A1:C"))
        assert [(e.row, e.column, e.card, e.after) for e in report.turned] == [
            (0, 1, "M3", "M8"),
            (1, 1, "A1", "N1"),
        ]
        assert "M3 (row 1, column 2) does not come after M8" in report.sentences[1]

    def test_fewest_cards_to_turn(self) -> None:
        assert check(Shelf.parse("Z9:C A1:C B1:C / C1:C D1:C")).fewest == ["Z9"]
        assert "At least 1 must be face down for the rest to be in order: Z9." in said("Z9:C A1:C B1:C")

    def test_a_shelf_in_order(self) -> None:
        assert "every face-up card comes after the one before" in said("A1:C # B1:C")

    @given(shelves(most_columns=3))
    def test_fewest_turns_agrees_with_trying(self, text: str) -> None:
        shelf = Shelf.parse(text)
        places = [(r, c) for r, c, cell in shelf.cells() if cell.face_up]
        fewest = next(
            count
            for count in range(len(places) + 1)
            if any(not out_of_order(shelf.turned(some)) for some in combinations(places, count))
        )
        assert len(fewest_turns(shelf)) == fewest


class TestRules:
    def test_b1_stability_and_its_rectangle(self) -> None:
        report = check(Shelf.parse("# . / A1:C B1:C / # #+"))
        assert report.rectangle is not None
        assert (report.stability, report.rectangle.row, report.rectangle.column) == (6, 1, 0)
        assert (
            "Stability: 2 × 2 cards from row 2, column 1, 4 points. Buried cards: 1, 2 points."
            in " ".join(report.sentences)
        )

    def test_b1_no_rectangle(self) -> None:
        assert "no full rectangle of 2 × 2 on the lowest row, 0 points" in said("A1:C B1:C")

    def test_k1_and_k2_violations(self) -> None:
        assert check(Shelf.parse("A1 . / . B2")).problems == [
            "K1: B2 lies apart from the rest, no edge touches it."
        ]
        assert check(Shelf.parse("A1 / A2 / A3 / A4")).problems[0].startswith("K2: the shelf spans 4 rows")

    def test_1_duplicates(self) -> None:
        (problem,) = check(Shelf.parse("A1:C B1 #A1")).problems
        assert problem == "A1 is there 2 times (row 1, column 1; row 1, column 3); each card exists once."


class TestDeck:
    def test_cards_that_the_deck_does_not_have(self) -> None:
        assert check(Shelf.parse("E9 E2"), Deck.house()).problems == ["The deck has no E9 (row 1, column 1)."]

    def test_books_that_differ(self) -> None:
        assert check(Shelf.parse("E2:HH"), Deck.house()).problems == [
            "E2:HH (row 1, column 1) is E2:HFS in the deck."
        ]
        assert check(Shelf.parse("E2:SFH #E2+"), Deck.house()).problems[:1] == [
            "E2 is there 2 times (row 1, column 1; row 1, column 2); each card exists once."
        ]

    def test_without_a_deck_any_card_will_do(self) -> None:
        assert check(Shelf.parse("E99")).problems == []


def test_an_empty_shelf() -> None:
    assert check(Shelf()).cards == 0
    assert check(Shelf()).problems == []
