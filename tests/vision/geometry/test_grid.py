"""The grid of a shelf, fitted to its cards."""

from __future__ import annotations

import numpy as np
import pytest

from vision.geometry.grid import Axis, Grid, GridSettings, grid_inliers

CELLS = np.array([[x, y] for y in range(2) for x in range(3)], np.float64)
CARD = np.array([[-24, -36], [24, -36], [24, 36], [-24, 36]], np.float64)


def shelf() -> np.ndarray:
    """Six cards of a shelf seen straight from above, one every 50 by 75 pixels, [6, 4, 2]."""
    return CARD + CELLS[:, None] * (50, 75) + 200


def test_cards_on_the_grid_are_not_off() -> None:
    corners = shelf()
    grid = Grid.fit(CELLS, corners)
    assert np.abs(grid.off(CELLS, corners)).max() < 0.01
    assert np.allclose(np.diff(grid.columns.places), 50 / 48, atol=0.01)
    assert np.allclose(np.diff(grid.rows.places), 75 / 72, atol=0.01)


@pytest.mark.parametrize("gaps", [(0.4, 0.4), (0.2, 0.8)])
def test_each_column_of_a_loose_shelf_has_its_own_place(gaps: tuple[float, float]) -> None:
    corners = shelf()
    corners[:, :, 0] += 48 * np.cumsum([0.0, *gaps])[CELLS[:, 0].astype(int)][:, None]
    grid = Grid.fit(CELLS, corners)
    assert np.allclose(np.diff(grid.columns.places), np.add(gaps, 50 / 48), atol=0.03)
    free = Grid.fit(CELLS[:5], corners[:5]).corners(CELLS[5:])
    assert np.abs(free - corners[5:]).max() < 3


def test_beyond_its_cards_an_axis_goes_on_in_usual_steps() -> None:
    axis = Axis.fit(np.arange(2, 10), 2 + 1.5 * np.arange(8))
    assert np.allclose(axis.at(np.array([1, 2, 9, 11])), [0.5, 2.0, 12.5, 15.5], atol=0.15)


def test_a_free_cell_has_expected_corners() -> None:
    corners = shelf()
    free = Grid.fit(CELLS[:5], corners[:5]).corners(CELLS[5:])
    assert np.abs(free - corners[5:]).max() < 0.5


def test_a_card_off_the_grid_is_an_outlier() -> None:
    corners = shelf()
    corners[4] += 20
    assert grid_inliers(CELLS, corners).tolist() == [True] * 4 + [False, True]
    assert grid_inliers(CELLS, corners, settings=GridSettings(error=0.5)).all()
    assert grid_inliers(CELLS, corners, settings=GridSettings(fewest=6)).all()
