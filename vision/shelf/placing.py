"""Where the cards of one photo lie: what was found made whole and put in place, and what lacks looked for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.cards.placed import Placed, Placement
from vision.detect.detections import FACE_DOWN, Detections, face_kinds, joined
from vision.detect.detector import Detector
from vision.photo.pyramid import Photo
from vision.shelf.lattice import place_cards
from vision.shelf.overlooked import cards_beside
from vision.shelf.side_by_side import parted, side_by_side

#: How often overlooked cards are looked for beside the others: each one found says where the next may lie.
LOOKS_BESIDE = 4
#: So many cards that show no face, and lie apart from all that do, are piles and no shelf.
PILES = 2


def placed_on_shelves(found: Detections, photo: Photo, detector: Detector) -> Placed:
    """The cards of the shelves in a photo, uint8 BGR [H, W, 3], with those that the ``detector`` makes out
    beside them on a closer look.
    """
    placed = on_shelves(found)
    for _ in range(LOOKS_BESIDE):
        more = cards_beside(photo, detector, placed.cards, placed.places)
        if len(more) == 0:
            break
        placed = on_shelves(joined([placed.cards, more]))
    return placed


def placed_by_sides(placed: Placed, up: NDArray[np.bool_]) -> Placed | None:
    """The cards of shelves placed once more, now that their strips have shown which lie face ``up`` [n]; None
    where they stay where they are.

    What was taken for a face but shows no print is a back, or a patch of the table, which counts for less.
    """
    if np.array_equal(placed.cards.kind != FACE_DOWN, up):
        return None
    anew = on_shelves(replace(placed.cards, kind=face_kinds(up)))
    stays = len(anew.cards) == len(placed.cards) and all(
        np.array_equal(getattr(anew.places, name), getattr(placed.places, name))
        for name in ("shelf", "row", "column")
    )
    return None if stays and not anew.places.turned.any() else anew


def on_shelves(found: Detections) -> Placed:
    cards = side_by_side(parted(found))
    while True:
        up = cards.kind != FACE_DOWN
        places = place_cards(cards.corners, up)
        none = strangers(places, up)
        if not none.any():
            break
        cards = cards[~none]
    turned = zip(cards.corners, places.turned, strict=True)
    corners = np.stack([np.roll(quad, -int(by), axis=0) for quad, by in turned])
    cards = replace(cards, corners=corners.astype(np.float32))
    return Placed(cards, places, np.zeros((len(cards), 2)))


def strangers(placement: Placement, face_up: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which cards, [n], lie face down by themselves while others show their faces: the draw pile, the discard
    pile beside it, or nothing that belongs to a shelf, where every card is laid beside another (K1).
    """
    if not face_up.any():
        return np.zeros(len(face_up), np.bool_)
    faceless = ~np.isin(placement.shelf, placement.shelf[face_up])
    piles = faceless & (placement.together <= PILES)
    apart = np.abs(placement.cells[:, None] - placement.cells[None]).max(axis=2)
    together = placement.shelf[:, None] == placement.shelf[None]
    beside = (together & (apart <= 1)).sum(axis=1) > 1  # itself is one
    return np.asarray(piles | ~beside & ~face_up, np.bool_)
