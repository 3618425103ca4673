"""Backs of several panels, each of which was taken for a card."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.detections import FACE_DOWN, FACE_UP, Detections
from vision.panels import put_together
from vision.quads import Quads, heights, widths

WIDTH, HEIGHT = 100, 140


def shelf(columns: int, gap: float) -> Quads:
    """Two rows of cards, [2 columns, 4, 2], so far apart in card widths."""
    corners = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float64)
    step = np.array([WIDTH, HEIGHT]) + gap * WIDTH
    return np.array([corners + step * (x, y) for y in range(2) for x in range(columns)], np.float32)


def panels_of(card: Quads, number: int, across: bool) -> Quads:
    """A card's panels, one below the other or side by side, [number, 4, 2]."""
    upper_left, upper_right, lower_right, lower_left = card
    parts = []
    for i in range(number):
        low, high = i / number, (i + 1) / number
        if across:
            top, bottom = upper_right - upper_left, lower_right - lower_left
            part = [upper_left + low * top, upper_left + high * top, lower_left + high * bottom]
            parts.append([*part, lower_left + low * bottom])
        else:
            left, right = lower_left - upper_left, lower_right - upper_right
            part = [upper_left + low * left, upper_right + low * right, upper_right + high * right]
            parts.append([*part, upper_left + high * left])
    return np.array(parts, np.float32)


def finds(up: Quads, down: Quads) -> Detections:
    kind = [FACE_UP] * len(up) + [FACE_DOWN] * len(down)
    return Detections.of(np.concatenate([up, down]), np.array(kind), np.linspace(0.9, 0.4, len(kind)))


def from_left_to_right(quads: Quads) -> Quads:
    """In the order of their middles, by rows."""
    middles = np.round(quads.mean(axis=1) / (WIDTH / 2))
    return quads[np.lexsort((middles[:, 0], middles[:, 1]))]


@given(
    columns=st.integers(2, 5),
    gap=st.floats(0.03, 0.2),
    number=st.sampled_from([2, 3]),
    across=st.booleans(),
    turn=st.sampled_from([0.0, 30.0, 170.0]),
    off=st.floats(0, 0.01),
    seed=st.integers(0, 99),
)
def test_panels_become_the_cards_that_they_are_of(
    columns: int, gap: float, number: int, across: bool, turn: float, off: float, seed: int
) -> None:
    random, angle = np.random.default_rng(seed), np.radians(turn)
    matrix = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    up = np.arange(2 * columns) < random.integers(1, 2 * columns)
    cards = shelf(columns, gap)
    parts = np.concatenate([panels_of(card, number, across) for card in cards[~up]])
    seen = finds(cards[up], random.permutation(parts))
    moved = Detections.of(
        seen.corners @ matrix + random.normal(0, off * WIDTH, seen.corners.shape), seen.kind, seen.score
    )
    told = put_together(moved)
    assert (told.kind == FACE_UP).sum() == up.sum()
    backs = told.corners[told.kind == FACE_DOWN] @ matrix.T
    assert from_left_to_right(backs) == pytest.approx(cards[~up], abs=6 * off * WIDTH + 0.01)


def test_a_card_put_together_is_as_likely_as_its_likeliest_panel() -> None:
    cards = shelf(2, 0.05)
    seen = finds(cards[:3], panels_of(cards[3], 2, False))
    assert put_together(seen).score[-1] == seen.score[3:].max()


@pytest.mark.parametrize("gap", [0.0, 0.05])
def test_whole_backs_stay_as_they_are(gap: float) -> None:
    cards = shelf(4, gap)
    told = put_together(finds(cards[:3], cards[3:]))
    assert np.array_equal(told.corners, cards)


def test_without_a_card_face_up_nobody_knows_how_large_cards_are() -> None:
    parts = np.concatenate([panels_of(card, 2, False) for card in shelf(2, 0.05)])
    seen = finds(parts[:0], parts)
    assert put_together(seen) is seen


def test_a_panel_whose_other_half_was_not_found_stays_by_itself() -> None:
    cards = shelf(2, 0.05)
    halves = panels_of(cards[3], 2, False)
    told = put_together(finds(cards[:3], halves[1:]))
    assert widths(told.corners)[-1] == pytest.approx(WIDTH)
    assert heights(told.corners)[-1] == pytest.approx(HEIGHT / 2)


def test_where_cards_touch_too_halves_are_put_to_the_nearer_ones() -> None:
    cards = shelf(2, 0.04)
    upper, lower = (panels_of(card, 2, False) for card in cards[[1, 3]])
    told = put_together(finds(cards[[0, 2]], np.concatenate([upper[1:], lower])))
    assert told.corners[-1] == pytest.approx(cards[3])
    assert told.corners[-2] == pytest.approx(upper[1])
