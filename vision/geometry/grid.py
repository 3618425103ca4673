"""The grid of a shelf's cells, and a homography from the cells to the photo, fitted to the cards."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats

#: From one card to the next in card widths (heights), as a prior: people leave a slit between cards.
USUAL_STEP = 1.04
#: The corners of a card around the middle of its cell, [4, 2], in cells.
CELL_CORNERS = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / (2 * USUAL_STEP)


@dataclass(frozen=True)
class GridSettings:
    """Which cards are inliers of the grid that is fitted to all of them."""

    #: An inlier's corners lie less than this far off the grid, in cells …
    error: float = 0.1
    #: … or less than this many times as far off as those of the median card.
    median_errors: float = 2.5
    #: With fewer inliers than this, all cards count as inliers.
    fewest: int = 3


def homography(cells: Floats, corners: Floats) -> Floats:
    """The least-squares map, 3 x 3, from cells (column, row) to the photo; the identity where no map fits.

    ``cells`` [n, 2]: the cells of n cards, at least 1; a card's centre lies on whole numbers. ``corners``
    [n, 4, 2]: their corners in photo pixels, from the top left of the shelf.

    >>> card = np.array([[[10, 10], [30, 10], [30, 40], [10, 40]]], float)
    >>> in_cells(homography(np.zeros((1, 2)), card), card).mean(axis=1).round(6) + 0.0
    array([[0., 0.]])
    """
    matrix, _ = cv2.findHomography(_corners_in(cells), np.asarray(corners).reshape(-1, 2), 0)
    return np.asarray(np.eye(3) if matrix is None else matrix, np.float64)


def expected_corners(cells: Floats, corners: Floats, others: Floats) -> Floats:
    """The corners, [m, 4, 2] in photo pixels, that the grid expects of cards in the cells ``others`` [m, 2].

    ``cells`` and ``corners`` are those of `homography`; m is at least 1.
    """
    matrix = homography(cells, corners)
    expected = cv2.perspectiveTransform(_corners_in(others)[:, None], matrix)
    return np.asarray(expected, np.float64).reshape(-1, 4, 2)


def grid_inliers(
    cells: Floats, corners: Floats, settings: GridSettings = GridSettings()
) -> NDArray[np.bool_]:
    """Which cards, [n], have all corners where the grid of all cards expects them.

    ``cells`` and ``corners`` are those of `homography`. All cards are inliers where too few are left.
    """
    seen = in_cells(homography(cells, corners), corners)
    error = np.abs(seen.reshape(-1, 2) - _corners_in(cells)).reshape(len(cells), -1).max(axis=1)
    inlier = error < max(settings.error, settings.median_errors * float(np.median(error)))
    return inlier if inlier.sum() >= settings.fewest else np.ones(len(cells), np.bool_)


def in_cells(matrix: Floats, points: Floats) -> Floats:
    """Points [n, 4, 2] of the photo in cells, by the ``matrix`` of `homography`."""
    return np.asarray(
        cv2.perspectiveTransform(points.reshape(-1, 1, 2), np.linalg.pinv(matrix)).reshape(points.shape)
    )


def _corners_in(cells: Floats) -> Floats:
    """The corners of the cards in these cells [n, 2], card by card, [4 n, 2] in cells."""
    return (np.asarray(cells, np.float64)[:, None] + CELL_CORNERS).reshape(-1, 2)
