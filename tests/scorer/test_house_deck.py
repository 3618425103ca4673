"""The house deck keeps every count of RULES 1."""

import json
from collections import Counter
from importlib import resources

import pytest

from scorer import house_deck
from scorer.house_deck import CATEGORIES, generate

SHIPPED = json.loads(resources.files("scorer").joinpath("data/house_deck.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("deck", [SHIPPED, generate(1), generate(2)], ids=["shipped", "seed 1", "seed 2"])
class TestCounts:
    def test_152_cards_carry_510_books(self, deck):
        assert len(deck["cards"]) == 152
        assert sum(len(card["categories"]) for card in deck["cards"]) == 510
        assert {len(card["categories"]) for card in deck["cards"]} == {2, 3, 4}

    def test_85_books_of_each_category(self, deck):
        books = Counter(category for card in deck["cards"] for category in card["categories"])
        assert books == dict.fromkeys(CATEGORIES, 85)

    def test_orders_have_no_holes(self, deck):
        keys = [(card["letter"], card["order"]) for card in deck["cards"]]
        assert keys == [(letter, n) for letter, of in deck["letters"].items() for n in range(1, of + 1)]
        assert all(card["of"] == deck["letters"][card["letter"]] for card in deck["cards"])

    def test_letter_counts(self, deck):
        assert sorted(deck["letters"]) == list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        assert all(2 <= of <= 10 for of in deck["letters"].values())
        assert deck["letters"]["E"] == 7
        assert deck["letters"]["M"] >= 8

    def test_e2_is_the_printed_card(self, deck):
        e2 = next(card for card in deck["cards"] if (card["letter"], card["order"]) == ("E", 2))
        assert e2["categories"] == ["historic_volumes", "fantastical_fictions", "spells_potions"]

    def test_no_card_with_three_books_of_a_category(self, deck):
        assert all(max(Counter(card["categories"]).values()) <= 2 for card in deck["cards"])


def test_same_seed_same_deck():
    assert generate(7) == generate(7)
    assert generate(7) != generate(8)


def test_shipped_file_is_the_generated_one():
    assert house_deck.house_deck() == SHIPPED
