"""The views that the detector gets: affine maps of the whole photo, or of the part with the cards."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.detect.detections import Detections
from vision.geometry.plane import by_area, typical_width
from vision.geometry.quads import moved
from vision.photo.pyramid import Pyramid

#: The sides of the network's input are multiples of this many pixels.
SIDE_MULTIPLE = 32
#: A 2 x 3 matrix from the photo's pixels to the input's, and the input's width and height.
View = tuple[NDArray[np.float64], tuple[int, int]]


@dataclass(frozen=True)
class ViewSettings:
    """How large the detector's views are, in pixels of its input."""

    #: The longest side of the whole photo in the first pass.
    longest: int = 544
    #: The width of a card in the second pass.
    card_width: float = 76.0
    #: The longest side of the second pass's input.
    longest_upright: int = 800
    #: The area of the second pass's input.
    largest_upright: int = 640 * 576
    #: Room around the cards in the second pass, in card widths, where further cards may lie.
    margin: float = 0.8


VIEW = ViewSettings()


def whole_view(pyramid: Pyramid, turn: float = 0.0, longest: int = VIEW.longest) -> View:
    """The whole photo turned by ``turn`` degrees, ``longest`` pixels long, for the first pass."""
    frame = np.array([[pyramid.width, 0], [0, pyramid.height]], np.float64)
    linear = _rotation(turn)
    extent = np.abs(linear @ frame).sum(axis=1)
    scale = longest / float(extent.max())
    size = _input_size(*(extent * scale))
    # positions are centres of pixels: the photo's middle falls on the middle of the area that it fills
    middle = np.array([pyramid.width, pyramid.height]) / 2 - 0.5
    return np.column_stack([linear * scale, extent * scale / 2 - 0.5 - linear @ middle * scale]), size


def upright_view(pyramid: Pyramid, cards: Detections, degrees: float, settings: ViewSettings = VIEW) -> View:
    """The part of the photo with the cards, turned back by ``degrees``, for the second pass.

    The cards' width is weighted `by_area`, for specks may be taken for cards of low scores.
    """
    turn = np.column_stack([_rotation(-degrees), (0, 0)])
    card = typical_width(cards.corners, by_area(cards.corners, cards.score))
    room = settings.margin * card
    points = moved(cards.corners, turn).reshape(-1, 2)
    w, h = pyramid.width, pyramid.height
    photo = moved(np.array([[[0, 0], [w, 0], [w, h], [0, h]]], np.float32), turn)[0]
    low = np.maximum(points.min(axis=0) - room, photo.min(axis=0))
    high = np.minimum(points.max(axis=0) + room, photo.max(axis=0))
    extent = np.maximum(high - low, 1)
    scale = min(
        settings.card_width / card,
        settings.longest_upright / float(extent.max()),
        float(np.sqrt(settings.largest_upright / extent.prod())),
    )
    matrix = turn * scale
    matrix[:, 2] = -low * scale
    return matrix, _input_size(*(extent * scale))


def _rotation(degrees: float) -> NDArray[np.float64]:
    """The 2 x 2 matrix of a clockwise turn."""
    angle = np.radians(degrees)
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def _input_size(width: float, height: float) -> tuple[int, int]:
    """Width and height rounded up to multiples of SIDE_MULTIPLE, at least two."""
    across, down = (max(2, int(np.ceil(side / SIDE_MULTIPLE - 1e-3))) for side in (width, height))
    return across * SIDE_MULTIPLE, down * SIDE_MULTIPLE
