"""The strips of one photo: cut at the cards' upper edges, and once more at the corners that print shows.

A place of the photo is cut and looked at once (`vision.strips.marks.Strips`).

The strip above a card in a pile, or a neighbour on a shelf, may have the card's own colour and hide the edge
between the two. But a printing sets its numbers, and its letters, at one place on every card: where they
stand lower than on other cards, the upper edge lies as much lower; where they stand further right, the left
edge lies as much further right.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from vision.common.arrays import Bools, Floats
from vision.detect.detections import FACE_DOWN, STRIP, Placed
from vision.geometry.quads import Quads, widths
from vision.photo.pyramid import Pyramid
from vision.strips.marks import FEWEST_MARKS, Marks, Strips
from vision.strips.rectify import SCALE
from vision.strips.visibility import Visibility, at_the_edges

# When the place of a letter or a number shows that a card is cut wrongly. Pixels are of a strip.
#: A letter or a number tells how its card is cut above this probability.
PLACING_MARK = 0.3
#: The card is cut wrongly if its print stands further from the median place, across or down, in pixels.
LEAST_SHIFT = 16.0
#: Print this far off both across and down is something else, in pixels.
MOST_SHIFT = 20.0


def aligned(corners: Quads, marks: Marks, up: Bools) -> Quads:
    """The cards [n, 4, 2] with edges moved where the print stands elsewhere than on most cards.

    ``marks``: what was found on the strips of the cards; ``up`` [n]: the faces, which alone may move.
    """
    off = _print_offset(marks, up)
    wrong = np.abs(off) > LEAST_SHIFT
    by = np.where(wrong, off, 0.0) / SCALE * widths(corners)[:, None]
    out = corners.copy()
    out[:, :2] += _directions(corners[:, :2], corners[:, [3, 2]]) * by[:, 1, None, None]
    out[:, [0, 3]] += _directions(corners[:, [0, 3]], corners[:, [1, 2]]) * by[:, 0, None, None]
    return out


def _directions(start: Quads, end: Quads) -> Quads:
    """Unit vectors from each ``start`` to its ``end``, [n, 2, 2]."""
    way = end - start
    return np.asarray(way / np.maximum(np.linalg.norm(way, axis=2, keepdims=True), 1e-6), np.float32)


def _print_offset(marks: Marks, up: Bools) -> Floats:
    """How many pixels further right and further down than on most strips each number stands, or the letter
    where the number does not tell, [n, 2]; 0 where neither tells.
    """
    off = np.zeros((len(marks.letter), 2))
    for mark in (marks.letter, marks.number):
        clear = up & (mark[:, 0] > PLACING_MARK)
        if clear.sum() >= FEWEST_MARKS:
            away = mark[:, 1:3] - np.median(mark[clear, 1:3], axis=0)
            tells = clear & (np.abs(away).min(axis=1) < MOST_SHIFT)
            off[tells] = away[tells]
    return off


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
