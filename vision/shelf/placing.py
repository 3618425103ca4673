"""The cards of one photo's shelves: put in place, and searched for overlooked cards beside them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.cards.placed import Placed, Placement
from vision.detect.detections import FACE_DOWN, Detections, joined
from vision.detect.detector import Detector
from vision.geometry.plane import Plane
from vision.geometry.quads import keep_best
from vision.photo.pyramid import Photo, Pyramid
from vision.shelf.lattice import place_cards
from vision.shelf.overlooked import cards_beside
from vision.shelf.parting import Order, PartingSettings, Shelves
from vision.strips.photo_edge import touches


@dataclass(frozen=True)
class PlacingSettings:
    """How shelves are completed, and what is no part of a shelf."""

    #: Overlooked cards are looked for this many times: each card found says where the next may lie.
    searches: int = 4
    #: Two cards that share so much of the smaller card cannot both lie there: they lie side by side (K1).
    shared: float = 0.18
    #: So many cards that lie face down by themselves are piles.
    pile_cards: int = PartingSettings.pile_cards


PLACING = PlacingSettings()


def placed_on_shelves(found: Detections, photo: Photo, detector: Detector, shelves: Shelves = None) -> Placed:
    """The cards of the shelves in a photo, uint8 BGR [H, W, 3], with the cards that the ``detector`` finds
    beside them on a closer look. ``shelves``: how many there are, if known.
    """
    photo = Pyramid.of(photo)
    whole = ~touches(found.corners, photo.size)  # of a card that the photo's edge cuts only a part was found
    plane = Plane.of(found.corners[whole] if whole.any() else found.corners)
    placed = on_shelves(found, shelves, plane=plane)
    for _ in range(PLACING.searches):
        more = cards_beside(photo, detector, placed.cards, placed.places)
        if len(more) == 0:
            break
        placed = on_shelves(joined([placed.cards, more]), shelves, plane=plane)
    return placed


def placed_by_order(
    placed: Placed, up: NDArray[np.bool_], order: Order, shelves: Shelves = None
) -> Placement:
    """Where the cards of shelves lie, by their letters too: players lay them in alphabetical order.

    ``up`` [n]: the sides as read. ``order``: how likely cards lie in this order on one shelf. A face keeps
    the turn in which it was read.
    """
    anew = place_cards(placed.cards.corners, up, shelves, order, placed.places.plane)
    return placed.places if anew.turned[up].any() else anew


def on_shelves(
    found: Detections, shelves: Shelves = None, hidden: Floats | None = None, plane: Plane | None = None
) -> Placed:
    """The cards placed on shelves, each from its shelf's top left, without what belongs to no shelf or
    lies on surer cards.

    ``hidden`` [n, 2]: as in `vision.cards.placed.Placed`; nothing, if left out. ``plane``: of the photo; by
    these cards, if left out.
    """
    plane = plane or Plane.of(found.corners)
    stay = np.sort(keep_best(found.corners, found.score, PLACING.shared))
    cards, hidden = found[stay], (np.zeros((len(found), 2)) if hidden is None else hidden)[stay]
    while True:
        up = cards.kind != FACE_DOWN
        places = place_cards(cards.corners, up, shelves, plane=plane)
        piles = off_the_shelves(places, up)
        if not piles.any():
            break
        cards, hidden = cards[~piles], hidden[~piles]
    turned = zip(cards.corners, places.turned, strict=True)
    corners = np.stack([np.roll(quad, -int(by), axis=0) for quad, by in turned])
    return Placed(replace(cards, corners=corners.astype(np.float32)), places, hidden)


def off_the_shelves(placement: Placement, face_up: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which cards, [n], lie face down by themselves while others show their faces.

    They are the draw pile, the discard pile, or nothing. On a shelf every card lies beside another (K1).
    """
    if not face_up.any():
        return np.zeros(len(face_up), np.bool_)
    faceless = ~np.isin(placement.shelf, placement.shelf[face_up])
    piles = faceless & (placement.together <= PLACING.pile_cards)
    apart = np.abs(placement.cells[:, None] - placement.cells[None]).max(axis=2)
    together = placement.shelf[:, None] == placement.shelf[None]
    beside = (together & (apart <= 1)).sum(axis=1) > 1  # the card itself counts
    return np.asarray(piles | ~beside & ~face_up, np.bool_)
