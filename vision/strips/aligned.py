"""Cards whose upper or left edge was found where it is not, told by where their print stands.

In a pile the strip above has the colour of the next one's, on a shelf a card may touch one of its own
colour, and the edge between them may be hardly seen. But a printing sets its numbers, and its letters, at one
place on every card: where they stand lower than on the others, the upper edge lies as much lower, and where
they stand further to the right, the left one lies as much further.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.geometry.quads import Quads, widths
from vision.strips.marks import FEWEST_CARDS, Marks
from vision.strips.rectify import SCALE

#: The probability from which a letter or a number tells how a card is cut. How far off its usual place, in
#: pixels of a strip along one side, it tells that the card is cut wrongly, and along the other, that it is
#: something else.
TELLING, OFF, ASIDE = 0.3, 16.0, 20.0


def aligned(corners: Quads, marks: Marks, up: NDArray[np.bool_]) -> Quads | None:
    """The cards [n, 4, 2], those moved that lie face ``up`` [n] and whose print stands elsewhere on their
    strips than on most; None where none does.
    """
    off = _off(marks, up)
    wrong = np.abs(off) > OFF
    if not wrong.any():
        return None
    by = np.where(wrong, off, 0.0) / SCALE * widths(corners)[:, None]
    out = corners.copy()
    out[:, :2] += _along(corners[:, :2], corners[:, [3, 2]]) * by[:, 1, None, None]
    out[:, [0, 3]] += _along(corners[:, [0, 3]], corners[:, [1, 2]]) * by[:, 0, None, None]
    return out


def _along(start: Quads, end: Quads) -> Quads:
    """Unit vectors from each point to each, [n, 2, 2]."""
    way = end - start
    return np.asarray(way / np.maximum(np.linalg.norm(way, axis=2, keepdims=True), 1e-6), np.float32)


def _off(marks: Marks, up: NDArray[np.bool_]) -> Floats:
    """How many pixels further right and lower than on most strips each one's number stands, or else its
    letter, [n, 2]; 0 where neither tells.
    """
    off = np.zeros((len(marks.letter), 2))
    for mark in (marks.letter, marks.number):
        clear = up & (mark[:, 0] > TELLING)
        if clear.sum() >= FEWEST_CARDS:
            away = mark[:, 1:3] - np.median(mark[clear, 1:3], axis=0)
            tells = clear & (np.abs(away).min(axis=1) < ASIDE)
            off[tells] = away[tells]
    return off
