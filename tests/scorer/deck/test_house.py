"""The house deck keeps every count of RULES 1."""

import itertools
import json
from collections import Counter
from importlib import resources
from typing import Any

import pytest

from scorer.deck import house as house_deck
from scorer.deck.house import CATEGORIES, generate

SHIPPED = json.loads(resources.files("scorer").joinpath("data/house_deck.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("deck", [SHIPPED, generate(1), generate(2)], ids=["shipped", "seed 1", "seed 2"])
class TestCounts:
    def test_152_cards_carry_510_books(self, deck: dict[str, Any]) -> None:
        assert len(deck["cards"]) == 152
        assert sum(len(card["categories"]) for card in deck["cards"]) == 510
        assert {len(card["categories"]) for card in deck["cards"]} == {2, 3, 4}

    def test_85_books_of_each_category(self, deck: dict[str, Any]) -> None:
        books = Counter(category for card in deck["cards"] for category in card["categories"])
        assert books == dict.fromkeys(CATEGORIES, 85)

    def test_orders_have_no_holes(self, deck: dict[str, Any]) -> None:
        keys = [(card["letter"], card["order"]) for card in deck["cards"]]
        assert keys == [(letter, n) for letter, of in deck["letters"].items() for n in range(1, of + 1)]
        assert all(card["of"] == deck["letters"][card["letter"]] for card in deck["cards"])

    def test_letter_counts(self, deck: dict[str, Any]) -> None:
        assert sorted(deck["letters"]) == list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        assert all(2 <= of <= 10 for of in deck["letters"].values())
        assert deck["letters"]["E"] == 7
        assert deck["letters"]["M"] >= 8

    def test_e2_is_the_printed_card(self, deck: dict[str, Any]) -> None:
        e2 = next(card for card in deck["cards"] if (card["letter"], card["order"]) == ("E", 2))
        assert e2["categories"] == ["historic_volumes", "fantastical_fictions", "spells_potions"]

    def test_no_card_with_three_books_of_a_category(self, deck: dict[str, Any]) -> None:
        assert all(max(Counter(card["categories"]).values()) <= 2 for card in deck["cards"])


def test_same_seed_same_deck() -> None:
    assert generate(7) == generate(7)
    assert generate(7) != generate(8)


def test_shipped_file_is_the_generated_one() -> None:
    assert house_deck.house_deck() == SHIPPED


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
        codes = {category[0].upper(): category for category in CATEGORIES}
        source = resources.files("scorer").joinpath("data/house_titles.txt").read_text(encoding="utf-8")
        lines = [line.split(maxsplit=2) for line in source.splitlines() if line and line[0] != "#"]
        written = [(card[0], int(card[1:]), codes[code], title) for card, code, title in lines]
        assert written == self.books()

    def test_titles_fit_a_spine(self) -> None:
        assert [title for *_, title in self.books() if len(title) > 64] == []
