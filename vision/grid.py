"""The grid of a shelf's cells, and where a photo shows it: a homography fitted to the cards in it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

#: From one card to the next in card widths (heights), before the photo's own steps are known: people leave
#: a slit.
USUAL_STEP = 1.04
#: The corners of a card around the middle of its cell, [4, 2], in cells.
CELL = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / (2 * USUAL_STEP)


def homography(cells: Floats, corners: Floats) -> Floats:
    """The least-squares map, 3 x 3, from cells (column, row; a card's centre on whole numbers) to the photo.

    ``cells`` [n, 2], n at least 1, and ``corners`` [n, 4, 2] in photo pixels: of the card in each cell, from
    the shelf's top left. The identity where no map fits.
    """
    matrix, _ = cv2.findHomography(_corners_in(cells), np.asarray(corners).reshape(-1, 2), 0)
    return np.asarray(np.eye(3) if matrix is None else matrix, np.float64)


def expected_corners(cells: Floats, corners: Floats, others: Floats) -> Floats:
    """The corners that cards at the cells ``others`` [m, 2] should have, [m, 4, 2] in pixels; m is not 0.

    ``cells`` and ``corners``: of the cards that say so, as for `homography`.
    """
    matrix = homography(cells, corners)
    expected = cv2.perspectiveTransform(_corners_in(others)[:, None], matrix)
    return np.asarray(expected, np.float64).reshape(-1, 4, 2)


def in_cells(matrix: Floats, points: Floats) -> Floats:
    """Points [n, 4, 2] of the photo in cells, by the ``matrix`` of `homography`."""
    return np.asarray(
        cv2.perspectiveTransform(points.reshape(-1, 1, 2), np.linalg.pinv(matrix)).reshape(points.shape)
    )


def _corners_in(cells: Floats) -> Floats:
    """The corners of the cards in these cells [n, 2], one after the other, [4 n, 2] in cells."""
    return (np.asarray(cells, np.float64)[:, None] + CELL).reshape(-1, 2)
