"""Messages about counts, compared with the sum over all tables."""

from __future__ import annotations

from itertools import product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.decode.count_messages import MessageSettings, believed_numbers, count_weights, heard_counts
from vision.decode.deck_prior import count_prior
from vision.evidence import Evidence
from vision.misreading import Misreading
from vision.probability import log_sums
from vision.reading import LETTERS, ORDERS

#: The letters and counts that cards may have here, so that all tables can be gone through: I, of which decks
#: have many cards, and J, of which they have few; and 1 to 3.
INDEPENDENT = MessageSettings(Misreading(correlation=0.0))
TWO, LOW = np.array([LETTERS.index("I"), LETTERS.index("J")]), np.arange(3)


def limited(rng: np.random.Generator, n: int, values: NDArray[np.int64], size: int) -> Floats:
    """Log-probabilities; only ``values`` are possible."""
    p = np.full((n, size), 1e-12)
    p[:, values] = rng.dirichlet(np.full(len(values), 0.7), n) + 1e-6
    return np.asarray(np.log(p / p.sum(axis=1, keepdims=True)))


def printed(letter: Floats, order: Floats, of: Floats) -> Evidence:
    """The evidence of cards of which only letter, order and count show."""
    return Evidence(letter, order, of, np.zeros((len(letter), 3)))


def usual_of_two(letter: Floats, of: Floats) -> Floats:
    """The prior of each count of the two letters, [2, 14]."""
    return np.asarray(count_prior(letter, of, np.zeros(len(LETTERS), np.int64))[TWO])


def by_all_tables(letter: Floats, order: Floats, of: Floats) -> Floats:
    """The probabilities of each card's letters, over all letters, orders and counts."""
    n = len(letter)
    usual, shown = usual_of_two(letter, of), letter[:, TWO]
    total = np.zeros((n, len(TWO)))
    for counts in product(range(ORDERS), repeat=len(TWO)):
        for letters in product(range(len(TWO)), repeat=n):
            likely = float(np.prod(usual[range(len(TWO)), counts]))
            for i, a in enumerate(letters):
                likely *= np.exp(shown[i, a] + of[i, counts[a]]) * np.exp(order[i, : counts[a] + 1]).sum()
            for i, a in enumerate(letters):
                total[i, a] += likely
    return np.asarray(total / total.sum(axis=1, keepdims=True))


def by_hearing(letter: Floats, order: Floats, of: Floats) -> Floats:
    """The same by messages."""
    besides, known = np.zeros((len(letter), len(LETTERS), ORDERS)), np.zeros(len(LETTERS), np.int64)
    heard = heard_counts(printed(letter, order, of), besides, known, INDEPENDENT)
    assert np.allclose(heard.sum(axis=2), 1)
    fits = np.exp(of)[:, None] * np.add.accumulate(np.exp(order), axis=1)[:, None]
    likely = np.exp(letter) * (heard * fits).sum(axis=2)
    return np.asarray((likely / likely.sum(axis=1, keepdims=True))[:, TWO])


@given(st.integers(0, 2**32 - 1), st.integers(1, 4))
@settings(max_examples=25, deadline=None)
def test_a_letter_among_certain_letters_is_as_likely_as_over_all_tables(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    letter = limited(rng, n, TWO, len(LETTERS))
    letter[1:] = np.log(1e-12)
    letter[np.arange(1, n), rng.choice(TWO, n - 1)] = 0.0
    order, of = (limited(rng, n, LOW, ORDERS) for _ in range(2))
    assert np.allclose(by_hearing(letter, order, of), by_all_tables(letter, order, of), atol=1e-3)


@given(st.integers(0, 2**32 - 1), st.integers(2, 3))
@settings(max_examples=25, deadline=None)
def test_the_likelier_letter_stays_likelier_where_messages_go_in_circles(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    letter = limited(rng, n, TWO, len(LETTERS))
    order, of = (limited(rng, n, LOW, ORDERS) for _ in range(2))
    heard, exact = by_hearing(letter, order, of), by_all_tables(letter, order, of)
    clear = exact.max(axis=1) > 0.8
    assert (heard.argmax(axis=1) == exact.argmax(axis=1))[clear].all()


def test_a_known_count_is_certain() -> None:
    known = np.zeros(len(LETTERS), np.int64)
    known[0] = 3
    flat = np.full((2, ORDERS), -np.log(ORDERS))
    nothing = np.zeros((2, len(LETTERS), ORDERS))
    heard = heard_counts(printed(np.full((2, 26), -np.log(26.0)), flat, flat), nothing, known)
    assert (heard[:, 0].argmax(axis=1) == 2).all()
    assert (heard[:, 0, 2] > 0.999).all()


def test_correlated_cards_say_less_than_independent_cards() -> None:
    letter = np.full((3, len(LETTERS)), np.log(1e-12))
    letter[:, 0] = 0.0
    order = np.full((3, ORDERS), -np.log(ORDERS))
    of = np.full((3, ORDERS), np.log(0.001))
    of[:, 9], of[:, 10] = np.log(0.97), np.log(0.02)
    nothing, known = np.zeros((3, len(LETTERS), ORDERS)), np.zeros(len(LETTERS), np.int64)

    def doubt(alike: float) -> float:
        return 1 - float(
            np.exp(
                believed_numbers(
                    printed(letter, order, of), nothing, known, MessageSettings(Misreading(correlation=alike))
                )[1][0, 9]
            )
        )

    assert doubt(0.0) < doubt(0.6) < doubt(1.0)


def test_a_single_card_counts_fully() -> None:
    assert count_weights(np.log(np.full((1, len(LETTERS)), 1 / 26))).tolist() == [1.0] * 26


def numbers_by_all_tables(letter: Floats, order: Floats, of: Floats) -> tuple[Floats, Floats]:
    """The probabilities of each card's orders and counts, over all letters, orders and counts."""
    n = len(letter)
    usual, shown = usual_of_two(letter, of), letter[:, TWO]
    orders, ofs = np.zeros((n, ORDERS)), np.zeros((n, ORDERS))
    for counts in product(range(ORDERS), repeat=len(TWO)):
        for letters in product(range(len(TWO)), repeat=n):
            fits = [np.exp(order[i]) * (np.arange(ORDERS) <= counts[a]) for i, a in enumerate(letters)]
            likely = float(np.prod(usual[range(len(TWO)), counts]))
            for i, a in enumerate(letters):
                likely *= np.exp(shown[i, a] + of[i, counts[a]]) * fits[i].sum()
            for i, a in enumerate(letters):
                orders[i] += likely * fits[i] / fits[i].sum()
                ofs[i, counts[a]] += likely
    return orders / orders.sum(axis=1, keepdims=True), ofs / ofs.sum(axis=1, keepdims=True)


@given(st.integers(0, 2**32 - 1), st.integers(1, 3))
@settings(max_examples=25, deadline=None)
def test_numbers_are_as_likely_as_over_all_tables(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    letter = np.full((n, len(LETTERS)), np.log(1e-12))
    letter[np.arange(n), rng.choice(TWO, n)] = 0.0
    order, of = (limited(rng, n, np.arange(5), ORDERS) for _ in range(2))
    besides, known = np.zeros((n, len(LETTERS), ORDERS)), np.zeros(len(LETTERS), np.int64)
    believed = believed_numbers(printed(letter, order, of), besides, known, INDEPENDENT)
    for ours, true in zip(believed, numbers_by_all_tables(letter, order, of), strict=True):
        assert np.allclose(np.exp(ours), true, atol=1e-3)


@given(seed=st.integers(0, 10**6))
def test_log_sums_equal_numpys_sums(seed: int) -> None:
    values = np.random.default_rng(seed).uniform(-300, 50, (3, 5, 14))
    assert np.allclose(log_sums(values), np.logaddexp.accumulate(values, axis=-1), rtol=0, atol=1e-9)
