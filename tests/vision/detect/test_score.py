"""The probability that a find is a card."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.detect.finds import found, square
from tests.vision.shelf.shelves import shelf
from vision.detect.detections import FACE_DOWN, FACE_UP, STRIP, Detections, joined
from vision.detect.score import CARD_THRESHOLD, card_probability, log_odds
from vision.geometry import quads


def faces_and_a_back(score: float, corner_error: float, verifier_odds: float) -> Detections:
    """Five clear faces of a shelf, and a back in the sixth place."""
    corners = shelf([(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)])
    kind = np.array([FACE_UP] * 5 + [FACE_DOWN], np.int8)
    found = Detections.of(corners, kind, np.array([0.9] * 5 + [score]))
    sides, looks = np.full(6, 0.003, np.float32), np.full(6, 8.0, np.float32)
    sides[5], looks[5] = corner_error, verifier_odds
    return replace(found, corner_error=sides, verifier_odds=looks)


@pytest.mark.parametrize(
    ("corner_error", "verifier_odds", "there"),
    [(0.003, -2.0, True), (0.009, -5.7, True), (0.03, 1.0, True), (0.018, -5.0, False), (0.035, -5.0, False)],
)
def test_a_place_beside_faces_is_a_back_if_edges_or_verifier_say_so(
    corner_error: float, verifier_odds: float, there: bool
) -> None:
    probability = card_probability(faces_and_a_back(0.95, corner_error, verifier_odds))
    assert probability[5] >= CARD_THRESHOLD
    doubtful = card_probability(faces_and_a_back(0.8, corner_error, verifier_odds))
    assert (doubtful[5] >= CARD_THRESHOLD) == there
    assert probability[:5].min() > 0.95


@pytest.mark.parametrize(
    ("corner_error", "verifier_odds", "there"),
    [(0.003, -2.0, True), (0.009, -5.7, True), (0.0155, -2.1, False), (0.03, 1.0, False)],
)
def test_without_a_clear_back_edges_must_say_so(
    corner_error: float, verifier_odds: float, there: bool
) -> None:
    """Planks beside a shelf, stripes of a cloth and frames look like backs to the verifier."""
    assert (
        card_probability(faces_and_a_back(0.7, corner_error, verifier_odds))[5] >= CARD_THRESHOLD
    ) == there


def test_squares_of_a_sheet_do_not_change_the_size_of_cards() -> None:
    cards = faces_and_a_back(0.94, 0.009, 5.0)
    squares = 0.45 * shelf([(x, y) for x in range(8) for y in range(6)]) + (1000, 0)
    small = Detections.of(squares.astype(np.float32), np.full(48, FACE_DOWN), np.full(48, 0.85))
    looks = np.concatenate([cards.verifier_odds, np.full(48, -4, np.float32)])
    sides = np.concatenate([cards.corner_error, np.full(48, 0.01, np.float32)])
    probability = card_probability(replace(joined([cards, small]), corner_error=sides, verifier_odds=looks))
    assert probability[:6].min() >= CARD_THRESHOLD
    assert probability[6:].max() < CARD_THRESHOLD


def shelf_of_backs(score: float) -> Detections:
    """Two clear faces, and below them a row of seven finds that the verifier takes for backs."""
    corners = shelf([(0, 0), (1, 0), *((x, 1) for x in range(7))])
    kind = np.array([FACE_UP] * 2 + [FACE_DOWN] * 7, np.int8)
    found = Detections.of(corners, kind, np.array([0.9] * 2 + [score] + [min(score, 0.6)] * 6))
    return replace(found, corner_error=np.full(9, 0.006, np.float32), verifier_odds=np.full(9, 6, np.float32))


@pytest.mark.parametrize(("score", "there"), [(0.92, True), (0.65, False)])
def test_backs_that_outnumber_the_faces_are_tiles_unless_one_is_clear(score: float, there: bool) -> None:
    probability = card_probability(shelf_of_backs(score))
    assert probability[:2].min() > 0.95
    assert ((probability[2:] >= CARD_THRESHOLD) == there).all()


def test_a_find_with_exact_sides_and_the_usual_size_is_more_probable() -> None:
    def said(
        corner_error: float = 0.005, score: float = 0.9, size: int = 50, second: float = np.nan
    ) -> float:
        """The log odds of the second of four strips."""
        row = [square(0, 0), square(60, 0, size=size), square(120, 0), square(180, 0)]
        seen = found(np.concatenate(row), [STRIP] * 4, [0.9, score, 0.9, 0.9])
        sides, looks = np.full(4, 0.005, np.float32), np.full(4, np.nan, np.float32)
        sides[1], looks[1] = corner_error, second
        return float(log_odds(replace(seen, corner_error=sides, verifier_odds=looks))[1])

    sure = said()
    assert sure > max(said(corner_error=0.2), said(score=0.4), said(size=40))
    assert said(second=-3) < sure < said(second=3)
    assert log_odds(found(np.zeros((0, 4, 2), np.float32), [], [])).shape == (0,)


def test_tiles_of_a_floor_are_no_neighbours() -> None:
    cards = np.concatenate([square(60 * x, 90 * y) for x in range(4) for y in range(3)])
    tiles = np.concatenate([square(40 * x, 300 + 40 * y, size=30) for x in range(10) for y in range(4)])
    both = found(np.concatenate([cards, tiles]), [FACE_DOWN] * 52, [0.8] * 12 + [0.7] * 40)
    alone, among = (
        log_odds(replace(seen, corner_error=np.full(len(seen), 0.01, np.float32)))[:12]
        for seen in (both[np.arange(12)], both)
    )
    assert np.abs(alone - among).max() < 0.1


def test_a_find_alone_or_aslant_is_less_probable() -> None:
    shelf = [square(0, 0), square(60, 0), square(0, 80), square(60, 80)]
    angle = np.radians(30)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]], np.float32)
    cards = np.concatenate([*shelf, square(120, 0) @ turn, square(600, 600)]).astype(np.float32)
    seen = replace(found(cards, [STRIP] * 6, [0.8] * 6), corner_error=np.full(6, 0.01, np.float32))
    *together, aslant, alone = log_odds(seen)
    assert min(together) > aslant
    assert min(together) > alone


def test_a_back_with_contrast_is_more_probable() -> None:
    cards = np.concatenate([square(0, 0), square(60, 0), square(120, 0)])
    seen = replace(found(cards, [FACE_DOWN] * 3, [0.5] * 3), corner_error=np.full(3, 0.01, np.float32))
    sides = np.array([[9, 8, np.nan, 7], [np.nan] * 4, [0.1, 0.3, np.nan, 0.2]], np.float32)
    apart, unknown, alike = log_odds(replace(seen, contrasts=sides))
    assert apart > unknown > alike


def doubtful_backs(*places: quads.Quads, colours: list[list[float]]) -> Detections:
    """Two faces and a clear back, side by side, and doubtful backs at ``places``."""
    cards = np.concatenate([square(0, 0), square(50, 0), square(100, 0), *places])
    kind = [FACE_UP, FACE_UP, FACE_DOWN] + [FACE_DOWN] * len(places)
    seen = found(cards, kind, [0.95] * 3 + [0.5] * len(places))
    verifier_odds = np.array([9, 9, 9] + [-2] * len(places), np.float32)
    faces = [[np.nan] * 3] * 2
    return replace(
        seen,
        verifier_odds=verifier_odds,
        corner_error=np.full(len(seen), 0.008, np.float32),
        colour=np.array([*faces, [120, 128, 150], *colours], np.float32),
    )


def test_a_back_beside_a_card_is_more_probable() -> None:
    seen = doubtful_backs(square(52, 77), square(-75, 40), colours=[[120, 128, 150]] * 2)
    below, astray = card_probability(seen)[3:]
    assert below > astray


@pytest.mark.parametrize("turn", [0, 2])
def test_a_back_as_large_as_the_faces_is_more_probable(turn: int) -> None:
    card, tall = square(50, 75), square(50, 75)
    tall[:, 2:, 1] += 12  # like two backs that touch, or a tile
    places = (np.roll(each, turn, axis=1) for each in (card, tall))
    seen = doubtful_backs(*places, colours=[[120, 128, 150]] * 2)
    same, larger = (card_probability(seen[np.array([0, 1, 2, k])])[3] for k in (3, 4))
    assert same > larger
    faceless = replace(seen, kind=np.full(len(seen), FACE_DOWN, np.int8))
    same, larger = (card_probability(faceless[np.array([0, 1, 2, k])])[3] for k in (3, 4))
    assert abs(same - larger) < 0.05  # no face says how large a card is


def test_a_back_with_the_colours_of_the_others_is_more_probable() -> None:
    seen = doubtful_backs(square(0, 75), square(50, 75), colours=[[110, 128, 150], [120, 170, 90]])
    alike, unlike = card_probability(seen)[3:]
    assert alike > unlike


def test_a_back_alone_has_a_probability() -> None:
    alone = replace(found(square(0, 0), [FACE_DOWN]), corner_error=np.full(1, 0.01, np.float32))
    assert card_probability(alone).shape == (1,)
    assert card_probability(alone[np.zeros(0, np.intp)]).shape == (0,)
