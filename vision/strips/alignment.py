"""Cards whose upper or left edge was found in a wrong place, as the place of their print shows.

The strip above a card in a pile, or a neighbour on a shelf, may have the card's own colour and hide the edge
between the two. But a printing sets its numbers, and its letters, at one place on every card: where they
stand lower than on other cards, the upper edge lies as much lower; where they stand further right, the left
edge lies as much further right.
"""

from __future__ import annotations

import numpy as np

from vision.common.arrays import Bools, Floats
from vision.geometry.quads import Quads, widths
from vision.strips.marks import FEWEST_MARKS, Marks
from vision.strips.rectify import SCALE

# When the place of a letter or a number shows that a card is cut wrongly. Pixels are of a strip.
#: A letter or a number tells how its card is cut above this probability.
PLACING_MARK = 0.3
#: The card is cut wrongly if its print stands further from the median place, across or down, in pixels.
LEAST_SHIFT = 16.0
#: Print this far off both across and down is something else, in pixels.
MOST_SHIFT = 20.0


def aligned(corners: Quads, marks: Marks, up: Bools) -> Quads:
    """The cards [n, 4, 2] with edges moved where the print stands elsewhere than on most cards.

    ``marks``: what was found on the strips of the cards; ``up`` [n]: the faces, which alone may move.
    """
    off = _print_offset(marks, up)
    wrong = np.abs(off) > LEAST_SHIFT
    by = np.where(wrong, off, 0.0) / SCALE * widths(corners)[:, None]
    out = corners.copy()
    out[:, :2] += _directions(corners[:, :2], corners[:, [3, 2]]) * by[:, 1, None, None]
    out[:, [0, 3]] += _directions(corners[:, [0, 3]], corners[:, [1, 2]]) * by[:, 0, None, None]
    return out


def _directions(start: Quads, end: Quads) -> Quads:
    """Unit vectors from each ``start`` to its ``end``, [n, 2, 2]."""
    way = end - start
    return np.asarray(way / np.maximum(np.linalg.norm(way, axis=2, keepdims=True), 1e-6), np.float32)


def _print_offset(marks: Marks, up: Bools) -> Floats:
    """How many pixels further right and further down than on most strips each number stands, or the letter
    where the number does not tell, [n, 2]; 0 where neither tells.
    """
    off = np.zeros((len(marks.letter), 2))
    for mark in (marks.letter, marks.number):
        clear = up & (mark[:, 0] > PLACING_MARK)
        if clear.sum() >= FEWEST_MARKS:
            away = mark[:, 1:3] - np.median(mark[clear, 1:3], axis=0)
            tells = clear & (np.abs(away).min(axis=1) < MOST_SHIFT)
            off[tells] = away[tells]
    return off
