"""What the detector looks at: the photo under an affine map, as large as the network likes it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.detect.detections import Detections
from vision.geometry.quads import moved
from vision.geometry.sizes import by_area, usual_width
from vision.photo.pyramid import Pyramid

#: Longest side of the first pass's input.
FIRST = 544
#: How wide a card is in the second pass, and how large that may become.
CARD, LONGEST, LARGEST = 76.0, 800, 640 * 576
#: Room around the cards found first, in card widths: the second pass finds the ones that the first
#: overlooked.
MARGIN = 0.8

#: A 2 x 3 matrix from photo pixels to the input's, and the input's width and height.
View = tuple[NDArray[np.float64], tuple[int, int]]


def whole_view(pyramid: Pyramid, turn: float = 0.0, longest: int = FIRST) -> View:
    """The first pass's view: the whole photo turned by ``turn`` degrees, ``longest`` pixels long."""
    frame = np.array([[pyramid.width, 0], [0, pyramid.height]], np.float64)
    linear = _rotation(turn)
    extent = np.abs(linear @ frame).sum(axis=1)
    scale = longest / float(extent.max())
    size = _input_size(*(extent * scale))
    # pixel centres: the photo's middle falls on the middle of what it fills
    middle = np.array([pyramid.width, pyramid.height]) / 2 - 0.5
    return np.column_stack([linear * scale, extent * scale / 2 - 0.5 - linear @ middle * scale]), size


def upright_view(
    pyramid: Pyramid, cards: Detections, degrees: float, margin: float = MARGIN, wide: float = CARD
) -> View:
    """The second pass's view: the part of the photo with the cards, turned so that most stand upright.

    How wide a card is they say `by_area`: specks may pass for cards, faintly.
    """
    turn = np.column_stack([_rotation(-degrees), (0, 0)])
    card = usual_width(cards.corners, by_area(cards.corners, cards.score))
    room = margin * card
    points = moved(cards.corners, turn).reshape(-1, 2)
    w, h = pyramid.width, pyramid.height
    photo = moved(np.array([[[0, 0], [w, 0], [w, h], [0, h]]], np.float32), turn)[0]
    low = np.maximum(points.min(axis=0) - room, photo.min(axis=0))
    high = np.minimum(points.max(axis=0) + room, photo.max(axis=0))
    extent = np.maximum(high - low, 1)
    scale = min(wide / card, LONGEST / float(extent.max()), float(np.sqrt(LARGEST / extent.prod())))
    matrix = turn * scale
    matrix[:, 2] = -low * scale
    return matrix, _input_size(*(extent * scale))


def _rotation(degrees: float) -> NDArray[np.float64]:
    """The 2 x 2 matrix of a clockwise turn."""
    angle = np.radians(degrees)
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def _input_size(width: float, height: float) -> tuple[int, int]:
    """Width and height rounded up to what the network takes."""
    return max(64, int(np.ceil(width / 32 - 1e-3)) * 32), max(64, int(np.ceil(height / 32 - 1e-3)) * 32)
