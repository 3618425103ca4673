"""Places beside the cards of a shelf at which one may have been overlooked: a pale back on a pale table.

A shelf says where its cards can lie (K1), so there is little to look at, and it can be looked at closely.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision import rectify
from vision.detect import Detector
from vision.detections import Detections, face_kinds
from vision.finder import find_marks
from vision.grid import expected_corners, true_to_grid
from vision.lattice import MOST_ROWS, Ints, Placement, around
from vision.quads import Quads, area, common_area, is_card_like

#: Where another card covers more than this share of a place, no card of this shelf lies.
COVERED = 0.25
#: So many pixels may a place reach out of the photo: the grid is not known better.
SPARE = 3
#: The expected error of the sides, in card widths, below which a place has a card: of 1,933 empty places
#: beside the cards of 309 photos none had less than 0.0107, of 15 overlooked cards 14 had less than 0.0095;
#: in 576 other photos all of 20 overlooked cards had less than 0.0085, two tiles in line with the cards
#: 0.0089 and 0.0093.
CLEAR_SIDES = 0.0087
#: The probabilities of a letter, a number and a second icon, in all, above which what is printed there says
#: it too. More than tells the side of a card: an empty place came to 1.42, overlooked faces to 2.15 and more.
CLEAR_PRINT = 2.1


def cards_beside(
    photo: NDArray[np.uint8], detector: Detector, corners: Quads, placed: Placement
) -> Detections:
    """The cards that were overlooked beside those of a photo, uint8 BGR [H, W, 3].

    Clear sides or clear print make a place a card; what is printed tells its side. ``corners`` [n, 4, 2] and
    ``placed`` as for `places_beside`.
    """
    height, width = photo.shape[:2]
    likely = detector.likely(photo, places_beside(corners, placed, (width, height)))
    marks = find_marks(rectify.strips(photo, likely.corners), guessed=True)
    sided = replace(likely, kind=face_kinds(marks.printed))
    return sided[(marks.shown > CLEAR_PRINT) | (likely.spread < CLEAR_SIDES)]


def places_beside(corners: Quads, placed: Placement, size: tuple[int, int]) -> Quads:
    """The empty places that share an edge with a card of a shelf, float32 [m, 4, 2] in photo pixels.

    ``corners`` [n, 4, 2] from each shelf's top left, and where they lie. ``size``: the photo's width and
    height; places that are not wholly in it are left out, and so are those of a fourth row (K2).
    """
    found: list[Quads] = []
    for number in np.unique(placed.shelf):
        own = placed.shelf == number
        beside = _beside(corners[own], placed.cells[own])
        found += [quad for quad in beside if _lies_free(quad, corners, size)]
    return np.array(found, np.float32).reshape(-1, 4, 2)


def _beside(quads: Quads, cells: Ints) -> Quads:
    """The places beside the cards of one shelf, free or not."""
    taken = {(x, y) for x, y in cells.tolist()}
    low, high = cells[:, 1].min(), cells[:, 1].max()
    beside = [(x, y) for x, y in sorted(around(taken) - taken) if max(y, high) - min(y, low) < MOST_ROWS]
    places, corners = cells.astype(np.float64), quads.astype(np.float64)
    true = true_to_grid(places, corners)
    return expected_corners(places[true], corners[true], np.array(beside, np.float64)).astype(np.float32)


def _lies_free(quad: Quads, cards: Quads, size: tuple[int, int]) -> bool:
    right, bottom = size[0] - 1 + SPARE, size[1] - 1 + SPARE
    if not is_card_like(quad[None])[0] or (quad < -SPARE).any() or (quad > (right, bottom)).any():
        return False
    most = COVERED * area(quad)
    return all(common_area(quad, card) < most for card in cards)
