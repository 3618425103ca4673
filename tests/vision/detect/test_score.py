"""How probable a find is a card: what lies where one would must look like one too."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.shelf.shelves import shelf
from vision.detect.detections import FACE_DOWN, FACE_UP, Detections, joined
from vision.detect.score import BELIEVED, belief


def faces_and_a_back(score: float, spread: float, checked: float) -> Detections:
    """Five clear faces of a shelf, and a find that lies face down where a sixth would."""
    corners = shelf([(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)])
    kind = np.array([FACE_UP] * 5 + [FACE_DOWN], np.int8)
    found = Detections.of(corners, kind, np.array([0.9] * 5 + [score]))
    sides, looks = np.full(6, 0.003, np.float32), np.full(6, 8.0, np.float32)
    sides[5], looks[5] = spread, checked
    return replace(found, spread=sides, checked=looks)


@pytest.mark.parametrize(
    ("spread", "checked", "there"),
    [(0.003, -2.0, True), (0.009, -5.7, True), (0.03, 1.0, True), (0.018, -5.0, False), (0.035, -5.0, False)],
)
def test_a_place_beside_faces_is_a_back_if_edges_or_a_second_look_say_so(
    spread: float, checked: float, there: bool
) -> None:
    probability = belief(faces_and_a_back(0.95, spread, checked))
    assert probability[5] >= BELIEVED
    doubtful = belief(faces_and_a_back(0.8, spread, checked))
    assert (doubtful[5] >= BELIEVED) == there
    assert probability[:5].min() > 0.95


@pytest.mark.parametrize(
    ("spread", "checked", "there"),
    [(0.003, -2.0, True), (0.009, -5.7, True), (0.0155, -2.1, False), (0.03, 1.0, False)],
)
def test_where_no_back_is_clear_its_edges_must_say_so(spread: float, checked: float, there: bool) -> None:
    """The planks beside a shelf, a cloth's stripes and a frame were backs: 16700/000, /064 and 15500/054."""
    assert (belief(faces_and_a_back(0.7, spread, checked))[5] >= BELIEVED) == there


def test_the_squares_of_a_sheet_do_not_say_how_large_cards_are() -> None:
    """They looked like backs, and the one back beside three faces was lost: 23100/046."""
    cards = faces_and_a_back(0.94, 0.009, 5.0)
    squares = 0.45 * shelf([(x, y) for x in range(8) for y in range(6)]) + (1000, 0)
    small = Detections.of(squares.astype(np.float32), np.full(48, FACE_DOWN), np.full(48, 0.85))
    looks = np.concatenate([cards.checked, np.full(48, -4, np.float32)])
    sides = np.concatenate([cards.spread, np.full(48, 0.01, np.float32)])
    probability = belief(replace(joined([cards, small]), spread=sides, checked=looks))
    assert probability[:6].min() >= BELIEVED
    assert probability[6:].max() < BELIEVED


def shelf_of_backs(score: float) -> Detections:
    """Two clear faces, and a row of seven finds below them that a second look takes for backs."""
    corners = shelf([(0, 0), (1, 0), *((x, 1) for x in range(7))])
    kind = np.array([FACE_UP] * 2 + [FACE_DOWN] * 7, np.int8)
    found = Detections.of(corners, kind, np.array([0.9] * 2 + [score] + [min(score, 0.6)] * 6))
    return replace(found, spread=np.full(9, 0.006, np.float32), checked=np.full(9, 6, np.float32))


@pytest.mark.parametrize(("score", "there"), [(0.92, True), (0.65, False)])
def test_backs_that_outnumber_the_faces_are_tiles_unless_one_is_clear_at_once(
    score: float, there: bool
) -> None:
    """The black and white tiles of a floor, as large as the cards, were 21 backs: 25700/020."""
    probability = belief(shelf_of_backs(score))
    assert probability[:2].min() > 0.95
    assert ((probability[2:] >= BELIEVED) == there).all()
