"""Where the cards of a solo pile lie, also the overlooked ones."""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats
from vision.cards.placed import Placed, Placement
from vision.detect.detections import Detections
from vision.detect.detector import Detector
from vision.photo.pyramid import Photo, Pyramid
from vision.pile.cards import between_strips, pile_cards, without_print
from vision.pile.columns import Columns, columns_of_pile
from vision.pile.hidden_side import with_printed_side
from vision.pile.last_cards import of_one_length
from vision.pile.overlooked import strips_between, with_overlooked


def placed_in_pile(found: Detections, photo: Photo, detector: Detector) -> Placed:
    """The cards of a solo pile in a photo, uint8 BGR [H, W, 3], by column and place in the column.

    They include cards that the ``detector`` sees between the finds on a closer look.
    """
    found = of_one_length(photo, detector, found[~without_print(photo, found)])
    cards, hidden, columns = _in_columns(found, photo)
    while len(more := strips_between(photo, detector, cards, columns)):
        found, before = with_overlooked(found, more), len(cards)
        cards, hidden, columns = _in_columns(found, photo)
        if len(cards) <= before:  # a strip that does not stay would be found for ever
            break
    between = between_strips(photo, cards, columns)
    if between.any():
        cards, hidden = cards[~between], hidden[~between]
    return as_columns(cards, hidden)


def as_columns(cards: Detections, hidden: Floats) -> Placed:
    """The cards of a pile in their columns; ``hidden`` [n, 2] as in `vision.pile.cards.pile_cards`."""
    columns, none = columns_of_pile(cards.corners, cards.kind), np.zeros(len(cards), np.int64)
    return Placed(cards, Placement(none, columns.place, columns.column, none, np.ones(len(cards))), hidden)


def _in_columns(found: Detections, photo: Photo) -> tuple[Detections, Floats, Columns]:
    """The finds that are cards, the shares of them that others hide, and their columns."""
    cards, hidden = with_printed_side(photo, *pile_cards(found, Pyramid.of(photo).size))
    return cards, hidden, columns_of_pile(cards.corners, cards.kind)
