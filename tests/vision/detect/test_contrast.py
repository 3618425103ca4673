"""How a card differs from the table beside it."""

from __future__ import annotations

import cv2
import numpy as np

from tests.vision.detect.finds import TABLE, found, on_a_table, square
from vision.detect.contrast import steps
from vision.detect.detections import FACE_DOWN, FACE_UP
from vision.detect.verifier import cutouts


def test_a_back_differs_from_the_table_beside_it_and_a_hole_between_cards_does_not() -> None:
    row = [square(60 + 52 * i, 80) for i in range(3)]
    places = np.concatenate(row)
    seen = found(places, [FACE_UP, FACE_DOWN, FACE_UP], [0.97, 0.9, 0.97])
    for cards, low, high in ((row, 5, np.inf), ([row[0], row[2]], 0, 0.5)):
        pyramid = on_a_table(*cards)
        by_side = steps(cutouts(pyramid, places), seen, TABLE)
        assert np.isnan(by_side[[0, 2]]).all()  # clear faces
        assert np.isnan(by_side[1, [1, 3]]).all()  # the neighbours lie there
        assert ((by_side[1, [0, 2]] >= low) & (by_side[1, [0, 2]] <= high)).all()


def test_a_frame_on_a_cloth_is_no_step() -> None:
    place = square(150, 100)
    pyramid = on_a_table()
    cv2.polylines(pyramid.level(1.0)[0], [np.round(place[0]).astype(np.int32)], True, (30, 30, 30), 2)
    by_side = steps(cutouts(pyramid, place), found(place, [FACE_DOWN]), TABLE)
    assert (by_side < 1).all()


def test_where_the_photo_ends_there_is_no_table_to_compare_with() -> None:
    place = square(0, 100)
    by_side = steps(cutouts(on_a_table(place), place), found(place, [FACE_DOWN]), TABLE)
    assert np.isnan(by_side[0]).tolist() == [False, False, False, True]  # upper, right, lower, left
    assert (by_side[0, :3] > 5).all()
