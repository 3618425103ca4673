"""Overlooked cards of a shelf, such as a pale back on a pale table.

A shelf says where its cards can lie (K1), so there are few places to look at, and each is looked at closely.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Ints
from vision.cards.placed import Placement
from vision.detect.detections import Detections
from vision.detect.detector import Detector
from vision.geometry.grid import Grid, grid_inliers
from vision.geometry.plane import Plane
from vision.geometry.quads import Quads, areas, common_area, is_card_like
from vision.judge.judge import beside
from vision.photo.pyramid import Photo, Pyramid
from vision.shelf.lattice import around
from vision.shelf.parting import MOST_ROWS


@dataclass(frozen=True)
class OverlookedSettings:
    """Which places beside cards are looked at."""

    #: A place that another card covers by more than this share is taken.
    covered: float = 0.25
    #: A place may reach this many pixels out of the photo, because the grid is known no better.
    spare: int = 3
    #: Cards believed to be cards by less than this do not take a place.
    clear: float = 0.6


OVERLOOKED = OverlookedSettings()


def cards_beside(photo: Photo, detector: Detector, cards: Detections, placed: Placement) -> Detections:
    """The cards that were overlooked beside the cards of a photo, uint8 BGR [H, W, 3].

    ``placed``: where the ``cards`` lie; their corners begin at each shelf's top left.
    """
    photo = Pyramid.of(photo)
    places = places_beside(cards.corners, placed, photo.size, cards.score > OVERLOOKED.clear)
    return beside(photo, cards, detector.likely(photo, places))


def places_beside(
    corners: Quads, placed: Placement, size: tuple[int, int], clear: NDArray[np.bool_] | None = None
) -> Quads:
    """The free places that share an edge with a card of a shelf, float32 [m, 4, 2] in photo pixels.

    ``corners`` [n, 4, 2]: from each shelf's top left; ``placed``: where the cards lie. ``size``: the photo's
    width and height. Places that leave the photo, places of a fourth row (K2) and places under a card are
    left out. ``clear`` [n]: the cards that may cover a place, all of them if left out.
    """
    cover = corners if clear is None else corners[clear]
    found: list[Quads] = []
    for number in np.unique(placed.shelf):
        own = placed.shelf == number
        places = _corners_beside(corners[own], placed.cells[own], placed.plane)
        found.append(places[_lie_free(places, cover, size)])
    return np.concatenate(found) if found else corners[:0]


def _corners_beside(quads: Quads, cells: Ints, plane: Plane | None) -> Quads:
    """The corners of the cells of one shelf that share an edge with a card and hold no card of it."""
    taken = {(x, y) for x, y in cells.tolist()}
    rows = [y for _, y in taken]
    beside = sorted((x, y) for x, y in around(taken) - taken if max(y, *rows) - min(y, *rows) < MOST_ROWS)
    places, corners = cells.astype(np.float64), quads.astype(np.float64)
    true = grid_inliers(places, corners, plane)
    grid = Grid.fit(places[true], corners[true], plane)
    return grid.corners(np.array(beside, np.float64)).astype(np.float32)


def _lie_free(quads: Quads, cards: Quads, size: tuple[int, int]) -> NDArray[np.bool_]:
    """Which places, [m, 4, 2], lie in the photo and under none of the cards, [n, 4, 2]."""
    right, bottom = size[0] - 1 + OVERLOOKED.spare, size[1] - 1 + OVERLOOKED.spare
    inside = ((quads >= -OVERLOOKED.spare) & (quads <= (right, bottom))).all(axis=(1, 2))
    free = np.asarray(inside & is_card_like(quads), np.bool_)
    low = np.maximum(quads.min(axis=1)[:, None], cards.min(axis=1)[None])
    high = np.minimum(quads.max(axis=1)[:, None], cards.max(axis=1)[None])
    most = OVERLOOKED.covered * np.abs(areas(quads))
    for i, j in np.argwhere((low < high).all(axis=2) & free[:, None]):  # most are too far off to be compared
        free[i] &= common_area(quads[i], cards[j]) < most[i]
    return free
