"""Piles: the sample's, and columns of cards as they are found."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.common.arrays import Floats
from vision.detect.detections import FACE_UP, STRIP, Detections

PILE = Path(__file__).parents[1] / "invented" / "photos" / "solo-pile.jpg"
TILT = np.array([[1, 0.03], [-0.02, 1]])


def columns(lefts: list[float], rows: int = 6) -> tuple[Floats, NDArray[np.int8]]:
    """Corners of columns of a card's width 100, and their kinds: the last card of each is whole."""
    tall = np.where(np.arange(rows) == rows - 1, 1.4, 0.2)
    corners = [
        [[x, 0.2 * y], [x + 1, 0.2 * y], [x + 1, 0.2 * y + tall[y]], [x, 0.2 * y + tall[y]]]
        for x in lefts
        for y in range(rows)
    ]
    kinds = np.where(np.arange(rows) == rows - 1, FACE_UP, STRIP)
    return (np.array(corners) @ TILT.T) * 100 + 200, np.tile(kinds, len(lefts)).astype(np.int8)


def found(corners: Floats, kinds: NDArray[np.int8], score: float | Floats = 1.0) -> Detections:
    return Detections.of(corners.astype(np.float32), kinds, np.broadcast_to(score, len(kinds)))
