"""The table as a plane: the photo's perspective removed with nothing to go by but the cards.

All book cards have one size. A map from the photo to the table plane divides by a function w(x, y) that is
linear in the photo (zero on the horizon), and changes a small area by 1 / w cubed; so the cube root of a
card's area in the photo is itself proportional to w, and a linear fit over the cards finds it (cf. Hartley
& Zisserman, 2004, 2.7.2). What remains is an affine map of the table: equal steps on the table are equal
steps here, in every direction.
"""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats

#: Relative noise of the cube root of a card's area, from corners that are off by up to a tenth of a card.
AREA_NOISE = 0.03
#: How much w may change over one card: a table tilted by 35 degrees, seen from ten cards away, changes it
#: by 0.06.
SLOPE = 0.06
#: Cards cut by the photo's edge have the wrong area: beyond this many times the noise they count less and
#: less.
HUBER = 1.5
#: The horizon never comes nearer than this (w is 1 in the middle of the cards).
LEAST_W = 0.2


def flattened(corners: Floats, others: Floats | None = None) -> Floats:
    """The corners [n, 4, 2] of whole cards on the table plane, up to an affine map; a card's area becomes
    about 1.

    ``others`` [m, 4, 2]: what lies on the table too and need be no card; its corners come instead.
    """
    x, y = corners[:, :, 0], corners[:, :, 1]
    following_x, following_y = np.roll(x, -1, axis=1), np.roll(y, -1, axis=1)
    areas = np.abs((x * following_y - following_x * y).sum(axis=1)) / 2
    scale = float(np.sqrt(max(np.median(areas), 1e-9)))
    middle = corners.mean(axis=(0, 1))
    points = (corners - middle) / scale
    roots = np.cbrt(areas / scale**2)
    centres = points.mean(axis=1)
    rows = np.column_stack([np.ones(len(points)), centres]) / AREA_NOISE
    prior = np.diag([0.0, 1 / SLOPE**2, 1 / SLOPE**2])
    weights = np.ones(len(points))
    fit = np.array([float(np.median(roots)), 0.0, 0.0])
    for _ in range(6):
        weighted = rows * weights[:, None]
        fit = np.linalg.solve(rows.T @ weighted + prior, weighted.T @ (roots / AREA_NOISE))
        off = np.abs(rows @ fit - roots / AREA_NOISE)
        weights = np.minimum(1.0, HUBER / np.maximum(off, 1e-9))
    slope = fit[1:] / max(fit[0], 1e-9)
    asked = points if others is None else (others - middle) / scale
    lowest = float(np.concatenate([points, asked]).dot(slope).min())
    if lowest < LEAST_W - 1:
        slope *= (LEAST_W - 1) / lowest
    return np.asarray(asked / (1 + asked @ slope)[:, :, None], np.float64)
