"""The photo's perspective removed, by nothing but the cards: the table as a plane.

All book cards have one size. A map from the photo to the table plane divides by a function w(x, y) that is
linear in the photo (zero on the horizon), and changes a small area by 1 / w cubed. The cube root of a card's
area in the photo is therefore proportional to w, and a linear fit over the cards finds w (cf. Hartley
& Zisserman, 2004, 2.7.2). An affine map of the table remains: equal steps on the table become equal
steps here, in every direction.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats


@dataclass(frozen=True)
class PlaneSettings:
    """How w is fitted to the cards."""

    #: Relative noise of the cube root of a card's area, which comes from the noise of its corners.
    area_noise: float = 0.03
    #: Standard deviation of the change of w over one card: as steep as a camera tilted by 35 degrees sees it
    #: ten cards away.
    slope: float = 0.06
    #: Cards this many times the noise off the fit count less and less (Huber): the photo's edge may cut them.
    huber: float = 1.5
    #: The least w, where w is 1 in the middle of the cards: the horizon comes no nearer.
    least_w: float = 0.2
    #: Rounds of the robust fit.
    rounds: int = 6


def flattened(
    corners: Floats, others: Floats | None = None, settings: PlaneSettings = PlaneSettings()
) -> Floats:
    """The corners [n, 4, 2] of whole cards on the table plane, up to an affine map; a card's area is about 1.

    ``others`` [m, 4, 2]: other things on the table, whose corners are returned instead.

    >>> card = np.array([[0, 0], [20, 0], [20, 30], [0, 30]], float)
    >>> np.ptp(flattened(np.stack([card, card + (25, 0)])), axis=1).prod(axis=1).round(2)
    array([1., 1.])
    """
    x, y = corners[:, :, 0], corners[:, :, 1]
    following_x, following_y = np.roll(x, -1, axis=1), np.roll(y, -1, axis=1)
    areas = np.abs((x * following_y - following_x * y).sum(axis=1)) / 2
    scale = float(np.sqrt(max(np.median(areas), 1e-9)))
    middle = corners.mean(axis=(0, 1))
    points = (corners - middle) / scale
    roots = np.cbrt(areas / scale**2)
    centres = points.mean(axis=1)
    rows = np.column_stack([np.ones(len(points)), centres]) / settings.area_noise
    prior = np.diag([0.0, 1 / settings.slope**2, 1 / settings.slope**2])
    weights = np.ones(len(points))
    fit = np.array([float(np.median(roots)), 0.0, 0.0])
    for _ in range(settings.rounds):
        weighted = rows * weights[:, None]
        fit = np.linalg.solve(rows.T @ weighted + prior, weighted.T @ (roots / settings.area_noise))
        off = np.abs(rows @ fit - roots / settings.area_noise)
        weights = np.minimum(1.0, settings.huber / np.maximum(off, 1e-9))
    slope = fit[1:] / max(fit[0], 1e-9)
    asked = points if others is None else (others - middle) / scale
    lowest = float(np.concatenate([points, asked]).dot(slope).min())
    if lowest < settings.least_w - 1:
        slope *= (settings.least_w - 1) / lowest
    return np.asarray(asked / (1 + asked @ slope)[:, :, None], np.float64)
