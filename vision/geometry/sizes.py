"""How large the cards of a photo usually are, seen aslant."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.geometry.quads import Quads, areas, widths

#: Standard deviations of the logarithm of a card's width: of its noise, and of its change over one card,
#: which the camera's tilt makes; and the rounds of the robust fit.
NOISE, SLOPE, ROUNDS = 0.015, 0.03, 20
#: How far a card's width is usually off, and by how much cards a width apart may differ as the camera looks
#: at them aslant: natural logs. And how often the latter is reckoned anew without what does not fit.
OFF, AREA_SLOPE, AREA_ROUNDS = 0.05, 0.05, 4


def usual_widths(corners: Floats) -> Floats:
    """How wide each card, [n, 4, 2], would be if it were as wide as most: [n], in pixels."""
    top = np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1)
    return usual_lengths(top, corners[:, :2].mean(axis=1), SLOPE)


def usual_lengths(length: Floats, middles: Floats, slope: float) -> Floats:
    """How long a side of each card, [n], would be if it were as long as that of most: [n], in pixels.

    All cards have one size; the camera's tilt makes its logarithm change evenly over the photo, by about
    ``slope`` from a card to the next; ``middles`` [n, 2] are where they lie. The fit is robust (iteratively
    reweighted least squares): a few cards of which less shows do not count.
    """
    if len(length) == 0:
        return np.zeros(0)
    size = np.log(np.maximum(length, 1e-6))
    terms = np.column_stack([np.ones(len(size)), (middles - middles.mean(axis=0)) / np.exp(np.median(size))])
    prior = np.diag([1e-6, slope**-2, slope**-2])
    fit = np.array([np.median(size), 0.0, 0.0])
    for _ in range(ROUNDS):
        # steeper than Huber's weights (power 1): a card of which a part is hidden hardly pulls at all
        weight = np.minimum(1.0, NOISE / np.maximum(np.abs(size - terms @ fit), 1e-9)) ** 1.5 / NOISE**2
        fit = np.linalg.solve(terms.T @ (terms * weight[:, None]) + prior, terms.T @ (size * weight))
    return np.asarray(np.exp(terms @ fit), np.float64)


def by_area(quads: Quads, score: NDArray[np.floating]) -> Floats:
    """What each find of a ``score`` [n] counts where it is asked how large cards are, [n]: the squares of a
    sheet of paper, or specks, may be many, but they are unsure, and small.
    """
    return np.asarray((score.astype(np.float64) * widths(quads)) ** 2, np.float64)


def by_whole_area(quads: Quads, score: NDArray[np.floating]) -> Floats:
    """The same of finds of which all sides count, [n]: by their areas as they are."""
    return np.asarray(np.abs(areas(quads)) * score.astype(np.float64) ** 2, np.float64)


def usual_width(quads: Quads, weights: Floats) -> float:
    """The median of the `widths` of one card at least, each counted by its weight, [n]."""
    width = widths(quads)
    order = np.argsort(width)
    share = np.cumsum(weights[order])
    return float(width[order[int(np.searchsorted(share, share[-1] / 2))]])


def sizes_there(quads: Quads, weights: Floats) -> Floats:
    """The logarithm of how much wider each is than cards look at its place, [n]; n at least 1.

    A camera that looks aslant sees the far cards smaller. Their logarithms lie on a plane, nearly, which is
    fitted to all, each counted by its weight [n] and less the worse it fits (Huber, Robust Estimation of a
    Location Parameter, 1964), and rather level.
    """
    usual = usual_width(quads, weights)
    sizes = np.log(widths(quads) / usual)
    middles = quads.mean(axis=1).astype(np.float64)
    where = (middles - np.average(middles, axis=0, weights=weights)) / usual
    terms = np.column_stack([where, np.ones(len(quads))])
    level = np.diag([(OFF / AREA_SLOPE) ** 2, (OFF / AREA_SLOPE) ** 2, 1e-6])
    off = sizes
    for _ in range(AREA_ROUNDS):
        counted = weights / weights.max() * OFF / np.maximum(np.abs(off), OFF)
        plane = np.linalg.solve(terms.T @ (counted[:, None] * terms) + level, terms.T @ (counted * sizes))
        off = sizes - terms @ plane
    return np.asarray(off, np.float64)
