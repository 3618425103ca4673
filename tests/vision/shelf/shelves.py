"""Corners of the cards of a shelf."""

from __future__ import annotations

import numpy as np


def shelf(cells: list[tuple[int, int]], left: float = 300, top: float = 200) -> np.ndarray:
    card = np.array([[0, 0], [100, 0], [100, 140], [0, 140]], np.float32)
    places = np.array([(104 * x + left, 146 * y + top) for x, y in cells], np.float32)
    return np.asarray(card + places[:, None], np.float32)
