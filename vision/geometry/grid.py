"""The grid of a shelf's cells, and where a photo shows it: a homography fitted to the cards in it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats

#: From one card to the next in card widths (heights), before the photo's own steps are known: people leave
#: a slit.
USUAL_STEP = 1.04
#: The corners of a card around the middle of its cell, [4, 2], in cells.
CELL = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / (2 * USUAL_STEP)

#: A card whose corners lie further off the grid than this, in cells, and than so many times what is usual in
#: it, says nothing of the grid, as long as so many others do.
OFF, OFTEN, FEWEST = 0.1, 2.5, 3


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


def true_to_grid(cells: Floats, corners: Floats) -> NDArray[np.bool_]:
    """Which cards, [n], have all corners where the grid of all of them has them, as far as most have.

    ``cells`` and ``corners`` as for `homography`. All, where too few are left to say where the grid lies.
    """
    seen = in_cells(homography(cells, corners), corners)
    off = np.abs(seen.reshape(-1, 2) - _corners_in(cells)).reshape(len(cells), -1).max(axis=1)
    true = off < max(OFF, OFTEN * float(np.median(off)))
    return true if true.sum() >= FEWEST else np.ones(len(cells), np.bool_)


def in_cells(matrix: Floats, points: Floats) -> Floats:
    """Points [n, 4, 2] of the photo in cells, by the ``matrix`` of `homography`."""
    return np.asarray(
        cv2.perspectiveTransform(points.reshape(-1, 1, 2), np.linalg.pinv(matrix)).reshape(points.shape)
    )


def _corners_in(cells: Floats) -> Floats:
    """The corners of the cards in these cells [n, 2], one after the other, [4 n, 2] in cells."""
    return (np.asarray(cells, np.float64)[:, None] + CELL).reshape(-1, 2)
