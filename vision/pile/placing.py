"""Where the cards of a solo pile lie."""

from __future__ import annotations

import numpy as np

from vision.cards.placed import Placed, Placement
from vision.detect.detections import Detections
from vision.photo.pyramid import Photo, Pyramid
from vision.pile.cards import pile_cards, with_printed_side
from vision.pile.columns import columns_of_pile


def placed_in_pile(found: Detections, photo: Photo) -> Placed:
    """The cards of a solo pile in a photo, uint8 BGR [H, W, 3], by column and place in the column."""
    photo = Pyramid.of(photo)
    cards, hidden = with_printed_side(photo, *pile_cards(found, photo.size))
    columns, none = columns_of_pile(cards.corners, cards.kind), np.zeros(len(cards), np.int64)
    return Placed(cards, Placement(none, columns.place, columns.column, none, np.ones(len(cards))), hidden)
