"""RULES 1: categories, cards, and what makes a deck."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scorer.cards import BookCard, Category, Deck, DeckError


@pytest.fixture
def house() -> dict[str, Any]:
    return Deck.house().to_dict()


class TestCategory:
    def test_1_codes_in_the_order_of_the_form(self) -> None:
        assert [category.code for category in Category] == list("CFHMRS")
        assert [Category.from_code(code) for code in "CFHMRS"] == list(Category)

    def test_an_unknown_code(self) -> None:
        with pytest.raises(KeyError):
            Category.from_code("X")


class TestBookCard:
    def test_a1_compares_letter_then_number(self) -> None:
        assert sorted([BookCard("M", 8), BookCard("N", 1), BookCard("M", 10), BookCard("A", 9)]) == [
            BookCard("A", 9),
            BookCard("M", 8),
            BookCard("M", 10),
            BookCard("N", 1),
        ]

    def test_notation(self) -> None:
        card = BookCard("E", 2, 7, (Category.HISTORIC_VOLUMES, Category.FANTASTICAL_FICTIONS))
        assert str(card) == "E2:HF"
        assert str(BookCard("E", 2)) == "E2"
        assert card.key == ("E", 2)


class TestDeck:
    def test_1_the_house_deck_has_152_cards_and_510_books_85_of_each(self) -> None:
        deck = Deck.house()
        assert len(deck) == 152
        books = [category for card in deck for category in card.categories]
        assert len(books) == 510
        assert {books.count(category) for category in Category} == {85}

    def test_1_e2_of_7_as_the_rulebook_prints_it(self) -> None:
        card = Deck.house().get("E", 2)
        assert card is not None
        assert (str(card), card.of) == ("E2:HFS", 7)

    def test_a_missing_card_is_none(self) -> None:
        assert Deck.house().get("E", 8) is None

    def test_to_dict_is_read_back(self, house: dict[str, Any]) -> None:
        again = Deck.from_dict(house)
        assert again.cards == Deck.house().cards
        assert again.to_dict() == house

    def test_load_names_the_file_that_cannot_be_read(self, tmp_path: Path) -> None:
        with pytest.raises(DeckError, match=r"nothing\.json cannot be read"):
            Deck.load(tmp_path / "nothing.json")

    def test_load(self, tmp_path: Path, house: dict[str, Any]) -> None:
        path = tmp_path / "deck.json"
        path.write_text(json.dumps(house))
        assert Deck.load(path).cards == Deck.house().cards

    def test_every_violation_is_named(self, house: dict[str, Any]) -> None:
        house["cards"] = [c for c in house["cards"] if (c["letter"], c["order"]) not in (("A", 2), ("B", 1))]
        with pytest.raises(DeckError) as refusal:
            Deck.from_dict(house)
        assert {"A2 is missing", "B1 is missing", "it has 150 cards, a deck has 152"} <= set(
            refusal.value.problems
        )
        first, more = refusal.value.problems[:3], len(refusal.value.problems) - 3
        assert str(refusal.value).endswith(f": {'; '.join(first)}; and {more} more.")


def broken(house: dict[str, Any], change: Callable[[list[Any]], object]) -> dict[str, Any]:
    deck = copy.deepcopy(house)
    change(deck["cards"])
    return deck


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda cards: cards.pop(3), "A4 is missing"),
        (lambda cards: cards.append(dict(cards[0])), "A1 is there 2 times"),
        (lambda cards: cards[0].update(of=9), 'the cards of A disagree on "of" (7, 9)'),
        (lambda cards: cards[0].update(order=8), "A8 is beyond the 7 cards of A"),
        (
            lambda cards: cards[0].update(categories=["monster_manuals"]),
            "A1 has 1 books, a card has 2, 3 or 4",
        ),
        (lambda cards: cards[0].update(categories=["novels"]), 'card 1 needs "categories" from the list'),
        (lambda cards: cards[0].update(categories=[["x"]]), 'card 1 needs "categories" from the list'),
        (lambda cards: cards[0].update(letter="aa"), 'card 1 needs a "letter" from A to Z'),
        (lambda cards: cards[0].update(order=True), 'card 1 needs a number from 1 to 99 as "order"'),
        (lambda cards: cards[0].update(of="7"), 'card 1 needs a number from 1 to 99 as "of"'),
        (lambda cards: cards.insert(0, "A1"), "card 1 is not an object"),
        (lambda cards: cards[0].update(titles=[1]), 'the "titles" of card 1 must be a list of texts'),
        (lambda cards: cards[0].update(titles=["Apes"]), "A1 has 1 titles for"),
        (
            lambda cards: cards[0]["titles"].__setitem__(0, "Zebras"),
            'the title "Zebras" of A1 does not begin with A',
        ),
        (lambda cards: cards[0]["titles"].__setitem__(0, "Azzz"), '"Azzz" of A1 does not come before'),
    ],
)
def test_1_problems_of_a_deck(
    house: dict[str, Any], change: Callable[[list[Any]], object], problem: str
) -> None:
    assert [found for found in Deck.problems(broken(house, change)) if problem in found]


def test_1_every_category_is_counted(house: dict[str, Any]) -> None:
    first = house["cards"][0]
    first["categories"][0] = next(c for c in Category if c != first["categories"][0]).value
    assert len([problem for problem in Deck.problems(house) if "a deck has 85" in problem]) == 2


def test_1_letters_must_agree_with_the_cards(house: dict[str, Any]) -> None:
    house["letters"]["A"] = 9
    assert '"letters" says 9 cards of A, there are 7' in Deck.problems(house)
    assert Deck.problems({"cards": house["cards"]}) == []
    assert Deck.problems(house | {"letters": 3}) == ['"letters" must give the number of cards of each letter']


@pytest.mark.parametrize("data", [None, [], {}, {"cards": {}}, {"cards": 3}, "deck"])
def test_not_a_deck_at_all(data: Any) -> None:
    assert Deck.problems(data) == ['it must be an object with a list "cards"']
