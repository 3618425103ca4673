"""Letters compared by likeness."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.decode.tables import best, letters
from vision.common.arrays import Floats
from vision.common.probability import MISREADING
from vision.decode.known_cards import SURE_NUMBER, by_likeness, likeness_ratios

#: Glyphs that do not look alike.
ROUND, CROOKED, SQUARE = np.eye(3)


def slowly(letter: Floats, ratio: Floats) -> Floats:
    """The marginals from the sum over all letters of all cards."""
    n, values = letter.shape
    out = np.zeros((n, values))
    for given_ in itertools.product(range(values), repeat=n):
        total = sum(letter[i, value] for i, value in enumerate(given_))
        total += sum(ratio[i, k] for i, k in itertools.combinations(range(n), 2) if given_[i] == given_[k])
        out[np.arange(n), given_] += np.exp(total)
    return np.asarray(np.log(out / out.sum(axis=1, keepdims=True)))


def doubts(seed: int, cards: int, values: int) -> tuple[Floats, Floats]:
    rng = np.random.default_rng(seed)
    logits = rng.normal(0, 2, (cards, values))
    letter = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
    ratio = np.triu(rng.uniform(-MISREADING.most, MISREADING.most, (cards, cards)), 1)
    return letter, ratio + ratio.T


@given(seed=st.integers(0, 10**6), values=st.integers(2, 7))
@settings(max_examples=60, deadline=None)
def test_two_cards_equal_the_sum_over_all_letters(seed: int, values: int) -> None:
    letter, ratio = doubts(seed, 2, values)
    together = np.exp(by_likeness(letter, ratio))
    assert together == pytest.approx(np.exp(slowly(letter, ratio)), abs=2e-3)


@given(seed=st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_more_cards_are_nearer_to_the_sum_than_each_card_alone(seed: int) -> None:
    """Messages that go in circles count a little twice: the result is nearly right."""
    letter, ratio = doubts(seed, 4, 4)
    ratio *= 0.5
    true, alone, together = (
        np.exp(each) for each in (slowly(letter, ratio), letter, by_likeness(letter, ratio))
    )
    assert np.abs(together - true).sum() <= np.abs(alone - true).sum() + 0.05


def test_letters_that_differ_are_read_as_two_letters() -> None:
    """An M that looks like an N, on a table with an N of another form, is an M."""
    seen = letters({"N": 0.6, "M": 0.39}, {"N": 0.98, "M": 0.01}, {"A": 0.99})
    assert best(seen) == "NNA"
    assert best(by_likeness(seen, likeness_ratios(np.stack([ROUND, CROOKED, SQUARE]), (14, 0.93)))) == "MNA"


def test_letters_that_look_alike_are_read_as_one_letter() -> None:
    seen = letters({"K": 0.4, "H": 0.5}, {"K": 0.7, "X": 0.25}, {"K": 0.8, "H": 0.1}, {"A": 0.99})
    together = by_likeness(seen, likeness_ratios(np.stack([ROUND, ROUND, ROUND, SQUARE]), (14, 0.93)))
    assert best(together) == "KKKA"
    assert np.exp(together[1].max()) > 0.9


def test_a_blurred_letter_learns_from_a_clear_letter_that_looks_alike() -> None:
    seen = letters({"K": 0.3, "H": 0.32}, {"K": 0.98, "H": 0.01}, {"A": 0.99})
    ratio = likeness_ratios(np.stack([ROUND, ROUND, SQUARE]), (14, 0.93))
    together = by_likeness(seen, ratio)
    assert best(together) == "KKA"
    assert np.exp(together[0].max()) > 0.5


def test_two_equally_likely_letters_stay_equally_likely() -> None:
    seen = letters({"K": 0.49, "H": 0.49}, {"A": 0.99}, {"B": 0.99})
    ratio = likeness_ratios(np.stack([ROUND, CROOKED, SQUARE]), (14, 0.93))
    assert np.exp(by_likeness(seen, ratio))[0, [7, 10]] == pytest.approx(0.5, abs=0.02)


def test_a_sure_letter_stays() -> None:
    seen = letters({"A": 1 - 1e-6}, {"A": 1 - 1e-6}, {"B": 0.6, "C": 0.3})
    ratio = likeness_ratios(np.stack([ROUND, CROOKED, SQUARE]), (14, 0.93))
    assert np.exp(seen[0].max()) > SURE_NUMBER
    assert np.array_equal(by_likeness(seen, ratio)[:2], seen[:2])


def test_a_card_without_a_glyph_says_nothing() -> None:
    glyph = np.stack([ROUND, np.zeros(3), CROOKED])
    ratio = likeness_ratios(glyph, (14, 0.93))
    assert not ratio[1].any()
    assert not ratio[:, 1].any()
    assert not np.diag(ratio).any()
    seen = letters({"N": 0.6, "M": 0.39}, {}, {"N": 0.98})
    assert by_likeness(seen, ratio)[1] == pytest.approx(seen[1])


def test_without_a_slope_likeness_says_nothing() -> None:
    assert not likeness_ratios(np.stack([ROUND, CROOKED]), (0.0, 0.93)).any()


def test_no_cards() -> None:
    assert by_likeness(np.zeros((0, 26)), likeness_ratios(np.zeros((0, 3)), (14, 0.93))).shape == (0, 26)
