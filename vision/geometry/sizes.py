"""How large most cards of a photo are, and how this changes where the camera looks at them aslant."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.geometry.plane import PlaneSettings, plane_of
from vision.geometry.quads import Quads, areas, widths

#: The logarithm of the width of finds, of which some may be other things.
FINDS = PlaneSettings(noise=0.05, slope=0.05, rounds=4)
#: The logarithm of the length of one side of cards, of which some show only in part.
SIDES = PlaneSettings(noise=0.015, slope=0.03, power=1.5, rounds=20)


def lengths_there(
    length: Floats, middles: Floats, settings: PlaneSettings = SIDES, weights: Floats | None = None
) -> Floats:
    """The logarithm of the ``length`` of a side of each card over the length that cards have there, [n].

    ``middles`` [n, 2]: where the sides lie. ``weights`` [n]: as in `vision.geometry.plane.plane_of`.
    """
    if len(length) == 0:
        return np.zeros(0)
    size, counted = np.log(np.maximum(length, 1e-6)), np.ones(len(length)) if weights is None else weights
    usual = weighted_median(size, counted)
    where = (middles - np.average(middles, axis=0, weights=counted)) / np.exp(usual)
    plane = plane_of(size - usual, where, settings, counted)
    return np.asarray(size - usual - where @ plane[:2] - plane[2], np.float64)


def by_area(quads: Quads, score: NDArray[np.floating]) -> Floats:
    """The weights of finds with these scores [n], by squared score and width, where sizes are compared: [n].

    So many specks, or squares of a sheet of paper, which are unsure and small, do not outvote the cards.
    """
    return np.asarray((score.astype(np.float64) * widths(quads)) ** 2, np.float64)


def by_whole_area(quads: Quads, score: NDArray[np.floating]) -> Floats:
    """The weights of finds with these scores [n], by squared score and area, where all sides count: [n]."""
    return np.asarray(np.abs(areas(quads)) * score.astype(np.float64) ** 2, np.float64)


def usual_width(quads: Quads, weights: Floats) -> float:
    """The weighted median of the `widths` of at least one card; ``weights`` [n]."""
    return weighted_median(widths(quads), weights)


def weighted_median(values: Floats, weights: Floats) -> float:
    """The least of the ``values`` [n] up to which half of all ``weights`` [n] lie; n is at least 1.

    >>> weighted_median(np.array([3.0, 1.0, 2.0]), np.array([5.0, 1.0, 1.0]))
    3.0
    """
    order = np.argsort(values)
    share = np.cumsum(weights[order])
    return float(values[order[int(np.searchsorted(share, share[-1] / 2))]])


def log_sizes(quads: Quads, score: NDArray[np.floating]) -> Floats:
    """The logarithm of each width over the usual width `by_area`, [n]; ``score`` [n], n is at least 1."""
    return np.asarray(np.log(widths(quads) / usual_width(quads, by_area(quads, score))), np.float64)


def sizes_there(quads: Quads, weights: Floats) -> Floats:
    """The logarithm of each find's width over the width that cards have at its place, [n]; n is at least 1.

    ``weights`` [n]: how much each find counts.
    """
    middles = quads.mean(axis=1).astype(np.float64)
    return lengths_there(widths(quads), middles, FINDS, weights / weights.max())
