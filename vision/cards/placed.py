"""Placements: on which shelf, in which row and column each card of a photo lies."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.common.arrays import Floats, Ints
from vision.detect.detections import Detections
from vision.geometry.plane import Plane


@dataclass(frozen=True)
class Placement:
    """Where cards lie, as parallel arrays over the n cards.

    All count from 0: ``shelf`` from the left of the photo, or from the top where shelves lie above each
    other; ``row`` from the top and ``column`` from the left of each shelf as its owner sees it. Cards never
    share a place. ``turned``: by how many corners ``np.roll(corners, -turned, axis=0)`` must move a card's
    corners so that they begin at the shelf's top left; it is not 0 where a face-down card was given upside
    down. ``confidence`` is 0 to 1, for the place as a whole. ``doubts``: of each shelf, "parted" where it may
    be part of another, "joined" where it may be two. ``plane``: the table, by the whole cards; None of a
    pile, whose cards show in part.

    >>> zero = np.zeros(2, np.int64)
    >>> two = Placement(shelf=zero, row=zero, column=np.array([0, 1]), turned=zero, confidence=np.ones(2))
    >>> two.cells.tolist(), two.together.tolist()
    ([[0, 0], [1, 0]], [2, 2])
    """

    shelf: Ints
    row: Ints
    column: Ints
    turned: Ints
    confidence: Floats
    doubts: tuple[tuple[str, ...], ...] = ()
    plane: Plane | None = None

    @property
    def cells(self) -> Ints:
        """Column and row of each card, [n, 2]."""
        return np.stack([self.column, self.row], axis=1)

    @property
    def together(self) -> Ints:
        """The number of cards on each card's shelf, [n]."""
        return np.asarray(np.bincount(self.shelf)[self.shelf], np.int64)


@dataclass(frozen=True)
class Placed:
    """The n cards of a photo and where they lie.

    ``cards``: whole, their corners as printed. ``places``: their shelf, row and column; a pile is shelf 0.
    ``hidden`` [n, 2]: the share of each card's width that other cards hide on the left and on the right.
    """

    cards: Detections
    places: Placement
    hidden: NDArray[np.float64]
