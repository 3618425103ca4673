"""Holes of shelves: which are asked about."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.shelf.shelves import shelf
from vision.common.arrays import Picture
from vision.detect.detections import FACE_DOWN, FACE_UP, Detections
from vision.photo.pyramid import Pyramid
from vision.shelf.lattice import place_cards
from vision.shelf.overlooked import Hole, doubtful_holes

SIZE = (1100, 900)
RING = [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
TWO_ROWS = [(0, 0), (1, 0), (3, 0), (0, 1), (1, 1), (2, 1), (3, 1)]
NOTHING = Detections.of(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.int8), np.zeros(0))


def table(shade: float = 120) -> Picture:
    """A table whose light falls off."""
    light = np.linspace(0.85, 1.1, SIZE[0])[None, :, None]
    noise = np.random.default_rng(3).normal(0, 4, (SIZE[1], SIZE[0], 3))
    return np.clip(light * np.array([0.6, 0.8, 1.0]) * shade + noise, 0, 255).astype(np.uint8)


def with_cards(picture: Picture, cells: list[tuple[int, int]], colour: tuple[int, int, int]) -> Picture:
    for quad in shelf(cells).astype(int):
        picture[quad[0, 1] : quad[2, 1], quad[0, 0] : quad[2, 0]] = colour
    return picture


def asked(picture: Picture, cells: list[tuple[int, int]], detections: Detections = NOTHING) -> list[Hole]:
    corners = shelf(cells)
    faces = np.ones(len(cells), np.bool_)
    return list(doubtful_holes(Pyramid.of(picture), corners, place_cards(corners), faces, detections))


@pytest.mark.parametrize(("cells", "hole"), [(RING, (1, 1)), (TWO_ROWS, (2, 0))])
def test_a_hole_that_shows_the_table_is_none(cells: list[tuple[int, int]], hole: tuple[int, int]) -> None:
    assert asked(with_cards(table(), cells, (40, 40, 200)), cells) == []


@pytest.mark.parametrize(("cells", "hole"), [(RING, (1, 1)), (TWO_ROWS, (2, 0))])
def test_a_hole_unlike_the_table_is_asked_about(cells: list[tuple[int, int]], hole: tuple[int, int]) -> None:
    picture = with_cards(with_cards(table(), cells, (40, 40, 200)), [hole], (90, 30, 90))
    (told,) = asked(picture, cells)
    assert (told.column, told.row) == hole
    assert np.abs(told.corners - shelf([hole])[0]).max() < 8


def test_a_hole_where_something_was_proposed_is_asked_about() -> None:
    find = Detections.of(shelf([(1, 1)]) + np.float32(9), np.array([FACE_DOWN]), np.array([0.1]))
    (told,) = asked(with_cards(table(), RING, (40, 40, 200)), RING, find)
    assert (told.column, told.row) == (1, 1)


def test_beside_the_cards_nothing_is_asked() -> None:
    """There is no hole where the shelf ends, whatever lies there."""
    find = Detections.of(shelf([(4, 0)]), np.array([FACE_UP]), np.array([0.1]))
    picture = with_cards(with_cards(table(), RING, (40, 40, 200)), [(4, 0), (1, 1)], (200, 30, 90))
    assert [(hole.column, hole.row) for hole in asked(picture, RING, find)] == [(1, 1)]


def test_backs_alone_have_no_holes() -> None:
    corners = shelf(RING)
    backs = np.zeros(len(RING), np.bool_)
    assert doubtful_holes(Pyramid.of(table()), corners, place_cards(corners, backs), backs, NOTHING) == ()
