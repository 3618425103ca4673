"""The cards of one photo's shelves, put in place."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.cards.placed import Placed, Placement
from vision.common.arrays import Ints
from vision.detect.detections import FACE_DOWN, Detections, joined
from vision.geometry.plane import Plane
from vision.geometry.quads import keep_best
from vision.judge.judge import may_be_card
from vision.photo.pyramid import Photo, Pyramid
from vision.shelf.lattice import place_cards
from vision.shelf.overlooked import cards_in_the_grid
from vision.shelf.parting import Order, PartingSettings, Shelves
from vision.strips.photo_edge import touches

#: Two cards that share so much of the smaller card cannot both lie there: they lie side by side (K1).
MOST_SHARED = 0.18


def placed_on_shelves(
    found: Detections,
    photo: Photo,
    candidates: Detections,
    shelves: Shelves = None,
) -> Placed:
    """The cards of the shelves in a photo, uint8 BGR [H, W, 3].

    ``candidates``: detections that may be cards, though they were not taken: in a shelf's grid they are.
    ``shelves``: how many there are, if known.
    """
    photo = Pyramid.of(photo)
    whole = ~touches(found.corners, photo.size)  # of a card that the photo's edge cuts only a part was found
    plane = Plane.of(found.corners[whole] if whole.any() else found.corners)
    placed = on_shelves(found, shelves, plane)
    more = cards_in_the_grid(placed.cards, placed.places, candidates, photo)
    return on_shelves(joined([placed.cards, more]), shelves, plane) if len(more) else placed


def placed_by_order(
    placed: Placed,
    up: NDArray[np.bool_],
    order: Order,
    shelves: Shelves = None,
    candidates: Detections | None = None,
) -> Placement:
    """Where the cards of shelves lie, by their letters too: players lay them in alphabetical order.

    ``up`` [n]: the sides as read. ``order``: how likely cards lie in this order on one shelf. ``candidates``:
    detections that may be cards, though they were not taken. A face keeps the turn in which it was read.
    """
    corners, plane = placed.cards.corners, placed.places.plane
    anew = place_cards(corners, up, shelves, order, plane)
    places = placed.places if anew.turned[up].any() else anew
    if candidates is None or len(np.unique(places.shelf)) < 2:
        return places
    candidates = candidates[may_be_card(candidates)]
    both = np.concatenate([corners, candidates.corners])
    best = keep_best(both, np.append(np.ones(len(up)), candidates.score).astype(np.float32), MOST_SHARED)
    apart = np.sort(best[best >= len(up)])  # a detection that lies on a card is no other card
    sides = np.append(up, candidates.kind != FACE_DOWN)
    cards = np.append(np.arange(len(up)), apart)
    with_them = place_cards(both[cards], sides[cards], shelves, plane=plane)
    return with_doubt(places, with_them.shelf[: len(up)])


def with_doubt(places: Placement, shelf: Ints) -> Placement:
    """The placement, with "parted" on shelves that are one by another placement: ``shelf`` [n] of its cards.

    >>> zero, two = np.zeros(2, np.int64), np.array([0, 1])
    >>> apart = Placement(two, zero, zero, zero, np.ones(2), ((), ("joined",)))
    >>> with_doubt(apart, zero).doubts
    (('parted',), ('joined', 'parted'))
    """
    doubts = [set(each) for each in places.doubts]
    for one in np.unique(shelf):
        parts = np.unique(places.shelf[shelf == one]).tolist()
        for part in parts if len(parts) > 1 else []:
            doubts[part].add("parted")
    return replace(places, doubts=tuple(tuple(sorted(each)) for each in doubts))


def on_shelves(found: Detections, shelves: Shelves = None, plane: Plane | None = None) -> Placed:
    """The cards placed on shelves, each from its shelf's top left, without what belongs to no shelf or
    lies on surer cards.

    ``plane``: of the photo; by these cards, if left out.
    """
    plane = plane or Plane.of(found.corners)
    cards = found[np.sort(keep_best(found.corners, found.score, MOST_SHARED))]
    while True:
        up = cards.kind != FACE_DOWN
        places = place_cards(cards.corners, up, shelves, plane=plane)
        piles = off_the_shelves(places, up)
        if not piles.any():
            break
        cards = cards[~piles]
    turned = zip(cards.corners, places.turned, strict=True)
    corners = np.stack([np.roll(quad, -int(by), axis=0) for quad, by in turned])
    return Placed(replace(cards, corners=corners.astype(np.float32)), places, np.zeros((len(cards), 2)))


def off_the_shelves(placement: Placement, face_up: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which cards, [n], lie face down by themselves while others show their faces.

    They are the draw pile, the discard pile, or nothing. On a shelf every card lies beside another (K1).
    """
    if not face_up.any():
        return np.zeros(len(face_up), np.bool_)
    faceless = ~np.isin(placement.shelf, placement.shelf[face_up])
    piles = faceless & (placement.together <= PartingSettings.pile_cards)
    apart = np.abs(placement.cells[:, None] - placement.cells[None]).max(axis=2)
    together = placement.shelf[:, None] == placement.shelf[None]
    beside = (together & (apart <= 1)).sum(axis=1) > 1  # the card itself counts
    return np.asarray(piles | ~beside & ~face_up, np.bool_)
