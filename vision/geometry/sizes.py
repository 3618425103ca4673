"""How large most cards of a photo are, and how this changes where the camera looks at them aslant."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.geometry.quads import Quads, areas, widths


@dataclass(frozen=True)
class LengthSettings:
    """How the length of a side is fitted over a photo by `usual_lengths`."""

    #: Standard deviation of the noise of a length's logarithm.
    noise: float = 0.015
    #: Standard deviation of the change of a length's logarithm over one card, which the camera's tilt makes.
    slope: float = 0.03
    #: Rounds of the robust fit.
    rounds: int = 20


@dataclass(frozen=True)
class SizeSettings:
    """How the width of finds is fitted over a photo by `sizes_there`."""

    #: Standard deviation of the noise of a width's logarithm.
    noise: float = 0.05
    #: Standard deviation of the change of a width's logarithm over one card, which the camera's tilt makes.
    slope: float = 0.05
    #: Rounds of the robust fit.
    rounds: int = 4


def usual_widths(corners: Floats) -> Floats:
    """The width that most cards would have at the place of each card, [n, 4, 2]: [n], in pixels."""
    top = np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1)
    return usual_lengths(top, corners[:, :2].mean(axis=1))


def usual_lengths(length: Floats, middles: Floats, settings: LengthSettings = LengthSettings()) -> Floats:
    """The length that the side of most cards would have at the place of each card: [n], in pixels.

    ``length`` [n]: of one side of each card. ``middles`` [n, 2]: where these sides lie. All cards have one
    size, and the camera's tilt makes its logarithm change evenly over the photo. The fit is robust
    (iteratively reweighted least squares): a few cards that show only in part hardly count.
    """
    if len(length) == 0:
        return np.zeros(0)
    size = np.log(np.maximum(length, 1e-6))
    terms = np.column_stack([np.ones(len(size)), (middles - middles.mean(axis=0)) / np.exp(np.median(size))])
    prior = np.diag([1e-6, settings.slope**-2, settings.slope**-2])
    fit = np.array([np.median(size), 0.0, 0.0])
    for _ in range(settings.rounds):
        # steeper than Huber's weights (power 1), so that a card that shows only in part hardly pulls
        off = np.maximum(np.abs(size - terms @ fit), 1e-9)
        weight = np.minimum(1.0, settings.noise / off) ** 1.5 / settings.noise**2
        fit = np.linalg.solve(terms.T @ (terms * weight[:, None]) + prior, terms.T @ (size * weight))
    return np.asarray(np.exp(terms @ fit), np.float64)


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


def sizes_there(quads: Quads, weights: Floats, settings: SizeSettings = SizeSettings()) -> Floats:
    """The logarithm of each find's width over the width that cards have at its place, [n]; n is at least 1.

    A camera that looks aslant sees far cards smaller. A plane is fitted to the logarithms of all widths. Each
    counts by its ``weights`` [n], and less the worse it fits (Huber, Robust Estimation of a Location
    Parameter, 1964). A prior keeps the plane level.
    """
    usual = usual_width(quads, weights)
    sizes = np.log(widths(quads) / usual)
    middles = quads.mean(axis=1).astype(np.float64)
    where = (middles - np.average(middles, axis=0, weights=weights)) / usual
    terms = np.column_stack([where, np.ones(len(quads))])
    steepness = (settings.noise / settings.slope) ** 2
    level = np.diag([steepness, steepness, 1e-6])
    off = sizes
    for _ in range(settings.rounds):
        counted = weights / weights.max() * settings.noise / np.maximum(np.abs(off), settings.noise)
        plane = np.linalg.solve(terms.T @ (counted[:, None] * terms) + level, terms.T @ (counted * sizes))
        off = sizes - terms @ plane
    return np.asarray(off, np.float64)
