"""Strips of a pile that were overlooked: where a column leaves room for one more, and a closer look shows it.

Somebody who spreads a pile shows about as much of each card, so in a column every strip lies about as far
below the one above it. A step of twice that length, or the room above a column's first strip or below its
last, may hold another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.detect.detections import FACE_UP, STRIP, Detections, joined
from vision.detect.detector import Detector
from vision.geometry.quads import Quads, widths
from vision.photo.pyramid import Photo, Pyramid
from vision.pile.columns import Columns
from vision.strips.marks import print_at

#: Steps known, at least, to say how long they are; how many of them a gap has room for, and the most it may.
ENOUGH = 3
ROOM, MOST_ROOM = 1.6, 3.4
#: The expected error of the sides, in card widths, below which there may be a strip above another card; and
#: how much print it shows then at least, as a share of what most of the pile's cards show: so much, more the
#: less sure its sides are, and more above a column's first card, where no gap speaks for one. In 264 piles of
#: five sets 12 overlooked strips lay 0.06 above this line or more, of 220 empty places one 0.03 below it, the
#: others lower. Letters in dots, or in a font like no other, show little on all cards of a pile.
#: The finder that sees what lies around shows more print: of empty places above first cards in ten sets three
#: of one pile lie above the line, flagged, the next 0.02 below.
CLEAR_SIDES, SOME_PRINT, MORE_PRINT, FOR_A_FIRST = 0.025, 0.3, 17.0, 0.09
#: The probabilities of a letter, a number and a second icon, in all, above which, and the error of the sides
#: below which a card lies below a column's last one. That shows more of its sides: of empty places none had
#: the print.
CLEAR_PRINT, CLEAR_SIDES_OF_LAST = 2.0, 0.08
#: A strip lies no nearer to another one than this share of the usual step: of 3,568 drawn steps none came to
#: less than 0.84.
APART = 0.7


def strips_between(photo: Photo, detector: Detector, cards: Detections, columns: Columns) -> Detections:
    """The strips that were overlooked in the columns of a pile, in a photo, uint8 BGR [H, W, 3]."""
    usual = usual_step(cards.corners, columns)
    if usual is None:
        return cards[np.zeros(0, np.intp)]
    gaps, above = (look(cards.corners, columns, usual) for look in (places_between, places_above))
    between, shown, place = _looked_at(photo, detector, np.concatenate([gaps, above]))
    first = place >= len(gaps)
    clear = is_strip(between.spread, shown, first, 1.0)  # hardly any pile shows less print than that
    if clear.any():
        clear &= is_strip(between.spread, shown, first, float(np.median(print_at(photo, cards.corners))))
    # what lies last in a column is a whole card: nothing ends it where a strip would end
    below, printed, _ = _looked_at(photo, detector, places_below(cards.corners, columns, usual))
    last = (below.spread < CLEAR_SIDES_OF_LAST) & (printed > CLEAR_PRINT)
    found = joined([between[clear], below[last]])
    return found[_lies_apart(found.corners, cards.corners, usual)]


def is_strip(
    spread: NDArray[np.floating], shown: NDArray[np.floating], first: NDArray[np.bool_], usual: float
) -> NDArray[np.bool_]:
    """Which places above cards of a pile hold a strip that was overlooked, [n].

    ``spread`` [n]: the expected error of its sides in card widths; ``shown`` [n]: how much print it shows, 0
    to 3, of which most cards of the pile show ``usual``; ``first`` [n]: whether it would be its column's.
    """
    least = SOME_PRINT + MORE_PRINT * spread + FOR_A_FIRST * first
    return np.asarray((spread < CLEAR_SIDES) & (shown > usual * least), np.bool_)


def _looked_at(
    photo: Photo, detector: Detector, places: Quads
) -> tuple[Detections, NDArray[np.float32], NDArray[np.intp]]:
    """What may be strips at those of the places, [m, 4, 2], that are in the photo, how much of what every
    face shows each shows, 0 to 3, and the number of its place.
    """
    last = np.array(Pyramid.of(photo).size) - 1
    inside = np.flatnonzero(((places >= 0) & (places <= last)).all(axis=(1, 2)))
    found = detector.edges(photo, places[inside], STRIP)
    shown = print_at(photo, found.corners, inside=True)
    return found, shown, inside[: len(found)]  # none without the edge network


def with_overlooked(found: Detections, more: Detections) -> Detections:
    """The finds of a pile and ``more`` strips of it, each find that reached over one of these cut short.

    Where it was a whole card, two were taken for one: the lower of them is whole.
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


def places_between(corners: Quads, columns: Columns, usual: float) -> Quads:
    """Where strips may have been overlooked between those of a column: float32 [m, 4, 2].

    ``corners`` [n, 4, 2] of a pile's cards, their ``columns`` and `usual_step`.
    """
    places: list[Floats] = []
    for tops in _upper_edges(corners, columns):
        for upper, lower in pairwise(tops):
            places += _in_the_gap(upper, lower, usual)
    return np.array(places, np.float32).reshape(-1, 4, 2)


def places_above(corners: Quads, columns: Columns, usual: float) -> Quads:
    """Where a column's first card may have been overlooked: its strip, float32 [m, 4, 2]."""
    places: list[Floats] = []
    for tops in _upper_edges(corners, columns):
        if len(tops) > 1:
            step = _one_step(tops[0], tops[1], usual)
            places.append(_strip(tops[0] - step, step))
    places += _above_lone_cards(corners, columns, usual)
    return np.array(places, np.float32).reshape(-1, 4, 2)


def _above_lone_cards(corners: Quads, columns: Columns, usual: float) -> list[Floats]:
    """The strips that may lie above the only card of a column: no other says in which direction, but its
    sides do.
    """
    places = []
    lone = corners[np.bincount(columns.column)[columns.column] == 1]
    for card, width in zip(lone.astype(np.float64), widths(lone), strict=True):
        down = card[[3, 2]] - card[:2]
        step = usual * width * down / np.linalg.norm(down, axis=1, keepdims=True)
        places.append(_strip(card[:2] - step, step))
    return places


def places_below(corners: Quads, columns: Columns, usual: float) -> Quads:
    """Where a column's last card may have been overlooked: its strip, float32 [m, 4, 2]."""
    places: list[Floats] = []
    for tops in _upper_edges(corners, columns):
        if len(tops) > 1:
            step = _one_step(tops[-2], tops[-1], usual)
            places.append(_strip(tops[-1] + step, step))
    return np.array(places, np.float32).reshape(-1, 4, 2)


def _upper_edges(corners: Quads, columns: Columns) -> Iterator[Floats]:
    """Of each column its cards' upper edges from above, [k, 2, 2]."""
    for number in np.unique(columns.column):
        own = np.flatnonzero(columns.column == number)
        yield corners[own[np.argsort(columns.place[own])], :2].astype(np.float64)


def _in_the_gap(upper: Floats, lower: Floats, usual: float) -> list[Floats]:
    """The strips that there is room for between two cards with these upper edges, [2, 2]."""
    rooms = _rooms(upper, lower, usual)
    if not ROOM <= rooms <= MOST_ROOM:
        return []
    parts = round(rooms)
    step = (lower - upper) / parts
    return [_strip(upper + step * k, step) for k in range(1, parts)]


def _one_step(upper: Floats, lower: Floats, usual: float) -> Floats:
    """A usual step from the upper edge of one card towards that of the next, [2, 2]: for each corner."""
    return (lower - upper) / _rooms(upper, lower, usual)


def _rooms(upper: Floats, lower: Floats, usual: float) -> float:
    """How many usual steps lie between two upper edges."""
    step = float(np.linalg.norm((lower - upper).mean(axis=0)))
    return max(step, 1e-6) / max(float(np.linalg.norm(upper[1] - upper[0])), 1e-6) / usual


def usual_step(corners: Quads, columns: Columns) -> float | None:
    """How far a strip lies below the one above it, in card widths; None where too few say so."""
    tops = corners[:, :2].mean(axis=1)
    order = np.lexsort((columns.place, columns.column))
    follows = columns.column[order[1:]] == columns.column[order[:-1]]
    steps = np.linalg.norm(tops[order[1:]] - tops[order[:-1]], axis=1) / widths(corners)[order[1:]]
    return float(np.median(steps[follows])) if follows.sum() >= ENOUGH else None


def _strip(top: Floats, step: Floats) -> Floats:
    """The strip with this upper edge [2, 2] that shows as far down as the next card lies."""
    return np.stack([top[0], top[1], top[1] + step[1], top[0] + step[0]])


def _lies_apart(found: Quads, cards: Quads, usual: float) -> NDArray[np.bool_]:
    """Which of ``found``, [n], lie a step away from all cards and from those of them that come before."""
    out = np.ones(len(found), np.bool_)
    for i, quad in enumerate(found):
        others = np.concatenate([cards, found[:i][out[:i]]])[:, :2].mean(axis=1)
        near = np.linalg.norm(others - quad[:2].mean(axis=0), axis=1).min(initial=np.inf)
        out[i] = near > APART * usual * widths(quad[None])[0]
    return out
