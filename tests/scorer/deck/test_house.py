"""The house deck keeps every count of RULES 1."""

import itertools
import json
from collections import Counter
from importlib import resources
from typing import Any

import pytest

from scorer.cards import Category, Deck
from scorer.deck.house import Book, generate, titles
from scorer.deck.printed import printed_deck

SHIPPED = json.loads(resources.files("scorer").joinpath("data/house_deck.json").read_text(encoding="utf-8"))


BOOKS = titles()


@pytest.mark.parametrize(
    "deck", [SHIPPED, generate(BOOKS, 1), generate(BOOKS, 2)], ids=["shipped", "seed 1", "seed 2"]
)
class TestCounts:
    def test_152_cards_carry_510_books(self, deck: dict[str, Any]) -> None:
        assert len(deck["cards"]) == 152
        assert sum(len(card["categories"]) for card in deck["cards"]) == 510
        assert {len(card["categories"]) for card in deck["cards"]} == {2, 3, 4}

    def test_85_books_of_each_category(self, deck: dict[str, Any]) -> None:
        books = Counter(category for card in deck["cards"] for category in card["categories"])
        assert books == dict.fromkeys(Category, 85)

    def test_orders_have_no_holes(self, deck: dict[str, Any]) -> None:
        keys = [(card["letter"], card["order"]) for card in deck["cards"]]
        assert keys == [(letter, n) for letter, of in deck["letters"].items() for n in range(1, of + 1)]
        assert all(card["of"] == deck["letters"][card["letter"]] for card in deck["cards"])

    def test_letter_counts_are_the_printed_decks(self, deck: dict[str, Any]) -> None:
        assert list(deck["letters"]) == list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        assert deck["letters"] == printed_deck().letters

    def test_the_known_cards_have_the_printed_books(self, deck: dict[str, Any]) -> None:
        cards = {(card["letter"], card["order"]): card["categories"] for card in deck["cards"]}
        known = {card.key: list(card.categories) for card in printed_deck().known}
        assert len(known) == 5
        assert {key: cards[key] for key in known} == known

    def test_no_card_with_three_books_of_a_category(self, deck: dict[str, Any]) -> None:
        assert all(max(Counter(card["categories"]).values()) <= 2 for card in deck["cards"])


def test_same_seed_same_deck() -> None:
    assert generate(BOOKS, 7) == generate(BOOKS, 7)
    assert generate(BOOKS, 7) != generate(BOOKS, 8)


def test_books_that_fit_no_cards_are_refused() -> None:
    with pytest.raises(ValueError, match="9 books of Q"):
        generate(BOOKS | {"Q": [Book(Category.HISTORIC_VOLUMES, "Quite")] * 9})


def test_each_cut_keeps_all_books_in_order() -> None:
    for seed in range(20):
        cards = generate(BOOKS, seed)["cards"]
        cut = [
            (card["letter"], Book(Category(category), title))
            for card in cards
            for category, title in zip(card["categories"], card["titles"], strict=True)
        ]
        assert cut == [(letter, book) for letter, books in BOOKS.items() for book in books]


def test_the_first_house_deck_is_kept() -> None:
    """Saved games name its cards."""
    first, now = Deck.first_house(), Deck.house()
    assert (len(first), first.letters["B"], now.letters["B"]) == (152, 8, 10)
    assert first.cards != now.cards


def test_shipped_file_is_the_generated_one() -> None:
    assert generate(BOOKS) == SHIPPED


class TestTitles:
    def books(self) -> list[tuple[str, int, str, str]]:
        return [
            (card["letter"], card["order"], category, title)
            for card in SHIPPED["cards"]
            for category, title in zip(card["categories"], card["titles"], strict=True)
        ]

    def test_510_different_titles(self) -> None:
        titles = [title.casefold() for *_, title in self.books()]
        assert len(titles) == 510
        assert [title for title, n in Counter(titles).items() if n > 1] == []

    def test_each_title_begins_with_its_letter(self) -> None:
        assert [title for letter, _, _, title in self.books() if not title.startswith(letter)] == []

    @pytest.mark.parametrize("spaces_count", [True, False])
    def test_titles_stand_in_alphabetical_order(self, spaces_count: bool) -> None:
        """By the first differing character, whether or not spaces and marks are counted as characters."""
        keys = [
            title.casefold() if spaces_count else "".join(filter(str.isalnum, title.casefold()))
            for *_, title in self.books()
        ]
        assert [pair for pair in itertools.pairwise(keys) if pair[0] >= pair[1]] == []

    def test_the_file_of_titles_names_the_category_of_each_book(self) -> None:
        """A title is written for its category; a deck dealt anew must not hand it to another one."""
        written = [(letter, *book) for letter, books in BOOKS.items() for book in books]
        assert written == [(letter, category, title) for letter, _, category, title in self.books()]

    def test_titles_fit_a_spine(self) -> None:
        assert [title for *_, title in self.books() if len(title) > 64] == []
