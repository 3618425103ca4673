"""Pictures of icons: cut out, laid on another ground, encoded as vectors.

An icon as it would look on another ground: on the strips of a table where the legend shows it on paper.

A dark burst on pale paper is a pale one on a dark strip, and white icons can hardly be seen on paper at all;
so a legend's icons are also compared as they would look where the table's are. What of a picture differs
from its ground is taken for ink, the more so the more it differs (alpha matting, Porter and Duff 1984).
"""

from __future__ import annotations

import cv2
import numpy as np

from scorer.cards import Category
from vision.arrays import Floats32, Picture
from vision.networks import files as models
from vision.networks import sessions as networks

ICON_SIDE = 32  #: pixels of an icon's picture
AROUND = 1.2  #: how much larger than the icon its picture is
CATEGORIES = tuple(Category)
#: Pixels from each corner in which an icon's picture shows its ground.
CORNER = 3
#: The share of a picture that is taken for not all ink; how far from its ground, in levels of colour, ink is
#: at least; and the least share of ink in a pixel of which its colour can be told.
NOT_INK, FAINTEST, LEAST_INK = 0.97, 8.0, 0.05


def cut_icon(picture: Picture, x: float, y: float, size: float) -> Picture:
    """The square around an icon: uint8 ``[32, 32, 3]``.

    Args:
        picture: uint8 ``[h, w, 3]``.
        x: the icon's middle in pixels, from the left.
        y: the same from the top.
        size: its width in pixels.
    """
    scale = ICON_SIDE / (AROUND * max(size, 2.0))
    if scale < 0.6:  # large icons: shrink first, so that warping does not skip pixels
        half = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        return cut_icon(np.asarray(half, np.uint8), (x + 0.5) / 2 - 0.5, (y + 0.5) / 2 - 0.5, size / 2)
    middle = (ICON_SIDE - 1) / 2
    matrix = np.array([[scale, 0, middle - scale * x], [0, scale, middle - scale * y]], np.float64)
    cut = cv2.warpAffine(
        picture, matrix, (ICON_SIDE, ICON_SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(cut, np.uint8)


def encoder_checksum() -> str:
    """Tells the delivered icon encoder from others."""
    return models.checksums().get("icon_encoder.onnx", "")


def embed(pictures: Picture) -> Floats32:
    """Unit vectors ``[n, 48]`` of icon pictures, uint8 ``[n, 32, 32, 3]``."""
    return networks.run("icon_encoder", pictures)[0]


def grounds(pictures: Picture) -> Floats32:
    """The colour ``[n, 3]`` in the corners of pictures, uint8 ``[n, h, w, 3]``."""
    ends = (slice(None, CORNER), slice(-CORNER, None))
    corners = [pictures[:, y, x].reshape(len(pictures), -1, 3) for y in ends for x in ends]
    return np.asarray(np.median(np.concatenate(corners, axis=1), axis=1), np.float32)


def laid_on(pictures: Picture, ground: Floats32) -> Picture:
    """Pictures, uint8 ``[n, h, w, 3]``, as they would look on a ground of this colour ``[3]``."""
    own = grounds(pictures)[:, None, None]
    unlike = pictures - own
    far = np.linalg.norm(unlike, axis=3, keepdims=True)
    ink = np.minimum(far / np.maximum(np.quantile(far, NOT_INK, axis=(1, 2), keepdims=True), FAINTEST), 1)
    colour = np.where(ink > LEAST_INK, own + unlike / np.maximum(ink, LEAST_INK), pictures)
    laid = ground * (1 - ink) + np.clip(colour, 0, 255) * ink
    return np.asarray(np.clip(laid, 0, 255).round(), np.uint8)
