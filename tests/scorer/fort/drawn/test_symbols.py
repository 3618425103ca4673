"""The symbols of Fort: one for all that a card shows, no two alike."""

from __future__ import annotations

from scorer.fort.actions import ACTS, COIN, FACTORS, SUITS, Action, Times, acts, factors, parse
from scorer.fort.cards import CardSet
from scorer.fort.drawn.notation import Part, notation
from scorer.fort.drawn.symbols import SYMBOLS, symbol


def test_whatever_a_card_shows_has_a_symbol() -> None:
    assert {*SUITS, COIN, *FACTORS, *ACTS} <= SYMBOLS.keys()
    for card in CardSet.house().cards:
        for action in (card.public, card.private):
            for part in notation(action) if action else ():
                assert part.text in SYMBOLS if part.is_symbol else set(part.text) <= set("()×›−+123456789")


def test_no_two_symbols_look_alike() -> None:
    drawn = [repr(symbol(name, 0, 0, 1)) for name in SYMBOLS]
    assert len(set(drawn)) == len(drawn)


def test_the_notation_tells_every_action_and_factor() -> None:
    for card in CardSet.house().cards:
        for action in (card.public, card.private):
            if action is not None:
                told = list(notation(action))
                symbols = sum(part.is_symbol for part in told)
                assert symbols == len(list(acts(action))) + _symbols(action)
                assert told.count(Part("(")) == told.count(Part(")"))


def _symbols(action: Action) -> int:
    return sum(isinstance(factor, str) for factor in factors(action))


def test_what_is_done_together_stands_in_parentheses() -> None:
    told = parse("(recruit then toy) × 2")
    assert isinstance(told, Times)
    assert [part.text for part in notation(told)] == ["(", "recruit", "›", "toy", ")", "×", "2"]
