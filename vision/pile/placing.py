"""Where the cards of a solo pile lie, also the overlooked ones."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.cards.placed import Placed, Placement
from vision.common.arrays import Floats
from vision.detect.detections import FACE_UP, STRIP, Detections, joined
from vision.detect.detector import Detector
from vision.photo.pyramid import Photo, Pyramid
from vision.pile.cards import pile_cards, with_printed_side
from vision.pile.columns import Columns, columns_of_pile
from vision.pile.judging import overlooked
from vision.pile.overlooked import free_in_columns


def placed_in_pile(found: Detections, photo: Photo, detector: Detector) -> Placed:
    """The cards of a solo pile in a photo, uint8 BGR [H, W, 3], by column and place in the column.

    They include cards that the ``detector`` sees between the detections on a closer look.
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


def with_overlooked(found: Detections, more: Detections) -> Detections:
    """The detections of a pile and ``more`` strips of it; a detection that reached over such a strip ends
    there.

    If the detection was a whole card, two cards were taken for one: the lower of them is whole.
    """
    both = joined([found, more])
    corners, kind = both.corners.copy(), both.kind.copy()
    for new in range(len(found), len(both)):
        middle = both.corners[new].mean(axis=0).tolist()
        for i in np.flatnonzero(np.isin(found.kind, (STRIP, FACE_UP))):
            if cv2.pointPolygonTest(found.corners[i], middle, False) >= 0:
                if kind[i] == FACE_UP:
                    corners[new, 2:], kind[new], kind[i] = corners[i, 2:], FACE_UP, STRIP
                corners[i, 2:] = corners[new, [1, 0]]
    return replace(both, corners=corners, kind=kind)


def in_columns(found: Detections, photo: Pyramid) -> tuple[Detections, Floats, Columns]:
    """The cards in their whole widths, the shares of them that others hide, and their columns."""
    cards, hidden = with_printed_side(photo, *pile_cards(found, photo.size))
    return cards, hidden, columns_of_pile(cards.corners, cards.kind)
