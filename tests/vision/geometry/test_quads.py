"""Quadrilaterals, pictures of parts of a photo, and how sides become corners."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.detect.edges import BAND, CARD, PATCH, Frame, box, corrected, frames, side_patches
from vision.geometry import quads, sizes
from vision.photo.pyramid import OUTSIDE, Pyramid

STEP = np.array([5, -3])


def card(
    x: float = 100, y: float = 100, width: float = 60, height: float = 90, turn: float = 0
) -> quads.Quads:
    """One card, [1, 4, 2], about (x, y), turned clockwise."""
    angle = np.radians(turn)
    matrix = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    return np.asarray((corners @ matrix.T + (x, y))[None], np.float32)


def several(*cards: quads.Quads) -> quads.Quads:
    return np.concatenate(cards)


@given(turn=st.floats(-179, 179), width=st.floats(5, 500), height=st.floats(5, 500))
@settings(max_examples=40, deadline=None)
def test_a_cards_measures(turn: float, width: float, height: float) -> None:
    quad = card(300, 200, width, height, turn)
    assert quads.degrees_apart(quads.turns(quad)[0], turn) < 0.1
    assert quads.widths(quad)[0] == pytest.approx(width, rel=1e-3)
    assert quads.heights(quad)[0] == pytest.approx(height, rel=1e-3)
    assert quads.areas(quad)[0] == pytest.approx(width * height, rel=1e-2)
    assert quads.is_card_like(quad)[0]


@given(st.lists(st.tuples(st.integers(5, 50), st.integers(1, 5)), min_size=1, max_size=8))
def test_the_usual_width_is_the_middle_one_of_as_many_cards_as_it_weighs(
    cards: list[tuple[int, int]],
) -> None:
    quad = several(*(card(width=width) for width, _ in cards))
    each = sorted(width for width, weight in cards for _ in range(weight))
    usual = sizes.usual_width(quad, np.array([weight for _, weight in cards], np.float64))
    assert usual == pytest.approx(each[(len(each) - 1) // 2], rel=1e-3)


def test_a_card_is_as_large_as_its_place_has_it() -> None:
    # rows farther from the camera are narrower, by 8 % a row
    rows = [card(x=100 * x, y=120 * y, width=80 * 0.92**y) for y in range(4) for x in range(4)]
    weights = np.ones(len(rows))
    assert np.abs(sizes.sizes_there(several(*rows), weights)).max() < 0.02
    rows[13] = card(x=100, y=360, width=80)  # as wide as the nearest, but far
    off = sizes.sizes_there(several(*rows), weights)
    assert off[13] == pytest.approx(-3 * np.log(0.92), abs=0.04)
    assert np.abs(np.delete(off, 13)).max() < 0.04


def test_a_lone_card_is_as_large_as_its_place_has_it() -> None:
    assert np.abs(sizes.sizes_there(card(), np.ones(1))) < 1e-6


def test_mirrored_and_crossed_corners_are_no_card() -> None:
    quad = card()
    assert not quads.is_card_like(quad[:, ::-1])[0]
    assert not quads.is_card_like(quad[:, [0, 2, 1, 3]])[0]


def test_the_common_turn_is_that_of_most() -> None:
    cards = several(card(turn=178), card(turn=-178), card(turn=-176), card(turn=20))
    assert quads.degrees_apart(quads.common_turn(cards), -178.67) < 0.2
    assert quads.common_turn(cards, np.array([1.0, 1, 1, 9])) == pytest.approx(20, abs=0.1)
    assert quads.common_turn(np.zeros((0, 4, 2), np.float32)) == 0


def test_strips_of_a_turned_pile_are_all_kept_and_doubles_are_not() -> None:
    # six strips, a fifth as high as wide, one below the other, the whole pile turned by 40 degrees
    down = np.array([-np.sin(np.radians(40)), np.cos(np.radians(40))]) * 20
    strips = several(*(card(200 + i * down[0], 200 + i * down[1], 100, 20, 40) for i in range(6)))
    double = strips[2:3] + 2
    scores = np.array([0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.65], np.float32)
    assert quads.keep_best(several(strips, double), scores).tolist() == [0, 1, 2, 3, 4, 5]
    assert len(quads.keep_best(strips[:0], scores[:0])) == 0


def test_maps_of_two_and_three_rows() -> None:
    quad = card()
    shift = np.array([[1.0, 0, 5], [0, 1, -3]])
    assert np.allclose(quads.moved(quad, shift), quad + STEP, atol=1e-4)
    assert np.allclose(quads.moved(quad, np.vstack([shift, (0, 0, 2)])), (quad + STEP) / 2, atol=1e-4)
    assert quads.moved(quad[:0], shift).shape == (0, 4, 2)


@pytest.mark.parametrize("scale", [1.0, 0.43, 0.11, 0.031])
def test_a_picture_of_any_size_keeps_things_where_they_are(scale: float) -> None:
    photo = np.zeros((1203, 1601, 3), np.uint8)
    photo[400:800, 600:1000] = 200
    shift = (scale - 1) / 2
    matrix = np.array([[scale, 0, shift], [0, scale, shift]])
    size = (int(1601 * scale), int(1203 * scale))
    seen = Pyramid(photo).picture(matrix, size)[..., 0].astype(float)
    assert seen.shape == size[::-1]
    seen[-2:], seen[:, -2:] = 0, 0  # at the rim it is already grey
    ys, xs = np.mgrid[: size[1], : size[0]]
    middle = np.array([(xs * seen).sum(), (ys * seen).sum()]) / seen.sum()
    expected = np.array([799.5, 599.5]) * scale + shift
    assert np.abs(middle - expected).max() < 0.1
    assert seen.sum() / 200 == pytest.approx((400 * scale) ** 2, rel=0.03)


def test_beyond_the_photo_it_is_grey() -> None:
    seen = Pyramid(np.zeros((40, 50, 3), np.uint8)).picture(np.array([[1.0, 0, 100], [0, 1, 0]]), (64, 64))
    assert (seen == OUTSIDE).all()


@pytest.mark.parametrize("turn", [0, 35, 90, 200])
def test_sides_are_cut_with_the_outside_upwards(turn: float) -> None:
    photo = np.zeros((600, 600, 3), np.uint8)
    quad = card(300, 300, 160, 230, turn)
    import cv2

    cv2.fillConvexPoly(photo, quad[0].round().astype(np.int32), (255, 255, 255))
    patches = side_patches(Pyramid(photo), Frame.of(quad[0]))
    assert patches.shape == (4, PATCH, PATCH, 3)
    inner = slice(PATCH // 3, -PATCH // 3)
    assert patches[:, : PATCH // 2 - 4, inner].mean() < 10
    assert patches[:, PATCH // 2 + 4 :, inner].mean() > 245


def test_moved_sides_meet_in_the_corners() -> None:
    quad = card(300, 300, CARD, 250, 30)[0]
    frame = Frame.of(quad)
    assert np.allclose(corrected([frame], np.zeros((1, 4, 2)))[0], quad, atol=0.01)
    # every side four pixels out: the card grown about its middle
    grown = card(300, 300, CARD + 8, 258, 30)[0]
    assert np.allclose(corrected([frame], np.full((1, 4, 2), 4.0))[0], grown, atol=0.05)
    # the upper side tilted: only its own two corners move
    (tilted,) = corrected([frame], np.array([[[3.0, -3], [0, 0], [0, 0], [0, 0]]]))
    assert np.allclose(tilted[2:], quad[2:], atol=0.01)
    assert np.linalg.norm(tilted[:2] - quad[:2], axis=1) == pytest.approx([3, 3], abs=0.1)


def test_the_corners_of_many_cards_are_those_of_each() -> None:
    quads = np.concatenate([card(300, 300, 160, 230, 12), card(90, 80, 70, 40, 100)])
    offsets = np.random.default_rng(3).normal(size=(2, 4, 2))
    together = corrected(frames(quads), offsets)
    assert together.shape == quads.shape
    for quad, own, seen in zip(quads, offsets, together, strict=True):
        assert np.allclose(corrected([Frame.of(quad)], own[None])[0], seen, atol=1e-4)


def test_a_frame_leaves_room_around_the_card() -> None:
    frame = Frame.of(card(50, 60, 30, 45, 10)[0])
    assert frame.size == (CARD, 288)
    assert box(*frame.size)[0].tolist() == [BAND - 0.5, BAND - 0.5]
