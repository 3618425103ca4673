"""Probabilities, their logarithms, and how readings err: how often, as what, and together.

A network is wrong now and then, however sure it is. What misleads it on one card misleads it on others of
the printing, or on another photo of the card. `Misreading` is one model for all who weigh readings
against others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from vision.common.arrays import Floats

F = TypeVar("F", bound=np.floating)

#: Stands for a probability of 0, so that its logarithm is a number.
TINY = 1e-12
#: The probabilities that networks give are kept this far off 0 and 1: beyond, they say nothing more.
SUREST = 1e-3


def softmax(values: Floats) -> Floats:
    """Probabilities over the last axis that are proportional to exp(values)."""
    shares = np.exp(values - values.max(axis=-1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=-1, keepdims=True))


def log_softmax(values: NDArray[F]) -> NDArray[F]:
    """The logarithms of `softmax`, in the type of ``values``."""
    shifted = values - values.max(axis=-1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True)), values.dtype)


def log_sums(values: Floats) -> Floats:
    """The logarithms of the running sums of exp(values) over the last axis.

    Like np.logaddexp.accumulate and much quicker, for values that differ by less than 700.
    """
    top = values.max(axis=-1, keepdims=True)
    return np.asarray(np.log(np.add.accumulate(np.exp(values - top), axis=-1)) + top)


def log_odds(probability: NDArray[np.floating], least: float = 1e-6) -> Floats:
    """The natural logs of the odds, finite: probabilities are kept ``least`` off 0 and 1."""
    p = np.clip(probability, least, 1 - least)
    return np.asarray(np.log(p / (1 - p)), np.float64)


def unit(vectors: NDArray[F]) -> NDArray[F]:
    """Vectors [..., f] scaled to length 1; a zero vector stays."""
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.where(length > 0, length, 1), vectors.dtype)


@dataclass(frozen=True)
class Misreading:
    """How often readings err, and how far they err together."""

    #: The probability that a reading is wrong, however sure it is.
    rate: float = 0.02
    #: The correlation of the errors of readings of one type: of a printing's letters and counts, of a card's
    #: photos.
    correlation: float = 0.6
    #: The same of a card's titles, which stand in different places and colours.
    titles: float = 0.3

    @property
    def most(self) -> float:
        """The most that one reading says for or against a value, in nats: it may be a wrong reading."""
        return float(np.log((1 - self.rate) / self.rate))

    def weight(self, number: Floats | int, correlation: float | None = None) -> Floats:
        """The weight of each of ``number`` readings, 1 or more, that err with this ``correlation``.

        If it is left out, they are readings of one type.

        It is one divided by Kish's design effect (Survey Sampling, 1965, 5.4): together they weigh less than
        as many independent readings.
        """
        if correlation is None:
            correlation = self.correlation
        return np.asarray(1 / (1 + (np.asarray(number) - 1) * correlation), np.float64)


MISREADING = Misreading()
