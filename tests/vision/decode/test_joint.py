"""Joint decoding: the constraints of a table, the true optimum, and calibrated confidences."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from scorer.cards import BookCard, Deck
from scorer.deck.printed import printed_deck
from tests.vision.decode.tables import NO_DECK, dealt, dimly, peaked, seen
from vision.common.evidence import Evidence
from vision.common.fields import LETTERS
from vision.common.probability import log_softmax
from vision.decode import deck_prior
from vision.decode.calibration import Calibration, review_fields
from vision.decode.counts import assign, cheapest, prices
from vision.decode.deck_prior import DECK_PRIOR, believed_deck, log_count_prior
from vision.decode.joint import MOST_ADDED, Decoded, decode

seeds = st.integers(0, 2**32 - 1)


# --- assign ---


@given(seeds, st.integers(1, 5), st.integers(0, 3), st.booleans())
@settings(max_examples=80, deadline=None)
def test_every_rise_is_the_price_of_forcing_that_choice(seed: int, n: int, more: int, whole: bool) -> None:
    rng = np.random.default_rng(seed)
    costs = rng.integers(-3, 4, (n, n + more)).astype(float) if whole else rng.normal(0, 2, (n, n + more))

    def least(forced: tuple[int, int] | None) -> float:
        ways = permutations(range(n + more), n)
        return min(
            sum(float(costs[i, c]) for i, c in enumerate(way))
            for way in ways
            if forced is None or way[forced[0]] == forced[1]
        )

    solved = assign(costs)
    assert costs[np.arange(n), solved.column].sum() == pytest.approx(least(None))
    assert cheapest(costs)[1] == pytest.approx(least(None))
    assert len(set(solved.column.tolist())) == n
    for i, c in product(range(n), range(n + more)):
        assert solved.rise[i, c] == pytest.approx(least((i, c)) - least(None), abs=1e-9)
    price = prices(costs, solved.column)
    reduced = costs - price
    assert np.allclose(reduced[np.arange(n), solved.column], reduced.min(axis=1))
    assert (price <= 0).all()
    assert not np.delete(price, solved.column).any()


# --- evidence ---


def nothing_seen(count: int, deck: Deck | None = None) -> Evidence:
    letter, order, of, books, icons = (
        np.full((count, *shape), -np.log(shape[-1])) for shape in ((26,), (14,), (14,), (3,), (4, 6))
    )
    return Evidence(letter, order, of, books, icons, deck)


def check(decoded: Decoded, count: int) -> None:
    """Asserts the constraints of every table."""
    keys = list(zip(decoded.letter, decoded.order, strict=True))
    assert len(set(keys)) == len(keys) == count
    assert all(1 <= order <= of for order, of in zip(decoded.order, decoded.of, strict=True))
    counts = dict(zip(decoded.letter, decoded.of, strict=True))
    assert [counts[letter] for letter in decoded.letter] == decoded.of
    assert list(decoded.confidence) == ["letter", "order", "of", "categories"]
    for values in decoded.confidence.values():
        assert values.shape == (count,)
        assert ((values >= 0) & (values <= 1 + 1e-9)).all()


# --- decoding ---


@given(seeds, st.integers(1, 60), st.booleans(), st.booleans())
@settings(max_examples=25, deadline=None)
def test_clear_evidence_is_read_with_high_confidence(seed: int, count: int, known: bool, icons: bool) -> None:
    cards = dealt(seed, count)
    decoded = decode(seen(cards, Deck.house() if known else None, icons=icons))
    check(decoded, count)
    read = list(zip(decoded.letter, decoded.order, decoded.of, strict=True))
    assert read == [(card.letter, card.order, card.of) for card in cards]
    assert min(decoded.confidence[name].min() for name in ("letter", "order", "of")) > 0.9
    if known or icons:
        assert [sorted(c) for c in decoded.categories] == [sorted(card.categories) for card in cards]
        assert decoded.confidence["categories"].min() > 0.95
    else:
        told = {card.key for card in printed_deck().known}  # these cards' books are known without icons
        others = [i for i, card in enumerate(cards) if card.key not in told]
        assert not any(decoded.categories[i] for i in others)
        assert not decoded.confidence["categories"][others].any()


def regret(seed: int, count: int) -> float:
    """By how many nats the reading of a small random table falls short of the best of all readings."""
    # Three letters and orders up to 4 keep the enumeration of all counts small: I, J and K, as decks have few
    # cards of two of them.
    rng, three = np.random.default_rng(seed), slice(8, 11)
    letter = np.full((count, 26), -np.inf)
    letter[:, three] = log_softmax(rng.normal(0, 1.5, (count, 3)))
    order, of = (np.full((count, 14), -np.inf) for _ in range(2))
    order[:, :4], of[:, :4] = (log_softmax(rng.normal(0, 1.5, (count, 4))) for _ in range(2))
    evidence = Evidence(letter, order, of, np.zeros((count, 3)))
    deck = believed_deck(evidence.letter, evidence.of)
    said = evidence.of[:, None] + log_count_prior(evidence.letter, deck)
    likely = evidence.letter[:, :, None] + evidence.order[:, None]
    for least in range(14):  # many likely counts do not make a letter less likely
        from_there = said[:, :, least:]
        likely[:, :, least] += np.log(np.exp(from_there).sum(axis=2)) - from_there.max(axis=2)
    base = -likely[:, three, :4]
    best = np.inf
    for counts in product(range(1, 5), repeat=3):
        costs = base.copy()
        for which, of_all in enumerate(counts):
            costs[:, which] -= said[:, three][:, which, of_all - 1, None]
            costs[:, which, of_all:] = 1e5
        if count <= sum(counts):
            best = min(best, cheapest(costs.reshape(count, -1))[1])
    decoded = decode(evidence)
    check(decoded, count)
    rows, letters = np.arange(count), [LETTERS.index(name) for name in decoded.letter]
    got = -(
        likely[rows, letters, np.array(decoded.order) - 1] + said[rows, letters, np.array(decoded.of) - 1]
    ).sum()
    return float(got - best)


def test_small_readings_are_nearly_always_the_true_optimum() -> None:
    regrets = np.array([regret(seed, 1 + seed % 6) for seed in range(90)])
    assert regrets.min() > -1e-6
    assert (regrets > 1e-6).mean() <= 0.02  # rarely two counts would have to change at once
    assert regrets.max() < 1.0


def test_two_equal_cards_are_read_as_different_and_flagged() -> None:
    card = BookCard("E", 2, 7)
    evidence = seen([card, card, BookCard("M", 3, 8)])
    decoded = decode(evidence)
    check(decoded, 3)
    flagged = [
        review_fields({k: v[i] for k, v in decoded.confidence.items()}, Calibration().thresholds)
        for i in range(3)
    ]
    assert {"letter", "order"} & set(flagged[0])
    assert {"letter", "order"} & set(flagged[1])
    assert not {"letter", "order", "of"} & set(flagged[2])


def test_a_count_is_outvoted_by_the_other_cards_of_its_letter() -> None:
    cards = [BookCard("C", order, 10) for order in (1, 4, 5, 9)]
    evidence = seen(cards)
    evidence.of[0] = peaked([2], 14, 4.0)[0]
    assert decode(evidence).of == [10, 10, 10, 10]


def test_a_doubtful_letter_does_not_make_a_clear_count_doubtful() -> None:
    cards = [BookCard("I", 3, 7), BookCard("L", 2, 4), BookCard("K", 1, 5), BookCard("K", 4, 5)]
    evidence = seen(cards, icons=False)
    evidence.letter[:2, [LETTERS.index("I"), LETTERS.index("L")]] = np.log(
        0.49
    )  # I and L look the same in this font
    decoded = decode(evidence)
    assert decoded.of == [7, 4, 5, 5]
    assert (decoded.confidence["letter"][:2] < 0.7).all()
    assert (decoded.confidence["of"] > 0.97).all()


def test_an_order_above_the_count_is_ruled_out() -> None:
    evidence = seen([BookCard("C", 9, 3)], strength=6)
    evidence.order[0, 2] = evidence.order[0, 8] - 1.0
    decoded = decode(evidence)
    assert (decoded.order[0], decoded.of[0]) == (3, 3)


def test_a_deck_settles_a_letter_by_the_icons() -> None:
    deck = Deck.house()
    card = next(c for c in deck.cards if c.letter == "E" and c.order == 2)
    evidence = seen([card], deck)
    evidence.letter[0] = 0.0  # glare hides letter and count
    evidence.of[0] = 0.0
    decoded = decode(evidence)
    assert sorted(decoded.categories[0]) == sorted(card.categories)
    twins = [c for c in deck.cards if c.order == 2 and sorted(c.categories) == sorted(card.categories)]
    assert decoded.letter[0] in {c.letter for c in twins}
    assert decoded.confidence["letter"][0] == pytest.approx(1 / len(twins), abs=0.15)


def test_a_clear_number_outweighs_an_icon_that_was_overlooked() -> None:
    house = Deck.house()
    card = next(c for c in house.cards if len(c.categories) == 4)
    rival = next(c for c in house.cards if c.letter == card.letter and c.order != card.order)
    short = BookCard(rival.letter, rival.order, rival.of, card.categories[:3])
    deck = Deck([short if c == rival else c for c in house.cards])
    missed = BookCard(card.letter, card.order, card.of, card.categories[:3])  # glare hides the last icon
    evidence = seen([missed], deck, strength=20)
    numbers = peaked([card.order - 1], 14, strength=9)
    decoded = decode(replace(evidence, order=numbers))
    assert (decoded.order[0], decoded.categories[0]) == (card.order, card.categories)
    assert decoded.confidence["order"][0] < 0.995
    # clear icons outweigh an unclear number
    decoded = decode(replace(evidence, order=peaked([card.order - 1], 14, strength=2)))
    assert (decoded.order[0], decoded.categories[0]) == (rival.order, short.categories)


def test_icons_in_another_order_than_the_deck_prints_still_count() -> None:
    deck = Deck.house()
    card = next(c for c in deck.cards if len(set(c.categories)) == 4)
    turned = BookCard(card.letter, card.order, card.of, card.categories[::-1])
    evidence = seen([turned], deck, strength=10)
    evidence.order[0] = 0.0
    decoded = decode(evidence)
    rivals = [
        c for c in deck.cards if c.letter == card.letter and sorted(c.categories) == sorted(card.categories)
    ]
    assert decoded.order[0] in {c.order for c in rivals}


def with_icons(cards: list[BookCard], deck: Deck, like: dict[int, int]) -> Evidence:
    """Evidence with some categories read as others, as a legend with like icons causes it."""
    taken = np.array([like.get(category, category) for category in range(6)])
    evidence = seen(cards, deck, strength=5)
    assert evidence.icons is not None
    return replace(evidence, icons=log_softmax(3 * evidence.icons[:, :, taken]))


@given(seeds, st.permutations(range(6)))
@settings(max_examples=25, deadline=None)
def test_a_deck_corrects_two_confused_icons_of_the_legend(seed: int, which: list[int]) -> None:
    a, b, *_ = which
    cards = dealt(seed, 20)
    decoded = decode(with_icons(cards, Deck.house(), {a: b, b: a}))
    assert list(zip(decoded.letter, decoded.order, strict=True)) == [(c.letter, c.order) for c in cards]
    assert decoded.categories == [card.categories for card in cards]


def test_two_icons_misread_on_a_card_change_none_of_the_others() -> None:
    cards, deck = dealt(3, 12), Deck.house()
    evidence, swapped = seen(cards, deck, strength=6), with_icons(cards, deck, {0: 1, 1: 0})
    assert evidence.icons is not None
    assert swapped.icons is not None
    evidence.icons[0] = swapped.icons[0]
    decoded = decode(evidence)
    assert decoded.categories[1:] == [card.categories for card in cards[1:]]


@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize("count", [1, 24, 152])
def test_without_evidence_a_possible_table_is_read_and_flagged(count: int, known: bool) -> None:
    decoded = decode(nothing_seen(count, Deck.house() if known else None))
    check(decoded, count)
    assert max(values.max() for values in decoded.confidence.values()) < 0.5
    review = review_fields({k: v[0] for k, v in decoded.confidence.items()}, Calibration().thresholds)
    assert review == ["letter", "order", "of", "categories"]


@pytest.mark.parametrize(("known", "least"), [(False, 0.95), (True, 0.999)])
def test_confidences_are_calibrated_when_the_evidence_is(known: bool, least: float) -> None:
    sure: list[float] = []
    good: list[bool] = []
    for seed in range(25):
        cards = dealt(seed, 20)
        decoded = decode(dimly(np.random.default_rng(seed), cards, Deck.house() if known else None))
        check(decoded, 20)
        for name in ("letter", "order", "of"):
            sure += decoded.confidence[name].tolist()
            good += [getattr(c, name) == v for c, v in zip(cards, getattr(decoded, name), strict=True)]
    assert np.mean(good) > (0.92 if not known else 0.99)
    assert abs(np.mean(sure) - np.mean(good)) < 0.025
    trusted = np.array(sure) > 0.9
    assert np.mean(np.array(good)[trusted]) > least
    assert trusted.mean() > 0.85


def test_a_table_together_is_read_better_than_its_cards_alone() -> None:
    alone = together = 0
    for seed in range(20):
        cards = dealt(seed, 30)
        evidence = dimly(np.random.default_rng(seed), cards, None)
        truth = [card.of for card in cards]
        alone += sum(int(v) + 1 == t for v, t in zip(evidence.of.argmax(axis=1), truth, strict=True))
        together += sum(v == t for v, t in zip(decode(evidence).of, truth, strict=True))
    assert together > alone + 10


@pytest.fixture
def no_deck_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deck_prior, "DECK_PRIOR", NO_DECK)


@pytest.mark.usefixtures("no_deck_is_known")
def test_cards_that_are_misread_alike_do_not_vouch_for_one_another() -> None:
    """Four D of one type that look like O, and print one count, are one mistake."""
    cards = [*first("D", 4, of=12), *(card for card in dealt(3, 12) if card.letter not in "DO")]
    evidence = seen(cards)
    letter = evidence.letter.copy()
    letter[:4] = log_softmax(np.full(26, -9.0))
    # decks have as many cards of each possible letter: the count says nothing
    letter[:4, [LETTERS.index(name) for name in DECK_PRIOR.rare]] = -np.inf
    letter[:4, LETTERS.index("O")], letter[:4, LETTERS.index("D")] = np.log(0.89), np.log(0.05)
    letter = log_softmax(letter)
    decoded = decode(replace(evidence, letter=letter))
    assert decoded.letter[:4] == ["O"] * 4
    print_says = np.exp(letter[0, LETTERS.index("O")])
    most = print_says / (1 - print_says) * np.exp(MOST_ADDED)
    sure = decoded.confidence["letter"]
    assert (sure[:4] <= most / (1 + most) + 1e-9).all()
    assert (sure[4:] > 0.98).all()


def first(letter: str, count: int, of: int) -> list[BookCard]:
    """The first cards of a letter with ``of`` cards."""
    return [BookCard(letter, order + 1, of, Deck.house().cards[order].categories) for order in range(count)]


def test_no_cards() -> None:
    assert decode(nothing_seen(0)).letter == []


def either(likelier: int, other: int) -> NDArray[np.float64]:
    """The log-probabilities of a number that may be ``likelier`` or, nearly as likely, ``other``."""
    out = np.full(14, -9.0)
    out[[likelier - 1, other - 1]] = np.log(0.55), np.log(0.45)
    return out


def test_a_place_tells_the_order_of_cards_that_look_alike() -> None:
    """A 1 or 7 between 6 and 8 is a 7; a card elsewhere that looks like it is a 7 too."""
    evidence = seen([BookCard("B", 6, 9), BookCard("B", 7, 9), BookCard("B", 8, 9), BookCard("K", 7, 9)])
    order = evidence.order.copy()
    order[[1, 3]] = either(1, 7)
    alike = np.eye(4)[[0, 1, 2, 1]]
    evidence = replace(
        evidence, order=order, order_glyph=alike, of_glyph=np.zeros((4, 4)), shelves=((0, 1, 2), (3,))
    )
    likely = Calibration(number_likeness=(14.0, 0.9))
    assert decode(evidence, likely).order == [6, 7, 8, 7]
    assert decode(replace(evidence, order_glyph=None), likely).order == [6, 7, 8, 1]


def test_broken_numbers_count_as_unknown_and_wrong_shapes_are_refused() -> None:
    evidence = seen([BookCard("E", 2, 7), BookCard("M", 3, 8)])
    evidence.letter[0] = [np.nan] * 13 + [-np.inf] * 13
    decoded = decode(Evidence(evidence.letter, evidence.order, evidence.of, evidence.count))
    check(decoded, 2)
    assert decoded.letter[1] == "M"
    with pytest.raises(ValueError, match="order has shape"):
        Evidence(np.zeros((2, 26)), np.zeros((2, 9)), np.zeros((2, 14)), np.zeros((2, 3)))
    with pytest.raises(ValueError, match="153 cards"):
        decode(nothing_seen(153, Deck.house()))
