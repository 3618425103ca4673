"""Pictures of the sides of cards, and corners where moved sides meet."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.geometry.cards import card
from vision.detect.edges import BAND, CUTOUT_CARD_WIDTH, PATCH, Frame, box, corrected, frames, side_patches
from vision.photo.pyramid import Pyramid


@pytest.mark.parametrize("turn", [0, 35, 90, 200])
def test_sides_are_cut_with_the_outside_upwards(turn: float) -> None:
    photo = np.zeros((600, 600, 3), np.uint8)
    quad = card(300, 300, 160, 230, turn)
    cv2.fillConvexPoly(photo, quad[0].round().astype(np.int32), (255, 255, 255))
    patches = side_patches(Pyramid(photo), Frame.of(quad[0]))
    assert patches.shape == (4, PATCH, PATCH, 3)
    inner = slice(PATCH // 3, -PATCH // 3)
    assert patches[:, : PATCH // 2 - 4, inner].mean() < 10
    assert patches[:, PATCH // 2 + 4 :, inner].mean() > 245


def test_moved_sides_meet_in_the_corners() -> None:
    quad = card(300, 300, CUTOUT_CARD_WIDTH, 250, 30)[0]
    frame = Frame.of(quad)
    assert np.allclose(corrected([frame], np.zeros((1, 4, 2)))[0], quad, atol=0.01)
    # every side four pixels out: the card grown about its middle
    grown = card(300, 300, CUTOUT_CARD_WIDTH + 8, 258, 30)[0]
    assert np.allclose(corrected([frame], np.full((1, 4, 2), 4.0))[0], grown, atol=0.05)
    # the upper side tilted: only its own two corners move
    (tilted,) = corrected([frame], np.array([[[3.0, -3], [0, 0], [0, 0], [0, 0]]]))
    assert np.allclose(tilted[2:], quad[2:], atol=0.01)
    assert np.linalg.norm(tilted[:2] - quad[:2], axis=1) == pytest.approx([3, 3], abs=0.1)


def test_many_cards_get_the_corners_that_single_cards_get() -> None:
    quads = np.concatenate([card(300, 300, 160, 230, 12), card(90, 80, 70, 40, 100)])
    offsets = np.random.default_rng(3).normal(size=(2, 4, 2))
    together = corrected(frames(quads), offsets)
    assert together.shape == quads.shape
    for quad, own, seen in zip(quads, offsets, together, strict=True):
        assert np.allclose(corrected([Frame.of(quad)], own[None])[0], seen, atol=1e-4)


def test_a_frame_leaves_room_around_the_card() -> None:
    frame = Frame.of(card(50, 60, 30, 45, 10)[0])
    assert frame.size == (CUTOUT_CARD_WIDTH, 288)
    assert box(*frame.size)[0].tolist() == [BAND - 0.5, BAND - 0.5]
