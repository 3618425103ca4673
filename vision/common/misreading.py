"""How readings err: how often, as what, and together. One model for all who weigh readings against others.

A network is wrong now and then, however sure it is. What misleads it on one card misleads it on others that
are printed alike, or on another photo of the card.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.common.arrays import Floats


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
