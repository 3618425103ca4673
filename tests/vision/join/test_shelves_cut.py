"""Cards at the edge of a photo: which cards it cuts, and what can still be read."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.common.arrays import Floats
from vision.geometry.grid import Placement
from vision.strips.visibility import Edges, at_the_edges

WIDE, HIGH = 100.0, 140.0


def shelf(left: float = 0.0, top: float = 0.0) -> tuple[Floats, Floats]:
    """Three rows of four cards, the first one's corner at (left, top), and their cells (column, row)."""
    card = np.array([[0, 0], [WIDE, 0], [WIDE, HIGH], [0, HIGH]])
    cells = np.array([(column, row) for row in range(3) for column in range(4)], np.float64)
    return card + (cells * [104, 144] + [left, top])[:, None], cells


def edges(corners: Floats, cells: Floats, size: tuple[int, int]) -> Edges:
    n = len(corners)
    column, row = cells.astype(np.int64).T
    none = np.zeros(n, np.int64)
    return at_the_edges(corners, size, Placement(none, row, column, none, np.ones(n)), none > 0)


def clipped(corners: Floats, size: tuple[int, int]) -> Floats:
    """A detector that finds a cut card as a smaller card."""
    return np.clip(corners, 0, np.array(size) - 1.0)


@pytest.mark.parametrize("clip", [False, True])
@given(st.floats(0.1, 0.7))
@settings(max_examples=8, deadline=None)
def test_cards_cut_on_the_left_show_no_banner(clip: bool, share: float) -> None:
    corners, cells = shelf(left=-share * WIDE, top=20)
    size = (600, 600)
    seen = edges(clipped(corners, size) if clip else corners, cells, size)
    first = cells[:, 0] == 0
    assert (seen.cut[first] > 0).all()
    assert np.allclose(seen.cut[first], share, atol=0.08)
    assert not seen.banner[first].any()
    assert seen.banner[~first].all()
    assert (seen.cut[~first] == 0).all()


@pytest.mark.parametrize("clip", [False, True])
@given(st.floats(0.12, 0.6))
@settings(max_examples=8, deadline=None)
def test_cards_cut_on_the_right_show_the_banner_and_not_all_icons(clip: bool, share: float) -> None:
    corners, cells = shelf(left=20, top=20)
    size = (round(20 + 3 * 104 + (1 - share) * WIDE), 600)
    seen = edges(clipped(corners, size) if clip else corners, cells, size)
    last = cells[:, 0] == 3
    assert (seen.cut[last] > 0).all()
    assert seen.banner.all()
    assert not seen.icons[last].any()
    assert seen.icons[~last].all()


@pytest.mark.parametrize("clip", [False, True])
def test_cards_cut_below_show_all_that_is_read(clip: bool) -> None:
    corners, cells = shelf(left=20, top=20)
    size = (600, round(20 + 2 * 144 + 0.6 * HIGH))
    seen = edges(clipped(corners, size) if clip else corners, cells, size)
    last = cells[:, 1] == 2
    assert (seen.cut > 0).tolist() == last.tolist()
    assert seen.banner.all()
    assert seen.icons.all()


def test_cards_that_fill_the_photo_are_whole() -> None:
    corners, cells = shelf(left=1, top=1)
    seen = edges(corners, cells, (1 + 3 * 104 + 102, 1 + 2 * 144 + 142))
    assert (seen.cut == 0).all()
    assert np.array_equal(seen.corners, corners)


def test_corners_cut_by_the_edge_are_moved_to_the_grid() -> None:
    corners, cells = shelf(left=-45, top=20)
    seen = edges(clipped(corners, (600, 600)), cells, (600, 600))
    assert np.abs(seen.corners - corners).max() < 0.06 * WIDE


@pytest.mark.parametrize("turn", [-8, 8])
def test_a_whole_card_that_lies_askew_at_the_photos_edge_stays_as_it_is(turn: int) -> None:
    """It lies a tenth of a card off its place in the grid."""
    corners, cells = shelf(left=20, top=20)
    (last,) = np.flatnonzero((cells == (3, 2)).all(axis=1))
    angle = np.deg2rad(turn)
    about = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    middle = corners[last].mean(axis=0)
    corners[last] = (corners[last] - middle) @ about + middle
    right, below = corners.max(axis=(0, 1))
    seen = edges(corners, cells, (round(right) + 40, round(below) + 2))
    assert np.array_equal(seen.corners, corners)
    assert (seen.cut == 0).all()


def test_a_strip_of_a_pile_that_is_too_narrow_is_cut() -> None:
    strips = np.array([[[0, 0], [WIDE, 0], [WIDE, 25], [0, 25]]]) + np.array(
        [[[20 + 110 * column, 20 + 25 * row]] for column in range(3) for row in range(4)]
    )
    size = (20 + 2 * 110 + 60, 300)
    seen = at_the_edges(clipped(strips, size), size, None, np.ones(12, np.bool_))
    assert seen.icons.tolist() == [True] * 8 + [False] * 4
    assert seen.banner.all()
    assert (seen.cut[8:] > 0).all()
    moved = strips - [60, 0]
    seen = at_the_edges(clipped(moved, (600, 300)), (600, 300), None, np.ones(12, np.bool_))
    assert seen.banner.tolist() == [False] * 4 + [True] * 8
