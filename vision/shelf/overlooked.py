"""Overlooked cards of a shelf, such as a pale back on a pale table.

A shelf says where its cards can lie (K1), so there are few places to look at, and each is looked at closely.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Ints
from vision.cards.backs import unlikeness_to
from vision.cards.book_cards import PrintSettings
from vision.cards.placed import Placement
from vision.detect.detections import FACE_DOWN, Detections, face_kinds
from vision.detect.detector import Detector, DetectorSettings
from vision.geometry.grid import expected_corners, grid_inliers
from vision.geometry.quads import Quads, areas, common_area, is_card_like
from vision.photo.pyramid import Photo, Pyramid
from vision.shelf.lattice import around
from vision.shelf.parting import MOST_ROWS
from vision.strips import rectify
from vision.strips.marks import find_marks

Cell = tuple[int, int]  #: column and row


@dataclass(frozen=True)
class AnotherBackSettings:
    """How the evidence for another back is weighed where there are clear backs.

    The sum of the weighed evidence is the log odds that a place shows a back.
    """

    #: Weight of the log of the expected error of the sides, in hundredths of a card width.
    edges: float = -4.1
    #: Weight of the log odds of the second look.
    second_look: float = 0.43
    #: Weight of how unlike the clear backs the place is, in levels of CIELAB.
    unlike: float = -0.27
    #: Weight of the log of that, divided by how unlike them the table is.
    less_than_table: float = -1.76
    #: The constant of the sum.
    constant: float = 1.18
    #: Places with more log odds than this are backs. It is above 0, for few backs are overlooked.
    least: float = 0.5
    #: The second look counts at most this much, in log odds.
    most_second_look: float = 8.0
    #: Places more unlike the backs than this count as this unlike.
    most_unlike: float = 20.0
    #: This is added to both parts of the quotient, so that small differences do not count.
    rounding: float = 0.5


@dataclass(frozen=True)
class OverlookedSettings:
    """When a place beside a card holds a card that was overlooked.

    Errors of edges are the expected errors of a place's sides, in card widths.
    """

    #: A place that another card covers by more than this share is taken.
    covered: float = 0.25
    #: A place may reach this many pixels out of the photo, because the grid is known no better.
    spare: int = 3
    #: Edges with less error than this make a place a card.
    clear_edges: float = 0.0087
    #: They do not where the second look has less log odds than this: the stripes of a cloth have clear edges.
    given_up: float = -3.0
    #: Edges with less error than this make a place a card if the second look is sure.
    seen_edges: float = 0.0125
    #: The second look is sure with more log odds than this.
    seen: float = 6.0
    #: The print of a place with edges of less error than this is looked at.
    print_edges: float = 0.02
    #: More print than this makes a place a card (`vision.strips.marks.Marks.shown`).
    clear_print: float = 2.1
    #: Where at least this many backs are clear, the second look may have given up all backs of the table.
    many_backs: int = 2
    #: There it gives up a place only below these log odds.
    hopeless_back: float = -9.0
    #: Cards from this probability on say where others lie. A card that is found gets this probability.
    found: float = PrintSettings.confirmed
    #: A back gets this probability, and is flagged, where no other back is clear: planks of a floor have
    #: clear edges too.
    by_edges: float = PrintSettings.doubted
    #: A back whose edges have more error than this is flagged too.
    edge_error: float = PrintSettings.edge_error
    #: How another back is told by the clear backs.
    another_back: AnotherBackSettings = AnotherBackSettings()


def cards_beside(
    photo: Photo,
    detector: Detector,
    cards: Detections,
    placed: Placement,
    settings: OverlookedSettings = OverlookedSettings(),
) -> Detections:
    """The cards that were overlooked beside the cards of a photo, uint8 BGR [H, W, 3].

    A place is a card if its edges or its print are clear, or if it looks like the clear backs. Print says
    which side it shows. ``placed``: where the ``cards`` lie; their corners begin at each shelf's top left.
    """
    photo = Pyramid.of(photo)
    clear = cards.score >= settings.found
    backs = clear & (cards.kind == FACE_DOWN)
    places = places_beside(cards.corners, placed, photo.size, clear, settings)
    hopeless = settings.hopeless_back if backs.sum() >= settings.many_backs else DetectorSettings.hopeless
    likely = detector.likely(photo, places, hopeless)
    table = table_around(cards.corners, placed, photo.size, clear, settings) if backs.any() else places
    unlike = unlikeness_to(photo, likely.corners, table, cards.corners[backs])
    back = _another_back(likely, *unlike, settings.another_back)
    seen = back | (likely.corner_error < settings.print_edges)
    likely, back = likely[seen], back[seen]
    marks = find_marks(rectify.strips(photo, likely.corners), guessed=True)
    there = (likely.corner_error < settings.clear_edges) & (likely.verifier_odds > settings.given_up)
    there |= (likely.corner_error < settings.seen_edges) & (likely.verifier_odds > settings.seen)
    there |= (marks.shown > settings.clear_print) | back
    told = bool(backs.any()) & (likely.corner_error <= settings.edge_error)
    score = np.where(marks.printed | told, settings.found, settings.by_edges).astype(np.float32)
    return replace(likely, kind=face_kinds(marks.printed), score=score)[there]


def _another_back(
    likely: Detections, own: Floats, table: float, settings: AnotherBackSettings
) -> NDArray[np.bool_]:
    """Which of the ``likely`` cards, [n], are another back of the deck.

    ``own`` [n]: how unlike the clear backs each is; ``table``: how unlike them the table is. Infinity for the
    table means that there is no clear back.
    """
    if not np.isfinite(table):
        return np.zeros(len(likely), np.bool_)
    said = np.clip(likely.verifier_odds, -settings.most_second_look, settings.most_second_look)
    less = np.log((own + settings.rounding) / (table + settings.rounding))
    unlike = np.minimum(own, settings.most_unlike)
    evidence = [np.log(likely.corner_error / 0.01), said, unlike, less, np.ones(len(own))]
    weights = (
        settings.edges,
        settings.second_look,
        settings.unlike,
        settings.less_than_table,
        settings.constant,
    )
    return np.asarray(np.array(weights) @ evidence > settings.least, np.bool_)


def places_beside(
    corners: Quads,
    placed: Placement,
    size: tuple[int, int],
    clear: NDArray[np.bool_] | None = None,
    settings: OverlookedSettings = OverlookedSettings(),
) -> Quads:
    """The free places that share an edge with a card of a shelf, float32 [m, 4, 2] in photo pixels.

    ``corners`` [n, 4, 2]: from each shelf's top left; ``placed``: where the cards lie. ``size``: the photo's
    width and height. Places that leave the photo, places of a fourth row (K2) and places under a card are
    left out. ``clear`` [n]: the cards that may cover a place, all of them if left out.
    """
    return _free(corners, placed, size, clear, _beside, settings)


def table_around(
    corners: Quads,
    placed: Placement,
    size: tuple[int, int],
    clear: NDArray[np.bool_] | None = None,
    settings: OverlookedSettings = OverlookedSettings(),
) -> Quads:
    """Free places of which most show the table: the places up to two steps from a card.

    Arguments and result are those of `places_beside`. Most of the nearest places may hold overlooked cards.
    """
    return _free(corners, placed, size, clear, lambda taken: around(around(taken) | taken), settings)


def _free(
    corners: Quads,
    placed: Placement,
    size: tuple[int, int],
    clear: NDArray[np.bool_] | None,
    wanted: Callable[[set[Cell]], set[Cell]],
    settings: OverlookedSettings,
) -> Quads:
    """The free places of each shelf among its ``wanted`` cells."""
    cover = corners if clear is None else corners[clear]
    found: list[Quads] = []
    for number in np.unique(placed.shelf):
        own = placed.shelf == number
        places = _corners_at(corners[own], placed.cells[own], wanted)
        found.append(places[_lie_free(places, cover, size, settings)])
    return np.concatenate(found) if found else corners[:0]


def _beside(taken: set[Cell]) -> set[Cell]:
    rows = [y for _, y in taken]
    return {(x, y) for x, y in around(taken) if max(y, *rows) - min(y, *rows) < MOST_ROWS}


def _corners_at(quads: Quads, cells: Ints, wanted: Callable[[set[Cell]], set[Cell]]) -> Quads:
    """The corners of the ``wanted`` cells of one shelf that hold no card of it."""
    taken = {(x, y) for x, y in cells.tolist()}
    beside = sorted(wanted(taken) - taken)
    places, corners = cells.astype(np.float64), quads.astype(np.float64)
    true = grid_inliers(places, corners)
    return expected_corners(places[true], corners[true], np.array(beside, np.float64)).astype(np.float32)


def _lie_free(
    quads: Quads, cards: Quads, size: tuple[int, int], settings: OverlookedSettings
) -> NDArray[np.bool_]:
    """Which places, [m, 4, 2], lie in the photo and under none of the cards, [n, 4, 2]."""
    right, bottom = size[0] - 1 + settings.spare, size[1] - 1 + settings.spare
    inside = ((quads >= -settings.spare) & (quads <= (right, bottom))).all(axis=(1, 2))
    free = np.asarray(inside & is_card_like(quads), np.bool_)
    low = np.maximum(quads.min(axis=1)[:, None], cards.min(axis=1)[None])
    high = np.minimum(quads.max(axis=1)[:, None], cards.max(axis=1)[None])
    most = settings.covered * np.abs(areas(quads))
    for i, j in np.argwhere((low < high).all(axis=2) & free[:, None]):  # most are too far off to be compared
        free[i] &= common_area(quads[i], cards[j]) < most[i]
    return free
