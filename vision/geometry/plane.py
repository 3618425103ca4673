"""The table as a plane, by nothing but the cards: how large they are, and how the camera's tilt changes that.

All book cards have one size, so whatever is measured of them lies near a plane over the photo. The logarithm
of a side's length does so nearly. A map from the photo to the table plane divides by a function w(x, y) that
is linear in the photo (zero on the horizon), and changes a small area by 1 / w cubed. So the cube root of a
card's area is proportional to w exactly, and with w the perspective is removed (cf. Hartley & Zisserman,
2004, 2.7.2). An affine map of the table remains: equal steps on the table become equal steps here, in every
direction.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.common.arrays import Floats
from vision.geometry.quads import Quads, areas, widths


@dataclass(frozen=True)
class PlaneSettings:
    """How a plane is fitted to what is measured of cards."""

    #: Standard deviation of the noise of a measure.
    noise: float
    #: Standard deviation of the change of a measure over one card, which the camera's tilt makes.
    slope: float
    #: Measures this many times the noise off the plane count less and less (Huber, Robust Estimation of a
    #: Location Parameter, 1964).
    huber: float = 1.0
    #: The power with which they count less: above 1, a card that shows only in part hardly counts.
    power: float = 1.0
    #: Rounds of the robust fit.
    rounds: int = 6


#: The cube root of a card's area, of which the median is 1: a camera tilted by 35 degrees, ten cards away.
DEPTH = PlaneSettings(noise=0.03, slope=0.06, huber=1.5)
#: The logarithm of the width of detections, of which some may be other things.
DETECTIONS = PlaneSettings(noise=0.05, slope=0.05, rounds=4)
#: The logarithm of the length of one side of cards, of which some show only in part.
SIDES = PlaneSettings(noise=0.015, slope=0.03, power=1.5, rounds=20)


def plane_of(
    measured: Floats, where: Floats, settings: PlaneSettings, weights: Floats | None = None
) -> Floats:
    """The plane of what was ``measured`` [n] of cards that lie ``where`` [n, 2], in cards from their middle.

    Its slopes across and down, and its level in the middle, [3]: iteratively reweighted least squares with a
    prior that keeps the plane level. ``weights`` [n]: how much each card counts, 1 at most.
    """
    terms = np.column_stack([where, np.ones(len(where))])
    level = np.diag([(settings.noise / settings.slope) ** 2] * 2 + [1e-6])
    weights, bound = np.ones(len(where)) if weights is None else weights, settings.huber * settings.noise
    plane = np.array([0.0, 0.0, np.median(measured)])
    for _ in range(settings.rounds):
        off = np.maximum(np.abs(measured - terms @ plane), 1e-9)
        counted = weights * np.minimum(1.0, bound / off) ** settings.power
        plane = np.linalg.solve(terms.T @ (counted[:, None] * terms) + level, terms.T @ (counted * measured))
    return np.asarray(plane, np.float64)


@dataclass(frozen=True)
class Plane:
    """The table of one photo: w is 1 in the middle of its cards, and grows by ``slope`` [2] with each card.

    ``middle`` [2] and ``scale``: where that is, and how large a card looks there, in pixels of the photo.

    >>> card = np.array([[0, 0], [20, 0], [20, 30], [0, 30]], float)
    >>> cards = np.stack([card, card + (25, 0)])
    >>> np.ptp(Plane.of(cards).flat(cards), axis=1).prod(axis=1).round(2)
    array([1., 1.])
    """

    middle: Floats
    scale: float
    slope: Floats

    @classmethod
    def of(cls, corners: NDArray[np.floating]) -> Plane:
        """The plane on which whole cards, [n, 4, 2] in pixels of the photo, lie; n is at least 1."""
        corners = np.asarray(corners, np.float64)
        size = np.abs(areas(corners))
        scale = float(np.sqrt(max(np.median(size), 1e-9)))
        middle = corners.mean(axis=(0, 1))
        where = ((corners - middle) / scale).mean(axis=1)
        *slope, w = plane_of(np.cbrt(size / scale**2), where, DEPTH)
        return cls(middle, scale, np.array(slope) / max(w, 1e-9))

    def flat(self, quads: NDArray[np.floating], least_w: float = 0.2) -> Floats:
        """Points of the photo, [n, k, 2], on the table, up to an affine map; a card's area is about 1.

        The horizon comes no nearer to these points than where w is ``least_w``.
        """
        points = (quads - self.middle) / self.scale
        lowest = float((points @ self.slope).min(initial=0.0))
        slope = self.slope * min(1.0, (least_w - 1) / min(lowest, -1e-9))
        return np.asarray(points / (1 + points @ slope)[..., None], np.float64)


def lengths_there(
    length: Floats, middles: Floats, settings: PlaneSettings = SIDES, weights: Floats | None = None
) -> Floats:
    """The logarithm of the ``length`` of a side of each card over the length that cards have there, [n].

    ``middles`` [n, 2]: where the sides lie. ``weights`` [n]: as in `plane_of`.
    """
    if len(length) == 0:
        return np.zeros(0)
    size, counted = np.log(np.maximum(length, 1e-6)), np.ones(len(length)) if weights is None else weights
    median = weighted_median(size, counted)
    where = (middles - np.average(middles, axis=0, weights=counted)) / np.exp(median)
    plane = plane_of(size - median, where, settings, counted)
    return np.asarray(size - median - where @ plane[:2] - plane[2], np.float64)


def by_area(quads: Quads, score: NDArray[np.floating]) -> Floats:
    """The weights of detections with these scores [n], by squared score and width: sizes are compared; [n].

    So many specks, or squares of a sheet of paper, which are unsure and small, do not outvote the cards.
    """
    return np.asarray((score.astype(np.float64) * widths(quads)) ** 2, np.float64)


def by_whole_area(quads: Quads, score: NDArray[np.floating]) -> Floats:
    """The weights of detections with these scores [n], by squared score and area: all sides count; [n]."""
    return np.asarray(np.abs(areas(quads)) * score.astype(np.float64) ** 2, np.float64)


def typical_width(quads: Quads, weights: Floats) -> float:
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
    """The logarithm of each width over the typical width `by_area`, [n]; ``score`` [n], n is at least 1."""
    return np.asarray(np.log(widths(quads) / typical_width(quads, by_area(quads, score))), np.float64)


def sizes_there(quads: Quads, weights: Floats) -> Floats:
    """The logarithm of each detection's width over the width that cards have at its place, [n]; n is at least
    1.

    ``weights`` [n]: how much each detection counts.
    """
    middles = quads.mean(axis=1).astype(np.float64)
    return lengths_there(widths(quads), middles, DETECTIONS, weights / weights.max())
