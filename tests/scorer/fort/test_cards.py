"""Fort's cards as data: the house set, and an owner's own file."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from scorer.fort.actions import ACTS, COIN, FACTORS, SUITS, CardError, acts, factors
from scorer.fort.cards import BEST_FRIENDS, KIDS, CardSet


class TestHouseSet:
    def test_60_kids_and_8_best_friends(self) -> None:
        cards = CardSet.house().cards
        assert [card.best for card in cards] == [False] * KIDS + [True] * BEST_FRIENDS
        assert len({card.key for card in cards}) == KIDS + BEST_FRIENDS

    def test_suits_are_balanced(self) -> None:
        kids = CardSet.house().cards[:KIDS]
        shown = Counter(suit for card in kids for suit in card.suits)
        assert len({shown[suit] for suit in SUITS}) == 1
        assert 0 < shown[COIN] < shown["book"] * 2
        assert any(len(set(card.suits)) == 2 for card in kids)
        assert any(len(card.suits) == 2 and len(set(card.suits)) == 1 for card in kids)

    def test_every_action_and_symbol_occurs(self) -> None:
        sides = [side for card in CardSet.house().cards for side in (card.public, card.private)]
        assert {act.kind for side in sides for act in acts(side)} == set(ACTS.values())
        assert {act.resource for side in sides for act in acts(side)} >= {"pizza", "toy", "resource"}
        assert {act.dearer for side in sides for act in acts(side)} >= {-1, 0, 1}
        assert {factor for side in sides for factor in factors(side)} >= set(FACTORS)
        assert any("(" in str(side) and "then" in str(side) for side in sides)

    def test_what_the_book_does_not_print_is_marked_as_assumed(self) -> None:
        assert any("levels" in what for what in CardSet.house().assumed)

    def test_boards_have_two_best_friends_of_different_suits(self) -> None:
        house = CardSet.house()
        for seat in range(4):
            first, second = (house.cards[number] for number in house.friends(seat))
            assert set(first.suits) != set(second.suits)


def told(change: Any = None) -> dict[str, Any]:
    data = CardSet.house().to_dict()
    if change is not None:
        change(data)
    return data


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda d: d["kids"].pop(), "at least 60 entries"),
        (lambda d: d["best_friends"].append(d["kids"][0]), "at most 8 entries"),
        (lambda d: d["kids"][3].update(public="toy × cheese"), "cheese stands where"),
        (lambda d: d["kids"][3].update(suits=["cheese"]), 'has the suit "cheese"'),
        (lambda d: d["kids"][3].update(suits=["glue", "book"]), "two different suits"),
        (lambda d: d["kids"][3].update(suits=[]), "at least 1"),
        (lambda d: d["kids"][3].update(name=d["kids"][4]["name"]), "Two kids are called"),
        (lambda d: d["kids"][3].update(name="\t"), "must not be empty"),
        (lambda d: d["kids"][3].update(colour="red"), 'no field "colour"'),
        (lambda d: d["levels"][5].update(points=22), "the rulebook prints 23"),
        (lambda d: d["levels"][3].update(points=1), "Level 3 is worth less"),
        (lambda d: d["levels"][1].update(pizza=0, toys=0, either=0), "Level 1"),
        (lambda d: d["levels"].pop(), "at least 6 entries"),
    ],
)
def test_a_set_that_nobody_could_play_with_is_refused(change: Any, sentence: str) -> None:
    with pytest.raises(CardError) as refusal:
        CardSet.from_dict(told(change))
    assert sentence in str(refusal.value)


def test_a_file_is_read_and_written_back(tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    path.write_text(json.dumps(told()), encoding="utf-8")
    assert CardSet.load(path) == CardSet.house()
    with pytest.raises(CardError, match="cannot be read"):
        CardSet.load(tmp_path / "nothing.json")


def test_names_in_any_script_are_keys() -> None:
    cards = CardSet.from_dict(told(lambda d: d["kids"][0].update(name="Ёж"))).cards
    assert cards[0].key
