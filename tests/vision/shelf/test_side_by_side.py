"""Cards of a shelf lie side by side, not on one another."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tests.vision.shelf.shelves import card_at, grid
from vision.detect.detections import FACE_UP, Detections
from vision.geometry.plane import Plane
from vision.shelf.side_by_side import parted, side_by_side


def test_the_surer_of_two_overlapping_cards_stays() -> None:
    whole = grid()
    over = whole.corners[:1] + 0.25 * (whole.corners[:1, 3:] - whole.corners[:1, :1])
    score = np.append(whole.score, whole.score.min() - 0.2)
    both = Detections.of(np.concatenate([whole.corners, over]), np.append(whole.kind, 0), score)
    assert np.array_equal(both[side_by_side(both)].corners, whole.corners)
    assert len(side_by_side(whole)) == len(whole)


def test_overlapping_outlines_are_parted_where_the_cards_meet() -> None:
    """Two white cards meet without an edge, and both outlines reach over the other card."""
    places = np.stack([card_at(n % 4, n // 4) for n in range(12)])
    cards = Detections.of(places, np.full(12, FACE_UP), np.linspace(0.9, 0.8, 12))
    corners = cards.corners.copy()
    own, size = corners[1, 1] - corners[1, 0], np.float32(0.15)
    corners[1, [1, 2]] += size * own
    corners[2, [0, 3]] -= size * own
    over = replace(cards, corners=corners)
    assert len(side_by_side(over)) == len(cards) - 1
    kept = parted(over, Plane.of(over.corners))
    assert len(side_by_side(kept)) == len(cards)
    assert np.abs(kept.corners - cards.corners).max() < 0.05 * np.linalg.norm(own)


def test_cards_as_large_as_all_others_are_not_parted() -> None:
    cards = grid()
    near = cards.corners.copy()
    near[2] -= 0.25 * (near[2, 1] - near[2, 0])
    assert np.array_equal(parted(replace(cards, corners=near), Plane.of(near)).corners, near)
