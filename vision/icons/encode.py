"""Pictures of icons: cut out, put on another background, encoded as unit vectors.

A legend shows icons on paper, a table may show them on dark strips. An icon looks different there, and a
white icon hardly shows on paper. So a legend's icons are also compared as they would look on the table's
background. Alpha matting does it (Porter and Duff 1984): the more a pixel differs from the background, the
more ink it has.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.common.arrays import Floats32, Picture
from vision.networks import files as models
from vision.networks import sessions as networks

VECTOR = 48  #: numbers of the vector that stands for a picture
ICON_SIDE = 32  #: pixels of an icon's picture, as the encoder takes it
CROP_SCALE = 1.2  #: the width of an icon's picture in icon sizes, as the encoder was trained

# How ink is told from the background.
#: The side of the square in each corner of a picture that shows its background, in pixels.
CORNER_SIDE = 3
#: Pixels that differ from the background more than this share of a picture's pixels are all ink.
OPAQUE_QUANTILE = 0.97
#: Ink differs from the background by this many levels of colour at least.
LEAST_INK_CONTRAST = 8.0
#: A pixel with a smaller share of ink keeps its colour.
LEAST_INK = 0.05


def cut_icon(picture: Picture, x: float, y: float, size: float) -> Picture:
    """The square around an icon: uint8 ``[32, 32, 3]``.

    Args:
        picture: uint8 ``[h, w, 3]``.
        x: the icon's middle in pixels, from the left.
        y: the same from the top.
        size: its width in pixels.
    """
    scale = ICON_SIDE / (CROP_SCALE * max(size, 2.0))
    if scale < 0.6:  # shrink large icons first: warping would skip pixels
        half = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        return cut_icon(np.asarray(half, np.uint8), (x + 0.5) / 2 - 0.5, (y + 0.5) / 2 - 0.5, size / 2)
    middle = (ICON_SIDE - 1) / 2
    matrix = np.array([[scale, 0, middle - scale * x], [0, scale, middle - scale * y]], np.float64)
    cut = cv2.warpAffine(
        picture, matrix, (ICON_SIDE, ICON_SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(cut, np.uint8)


def encoder_checksum() -> str:
    """The checksum of the delivered icon encoder: tells it from other encoders."""
    return models.checksums().get("icon_encoder.onnx", "")


def embed(pictures: Picture) -> Floats32:
    """Unit vectors ``[n, 48]`` of icon pictures, uint8 ``[n, 32, 32, 3]``."""
    return networks.run("icon_encoder", pictures)[0]


def background_colours(pictures: Picture) -> Floats32:
    """The colour ``[n, 3]`` in the corners of pictures, uint8 ``[n, h, w, 3]``."""
    ends = (slice(None, CORNER_SIDE), slice(-CORNER_SIDE, None))
    corners = [pictures[:, y, x].reshape(len(pictures), -1, 3) for y in ends for x in ends]
    return np.asarray(np.median(np.concatenate(corners, axis=1), axis=1), np.float32)


def on_background(pictures: Picture, colour: Floats32) -> Picture:
    """Pictures, uint8 ``[n, h, w, 3]``, as they would look on a background of this ``colour``, ``[3]``."""
    own = background_colours(pictures)[:, None, None]
    difference = pictures - own
    distance = np.linalg.norm(difference, axis=3, keepdims=True)
    opaque = np.quantile(distance, OPAQUE_QUANTILE, axis=(1, 2), keepdims=True)
    alpha = np.minimum(distance / np.maximum(opaque, LEAST_INK_CONTRAST), 1)
    least = LEAST_INK
    ink = np.where(alpha > least, own + difference / np.maximum(alpha, least), pictures)
    moved = colour * (1 - alpha) + np.clip(ink, 0, 255) * alpha
    return np.asarray(np.clip(moved, 0, 255).round(), np.uint8)
