"""The contrast between a card and the table beside it."""

from __future__ import annotations

import cv2
import numpy as np

from tests.vision.detect.detected import TABLE, found, on_a_table, square
from vision.detect.contrast import with_contrast
from vision.detect.detections import FACE_DOWN, FACE_UP
from vision.detect.verifier import cutouts


def test_a_back_has_contrast_and_a_gap_between_cards_has_none() -> None:
    row = [square(60 + 52 * i, 80) for i in range(3)]
    places = np.concatenate(row)
    seen = found(places, [FACE_UP, FACE_DOWN, FACE_UP], [0.97, 0.9, 0.97])
    for cards, low, high in ((row, 5, np.inf), ([row[0], row[2]], 0, 0.5)):
        pyramid = on_a_table(*cards)
        by_side = with_contrast(cutouts(pyramid, places), seen, TABLE).contrasts
        assert np.isnan(by_side[[0, 2]]).all()  # clear faces
        assert np.isnan(by_side[1, [1, 3]]).all()  # the neighbours lie there
        assert ((by_side[1, [0, 2]] >= low) & (by_side[1, [0, 2]] <= high)).all()


def test_a_frame_on_a_cloth_has_no_contrast() -> None:
    place = square(150, 100)
    pyramid = on_a_table()
    cv2.polylines(pyramid.level(1.0)[0], [np.round(place[0]).astype(np.int32)], True, (30, 30, 30), 2)
    by_side = with_contrast(cutouts(pyramid, place), found(place, [FACE_DOWN]), TABLE).contrasts
    assert (by_side < 1).all()


def test_a_side_at_the_edge_of_the_photo_is_not_compared() -> None:
    place = square(0, 100)
    by_side = with_contrast(cutouts(on_a_table(place), place), found(place, [FACE_DOWN]), TABLE).contrasts
    assert np.isnan(by_side[0]).tolist() == [False, False, False, True]  # upper, right, lower, left
    assert (by_side[0, :3] > 5).all()
