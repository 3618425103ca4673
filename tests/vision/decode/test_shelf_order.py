"""The evidence of a card's place (A1), compared with the sum over all shelves."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.cards import BookCard, Deck
from tests.vision.decode.tables import seen
from vision.common.arrays import Floats
from vision.common.evidence import Evidence
from vision.common.fields import LETTERS
from vision.common.probability import log_softmax
from vision.decode import shelf_order as alphabet
from vision.decode.joint import Decoded, decode
from vision.decode.shelf_order import ShelfOrderSettings, order_evidence, place_ratios

seeds = st.integers(0, 2**32 - 1)


def slowly(shown: Floats, usual: Floats, astray: float) -> tuple[Floats, float]:
    """The probability of each card by all others and the log-evidence, over every way to lay the shelf."""
    n, cards = shown.shape
    before = np.cumsum(usual) - usual
    place, evidence = np.zeros((n, cards)), 0.0
    for tidy in product((False, True), repeat=n):
        for names in product(range(cards), repeat=n):
            chance, last = 1.0, -1
            for i, name in enumerate(names):
                if not tidy[i]:
                    chance *= astray * usual[name]
                    continue
                to_come = max((1 - astray) * (n - i), 1.0)
                beyond = 1.0 if last < 0 else 1 - before[last] - usual[last]
                if name <= last or beyond < 1e-9:
                    chance = 0.0
                    break
                lower, upper = (
                    (1 - before[name]) / beyond,
                    max(1 - before[name] - usual[name], 0.0) / beyond,
                )
                chance *= (1 - astray) * (lower**to_come - upper**to_come)
                last = name
            seen_as = [shown[i, name] for i, name in enumerate(names)]
            evidence += chance * float(np.prod(seen_as))
            for i, name in enumerate(names):
                place[i, name] += chance * float(np.prod(seen_as[:i] + seen_as[i + 1 :]))
    return place / place.sum(axis=1, keepdims=True), float(np.log(evidence))


@given(seeds, st.integers(1, 4), st.integers(2, 4), st.sampled_from([0.05, 0.4, 1.0]))
@settings(max_examples=40, deadline=None)
def test_a1_place_ratios_equal_the_sum_over_all_shelves(seed: int, n: int, cards: int, astray: float) -> None:
    rng = np.random.default_rng(seed)
    shown = rng.exponential(1.0, (n, cards)) + 1e-6
    usual = rng.uniform(0.2, 1.0, cards)
    usual /= usual.sum()
    place, evidence = alphabet._by_others(shown, usual, ShelfOrderSettings((astray, 0.5)))
    expected, its_evidence = slowly(shown, usual, astray)
    assert np.allclose(place[:, 0], expected, atol=1e-9)
    assert evidence[0] == pytest.approx(its_evidence)


def on_shelf(names: str, *blurred: int, among: str = "", strength: float = 8.0) -> Evidence:
    """A shelf of these cards; the letters of ``blurred`` may be any of ``among``."""
    cards = [BookCard(name[0], int(name[1:]), 9, ()) for name in names.split()]
    evidence = seen(cards, strength=strength, icons=False)
    for i in blurred:
        evidence.letter[i] = log_softmax(np.array([8.0 * (letter in among) for letter in LETTERS]))
    return with_shelves(evidence, tuple(range(len(cards))))


def with_shelves(evidence: Evidence, *shelves: tuple[int, ...]) -> Evidence:
    object.__setattr__(evidence, "shelves", shelves)
    return evidence


def said(decoded: Decoded) -> str:
    return " ".join(f"{letter}{order}" for letter, order in zip(decoded.letter, decoded.order, strict=True))


@pytest.mark.parametrize(("among", "letter"), [("EF", "E"), ("CO", "C"), ("HKMN", "H")])
def test_a1_a_blurred_letter_is_read_as_the_letter_that_fits_its_place(among: str, letter: str) -> None:
    shelf = f"A2 A3 B1 {letter}4 {letter}5 I1 I7"
    at = shelf.split().index(f"{letter}4")
    decoded = decode(on_shelf(shelf, at, among=among))
    assert said(decoded) == shelf
    flat = decode(with_shelves(on_shelf(shelf, at, among=among)))
    doubt, without = (1 - each.confidence["letter"][at] for each in (decoded, flat))
    assert doubt < 0.4
    assert doubt < without / 3


@pytest.mark.parametrize("shelf", ["A1 Z2 B1 C1 D4 D5", "W5 A1 B3 B7 C2", "A1 B3 C2 D8 E1 A2"])
def test_a1_a_clear_card_astray_is_read_with_high_confidence(shelf: str) -> None:
    decoded = decode(on_shelf(shelf, strength=12))
    assert said(decoded) == shelf
    assert decoded.confidence["letter"].min() > 0.97
    assert decoded.confidence["order"].min() > 0.97


def test_a1_a_place_on_a_shelf_in_no_order_says_little() -> None:
    shelf = "W5 K2 B1 T7 A3 Q1 E4 H2 C9 L1 D1 M2"
    evidence = on_shelf(shelf, 6, among="EIPS")  # decks have nine cards of each as often
    decoded = decode(evidence)
    assert decoded.confidence["letter"][6] < 0.45


def test_shelves_say_nothing_of_one_another() -> None:
    place = place_ratios(np.zeros((7, 30)), np.ones(30), [(0, 1, 2), (3, 4, 5, 6)])
    assert np.allclose(place[:3], place_ratios(np.zeros((3, 30)), np.ones(30), [(0, 1, 2)]))
    two = with_shelves(on_shelf("M1 N2 O3 A1 B2 C3 D4"), (0, 1, 2), (3, 4, 5, 6))
    assert said(decode(two)) == "M1 N2 O3 A1 B2 C3 D4"


def test_without_shelves_places_say_nothing() -> None:
    assert not place_ratios(np.zeros((3, 5)), np.ones(5), ()).any()


def test_a1_with_a_deck_a_blurred_card_is_read_as_the_card_that_fits() -> None:
    deck = Deck.house()
    cards = list(deck.cards[10:20])
    evidence = seen(cards, deck, icons=False)
    evidence.letter[4], evidence.order[4] = -np.log(26), -np.log(14)
    decoded = decode(with_shelves(evidence, tuple(range(10))))
    assert (decoded.letter[4], decoded.order[4]) == cards[4].key


def test_a_full_shelf_is_read() -> None:
    deck = Deck.house()
    shelf = [deck.cards[i] for i in range(0, 152, 2)]
    decoded = decode(with_shelves(seen(shelf, icons=False), tuple(range(len(shelf)))))
    assert [*zip(decoded.letter, decoded.order, strict=True)] == [card.key for card in shelf]
    assert np.isfinite(decoded.confidence["letter"]).all()


def test_the_evidence_of_a_shelf_is_that_of_all_ways_to_lay_it() -> None:
    rng = np.random.default_rng(5)
    likely, usual = rng.normal(0, 2, (4, 3)), np.array([0.5, 0.3, 0.2])
    shown = np.exp(likely - likely.max(axis=1, keepdims=True))
    one = ShelfOrderSettings(astray=(0.2,))
    assert np.isclose(order_evidence(likely, usual, one), slowly(shown, usual, 0.2)[1], atol=1e-6)


def test_one_shelf_is_likelier_than_its_parts_where_its_letters_go_on() -> None:
    def evidence(names: str) -> float:
        likely = np.full((len(names), 26), -20.0)
        likely[range(len(names)), [LETTERS.index(name) for name in names]] = 0.0
        return order_evidence(likely, np.ones(26))

    assert evidence("ACFHKM") > evidence("ACF") + evidence("HKM") + 2
    assert evidence("HKMACF") < evidence("HKM") + evidence("ACF") - 2
