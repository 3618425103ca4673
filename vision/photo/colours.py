"""The colours of a place, whatever stands where in it: what parts of a table have in common with the rest."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats32

#: Differences in colour (CIELAB, 8 bit): how much one in light counts, for shadows lie on cards and tables.
LIGHT = 0.3
#: The shares of a place's pixels below which its colours are compared.
SHARES = np.linspace(0.05, 0.95, 19)


def lab(picture: NDArray[np.uint8]) -> Floats32:
    """A BGR picture, uint8 [H, W, 3], in CIELAB of 8 bit, in which light counts for less than hue."""
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2LAB) * np.array((LIGHT, 1, 1)), np.float32)


def colours_of(pictures: NDArray[np.uint8]) -> Floats32:
    """The colours of places, BGR [n, H, W, 3]: quantiles of each channel over its pixels, [n, 19, 3]."""
    out = np.zeros((len(pictures), len(SHARES), 3), np.float32)
    for one, picture in zip(out, pictures, strict=True):
        one[:] = np.quantile(lab(picture).reshape(-1, 3), SHARES, axis=0)
    return out


def apart(own: Floats32, others: Floats32) -> Floats32:
    """How far the colours of each place, [n, 19, 3], are from those of each other one, [m, 19, 3]: [n, m], in
    levels.
    """
    return np.asarray(np.abs(own[:, None] - others[None]).mean(axis=(2, 3)), np.float32)
