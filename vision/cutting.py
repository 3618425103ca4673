"""The strips of one photo: cut at the cards' upper edges, and once more at the corners that print shows.

A place of the photo is cut and looked at once (`vision.strips.marks.Strips`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from vision.cards.placed import Placed
from vision.common.arrays import Bools, Floats
from vision.detect.detections import FACE_DOWN, STRIP
from vision.geometry.quads import Quads
from vision.photo.pyramid import Pyramid
from vision.strips.alignment import aligned
from vision.strips.marks import Marks, Strips
from vision.strips.photo_edge import at_the_edges
from vision.strips.visibility import Visibility

#: Print is as clear as before where so much of its clearness is left: print that is not there loses half.
AS_CLEAR = 0.9

Kind = Literal["shelf", "pile"]


@dataclass(frozen=True)
class CutCards:
    """The n cards of a photo at their places, their strips, and what these show.

    ``corners`` [n, 4, 2]: mended where the photo's edge cuts cards short. ``up`` [n]: whether each is a face.
    ``outside`` [n]: the share of each that lies outside the photo. ``visibility``: what can be seen of each.
    """

    placed: Placed
    strips: Strips
    marks: Marks
    up: Bools
    outside: Floats
    visibility: Visibility

    @property
    def corners(self) -> Floats:
        return self.strips.corners

    @classmethod
    def of(cls, photo: Pyramid, placed: Placed, kind: Kind) -> CutCards:
        """The strips of the cards at their places."""
        found, places = placed.cards, placed.places
        edges = at_the_edges(
            found.corners.astype(np.float64),
            photo.size,
            None if kind == "pile" else places,
            found.kind == STRIP,
        )
        strips = Strips.at(photo, edges.corners)
        marks = strips.marks()
        # all cards of a pile lie face up
        up = np.ones(len(found), np.bool_) if kind == "pile" else found.kind != FACE_DOWN
        visibility = Visibility.of(strips.pictures, marks, edges, placed.hidden)
        return cls(placed, strips, marks, up, edges.cut, visibility)


def cut_as_printed(photo: Pyramid, placed: Placed, kind: Kind) -> tuple[CutCards, CutCards]:
    """The cards as first cut, and as cut where their print shows that they lie."""
    first = CutCards.of(photo, placed, kind)
    corners = _aligned(photo, first)
    if np.array_equal(corners, placed.cards.corners):
        return first, first
    moved = replace(placed, cards=replace(placed.cards, corners=corners))
    return first, CutCards.of(photo, moved, kind)


def _aligned(photo: Pyramid, first: CutCards) -> Quads:
    """The corners of the cards, aligned by the faces' print unless less of it then shows."""
    corners = first.placed.cards.corners
    moved = aligned(corners, first.marks, first.up)
    still = (moved == corners).all(axis=(1, 2))[:, None, None]
    there = Strips.at(photo, np.where(still, first.corners, moved)).marks()
    as_clear = there.shown > AS_CLEAR * first.marks.shown
    return np.where(as_clear[:, None, None], moved, corners)
