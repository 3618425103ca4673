"""Free places of the table around cards, each as large as a card."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.geometry.quads import Quads

#: Points of a place, across and down: a card that holds one of them covers the place.
POINTS = (7, 3)


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
