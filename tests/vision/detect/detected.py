"""Detections: cards, tiles and parts of cards."""

from __future__ import annotations

import cv2
import numpy as np

from vision.detect.detections import Detections
from vision.geometry import quads
from vision.photo.pyramid import Pyramid

#: Width and height of the table's photo.
TABLE = (400, 300)


def found(corners: quads.Quads, kind: list[int], score: list[float] | None = None) -> Detections:
    return Detections.of(corners, np.array(kind), np.array(score or [0.9] * len(kind)))


def square(x: float, y: float, size: float = 50, turn: int = 0) -> quads.Quads:
    """A card one and a half times as high as wide; ``turn`` quarter turns change its first corner."""
    corners = np.array([[0, 0], [size, 0], [size, 1.5 * size], [0, 1.5 * size]], np.float32)
    return np.roll(corners + np.array([x, y]), -turn, axis=0)[None].astype(np.float32)


def upper_and_lower(card: quads.Quads) -> quads.Quads:
    """The upper and the lower half of a card [4, 2], [2, 4, 2]."""
    left, right = (card[0] + card[3]) / 2, (card[1] + card[2]) / 2
    return np.array([[card[0], card[1], right, left], [left, right, card[2], card[3]]], np.float32)


def on_a_table(*cards: quads.Quads, colour: int = 190) -> Pyramid:
    """A grey table with cards of one colour."""
    table = np.full((*TABLE[::-1], 3), 110, np.uint8)
    for card in cards:
        cv2.fillConvexPoly(table, np.round(card[0]).astype(np.int32), (colour,) * 3)
    return Pyramid(table)
