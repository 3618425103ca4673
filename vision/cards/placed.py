"""Where the cards of one photo lie."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Ints
from vision.detect.detections import Detections


@dataclass(frozen=True)
class Placement:
    """Where cards lie, as parallel arrays over the n cards.

    ``shelf`` counts from 0, from the left of the photo (from the top, when shelves lie above each other);
    ``row`` from the top and ``column`` from the left of each shelf as its owner sees it, from 0. ``turned``
    is by how many places the given corners must be moved up (``np.roll(corners, -turned, axis=0)``) to
    start with the shelf's top left: not 0 for a face-down card that was given upside down. ``confidence``
    is 0 to 1, for the place as a whole. No two cards share a place.
    """

    shelf: Ints
    row: Ints
    column: Ints
    turned: Ints
    confidence: Floats

    @property
    def cells(self) -> Ints:
        """Column and row of each card, [n, 2]."""
        return np.stack([self.column, self.row], axis=1)

    @property
    def together(self) -> Ints:
        """How many cards lie on each one's shelf, itself among them, [n]."""
        return np.asarray(np.bincount(self.shelf)[self.shelf], np.int64)


@dataclass(frozen=True)
class Placed:
    """The n cards of a photo and where they lie.

    ``cards``: whole, their corners as printed. ``places``: their shelf, row and column; a pile is shelf 0.
    ``hidden`` [n, 2]: the share of each one's width that cards beside it hide on the left and on the right.
    """

    cards: Detections
    places: Placement
    hidden: NDArray[np.float64]
