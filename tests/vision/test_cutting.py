"""The place of print on the strips shows which cards were cut in a wrong place."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.cutting import aligned
from vision.detect.detections import FACE_UP
from vision.detect.detector import Detector
from vision.geometry.quads import widths
from vision.photo.load import load_photo
from vision.strips import rectify
from vision.strips.marks import Marks, find_marks

ALL = np.ones(5, np.bool_)
PHOTO = Path(__file__).parent / "invented" / "photos" / "ana.jpg"


def marks_at(y: list[float], likely: list[float], x: float = 50.0) -> Marks:
    number = np.array([[p, x, each, 40, 20] for each, p in zip(y, likely, strict=True)], np.float32)
    letter = np.tile(np.array([0.1, 100, 40, 30, 30], np.float32), (len(y), 1))
    return Marks(np.zeros((len(y), 8, 5), np.float32), letter, number)


def square_cards(n: int) -> np.ndarray:  # type: ignore[type-arg]
    card = np.array([[0, 0], [160, 0], [160, 220], [0, 220]], np.float32)
    return np.stack([card + np.array([200 * i, 50]) for i in range(n)]).astype(np.float32)


def test_a_number_that_stands_lower_moves_the_upper_edge_down() -> None:
    corners = square_cards(5)
    moved = aligned(corners, marks_at([48, 50, 47, 78, 49], [0.8, 0.9, 0.8, 0.5, 0.7]), ALL)
    assert moved[3, :2, 1] - corners[3, :2, 1] == pytest.approx([(78 - 49) / rectify.SCALE * 160] * 2)
    assert np.array_equal(np.delete(moved, 3, axis=0), np.delete(corners, 3, axis=0))
    assert np.array_equal(moved[:, 2:], corners[:, 2:])


def test_a_number_that_stands_further_left_moves_the_left_edge() -> None:
    corners, marks = square_cards(5), marks_at([48, 50, 47, 52, 49], [0.8] * 5)
    marks.number[3, 1] -= 28
    moved = aligned(corners, marks, ALL)
    assert moved[3, [0, 3], 0] - corners[3, [0, 3], 0] == pytest.approx([-28 / rectify.SCALE * 160] * 2)
    assert np.array_equal(moved[:, 1:3], corners[:, 1:3])


@pytest.mark.parametrize(
    ("y", "likely", "x"),
    [
        ([48, 50, 47, 55, 49], [0.8] * 5, 50.0),  # corners may be as far off as this
        ([48, 50, 47, 78, 49], [0.8, 0.9, 0.8, 0.1, 0.7], 50.0),  # the number hardly shows
        ([48, 78], [0.8, 0.8], 50.0),  # two cards do not show which is wrong
    ],
)
def test_unclear_print_moves_no_edge(y: list[float], likely: list[float], x: float) -> None:
    corners = square_cards(len(y))
    assert np.array_equal(aligned(corners, marks_at(y, likely, x), ALL[: len(y)]), corners)


def test_backs_stay_where_they_are() -> None:
    up = np.array([True, True, True, False, True])
    corners = square_cards(5)
    assert np.array_equal(aligned(corners, marks_at([48, 50, 47, 78, 49], [0.8] * 5), up), corners)


def test_print_off_both_across_and_down_moves_no_edge() -> None:
    marks = marks_at([48, 50, 47, 98, 49], [0.8] * 5)
    marks.number[3, 1] += 60
    corners = square_cards(5)
    assert np.array_equal(aligned(corners, marks, ALL), corners)


def test_a_card_of_a_photo_that_was_cut_too_high_is_cut_like_the_others() -> None:
    photo = load_photo(PHOTO)
    found = Detector.default().detect(photo)
    true = found.corners[found.kind == FACE_UP]
    high = true.copy()
    up = true[2, :2] - true[2, [3, 2]]
    high[2, :2] += 0.08 * widths(true)[2] * up / np.linalg.norm(up, axis=1, keepdims=True)
    mended = aligned(high, find_marks(rectify.strips(photo, high)), np.ones(len(true), np.bool_))
    off = np.linalg.norm(mended - true, axis=2).max(axis=1) / widths(true)
    assert off[2] < 0.02
