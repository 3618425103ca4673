"""Letters that some typefaces draw as another."""

from __future__ import annotations

import numpy as np
import pytest

from vision.banner.confusions import I_AS_J, with_confusion
from vision.reading import LETTERS


def read(*letters: str, sure: float = 0.999) -> np.ndarray:
    """Log-probabilities of cards that are read as these letters."""
    out = np.full((len(letters), len(LETTERS)), (1 - sure) / (len(LETTERS) - 1))
    out[np.arange(len(letters)), [LETTERS.index(letter) for letter in letters]] = sure
    return np.log(out)


def test_a_j_may_be_an_i_where_no_i_is_seen() -> None:
    told = np.exp(with_confusion(read("A", "J", "J", "T")))
    assert np.allclose(told.sum(axis=1), 1)
    assert told[1, LETTERS.index("J")] == pytest.approx(0.999 * (1 - I_AS_J.rate))
    assert told[2, LETTERS.index("I")] == pytest.approx(I_AS_J.rate, rel=0.01)
    assert np.allclose(told[[0, 3]], np.exp(read("A", "T")))


def test_a_clear_i_shows_that_the_typeface_draws_them_apart() -> None:
    seen = read("J", "I", "J")
    assert with_confusion(seen) is seen
    doubtful = np.concatenate([read("J"), read("I", sure=0.6)])
    assert with_confusion(doubtful)[0, LETTERS.index("I")] > np.log(I_AS_J.rate) - 0.01


def test_no_letter_is_ruled_out() -> None:
    assert np.isfinite(with_confusion(np.log(np.maximum(np.eye(26), 1e-30)))).all()
    assert with_confusion(np.zeros((0, 26))).shape == (0, 26)
