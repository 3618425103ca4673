"""Cards as quadrilaterals."""

from __future__ import annotations

import numpy as np

from vision.geometry.quads import Quads


def card(x: float = 100, y: float = 100, width: float = 60, height: float = 90, turn: float = 0) -> Quads:
    """One card, [1, 4, 2], about (x, y), turned clockwise."""
    angle = np.radians(turn)
    matrix = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    return np.asarray((corners @ matrix.T + (x, y))[None], np.float32)


def several(*cards: Quads) -> Quads:
    return np.concatenate(cards)
