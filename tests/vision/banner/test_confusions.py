"""Letters that some typefaces draw as another."""

from __future__ import annotations

import numpy as np
import pytest

from vision.banner.confusions import OFTEN, with_twins
from vision.reading import LETTERS


def read(*letters: str, sure: float = 0.999) -> np.ndarray:
    """Log-probabilities of cards that are read as these letters."""
    out = np.full((len(letters), len(LETTERS)), (1 - sure) / (len(LETTERS) - 1))
    out[np.arange(len(letters)), [LETTERS.index(letter) for letter in letters]] = sure
    return np.log(out)


def test_a_j_may_be_an_i_where_no_i_is_seen() -> None:
    """Three I of one deck were read as J, surely: 34500/055."""
    told = np.exp(with_twins(read("A", "J", "J", "T")))
    assert np.allclose(told.sum(axis=1), 1)
    assert told[1, LETTERS.index("J")] == pytest.approx(0.999 * (1 - OFTEN))
    assert told[2, LETTERS.index("I")] == pytest.approx(OFTEN, rel=0.01)
    assert np.allclose(told[[0, 3]], np.exp(read("A", "T")))


def test_a_clear_i_shows_that_the_typeface_draws_them_apart() -> None:
    seen = read("J", "I", "J")
    assert with_twins(seen) is seen
    doubtful = np.concatenate([read("J"), read("I", sure=0.6)])
    assert with_twins(doubtful)[0, LETTERS.index("I")] > np.log(OFTEN) - 0.01


def test_no_letter_is_ruled_out_and_none_of_no_card() -> None:
    assert np.isfinite(with_twins(np.log(np.maximum(np.eye(26), 1e-30)))).all()
    assert with_twins(np.zeros((0, 26))).shape == (0, 26)
