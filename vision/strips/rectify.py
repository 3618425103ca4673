"""From a card's four corners to an upright picture of its top strip.

A strip picture has a fixed scale: ``SCALE`` pixels are one card width. It shows a margin around the
card, so that corners a few per cent off lose nothing.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.common.arrays import Picture
from vision.geometry.quads import heights, widths
from vision.networks.sessions import side_by_side
from vision.photo.errors import PhotoError
from vision.photo.load import load_photo
from vision.photo.pyramid import Photo, Pyramid

SCALE = 320  #: pixels for a card width
#: A strip is cut from the smallest level of the photo in which its card is this many pixels wide.
ENOUGH = 190
LEFT, TOP = -0.04, -0.05  #: where a strip picture begins, in card widths from the card's top-left corner
WIDTH, HEIGHT = 344, 152  #: the size of a strip picture, in pixels
DEPTH = HEIGHT / SCALE + TOP  #: how far down the card a strip picture reaches, in card widths

#: Corners of the strip on the card, in card widths: top-left, top-right, bottom-right, bottom-left.
STRIP_ON_CARD = np.array([[0, 0], [1, 0], [1, DEPTH], [0, DEPTH]], np.float64)
#: Share of a card's width without print at its left side and at its right.
BLANK_MARGIN = 0.08
#: Of the JPEGs that strip pictures are kept as, 0 to 100.
QUALITY = 95


def strip_corners(corners: NDArray[np.floating]) -> NDArray[np.float64]:
    """The corners of the strips of cards.

    Args:
        corners: ``[n, 4, 2]``, top-left, top-right, bottom-right, bottom-left of each card (or of the part of
            it that shows), in pixels.

    Returns:
        float64 ``[n, 4, 2]``: the strip from the card's top edge ``DEPTH`` card widths down its sides.
        It keeps the photo's foreshortening down the card, which nobody knows: card proportions differ.
    """
    quads = np.asarray(corners, np.float64)
    top_left, top_right, bottom_right, bottom_left = (quads[:, i] for i in range(4))
    width = np.linalg.norm(top_right - top_left, axis=1, keepdims=True)
    out = np.empty_like(quads)
    out[:, 0], out[:, 1] = top_left, top_right
    for place, top, bottom in ((2, top_right, bottom_right), (3, top_left, bottom_left)):
        side = bottom - top
        length = np.maximum(np.linalg.norm(side, axis=1, keepdims=True), 1e-6)
        out[:, place] = top + side / length * width * DEPTH
    return out


def onto_strip(quad: NDArray[np.float64]) -> NDArray[np.float64]:
    """The homography from the photo to the picture of one strip with these corners, [4, 2]."""
    target = ((STRIP_ON_CARD - (LEFT, TOP)) * SCALE - 0.5).astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform(quad.astype(np.float32), target), np.float64)


def lower_edges(corners: NDArray[np.floating]) -> NDArray[np.float32]:
    """Where cards, ``[n, 4, 2]`` in pixels, end in the pictures of their strips: y, float32 ``[n]``."""
    quads = np.asarray(corners, np.float32)
    down = heights(quads) / np.maximum(widths(quads), 1e-6)
    return np.asarray((down - TOP) * SCALE, np.float32)


def strips(photo: Photo, corners: NDArray[np.floating]) -> Picture:
    """Upright pictures of the top strips of cards.

    Args:
        photo: BGR, uint8 ``[H, W, 3]``.
        corners: ``[n, 4, 2]`` in pixels of ``photo``.

    Returns:
        uint8 ``[n, HEIGHT, WIDTH, 3]``.
    """
    out = np.zeros((len(corners), HEIGHT, WIDTH, 3), np.uint8)
    pyramid = Pyramid.of(photo)
    quads = strip_corners(corners)

    def cut(which: slice) -> None:
        for picture, quad in zip(out[which], quads[which], strict=True):
            width = max(float(np.linalg.norm(quad[1] - quad[0])), 1.0)
            picture[:] = pyramid.picture(onto_strip(quad), (WIDTH, HEIGHT), shrink=ENOUGH / width)

    side_by_side(cut, len(quads))
    return out


def to_jpeg(strip: Picture) -> bytes:
    """The JPEG that a strip picture, uint8 [HEIGHT, WIDTH, 3], is kept as.

    >>> from_jpeg(to_jpeg(np.full((HEIGHT, WIDTH, 3), 90, np.uint8))).shape
    (152, 344, 3)

    Raises:
        ValueError: it is another array.
    """
    strip = np.asarray(strip)
    if strip.dtype != np.uint8 or strip.shape != (HEIGHT, WIDTH, 3):
        raise ValueError(f"a strip is uint8 {[HEIGHT, WIDTH, 3]}, not {strip.dtype} {list(strip.shape)}")
    return cv2.imencode(".jpg", strip, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


def from_jpeg(kept: bytes) -> Picture | None:
    """The strip picture that was kept; None where its bytes are damaged, or another version cut it."""
    try:
        strip = load_photo(kept)
    except PhotoError:
        return None
    return strip if strip.shape == (HEIGHT, WIDTH, 3) else None
