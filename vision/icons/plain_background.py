"""Category cards on a background of one colour, as in a scan: found by colour, without the detector."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.cards import Category
from vision.arrays import Floats, Picture
from vision.geometry.quads import Quads

CARDS = len(Category)


@dataclass(frozen=True)
class PlainBackgroundSettings:
    """When a photo shows cards on a background of one colour."""

    #: A card's colour differs from the background by more levels than this.
    contrast: int = 22
    #: A card covers at least this share of the photo.
    least_card: float = 0.02
    #: The largest card is at most this many times as wide, and as high, as the smallest.
    size_ratio: float = 1.1
    #: A block of cards that touch covers at least this share of the photo.
    least_block: float = 0.15
    #: A block fills at least this share of its rectangle.
    least_fill: float = 0.9
    #: The width of a card divided by its height.
    card_shape: float = 0.7
    #: At most this share of the photo's edge differs from the background.
    most_edge: float = 0.1


PLAIN_BACKGROUND = PlainBackgroundSettings()


def separate_cards(photo: Picture) -> Quads:
    """Upright cards of one size that do not touch, ``[n, 4, 2]``; empty where there are none."""
    foreground, scale = _foreground(photo)
    _, _, stats, _ = cv2.connectedComponentsWithStats(foreground, connectivity=4)
    least = PLAIN_BACKGROUND.least_card * foreground.size
    boxes = np.array([s[:4] for s in stats[1:] if s[2] * s[3] > least], np.float32).reshape(-1, 4)
    sizes = boxes[:, 2:]
    if len(boxes) == 0 or (sizes.max(axis=0) > PLAIN_BACKGROUND.size_ratio * sizes.min(axis=0)).any():
        return np.zeros((0, 4, 2), np.float32)  # several sizes, or turned cards: no scan
    x, y, w, h = boxes.T
    corners = np.stack([[x, y], [x + w, y], [x + w, y + h], [x, y + h]])
    return np.asarray(corners.transpose(2, 0, 1) / scale, np.float32)


def touching_cards(photo: Picture) -> Quads:
    """Six cards that touch one another, in the rows that their block has room for: ``[6, 4, 2]``.

    Empty where the photo shows no block of cards.
    """
    foreground, scale = _foreground(photo)
    block = cv2.findNonZero(cv2.morphologyEx(foreground, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)))
    edge = np.concatenate([foreground[0], foreground[-1], foreground[:, 0], foreground[:, -1]])
    if block is None or edge.mean() > PLAIN_BACKGROUND.most_edge:
        return np.zeros((0, 4, 2), np.float32)
    (x, y), (width, height), turn = cv2.minAreaRect(block)
    area = width * height
    if (
        area < PLAIN_BACKGROUND.least_block * foreground.size
        or len(block) < PLAIN_BACKGROUND.least_fill * area
    ):
        return np.zeros((0, 4, 2), np.float32)
    quarters = round(turn / 90)  # OpenCV counts the turn from either side
    if quarters % 2:
        width, height = height, width
    angle = np.radians(turn - 90 * quarters)
    rotation = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    upright = (_in_rows(width / height, PLAIN_BACKGROUND.card_shape) - 0.5) * (width, height)
    return np.asarray((upright @ rotation + (x, y)) / scale, np.float32)


def _in_rows(block_shape: float, card_shape: float) -> Floats:
    """The corners of equal cards that fill a block, from 0 to 1: ``[6, 4, 2]``.

    Shapes are widths divided by heights.
    """
    rows = min((1, 2, 3, 6), key=lambda n: abs(np.log(block_shape * (n * n / CARDS) / card_shape)))
    columns = CARDS // rows
    card = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    cells = np.array([(column, row) for row in range(rows) for column in range(columns)])
    return np.asarray((cells[:, None] + card) / (columns, rows), np.float64)


def _foreground(photo: Picture) -> tuple[NDArray[np.uint8], float]:
    """Where a smaller copy of the photo differs from the colour of its edge, 0 or 1; and the copy's scale."""
    scale = min(1.0, 800 / max(photo.shape[:2]))
    small = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    edge = np.concatenate([small[:3].reshape(-1, 3), small[-3:].reshape(-1, 3), small[:, :3].reshape(-1, 3)])
    difference = np.abs(small.astype(np.int16) - np.median(edge, axis=0).astype(np.int16)).max(axis=2)
    return np.asarray(difference > PLAIN_BACKGROUND.contrast, np.uint8), scale
