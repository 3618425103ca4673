"""A photo at full size, halved, quartered and so on (an image pyramid), from which pictures are warped.

Warping samples single points. A small picture is therefore warped from a level that is small too: its pixels
are averages, and the picture has less noise.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.common.arrays import Floats32, Picture
from vision.photo.load import HalfDecoded

Matrix = NDArray[np.float64]

#: The level of grey around the photo, which the detector was trained with.
GREY = 114


class Pyramid:
    """Takes pictures of parts of ``photo``, uint8 BGR [H, W, 3]; a level is made when it is first needed.

    So a JPEG of which only the half is decoded is decoded as a whole when a picture needs that.

    >>> half = np.array([[0.5, 0, 0], [0, 0.5, 0]])
    >>> Pyramid(np.zeros((480, 640, 3), np.uint8)).picture(half, (320, 240)).shape
    (240, 320, 3)
    """

    def __init__(self, photo: Picture | HalfDecoded) -> None:
        self._whole: Callable[[], Picture] | None = None
        if isinstance(photo, HalfDecoded):
            self._levels = {1: photo.half}
            self._whole, (self.width, self.height) = photo.whole, photo.size
        else:
            self._levels = {0: photo}
            self.height, self.width = photo.shape[:2]
        self._halving = Lock()
        #: Strips that were cut, and what was seen on them, by the bytes of their corners
        #: (`vision.strips.marks.Strips`).
        self.looks: dict[bytes, tuple[Picture, NDArray[np.float32]]] = {}

    @staticmethod
    def of(photo: Photo) -> Pyramid:
        """The pyramid of a photo. A pyramid comes back as it is, with the levels that it has."""
        return photo if isinstance(photo, Pyramid) else Pyramid(photo)

    @property
    def size(self) -> tuple[int, int]:
        """The photo's width and height."""
        return self.width, self.height

    def level(self, shrink: float) -> tuple[Picture, int]:
        """The smallest level of at least ``shrink`` times the photo's size, and how often it is halved."""
        halvings = max(0, int(np.floor(-np.log2(max(shrink, 1e-6)) + 0.05)))
        with self._halving:  # several threads take pictures
            if halvings == 0 and 0 not in self._levels and self._whole is not None:
                self._levels[0] = self._whole()
            while (deepest := max(self._levels)) < halvings and min(self._levels[deepest].shape[:2]) >= 16:
                last = self._levels[deepest]
                # a pixel of a level is exactly two by two of the last: an odd last row or column is left out
                even = last[: last.shape[0] // 2 * 2, : last.shape[1] // 2 * 2]
                half = (even.shape[1] // 2, even.shape[0] // 2)
                self._levels[deepest + 1] = np.asarray(
                    cv2.resize(even, half, interpolation=cv2.INTER_AREA), np.uint8
                )
        halvings = min(halvings, deepest)
        return self._levels[halvings], halvings

    def from_afar(self, room: float = 0.4, longest: int = 1600) -> tuple[Pyramid, Matrix]:
        """The photo as if taken from further away, with grey around it; and where its pixels come from.

        ``room``: the width of the grey on each side, in the photo's longer side. ``longest``: the longest
        side of the new photo, in pixels; it is never larger than the old photo with its room. The matrix
        [2, 3] leads from pixels of the new photo to pixels of this one.

        >>> photo, back = Pyramid(np.zeros((400, 600, 3), np.uint8)).from_afar(0.5, 800)
        >>> photo.size, (back @ (200, 200, 1)).tolist()
        ((800, 667), [0.0, 0.0])
        """
        around = room * max(self.size)
        shrink = min(1.0, longest / (max(self.size) + 2 * around))
        matrix = shrink * np.array([[1, 0, around], [0, 1, around]], np.float64)
        size = round(shrink * (self.width + 2 * around)), round(shrink * (self.height + 2 * around))
        return Pyramid(self.picture(matrix, size)), np.asarray(cv2.invertAffineTransform(matrix))

    def picture(self, matrix: Matrix, size: tuple[int, int], shrink: float | None = None) -> Picture:
        """The photo warped by ``matrix``, 2 x 3 or 3 x 3 from photo to picture pixels, BGR.

        ``size``: width and height of the picture. ``shrink``: picture pixels a photo pixel; an affine matrix
        says it itself.
        """
        if shrink is None:
            shrink = float(np.sqrt(abs(np.linalg.det(matrix[:2, :2]))))
        image, halvings = self.level(shrink)
        k = 2.0**halvings
        # the centre of a pixel of a level is the centre of k by k pixels of the photo
        up = np.array([[k, 0, (k - 1) / 2], [0, k, (k - 1) / 2], [0, 0, 1]])
        full = matrix if matrix.shape[0] == 3 else np.vstack([matrix, (0, 0, 1)])
        return np.asarray(
            cv2.warpPerspective(
                image,
                full @ up,
                size,
                flags=cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_CONSTANT,
                borderValue=(GREY, GREY, GREY),
            ),
            np.uint8,
        )


#: A photo, uint8 BGR [H, W, 3], or its pyramid.
Photo = Picture | Pyramid


# The colours of a place as a distribution: backs of one deck have the same colours wherever they lie, and so
# have places of one table.
#: How much a difference in light counts against one in hue (CIELAB): shadows lie on cards and tables.
LIGHT_WEIGHT = 0.3
#: The quantiles that describe the colours of a place.
QUANTILES = np.linspace(0.05, 0.95, 19)


def lab(picture: NDArray[np.uint8]) -> Floats32:
    """A BGR picture, uint8 [H, W, 3], in CIELAB of 8 bits, with light scaled by LIGHT_WEIGHT."""
    scaled = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB) * np.array((LIGHT_WEIGHT, 1, 1))
    return np.asarray(scaled, np.float32)


def colour_quantiles(pictures: NDArray[np.uint8]) -> Floats32:
    """The colours of places, BGR [n, H, W, 3]: quantiles of each channel of `lab`, [n, 19, 3]."""
    out = np.zeros((len(pictures), len(QUANTILES), 3), np.float32)
    for one, picture in zip(out, pictures, strict=True):
        one[:] = np.quantile(lab(picture).reshape(-1, 3), QUANTILES, axis=0)
    return out


def colour_distances(own: Floats32, others: Floats32) -> Floats32:
    """The mean distance of each `colour_quantiles`, [n, 19, 3], from each other, [m, 19, 3]: [n, m].

    The distance is in levels of 8 bits.
    """
    return np.asarray(np.abs(own[:, None] - others[None]).mean(axis=(2, 3)), np.float32)
