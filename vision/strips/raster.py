"""What hides strips, as one raster a card: its cells are squares of pixels of the strip.

Photo edge and glare each say where they hide a strip. The raster says how much of a place is hidden (Crow's
summed-area tables).
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.common.arrays import Floats, Floats32, Picture
from vision.strips.rectify import HEIGHT, LEFT, SCALE, TOP, WIDTH

STEP = 2  #: pixels of a strip for a cell: nothing that hides print has finer detail
Sums = NDArray[np.int32]  #: [n, rows + 1, columns + 1], of rasters [n, rows, columns]

#: The middles of the cells, in card widths: x [columns] and y [rows].
ACROSS = (np.arange(WIDTH // STEP) + 0.5) * STEP / SCALE + LEFT
DOWN = (np.arange(HEIGHT // STEP) + 0.5) * STEP / SCALE + TOP


def place(left: float, top: float, right: float, bottom: float) -> Floats32:
    """A part of each card, in card widths, as x, y, width and height in pixels of its strip, [1, 4]."""
    low, high = ((np.array(corner) - (LEFT, TOP)) * SCALE for corner in ((left, top), (right, bottom)))
    return np.concatenate([(low + high) / 2, high - low])[None].astype(np.float32)


def sums(rasters: NDArray[np.bool_] | Picture) -> Sums:
    """For each corner of a cell of ``rasters`` [n, rows, columns] the sum of all cells above and to the left:
    [n, rows + 1, columns + 1].
    """
    return np.stack([np.asarray(cv2.integral(each.astype(np.uint8)), np.int32) for each in rasters])


def means(summed: Sums, places: Floats32) -> Floats:
    """The mean of each of n rasters at each of k ``places`` [k, 4]: [n, k]."""
    middles, half = places[:, :2], places[:, 2:] / 2
    most = (summed.shape[2] - 1, summed.shape[1] - 1)
    left, top = np.clip((middles - half) / STEP, 0, most).astype(np.intp).T
    right, low = np.clip(np.ceil((middles + half) / STEP), 0, most).astype(np.intp).T
    inside = summed[:, low, right] - summed[:, top, right] - summed[:, low, left] + summed[:, top, left]
    return np.asarray(inside / np.maximum((right - left) * (low - top), 1), np.float64)
