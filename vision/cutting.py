"""The strips of one photo: cut at the cards' upper edges, and once more at the corners that print shows.

Each strip is cut once for each place where its card was thought to lie.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from vision.cards.placed import Placed
from vision.common.arrays import Bools, Floats, Floats32, Picture
from vision.detect.detections import FACE_DOWN, STRIP
from vision.geometry.quads import Quads
from vision.photo.pyramid import Pyramid
from vision.strips import rectify
from vision.strips.alignment import aligned
from vision.strips.marks import Marks, maps_of, marks_on
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
    def of(cls, photo: Pyramid, placed: Placed, kind: Kind, before: Strips | None = None) -> CutCards:
        """The strips of the cards at their places; what was cut there ``before`` is taken over."""
        found, places = placed.cards, placed.places
        edges = at_the_edges(
            found.corners.astype(np.float64),
            photo.size,
            None if kind == "pile" else places,
            found.kind == STRIP,
        )
        strips = Strips.cut(photo, edges.corners, before)
        marks = strips.marks()
        # all cards of a pile lie face up
        up = np.ones(len(found), np.bool_) if kind == "pile" else found.kind != FACE_DOWN
        visibility = Visibility.of(strips.pictures, marks, edges, placed.hidden)
        return cls(placed, strips, marks, up, edges.cut, visibility)


def cut_as_printed(photo: Pyramid, placed: Placed, kind: Kind) -> tuple[CutCards, CutCards]:
    """The cards as first cut, and as cut where their print shows that they lie."""
    first = CutCards.of(photo, placed, kind)
    corners, cut = _aligned(photo, first)
    if np.array_equal(corners, placed.cards.corners):
        return first, first
    moved = replace(placed, cards=replace(placed.cards, corners=corners))
    return first, CutCards.of(photo, moved, kind, cut)


def _aligned(photo: Pyramid, first: CutCards) -> tuple[Quads, Strips]:
    """The corners of the cards, aligned by the faces' print unless less of it then shows; and all strips that
    were cut so far.
    """
    corners = first.placed.cards.corners
    moved = aligned(corners, first.marks, first.up)
    where = np.flatnonzero((moved != corners).any(axis=(1, 2)))
    if len(where) == 0:
        return corners, first.strips
    both = np.concatenate([first.strips.corners, moved[where].astype(np.float64)])
    cut, rows = Strips.cut(photo, both, first.strips), np.arange(len(corners))
    rows[where] = len(corners) + np.arange(len(where))
    as_clear = marks_on(cut.maps[rows]).shown > AS_CLEAR * first.marks.shown
    return np.where(as_clear[:, None, None], moved, corners), cut


@dataclass(frozen=True)
class Strips:
    """The strips of n cards, and what the network that finds marks says of them.

    ``corners`` [n, 4, 2]: of the cards, in pixels of the photo. ``pictures``: uint8 [n, 152, 344, 3].
    ``maps``: as `vision.strips.marks.maps_of` gives them.
    """

    corners: Floats
    pictures: Picture
    maps: Floats32

    @classmethod
    def cut(cls, photo: Pyramid, corners: Floats, before: Strips | None = None) -> Strips:
        """The strips of cards with these ``corners``; what was cut there ``before`` is taken over."""
        if before is None or len(before.corners) == 0:
            pictures = rectify.strips(photo, corners)
            return cls(corners, pictures, maps_of(pictures))
        same = (corners[:, None] == before.corners[None]).all(axis=(2, 3))
        known, at = same.any(axis=1), same.argmax(axis=1)
        pictures, maps = before.pictures[at], before.maps[at]
        if not known.all():
            pictures[~known] = rectify.strips(photo, corners[~known])
            maps[~known] = maps_of(pictures[~known])
        return cls(corners, pictures, maps)

    def marks(self) -> Marks:
        """The letter, the number and the icons of each card."""
        return marks_on(self.maps)
