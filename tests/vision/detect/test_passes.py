"""Passes are compared, merged, and steer the next; the views that they get."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.detect.detected import found, on_a_table, square, upper_and_lower
from vision.detect import passes
from vision.detect.detections import FACE_DOWN, FACE_UP, STRIP
from vision.detect.passes import VIEW
from vision.detect.turn import shared_turn
from vision.geometry import quads
from vision.photo.pyramid import Pyramid


def test_the_second_pass_goes_before_the_first() -> None:
    first = found(np.concatenate([square(3, 3), square(200, 0), square(400, 0)]), [0, 0, 0], [0.95, 0.9, 0.5])
    second = found(np.concatenate([square(0, 0), square(60, 0)]), [1, 0], [0.6, 0.2])
    seen = passes.merged(first, second)
    # both passes see the first card: the second's corners stay; a card of the first alone needs a high score
    assert seen.kind.tolist() == [1, 0]
    assert np.allclose(seen.corners, np.concatenate([square(0, 0), square(200, 0)]))


def test_a_part_of_a_card_gives_way_to_the_whole_card() -> None:
    cards = np.concatenate([square(60 * i, 0) for i in range(4)])
    part = square(10, 20, 30)
    first = found(cards, [FACE_UP] + [FACE_DOWN] * 3, [0.8] * 4)
    second = found(np.concatenate([part, cards[1:]]), [FACE_UP] + [FACE_DOWN] * 3, [0.6] + [0.9] * 3)
    seen = passes.merged(first, second)
    assert sorted(seen.corners[:, 0, 0].tolist()) == [0, 60, 120, 180]
    assert (seen.kind == FACE_UP).sum() == 1


def test_a_far_card_does_not_give_way_to_a_crooked_find() -> None:
    rows = [square(55 * x, 80 * y, size=50 * 0.91**y) for y in range(5) for x in range(2)]
    crooked = square(2, 318, size=50)  # lies on the card last but one, and is as wide as the nearest
    first = found(crooked, [FACE_UP], [0.7])
    seen = passes.merged(first, found(np.concatenate(rows), [FACE_UP] * 10, [0.9] * 8 + [0.84] * 2))
    assert len(seen) == 10
    assert np.abs(seen.corners - crooked).max(axis=(1, 2)).min() > 2


def test_a_find_of_another_size_is_no_card() -> None:
    cards = np.concatenate([square(0, 0), square(60, 0), square(120, 0), square(300, 0, size=9)])
    seen = passes.merged(found(cards[:0], []), found(cards, [0, 0, 0, 0]))
    assert len(seen) == 3


def test_many_faint_squares_do_not_outvote_the_cards() -> None:
    cards = np.concatenate([square(60 * i, 0) for i in range(8)])
    paper = np.concatenate([square(20 * i, 200 + 25 * j, size=15) for i in range(8) for j in range(6)])
    score = [0.9] * len(cards) + [0.5] * len(paper)
    seen = passes.merged(found(cards[:0], []), found(np.concatenate([cards, paper]), [0] * len(score), score))
    assert len(seen) == len(cards)


def test_many_small_squares_do_not_outvote_a_few_cards() -> None:
    cards = np.concatenate([square(0, 0, size=100), square(120, 0, size=100), square(240, 0, size=100)])
    paper = np.concatenate([square(40 * i, 200 + 40 * j, size=30) for i in range(8) for j in range(2)])
    score = [0.85, 0.85, 0.5] + [0.65] * len(paper)
    seen = passes.merged(found(cards[:0], []), found(np.concatenate([cards, paper]), [0] * len(score), score))
    assert np.allclose(np.sort(seen.score)[::-1], [0.85, 0.85, 0.5])


def test_two_passes_of_the_same_cards_settle_it() -> None:
    row = np.concatenate([square(60 * i, 0) for i in range(6)])
    clear, dim = found(row, [0] * 6), found(row, [0] * 6, [0.5] * 6)
    assert passes.is_settled(dim, clear)
    assert not passes.is_settled(clear, dim)
    # few detections may be pictures on larger cards; many new detections promise still more
    assert not passes.is_settled(clear[np.arange(3)], clear[np.arange(3)])
    assert not passes.is_settled(clear[np.arange(3)], clear)


def test_a_clear_first_pass_of_large_straight_cards_is_enough() -> None:
    row = np.concatenate([square(80 * i, 0, 70) for i in range(6)])
    first = found(row, [FACE_UP] * 6)
    assert passes.is_enough(first, 1.0)
    assert passes.is_enough(found(np.roll(row, 1, axis=1), [FACE_UP] * 6), 1.0)  # a quarter turn
    assert not passes.is_enough(first, 0.7)
    assert not passes.is_enough(found(row, [FACE_UP] * 6, [0.5] * 6), 1.0)
    assert not passes.is_enough(first[np.arange(3)], 1.0)
    aslant = cv2.getRotationMatrix2D((0, 0), 30, 1)
    assert not passes.is_enough(found(quads.moved(row, aslant), [FACE_UP] * 6), 1.0)


def test_the_panels_of_backs_are_worth_no_more_than_the_backs() -> None:
    cards = np.concatenate([square(20 + 52 * i, 30) for i in range(4)])
    halves = np.concatenate([upper_and_lower(card) for card in cards])
    whole, panels = (found(each, [FACE_DOWN] * len(each)) for each in (cards, halves))
    assert passes.agreement(panels) == pytest.approx(2 * passes.agreement(whole))
    assert passes.worth(panels) == pytest.approx(passes.worth(whole))
    assert passes.agreement(panels[:0]) == passes.worth(panels[:0]) == 0


def test_tiles_aslant_do_not_change_the_turn() -> None:
    cards = np.concatenate([square(20 + 52 * i, 30) for i in range(3)])
    aslant = cv2.getRotationMatrix2D((0, 0), 45, 1)
    tiles = quads.moved(np.concatenate([square(40 * i, 200, 36) for i in range(20)]), aslant)
    alone = found(cards, [FACE_UP] * 3)
    both = found(np.concatenate([cards, tiles]), [FACE_UP] * 3 + [FACE_DOWN] * 20)
    assert passes.agreement(both) == pytest.approx(passes.agreement(alone))
    assert shared_turn(both, np.ones(23)) == pytest.approx(0)
    assert abs(shared_turn(both[np.arange(3, 23)], np.ones(20))) == pytest.approx(45)


def test_backs_parallel_to_the_faces_count() -> None:
    cards = np.concatenate([square(20 + 52 * i, 30) for i in range(3)])
    sideways = np.roll(cards + np.float32(200), 1, axis=1)  # a back does not show which way is up
    both = found(np.concatenate([cards, sideways]), [FACE_UP] * 3 + [FACE_DOWN] * 3)
    assert passes.agreement(both) == pytest.approx(2 * passes.agreement(both[np.arange(3)]))


def test_cards_are_suspected_where_no_better_find_lies() -> None:
    seen = found(np.concatenate([square(0, 0), square(60, 0)]), [FACE_UP, FACE_UP], [0.9, 0.4])
    faint = found(np.concatenate([square(4, 4), square(120, 0), square(180, 0)]), [0, 1, 1], [0.2, 0.2, 0.1])
    strip = found(square(240, 0), [STRIP], [0.25])
    together = passes.with_suspected(seen, [faint, strip])
    assert np.allclose(together.corners, np.concatenate([seen.corners, square(240, 0), square(120, 0)]))


def test_the_whole_photo_is_in_the_first_view() -> None:
    pyramid = Pyramid(np.zeros((300, 400, 3), np.uint8))
    frame = np.array([[[0, 0], [399, 0], [399, 299], [0, 299]]], np.float32)
    for turn in (0.0, 45.0, 90.0):
        matrix, (width, height) = passes.whole_view(pyramid, turn)
        corners = quads.moved(frame, matrix)[0]
        assert corners.min() > -1
        assert (corners < (width + 1, height + 1)).all()
        assert width % 32 == height % 32 == 0
        assert quads.turns(quads.moved(frame, matrix))[0] == pytest.approx(turn, abs=0.01)


def test_specks_do_not_change_the_size_of_cards() -> None:
    cards = np.concatenate([square(200, 200, 150), square(500, 200, 12), square(560, 240, 14)])
    pyramid = on_a_table(cards)
    view, _ = passes.upright_view(pyramid, found(cards, [FACE_UP] * 3, [0.64, 0.27, 0.21]), 0.0)
    assert quads.widths(quads.moved(cards, view))[0] == pytest.approx(VIEW.card_width)
    view, _ = passes.upright_view(pyramid, found(cards[:1], [FACE_UP]), 0.0, replace(VIEW, card_width=60.0))
    assert quads.widths(quads.moved(cards, view))[0] == pytest.approx(60)
