"""The turns of cards in a photo: of each card, of most cards, and of the groups of several players."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.detect.detections import CATEGORY, FACE_DOWN, Detections
from vision.geometry.quads import SAME_TURN, Quads, common_turn, degrees_apart, heights, turns, widths

# Which cards form a group, and when a group is aslant.
#: Cards whose middles lie within this many card widths are in one group, whatever their height.
GROUP_REACH = 2.3
#: A group is aslant when it lies more than this many degrees off a quarter turn.
ASLANT = 12.0


def groups(quads: Quads) -> list[NDArray[np.intp]]:
    """The indices of each group of cards that lie together, ``quads`` [n, 4, 2] in photo pixels.

    >>> card = np.array([[0, 0], [20, 0], [20, 30], [0, 30]], np.float32)
    >>> [group.tolist() for group in groups(np.stack([card, card + 500, card + (25, 0)]))]
    [[0, 2], [1]]
    """
    if len(quads) == 0:
        return []
    middles = quads.mean(axis=1)
    reach = GROUP_REACH * np.median(widths(quads))
    group = connected(np.linalg.norm(middles[:, None] - middles[None], axis=2) < reach)
    return [np.flatnonzero(group == number) for number in np.unique(group)]


def connected(near: NDArray[np.bool_]) -> NDArray[np.intp]:
    """One number, [n], for all cards that links join; ``near`` [n, n]: which cards are linked."""
    group = np.arange(len(near))
    while True:  # each card takes the least number within reach, until nothing changes
        least = np.minimum(np.where(near, group[None], len(near)).min(axis=1, initial=len(near)), group)
        if (least == group).all():
            return group
        group = least


def is_aslant(quads: Quads, turn: float) -> bool:
    """Whether cards stand aslant to all four sides of a picture turned by ``turn`` degrees."""
    return bool(abs((common_turn(quads) - turn + 45) % 90 - 45) > ASLANT)


def shared_turn(cards: Detections, weights: NDArray[np.float64]) -> float:
    """The turn in degrees that most cards share, by their ``weights`` [n].

    A back does not show which way is up. Beside other cards, it counts only when its sides are parallel to
    the sides of most of these.
    """
    telling = weights * (cards.kind != FACE_DOWN)
    if telling.any():
        weights = weights * parallel(cards, common_turn(cards.corners, telling))
    return common_turn(cards.corners, weights)


def parallel(cards: Detections, turn: float) -> NDArray[np.bool_]:
    """Which cards have sides about parallel to the sides of a card in this ``turn`` of degrees, [n]."""
    off = degrees_apart(turns(cards.corners), turn) % 90
    return np.minimum(off, 90 - off) < SAME_TURN


def set_upright(cards: Detections) -> Quads:
    """The corners, of backs and category cards in the order that sets them upright.

    Their pictures need not show which way is up, and the network was not trained to say: the nearest cards of
    other kinds say. Without these the cards stand as the photo does, on the shorter side.
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
