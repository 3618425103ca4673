"""The grid of a shelf, fitted to its cards."""

from __future__ import annotations

import numpy as np

from vision.geometry.grid import GridSettings, expected_corners, grid_inliers, homography, in_cells

CELLS = np.array([[x, y] for y in range(2) for x in range(3)], np.float64)
CARD = np.array([[-24, -36], [24, -36], [24, 36], [-24, 36]], np.float64)


def shelf() -> np.ndarray:
    """Six cards of a shelf seen straight from above, one every 50 by 75 pixels, [6, 4, 2]."""
    return CARD + CELLS[:, None] * (50, 75) + 200


def test_a_photo_point_is_mapped_to_its_cell() -> None:
    corners = shelf()
    assert np.allclose(in_cells(homography(CELLS, corners), corners).mean(axis=1), CELLS, atol=0.01)


def test_a_free_cell_has_expected_corners() -> None:
    corners = shelf()
    assert np.abs(expected_corners(CELLS[:5], corners[:5], CELLS[5:]) - corners[5:]).max() < 0.5


def test_a_card_off_the_grid_is_an_outlier() -> None:
    corners = shelf()
    corners[4] += 20
    assert grid_inliers(CELLS, corners).tolist() == [True] * 4 + [False, True]
    assert grid_inliers(CELLS, corners, GridSettings(error=0.5)).all()
    assert grid_inliers(CELLS, corners, GridSettings(fewest=6)).all()
