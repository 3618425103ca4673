"""The verifier: a network that looks at each detection by itself and says whether it is a card.

The detector sees a whole table at a small size, and sometimes takes a tile, a sheet of squared paper or an
empty place beside a shelf for a card face down. The verifier sees a detection larger, with the table around
it: a card has edges on all four sides, and differs from the table.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.quads import Quads, heights, widths
from vision.networks.sessions import BATCH, THREADS, opened
from vision.photo.pyramid import Pyramid

#: Sides of a cut-out, and of the card in its middle, in pixels; each card is warped to a square.
SIDE, INNER = 64, 40
#: The position of the card's upper and left edge in a cut-out.
EDGE = (SIDE - INNER) / 2 - 0.5


def cutouts(pyramid: Pyramid, quads: Quads) -> NDArray[np.uint8]:
    """Each card with the table around it, upright: uint8 BGR ``[n, SIDE, SIDE, 3]``."""
    shrink = INNER / np.maximum(np.minimum(widths(quads), heights(quads)), 1e-6)
    pictures = np.empty((len(quads), SIDE, SIDE, 3), np.uint8)
    for picture, quad, one in zip(pictures, quads, shrink, strict=True):
        picture[:] = pyramid.picture(onto_cutout(quad), (SIDE, SIDE), float(one))
    return pictures


def onto_cutout(quad: Quads) -> NDArray[np.float64]:
    """The 3 x 3 matrix from the photo to the cut-out of one card, float32 [4, 2]."""
    low, high = EDGE, SIDE - 1 - EDGE
    target = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(quad.astype(np.float32), target), np.float64)


class CardVerifier:
    """Runs the network that says whether a card lies in the middle of each cut-out.

    >>> from vision.networks.files import model_path
    >>> verifier = CardVerifier(model_path("card_verifier.onnx"))
    >>> verifier.log_odds(np.zeros((3, SIDE, SIDE, 3), np.uint8)).shape
    (3,)
    """

    def __init__(self, path: str | Path) -> None:
        self._session = opened(path)

    def log_odds(self, pictures: NDArray[np.uint8]) -> NDArray[np.float64]:
        """The log odds of a card in each of the `cutouts`, uint8 BGR ``[n, SIDE, SIDE, 3]``: ``[n]``."""
        if len(pictures) == 0:
            return np.zeros(0)
        parts = np.array_split(pictures, -(-len(pictures) // (THREADS * BATCH)))
        outputs = [self._session.run(None, {"cards": part})[0] for part in parts]
        return np.concatenate(outputs).astype(np.float64)
