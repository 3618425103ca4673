"""Places beside the cards of a shelf at which one may have been overlooked: a pale back on a pale table.

A shelf says where its cards can lie (K1), so there is little to look at, and it can be looked at closely.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice import CELL, MOST_ROWS, Placement, grid
from vision.quads import Quads, areas, common_area, is_card_like

#: Fewer cards than this do not say where the next one would lie.
ENOUGH = 3
#: Where another card covers more than this share of a place, no card of this shelf lies.
COVERED = 0.25


def places_beside(corners: Quads, placed: Placement, size: tuple[int, int]) -> Quads:
    """The empty places that share an edge with a card of a shelf, float32 [m, 4, 2] in photo pixels.

    ``corners`` [n, 4, 2] from each shelf's top left, and where they lie. ``size``: the photo's width and
    height; places that are not wholly in it are left out, and so are those of a fourth row (K2).
    """
    found = [
        quad
        for number in np.unique(placed.shelf)
        for quad in _beside(corners[placed.shelf == number], _cells(placed, number))
        if _lies_free(quad, corners, size)
    ]
    return np.array(found, np.float32).reshape(-1, 4, 2)


def _cells(placed: Placement, shelf: int) -> NDArray[np.int64]:
    own = placed.shelf == shelf
    return np.stack([placed.column[own], placed.row[own]], axis=1)


def _beside(quads: Quads, cells: NDArray[np.int64]) -> list[Quads]:
    if len(quads) < ENOUGH:
        return []
    taken = {(x, y) for x, y in cells.tolist()}
    beside = {(x + dx, y + dy) for x, y in taken for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))} - taken
    rows = cells[:, 1]
    matrix = grid(cells.astype(np.float64), np.asarray(quads, np.float64))
    return [
        cv2.perspectiveTransform((CELL + cell).reshape(1, 4, 2), matrix)[0].astype(np.float32)
        for cell in sorted(beside)
        if max(cell[1], rows.max()) - min(cell[1], rows.min()) < MOST_ROWS
    ]


def _lies_free(quad: Quads, cards: Quads, size: tuple[int, int]) -> bool:
    if not is_card_like(quad[None])[0] or (quad < -3).any() or (quad > np.array(size) + 2).any():
        return False
    area = abs(float(areas(quad[None])[0]))
    return all(common_area(quad, card) < COVERED * area for card in cards)
