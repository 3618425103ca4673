"""How readings err: how often, as what, and together. One model for all who weigh readings against others.

A network is wrong now and then, however sure it is. Some typefaces draw a letter as another. And what
misleads a network on one card misleads it on others that are printed alike, or on another photo of the card.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats
from vision.reading import LETTERS


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
    #: A letter read with this probability is clear: its typeface does not draw it as another.
    clear: float = 0.98

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
        alike = self.correlation if correlation is None else correlation
        return np.asarray(1 / (1 + (np.asarray(number) - 1) * alike), np.float64)


MISREADING = Misreading()

#: By the letter that is read: the letters that it may be, and how probable each is.
Confusions = Mapping[str, Mapping[str, float]]


def with_confusions(letter: Floats, confusions: Confusions, model: Misreading = MISREADING) -> Floats:
    """Log-probabilities of the letters of a table's cards, ``[n, 26]``, that may be other letters.

    Some typefaces draw a letter as another: an I with a hook and a bar passes for a J.
    A card of the table that clearly shows the other letter shows that its typeface draws the two apart.
    """
    likely = np.exp(letter)
    likeliest, out = likely.argmax(axis=1), likely.copy()
    for read, others in confusions.items():
        confused = likeliest == LETTERS.index(read)
        for true, rate in others.items():
            at = LETTERS.index(true)
            if not (likely[likeliest == at, at] >= model.clear).any():
                out[confused] -= rate * likely[confused]
                out[confused, at] += rate
    if np.array_equal(out, likely):
        return letter
    return np.asarray(np.log(np.maximum(out, np.finfo(np.float32).tiny)), np.float64)
