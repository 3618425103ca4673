"""A photo in halves, quarters and eighths, so that a small picture of any part of it can be taken without
noise.

Warping looks at single points; where several pixels of the photo fall on one of the picture, a level must
be taken at which they are already averaged.
"""

from __future__ import annotations

from threading import Lock

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture

Matrix = NDArray[np.float64]

#: Grey of what lies outside the photo.
OUTSIDE = 114
GREY = (OUTSIDE, OUTSIDE, OUTSIDE)


class Pyramid:
    """Takes pictures of parts of ``photo``, uint8 BGR [H, W, 3]; each level is made when first needed."""

    def __init__(self, photo: Picture) -> None:
        self._levels = [photo]
        self._halving = Lock()
        self.height, self.width = photo.shape[:2]

    @staticmethod
    def of(photo: Photo) -> Pyramid:
        """That of a photo; one that was begun goes on, for halving a large photo takes a while."""
        return photo if isinstance(photo, Pyramid) else Pyramid(photo)

    @property
    def size(self) -> tuple[int, int]:
        """The photo's width and height."""
        return self.width, self.height

    def level(self, shrink: float) -> tuple[Picture, int]:
        """The smallest level that is at least ``shrink`` times the photo's size, and how often it was
        halved.
        """
        halvings = max(0, int(np.floor(-np.log2(max(shrink, 1e-6)) + 0.05)))
        with self._halving:  # pictures are taken by several threads
            while len(self._levels) <= halvings and min(self._levels[-1].shape[:2]) >= 16:
                last = self._levels[-1]
                # odd sizes lose their last row or column: a level's pixel is exactly two by two of the last's
                even = last[: last.shape[0] // 2 * 2, : last.shape[1] // 2 * 2]
                half = (even.shape[1] // 2, even.shape[0] // 2)
                self._levels.append(
                    np.asarray(cv2.resize(even, half, interpolation=cv2.INTER_AREA), np.uint8)
                )
        halvings = min(halvings, len(self._levels) - 1)
        return self._levels[halvings], halvings

    def picture(self, matrix: Matrix, size: tuple[int, int], shrink: float | None = None) -> Picture:
        """The photo under ``matrix``, 2 x 3 or 3 x 3 from photo to picture pixels, uint8 [size[1], size[0],
        3].

        ``shrink``: picture pixels a photo pixel; taken from the matrix when it is affine.
        """
        if shrink is None:
            shrink = float(np.sqrt(abs(np.linalg.det(matrix[:2, :2]))))
        image, halvings = self.level(shrink)
        k = 2.0**halvings
        # pixel centres: a pixel of a level lies at the middle of the k by k photo pixels that it stands for
        up = np.array([[k, 0, (k - 1) / 2], [0, k, (k - 1) / 2], [0, 0, 1]])
        full = matrix if matrix.shape[0] == 3 else np.vstack([matrix, (0, 0, 1)])
        return np.asarray(
            cv2.warpPerspective(
                image,
                full @ up,
                size,
                flags=cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_CONSTANT,
                borderValue=GREY,
            ),
            np.uint8,
        )


#: A photo, uint8 BGR [H, W, 3], or its pyramid.
Photo = Picture | Pyramid
