"""How readings err: as other letters, and together."""

from __future__ import annotations

import numpy as np
import pytest

from vision.misreading import MISREADING, with_confusions
from vision.reading import LETTERS

CONFUSIONS = {"J": {"I": 0.02, "U": 0.01}}


def read(*letters: str, sure: float = 0.999) -> np.ndarray:
    """Log-probabilities of cards that are read as these letters."""
    out = np.full((len(letters), len(LETTERS)), (1 - sure) / (len(LETTERS) - 1))
    out[np.arange(len(letters)), [LETTERS.index(letter) for letter in letters]] = sure
    return np.log(out)


def test_a_letter_may_be_those_for_which_it_passes() -> None:
    told = np.exp(with_confusions(read("A", "J", "J", "T"), CONFUSIONS))
    assert np.allclose(told.sum(axis=1), 1)
    assert told[1, LETTERS.index("J")] == pytest.approx(0.999 * 0.97)
    assert told[2, LETTERS.index("I")] == pytest.approx(0.02, rel=0.01)
    assert told[2, LETTERS.index("U")] == pytest.approx(0.01, rel=0.01)
    assert np.allclose(told[[0, 3]], np.exp(read("A", "T")))


def test_a_clear_letter_shows_that_the_typeface_draws_it_apart() -> None:
    told = np.exp(with_confusions(read("J", "I", "J"), CONFUSIONS))
    assert told[0, LETTERS.index("I")] < 0.001
    assert told[0, LETTERS.index("U")] > 0.009
    seen = read("J", "I", "U")
    assert with_confusions(seen, CONFUSIONS) is seen
    doubtful = np.concatenate([read("J"), read("I", sure=0.6)])
    assert with_confusions(doubtful, CONFUSIONS)[0, LETTERS.index("I")] > np.log(0.02) - 0.01


def test_no_letter_is_ruled_out() -> None:
    certain = np.log(np.maximum(np.eye(26), 1e-30))
    assert np.isfinite(with_confusions(certain, CONFUSIONS)).all()
    assert with_confusions(np.zeros((0, 26)), CONFUSIONS).shape == (0, 26)
    assert with_confusions(certain, {}) is certain


def test_readings_that_err_together_weigh_less_than_as_many_apart() -> None:
    number = np.arange(1, 9)
    together = number * MISREADING.weight(number)
    assert together[0] == 1
    assert (np.diff(together) > 0).all()
    assert together.max() < 1 / MISREADING.correlation
    assert np.exp(-MISREADING.most) == pytest.approx(MISREADING.rate / (1 - MISREADING.rate))
