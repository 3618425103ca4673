"""Which way round cards lie: one by one, most of them, and the groups of several players."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.detect.detections import CATEGORY, FACE_DOWN, Detections
from vision.geometry.quads import SAME_TURN, Quads, common_turn, degrees_apart, heights, turns, widths

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


def told_turn(cards: Detections, weights: NDArray[np.float64]) -> float:
    """The turn that most cards share by their ``weights`` [n]. Where there are others, backs count as far as
    their sides are parallel to those of most of these.
    """
    telling = weights * (cards.kind != FACE_DOWN)
    if telling.any():
        weights = weights * parallel(cards, common_turn(cards.corners, telling))
    return common_turn(cards.corners, weights)


def parallel(cards: Detections, turn: float) -> NDArray[np.bool_]:
    """Which cards' sides are about parallel to those of one in this ``turn``, [n]."""
    off = degrees_apart(turns(cards.corners), turn) % 90
    return np.minimum(off, 90 - off) < SAME_TURN


def set_upright(cards: Detections) -> Quads:
    """The corners, with those of face-down and category cards counted from the one that sets them upright.

    Their pictures need not say which way is up, and the network was not taught to: the cards around do. Where
    there are none, they stand as the photo does, a little higher than wide.
    """
    corners = cards.corners.copy()
    silent = np.isin(cards.kind, (FACE_DOWN, CATEGORY))
    others = corners[~silent]
    middles = others.mean(axis=1)
    for i in np.flatnonzero(silent):
        orders = np.stack([np.roll(corners[i], k, axis=0) for k in range(4)])
        turn = 0.0
        if len(others):
            nearest = np.argsort(np.linalg.norm(middles - corners[i].mean(axis=0), axis=1))[:4]
            turn = common_turn(others[nearest])
        else:
            orders = orders[heights(orders) > 0.9 * widths(orders)]
        off = degrees_apart(turns(orders), turn)
        corners[i] = orders[int(off.argmin())]
    return corners
