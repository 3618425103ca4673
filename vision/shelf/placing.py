"""Where the cards of one photo lie: what was found made whole and put in place, and what lacks looked for."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.detect.detections import FACE_DOWN, Detections, face_kinds, joined
from vision.detect.detector import Detector
from vision.photo.pyramid import Photo, Pyramid
from vision.pile.cards import between_strips, pile_cards, without_print
from vision.pile.columns import Columns, columns_of_pile
from vision.pile.last_cards import of_one_length
from vision.pile.overlooked import strips_between, with_overlooked
from vision.pile.sides import on_the_printed_side
from vision.shelf.lattice import Placement, place_cards
from vision.shelf.overlooked import cards_beside
from vision.shelf.side_by_side import parted, side_by_side

#: How often overlooked cards are looked for beside the others: each one found says where the next may lie.
LOOKS_BESIDE = 4
#: So many cards that show no face, and lie apart from all that do, are piles and no shelf.
PILES = 2


@dataclass(frozen=True)
class Placed:
    """The n cards of a photo and where they lie.

    ``cards``: whole, their corners as printed. ``places``: their shelf, row and column; a pile is shelf 0.
    ``hidden`` [n, 2]: the share of each one's width that cards beside it hide on the left and on the right.
    """

    cards: Detections
    places: Placement
    hidden: NDArray[np.float64]


def placed_in_pile(found: Detections, photo: Photo, detector: Detector) -> Placed:
    """The cards of a solo pile in a photo, uint8 BGR [H, W, 3], by column and place in it.

    With those that the ``detector`` makes out between them on a closer look.
    """
    found = of_one_length(photo, detector, found[~without_print(photo, found)])
    cards, hidden, columns = _in_columns(found, photo)
    while len(more := strips_between(photo, detector, cards, columns)):
        found, before = with_overlooked(found, more), len(cards)
        cards, hidden, columns = _in_columns(found, photo)
        if len(cards) <= before:  # what does not stay would be found for ever
            break
    between = between_strips(photo, cards, columns)
    if between.any():
        cards, hidden = cards[~between], hidden[~between]
    return _as_columns(cards, hidden)


def _as_columns(cards: Detections, hidden: NDArray[np.float64]) -> Placed:
    columns, none = columns_of_pile(cards.corners, cards.kind), np.zeros(len(cards), np.int64)
    return Placed(cards, Placement(none, columns.place, columns.column, none, np.ones(len(cards))), hidden)


def _in_columns(found: Detections, photo: Photo) -> tuple[Detections, NDArray[np.float64], Columns]:
    cards, hidden = on_the_printed_side(photo, *pile_cards(found, Pyramid.of(photo).size))
    return cards, hidden, columns_of_pile(cards.corners, cards.kind)


def placed_on_shelves(found: Detections, photo: Photo, detector: Detector) -> Placed:
    """The cards of the shelves in a photo, uint8 BGR [H, W, 3], with those that the ``detector`` makes out
    beside them on a closer look.
    """
    placed = _on_shelves(found)
    for _ in range(LOOKS_BESIDE):
        more = cards_beside(photo, detector, placed.cards, placed.places)
        if len(more) == 0:
            break
        placed = _on_shelves(joined([placed.cards, more]))
    return placed


def placed_by_sides(placed: Placed, up: NDArray[np.bool_]) -> Placed | None:
    """The cards of shelves placed once more, now that their strips have shown which lie face ``up`` [n]; None
    where they stay where they are.

    What was taken for a face but shows no print is a back, or a patch of the table, which counts for less.
    """
    if np.array_equal(placed.cards.kind != FACE_DOWN, up):
        return None
    anew = _on_shelves(replace(placed.cards, kind=face_kinds(up)))
    stays = len(anew.cards) == len(placed.cards) and all(
        np.array_equal(getattr(anew.places, name), getattr(placed.places, name))
        for name in ("shelf", "row", "column")
    )
    return None if stays and not anew.places.turned.any() else anew


def placed_without(placed: Placed, none: NDArray[np.bool_], pile: bool) -> Placed:
    """The cards of shelves, or of a ``pile``, placed once more without those that are ``none`` [n]."""
    cards = placed.cards[~none]
    return _as_columns(cards, placed.hidden[~none]) if pile else _on_shelves(cards)


def _on_shelves(found: Detections) -> Placed:
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
