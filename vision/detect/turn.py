"""Cards of several players in one photo: groups that lie apart, each turned towards its owner."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.geometry.quads import Quads, common_turn, widths

#: Cards whose middles are within so many card widths are of one group: neighbours, whatever their height.
BESIDE = 2.3
#: A group so many degrees off the common turn, counted in quarters, is looked at by itself.
ASLANT = 12.0


def groups(quads: Quads) -> list[NDArray[np.intp]]:
    """The indices of each group of cards that lie together, ``quads`` [n, 4, 2] in photo pixels."""
    middles = quads.mean(axis=1)
    near = np.linalg.norm(middles[:, None] - middles[None], axis=2) < BESIDE * np.median(widths(quads))
    group = np.arange(len(quads))
    while True:  # each takes the least number within reach, until nothing changes
        least = np.where(near, group[None], len(quads)).min(axis=1)
        if (least == group).all():
            return [np.flatnonzero(group == number) for number in np.unique(group)]
        group = least


def is_aslant(quads: Quads, turn: float) -> bool:
    """Whether cards stand aslant in a picture turned by ``turn`` degrees: not near any of its four sides."""
    return bool(abs((common_turn(quads) - turn + 45) % 90 - 45) > ASLANT)
