"""Corners of the cards of a shelf."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.detect.detections import FACE_UP, Detections


def shelf(cells: list[tuple[int, int]], left: float = 300, top: float = 200) -> np.ndarray:
    card = np.array([[0, 0], [100, 0], [100, 140], [0, 140]], np.float32)
    places = np.array([(104 * x + left, 146 * y + top) for x, y in cells], np.float32)
    return np.asarray(card + places[:, None], np.float32)


def card_at(column: float, row: float) -> NDArray[np.float32]:
    """A card 100 pixels wide in a grid seen a little from the side."""
    x, y = 60 + 106 * column, 50 + 148 * row
    return np.array([[x, y], [x + 100, y], [x + 103, y + 140], [x + 3, y + 140]], np.float32)


def grid() -> Detections:
    """Two rows of three cards."""
    cards = [card_at(n % 3, n // 3) for n in range(6)]
    return Detections.of(np.stack(cards), np.full(6, FACE_UP), np.linspace(0.9, 0.8, 6))
