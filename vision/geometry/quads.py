"""Quadrilaterals: the top-left, top-right, bottom-right and bottom-left corner of a card as printed.

Unless a docstring says otherwise, functions take and give float32 arrays of shape [n, 4, 2] in pixels; x
runs to the right, y down.
"""

from __future__ import annotations

from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.common.arrays import Floats

Quads = NDArray[np.float32]
F = TypeVar("F", bound=np.floating)

#: The index of the corner after each, going round; faster than numpy's roll.
NEXT = [1, 2, 3, 0]

#: Cards in one turn differ by at most this many degrees.
SAME_TURN = 25.0
#: The height of a card in widths, where no whole card shows.
TYPICAL_HEIGHT = 1.4
#: Points of a place, across and down: a card that holds one of them covers the place.
POINTS = (7, 3)


def widths(quads: Quads) -> Floats:
    """The mean of the upper and the lower side's length, [n]."""
    across = quads[:, [1, 2]] - quads[:, [0, 3]]
    return np.asarray(np.linalg.norm(across, axis=2).mean(axis=1), np.float64)


def heights(quads: Quads) -> Floats:
    """The mean of the left and the right side's length, [n]."""
    down = quads[:, [3, 2]] - quads[:, [0, 1]]
    return np.asarray(np.linalg.norm(down, axis=2).mean(axis=1), np.float64)


def sides(quads: NDArray[F]) -> tuple[NDArray[F], NDArray[F]]:
    """The steps across and down each card, [n, 2] each: the mean of two opposite sides."""
    across = quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]
    down = quads[:, 3] + quads[:, 2] - quads[:, 0] - quads[:, 1]
    return np.asarray(across / 2, quads.dtype), np.asarray(down / 2, quads.dtype)


def areas(quads: NDArray[np.floating]) -> Floats:
    """The signed area, [n]: positive when the corners run clockwise, as on a printed card."""
    a, b = quads, quads[:, NEXT]
    return np.asarray((a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]).sum(axis=1) / 2, np.float64)


def turns(quads: Quads) -> Floats:
    """The clockwise turn of each card from upright in degrees, [n], -180 to 180.

    >>> turns(np.array([[[0, 0], [0, 20], [-30, 20], [-30, 0]]], np.float32)).tolist()
    [90.0]
    """
    across, down = (each.astype(np.float64) for each in sides(quads))
    # the sum of the printed "right" and of the printed "down" turned back by a quarter: the longer side tells
    # more
    direction = across + np.stack([down[:, 1], -down[:, 0]], axis=1)
    return np.asarray(np.degrees(np.arctan2(direction[:, 1], direction[:, 0])), np.float64)


def degrees_apart(a: Floats | float, b: Floats | float) -> Floats:
    """The angle between two directions in degrees, 0 to 180."""
    return np.asarray(np.abs((np.asarray(a) - b + 180) % 360 - 180), np.float64)


def common_turn(quads: Quads, weights: Floats | None = None, reach: float = SAME_TURN) -> float:
    """The mean turn in degrees of the cards within ``reach`` of the turn that most cards share.

    ``weights`` [n]: how much each card counts. 0 without cards.
    """
    if len(quads) == 0:
        return 0.0
    angles = turns(quads)
    weights = np.ones(len(quads)) if weights is None else weights
    apart = (angles[:, None] - angles[None] + 180) % 360 - 180
    near = (np.abs(apart) <= reach) * weights[:, None]
    best = int(near.sum(axis=0).argmax())
    return float(angles[best] + (near[:, best] * apart[:, best]).sum() / near[:, best].sum())


def moved(quads: Quads, matrix: NDArray[np.floating]) -> Quads:
    """The quads mapped by an affine (2 x 3) or projective (3 x 3) ``matrix``."""
    if len(quads) == 0:
        return quads.reshape(0, 4, 2).astype(np.float32)
    points = quads.reshape(-1, 1, 2).astype(np.float64)
    change = cv2.transform if matrix.shape[0] == 2 else cv2.perspectiveTransform
    return np.asarray(change(points, matrix), np.float32).reshape(-1, 4, 2)


def common_area(a: NDArray[np.float32], b: NDArray[np.float32]) -> float:
    """The area that two convex quads, float32 [4, 2], share; 0 when a quad is not convex."""
    return float(cv2.intersectConvexConvex(a, b)[0])


def is_card_like(quads: Quads) -> NDArray[np.bool_]:
    """Whether the corners are convex, clockwise and not degenerate, [n], as those of a flat card are."""
    sides = quads[:, NEXT] - quads
    following = sides[:, NEXT]
    cross = sides[..., 0] * following[..., 1] - sides[..., 1] * following[..., 0]
    return np.asarray((cross > 0).all(axis=1) & (areas(quads) > 4), np.bool_)


def keep_best(quads: Quads, scores: NDArray[np.float32], shared: float = 0.5) -> NDArray[np.intp]:
    """The indices of the quads that remain, best score first: non-maximum suppression.

    A quad goes when a better quad covers ``shared`` of the smaller of the two: two cards cannot show at one
    place. The areas are those of the quads, for the boxes of strips in a turned pile overlap much.
    """
    left = np.argsort(-scores, kind="stable")
    size, around = np.abs(areas(quads)), np.linalg.norm(quads - quads[:, NEXT], axis=2).sum(axis=1)
    low, high = quads.min(axis=1), quads.max(axis=1)
    kept: list[int] = []
    while len(left):
        best, left = int(left[0]), left[1:]
        kept.append(best)
        smaller = np.minimum(size[best], size[left])
        boxes = np.minimum(high[best], high[left]) - np.maximum(low[best], low[left])
        most = np.maximum(boxes, 0).prod(axis=1)
        # quads whose corners lie so near share at least this area, which is quicker to compute
        apart = np.linalg.norm(quads[left] - quads[best], axis=2).max(axis=1)
        least = size[best] - around[best] * apart
        covered = least >= shared * smaller
        for k in np.flatnonzero(~covered & (most >= shared * smaller) & (most > 0)):
            covered[k] = common_area(quads[best], quads[left[k]]) >= shared * smaller[k]
        left = left[~covered]
    return np.array(kept, np.intp)


def surest(scores: NDArray[np.float32], most: int) -> NDArray[np.intp]:
    """The indices of the ``most`` highest of the ``scores`` [n], in rising order.

    >>> surest(np.array([0.3, 0.9, 0.5], np.float32), 2).tolist()
    [1, 2]
    """
    return np.sort(np.argsort(-scores, kind="stable")[:most])


def extended(quads: Quads, by: float) -> Quads:
    """The cards, [n, 4, 2], with the upper edge moved up along the sides, ``by`` a number of widths."""
    up = quads[:, :2] - quads[:, [3, 2]]
    up /= np.maximum(np.linalg.norm(up, axis=2, keepdims=True), 1e-6)
    out = quads.copy()
    out[:, :2] += (by * widths(quads))[:, None, None] * up
    return out


def free_places(quad: Quads, moves: NDArray[np.floating], corners: Quads, size: tuple[int, int]) -> Quads:
    """A place, [4, 2], after each of the ``moves`` [k, 2], without the moves that leave the photo or reach a
    card: float32 [m, 4, 2].

    ``corners`` [n, 4, 2]: of the cards. ``size``: the photo's width and height. All in pixels.

    >>> card = np.array([[0, 0], [20, 0], [20, 30], [0, 30]], np.float32)
    >>> free_places(card, np.array([(25, 0), (5, 5), (-25, 0)]), card[None], (100, 100))[:, 0].tolist()
    [[25.0, 0.0]]
    """
    places = (quad[None] + np.asarray(moves)[:, None]).astype(np.float32)
    places = places[((places >= 0) & (places <= np.array(size) - 1)).all(axis=(1, 2))]
    return places[~_covered(places, corners)]


def _covered(places: Quads, corners: Quads) -> NDArray[np.bool_]:
    """Which places, [m, 4, 2], have a point on a card, [n, 4, 2]."""
    x, y = (part.reshape(-1, 1) for part in np.meshgrid(*(np.linspace(0, 1, n) for n in POINTS)))
    corner = places[:, None]
    upper = (1 - x) * corner[:, :, 0] + x * corner[:, :, 1]
    lower = (1 - x) * corner[:, :, 3] + x * corner[:, :, 2]
    points = (1 - y) * upper + y * lower  # [m, 21, 2]
    out = np.zeros(len(places), np.bool_)
    for quad in corners:
        side, there = np.roll(quad, -1, axis=0) - quad, points[:, :, None] - quad
        within = side[:, 0] * there[..., 1] - side[:, 1] * there[..., 0] >= 0  # corners run clockwise
        out |= within.all(axis=2).any(axis=1)
    return out
