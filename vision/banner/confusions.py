"""Letters that some typefaces draw as another: an I with a hook and a bar passes for a J."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats
from vision.reading import LETTERS


@dataclass(frozen=True)
class Confusion:
    """A letter that is read as another in some typefaces."""

    #: The letter that is read.
    read: str
    #: The letter that it may be.
    true: str
    #: The probability of ``true`` where ``read`` is read.
    rate: float
    #: A letter ``true`` read with this probability is clear: the typeface draws the two apart.
    clear: float


I_AS_J = Confusion(read="J", true="I", rate=0.02, clear=0.98)


def with_confusion(letter: Floats, confusion: Confusion = I_AS_J) -> Floats:
    """Log-probabilities of the letters of a table's cards, ``[n, 26]``, after a confusion.

    They stay where a card of the table clearly shows the true letter.
    """
    read, true = LETTERS.index(confusion.read), LETTERS.index(confusion.true)
    likely = np.exp(letter)
    likeliest = likely.argmax(axis=1)
    if (likely[likeliest == true, true] >= confusion.clear).any():
        return letter
    confused = likeliest == read
    out = likely * np.where(confused, 1 - confusion.rate, 1.0)[:, None]
    out[confused, true] += confusion.rate
    return np.asarray(np.log(np.maximum(out, np.finfo(np.float32).tiny)), np.float64)
