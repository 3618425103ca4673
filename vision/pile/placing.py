"""Where the cards of a solo pile lie, also the overlooked ones."""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats
from vision.cards.placed import Placed, Placement
from vision.detect.detections import Detections
from vision.detect.detector import Detector
from vision.photo.pyramid import Photo, Pyramid
from vision.pile.cards import pile_cards
from vision.pile.columns import Columns, columns_of_pile
from vision.pile.finds import overlooked
from vision.pile.hidden_side import with_printed_side
from vision.pile.overlooked import free_in_columns, with_overlooked


def placed_in_pile(found: Detections, photo: Photo, detector: Detector) -> Placed:
    """The cards of a solo pile in a photo, uint8 BGR [H, W, 3], by column and place in the column.

    They include cards that the ``detector`` sees between the finds on a closer look.
    """
    photo = Pyramid.of(photo)
    cards, hidden, columns = in_columns(found, photo)
    while len(more := overlooked(photo, cards, free_in_columns(photo, detector, cards, columns))):
        found, before = with_overlooked(found, more), len(cards)
        cards, hidden, columns = in_columns(found, photo)
        if len(cards) <= before:  # a strip that does not stay would be found for ever
            break
    none = np.zeros(len(cards), np.int64)
    return Placed(cards, Placement(none, columns.place, columns.column, none, np.ones(len(cards))), hidden)


def in_columns(found: Detections, photo: Pyramid) -> tuple[Detections, Floats, Columns]:
    """The cards in their whole widths, the shares of them that others hide, and their columns."""
    cards, hidden = with_printed_side(photo, *pile_cards(found, photo.size))
    return cards, hidden, columns_of_pile(cards.corners, cards.kind)
