"""The colours of a place as a distribution, and how far two places differ in it.

Backs of one deck have the same colours wherever they lie, and so have places of one table.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.common.arrays import Floats32

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
