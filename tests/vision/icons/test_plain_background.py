"""Category cards on a background of one colour."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.detect.detections import Detections
from vision.detect.detector import Detector
from vision.icons.legend_cards import category_cards


@pytest.mark.parametrize(("rows", "turn"), [(2, 0.0), (2, 7.0), (3, -6.0), (1, 0.0)])
def test_six_cards_that_touch_are_found_on_a_plain_background(
    rows: int, turn: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    none = Detections.of(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.int8), np.zeros(0))
    monkeypatch.setattr(Detector, "weighed", lambda self, photo: none)
    columns, width, height = 6 // rows, 120, 170
    photo = np.full((760, 900, 3), (60, 80, 90), np.uint8)
    x, y = (900 - columns * width) // 2, (760 - rows * height) // 2
    photo[y : y + rows * height, x : x + columns * width] = (220, 200, 240)
    spin = cv2.getRotationMatrix2D((450, 380), turn, 1.0)
    photo = cv2.warpAffine(photo, spin, (900, 760), borderValue=(60, 80, 90))
    cards = category_cards(photo)
    cells = [(x + width * k, y + height * row) for row in range(rows) for k in range(columns)]
    true = [[(a, b), (a + width, b), (a + width, b + height), (a, b + height)] for a, b in cells]
    assert np.abs(cards - cv2.transform(np.array(true, np.float64), spin)).max() < 3


def test_a_noisy_photo_shows_no_block_of_cards() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (600, 800, 3), np.uint8)
    assert len(category_cards(noise)) != 6
