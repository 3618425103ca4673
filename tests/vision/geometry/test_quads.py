"""Measures of quadrilaterals, and the suppression of doubles."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.geometry.cards import card, several
from tests.vision.shelf.shelves import shelf
from vision.geometry import quads
from vision.geometry.quads import Quads, common_area, free_places

STEP = np.array([5, -3])


@given(turn=st.floats(-179, 179), width=st.floats(5, 500), height=st.floats(5, 500))
@settings(max_examples=40, deadline=None)
def test_turn_width_height_and_area_are_those_of_the_card(turn: float, width: float, height: float) -> None:
    quad = card(300, 200, width, height, turn)
    assert quads.degrees_apart(quads.turns(quad)[0], turn) < 0.1
    assert quads.widths(quad)[0] == pytest.approx(width, rel=1e-3)
    assert quads.heights(quad)[0] == pytest.approx(height, rel=1e-3)
    assert quads.areas(quad)[0] == pytest.approx(width * height, rel=1e-2)
    assert quads.is_card_like(quad)[0]


def test_mirrored_or_crossed_corners_are_not_card_like() -> None:
    quad = card()
    assert not quads.is_card_like(quad[:, ::-1])[0]
    assert not quads.is_card_like(quad[:, [0, 2, 1, 3]])[0]


def test_the_common_turn_is_shared_by_most_cards() -> None:
    cards = several(card(turn=178), card(turn=-178), card(turn=-176), card(turn=20))
    assert quads.degrees_apart(quads.common_turn(cards), -178.67) < 0.2
    assert quads.common_turn(cards, np.array([1.0, 1, 1, 9])) == pytest.approx(20, abs=0.1)
    assert quads.common_turn(np.zeros((0, 4, 2), np.float32)) == 0


def test_doubles_go_and_strips_of_a_turned_pile_stay() -> None:
    # six strips, a fifth as high as wide, one below the other, the whole pile turned by 40 degrees
    down = np.array([-np.sin(np.radians(40)), np.cos(np.radians(40))]) * 20
    strips = several(*(card(200 + i * down[0], 200 + i * down[1], 100, 20, 40) for i in range(6)))
    double = strips[2:3] + 2
    scores = np.array([0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.65], np.float32)
    assert quads.keep_best(several(strips, double), scores).tolist() == [0, 1, 2, 3, 4, 5]
    assert len(quads.keep_best(strips[:0], scores[:0])) == 0


def test_affine_and_projective_maps_move_corners() -> None:
    quad = card()
    shift = np.array([[1.0, 0, 5], [0, 1, -3]])
    assert np.allclose(quads.moved(quad, shift), quad + STEP, atol=1e-4)
    assert np.allclose(quads.moved(quad, np.vstack([shift, (0, 0, 2)])), (quad + STEP) / 2, atol=1e-4)
    assert quads.moved(quad[:0], shift).shape == (0, 4, 2)


def test_free_places_lie_in_the_photo_and_on_no_card() -> None:
    cards = shelf([(0, 0), (1, 0), (2, 0)], 189, 170)
    quad: Quads = cards[0]
    moves = np.array([(x, y) for x in range(-400, 401, 40) for y in range(-300, 301, 40)])
    places = free_places(quad, moves, cards, (900, 620))
    assert len(places) > 20
    assert places.min() >= 0
    assert (places <= (899, 619)).all()
    assert max(common_area(place, card) for place in places for card in cards) < 0.1 * 100 * 140
    assert not any(np.allclose(place, quad) for place in places)
