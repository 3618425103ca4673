"""The strips of one photo: cut at the cards' upper edges, and cut again where print shows that a card lies
elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from vision.cards.placed import Placed
from vision.detect.detections import FACE_DOWN, STRIP
from vision.detect.detector import Detector
from vision.judge.judge import is_card, make_a_shelf, settled
from vision.photo.pyramid import Pyramid
from vision.pile.background import is_background
from vision.pile.placing import as_columns
from vision.shelf.parting import Shelves
from vision.shelf.placing import on_shelves, placed_on_shelves
from vision.shelf.recut import with_banners
from vision.stopwatch import Stopwatch
from vision.strips import rectify
from vision.strips.alignment import aligned
from vision.strips.glare import Glare, glare_on
from vision.strips.marks import Marks, find_marks
from vision.strips.overlap import (
    covered_digits,
    covered_icons,
    covered_print,
    made_whole,
    without_covered_icons,
)
from vision.strips.photo_edge import Edges, at_the_edges
from vision.strips.rectify import BLANK_MARGIN

Kind = Literal["shelf", "pile"]


@dataclass(frozen=True)
class Cut:
    """The strips of n cards and what they show.

    ``edges``: what of each card lies in the photo. ``strips``, ``marks``: the strips and the marks on them.
    ``up`` [n]: whether each is a face. ``lettered`` [n]: whether letter and number are in view. ``glare``:
    what glare hides. ``covered``: what glare or other cards may hide in part
    (`vision.join.seen.without_hidden_print`).
    """

    edges: Edges
    strips: NDArray[np.uint8]
    marks: Marks
    up: NDArray[np.bool_]
    lettered: NDArray[np.bool_]
    glare: Glare
    covered: Mapping[str, NDArray[np.bool_]]


def cut_as_printed(
    photo: Pyramid,
    detector: Detector,
    placed: Placed,
    kind: Kind,
    clock: Stopwatch,
    shelves: Shelves = None,
) -> tuple[Placed, Cut]:
    """The cards and their strips, placed and cut again where print shows that a card lies elsewhere.

    ``shelves``: how many shelves there are, if known.
    """
    cut = cut_strips(photo, placed, kind, clock)
    if kind == "shelf" and (longer := with_banners(photo, detector, placed.cards, cut.marks.shown)):
        placed = placed_on_shelves(longer, photo, detector, shelves)
        cut = cut_strips(photo, placed, kind, clock)
    if kind == "shelf":
        told = settled(photo, placed.cards, cut.marks.shown, cut.glare.banner)
        stays = is_card(told)
        same = stays.all() and np.array_equal(told.kind, placed.cards.kind)
        placed = replace(placed, cards=told)
        if not make_a_shelf(told):
            return placed, cut
        if not same:
            placed = on_shelves(told[np.flatnonzero(stays)], shelves)
            cut = cut_strips(photo, placed, kind, clock)
    else:
        patches = is_background(photo, placed.cards, cut.strips, cut.marks)
        if patches.any():
            placed = as_columns(placed.cards[~patches], placed.hidden[~patches])
            cut = cut_strips(photo, placed, kind, clock)
    cards = placed.cards
    if kind == "shelf" and (whole := made_whole(cards.corners, cards.corner_error, cut.marks, cut.up)):
        cards = replace(cards, corners=whole.corners)
        placed = replace(placed, cards=cards, hidden=whole.hidden)
        cut = cut_strips(photo, placed, kind, clock)
    if (corners := aligned(placed.cards.corners, cut.marks, cut.up)) is not None:
        moved = replace(placed, cards=replace(placed.cards, corners=corners))
        again = cut_strips(photo, moved, kind, clock)
        if again.marks.shown.sum() > cut.marks.shown.sum():
            return moved, again
    return placed, cut


def cut_strips(photo: Pyramid, placed: Placed, kind: Kind, clock: Stopwatch) -> Cut:
    """The strips of the cards at their places."""
    found, places, hidden = placed.cards, placed.places, placed.hidden
    with clock.step("cut strips"):
        edges = at_the_edges(
            found.corners.astype(np.float64),
            photo.size,
            None if kind == "pile" else places.shelf,
            places.cells.astype(np.float64),
            found.kind == STRIP,
        )
        strips = rectify.strips(photo, edges.corners)
    # In a pile another column may hide a card's letter and number on the left, or its icons on the right.
    lettered = edges.banner & ((kind == "shelf") | (hidden[:, 0] <= BLANK_MARGIN))
    with clock.step("find letters, numbers and icons"):
        marks = find_marks(strips)
        if kind == "shelf":
            marks = without_covered_icons(marks, hidden)
        glare = glare_on(strips, marks)
        # all cards of a pile lie face up
        up = np.ones(len(found), np.bool_) if kind == "pile" else found.kind != FACE_DOWN
    covered = covered_print(marks, hidden)
    covered["count"] = covered["count"] | glare.icons
    covered["order"] = covered["of"] = covered["order"] | covered_digits(marks, up & lettered)
    if kind == "shelf":
        covered["icons"] = covered_icons(marks, up & lettered)
    return Cut(edges, strips, marks, up, lettered, glare, covered)
