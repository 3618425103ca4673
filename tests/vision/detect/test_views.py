"""The views of a photo that the detector gets."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.detect.detected import found, on_a_table, square
from vision.detect import passes as views
from vision.detect.detections import FACE_UP
from vision.detect.passes import VIEW
from vision.geometry import quads
from vision.photo.pyramid import Pyramid


def test_the_whole_photo_is_in_the_first_view() -> None:
    pyramid = Pyramid(np.zeros((300, 400, 3), np.uint8))
    frame = np.array([[[0, 0], [399, 0], [399, 299], [0, 299]]], np.float32)
    for turn in (0.0, 45.0, 90.0):
        matrix, (width, height) = views.whole_view(pyramid, turn)
        corners = quads.moved(frame, matrix)[0]
        assert corners.min() > -1
        assert (corners < (width + 1, height + 1)).all()
        assert width % 32 == height % 32 == 0
        assert quads.turns(quads.moved(frame, matrix))[0] == pytest.approx(turn, abs=0.01)


def test_specks_do_not_change_the_size_of_cards() -> None:
    cards = np.concatenate([square(200, 200, 150), square(500, 200, 12), square(560, 240, 14)])
    pyramid = on_a_table(cards)
    view, _ = views.upright_view(pyramid, found(cards, [FACE_UP] * 3, [0.64, 0.27, 0.21]), 0.0)
    assert quads.widths(quads.moved(cards, view))[0] == pytest.approx(VIEW.card_width)
    view, _ = views.upright_view(pyramid, found(cards[:1], [FACE_UP]), 0.0, replace(VIEW, card_width=60.0))
    assert quads.widths(quads.moved(cards, view))[0] == pytest.approx(60)
