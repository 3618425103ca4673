"""Numbers of which the card beside may cover a digit: what is left of them reads as another number.

A card that lies under its neighbour's side is found where that side ends, too narrow; all of its print then
stands nearer to that side than the other cards' print does.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.finder import Marks
from vision.rectify import LEFT, SCALE

#: Fewer faces do not show where print stands on most.
ENOUGH = 4
#: How much nearer to a side than on most cards all print stands, in card widths, and for how little room
#: between the number and that side, in heights of the number, a digit may be missing. Of 4,910 faces in six
#: sets ten are so: one lacks half of its 8 and was read as 1/2 for 8/12, and was sure; the others are whole.
NEARER, ROOM = 0.025, 0.8


def covered_digits(marks: Marks, up: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """On which strips of one printing, [n], the number may lack a digit at its left or right end.

    ``marks``: what was found on them; ``up`` [n]: those of faces that show letter and number.
    """
    out = np.zeros(len(up), np.bool_)
    if up.sum() < ENOUGH:
        return out
    letter, number = marks.letter[up, 1:], marks.number[up, 1:]
    ends = np.concatenate([_across(letter), _across(number)], axis=1)
    off = (ends - np.median(ends, axis=0)) / SCALE
    near = np.stack([-off.max(axis=1), off.min(axis=1)], axis=1) > NEARER  # to the left side, to the right
    left = -LEFT * SCALE
    room = np.stack([ends[:, 3] - left, left + SCALE - ends[:, 5]], axis=1)
    out[up] = (near & (room < ROOM * number[:, 3:])).any(axis=1)
    return out


def _across(marks: NDArray[np.float32]) -> NDArray[np.float32]:
    """Left end, middle and right end of marks, [n, 4]: strip pixels, [n, 3]."""
    return marks[:, :1] + marks[:, 2:3] * np.array([-0.5, 0.0, 0.5], np.float32)
