"""Strips of a pile that were overlooked: a column leaves room for one, and a closer look shows it.

Who spreads a pile shows about as much of each card, so in a column every strip lies about as far below the
strip above it. A step of twice that length, or the room above a column's first strip or below its last, may
hold another strip.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Bools, Floats, Floats32
from vision.detect.detections import FACE_UP, STRIP, Detections, joined
from vision.detect.detector import Detector
from vision.geometry.quads import Quads, widths
from vision.photo.pyramid import Photo, Pyramid
from vision.pile.columns import Columns
from vision.strips.marks import print_at


@dataclass(frozen=True)
class OverlookedStripSettings:
    """Where strips may have been overlooked, and what a closer look must show.

    Sides are told by their expected errors in card widths, print by `Marks.shown`, 0 to 3.
    """

    #: Fewest steps that show the usual step.
    fewest_steps: int = 3
    #: Least length, in usual steps, of a gap that may hold a strip.
    least_gap: float = 1.6
    #: Greatest length of such a gap, in usual steps.
    largest_gap: float = 3.4
    #: The usual print of nearly every pile is more than this.
    least_usual: float = 1.0
    #: The sides of a strip above another card must be surer than this.
    sides: float = 0.025
    #: Least share of the pile's usual print that a strip with perfectly sure sides must show.
    print_share: float = 0.3
    #: The share rises by this, times the error of the strip's sides.
    print_by_error: float = 17.0
    #: The share rises by this above a column's first card, where no gap speaks for a strip.
    print_for_first: float = 0.09
    #: The sides of a card below a column's last must be surer than this.
    last_sides: float = 0.08
    #: A card below a column's last must show more print than this.
    last_print: float = 2.0
    #: A strip lies further from every other strip than this share of the usual step.
    apart: float = 0.7


OVERLOOKED_STRIPS = OverlookedStripSettings()


def strips_between(
    photo: Photo,
    detector: Detector,
    cards: Detections,
    columns: Columns,
    settings: OverlookedStripSettings = OVERLOOKED_STRIPS,
) -> Detections:
    """The overlooked strips in the columns of a pile, in a photo, uint8 BGR [H, W, 3]."""
    usual = usual_step(cards.corners, columns, settings)
    if usual is None:
        return cards[np.zeros(0, np.intp)]
    gaps = places_between(cards.corners, columns, usual, settings)
    above = places_above(cards.corners, columns, usual)
    between, shown, place = _looked_at(photo, detector, np.concatenate([gaps, above]))
    first = place >= len(gaps)
    clear = is_strip(between.corner_error, shown, first, settings.least_usual, settings)
    if clear.any():
        usual_print = float(np.median(print_at(photo, cards.corners)))
        clear &= is_strip(between.corner_error, shown, first, usual_print, settings)
    # the last card of a column is whole: nothing ends it where a strip would end
    below, printed, _ = _looked_at(photo, detector, places_below(cards.corners, columns, usual))
    last = (below.corner_error < settings.last_sides) & (printed > settings.last_print)
    found = joined([between[clear], below[last]])
    return found[_lies_apart(found.corners, cards.corners, settings.apart * usual)]


def is_strip(
    corner_error: NDArray[np.floating],
    shown: NDArray[np.floating],
    first: Bools,
    usual: float,
    settings: OverlookedStripSettings = OVERLOOKED_STRIPS,
) -> Bools:
    """Which places above cards of a pile hold an overlooked strip, [n].

    ``corner_error`` [n]: their expected errors in card widths; ``shown`` [n]: their print, 0 to 3, of which
    most cards of the pile show ``usual``; ``first`` [n]: places above a column's first card.
    """
    least = settings.print_share + settings.print_by_error * corner_error + settings.print_for_first * first
    return np.asarray((corner_error < settings.sides) & (shown > usual * least), np.bool_)


def _looked_at(
    photo: Photo, detector: Detector, places: Quads
) -> tuple[Detections, Floats32, NDArray[np.intp]]:
    """The finds at the places, [m, 4, 2], that lie in the photo; the print of each, `Marks.shown`; and the
    number of its place.
    """
    last = np.array(Pyramid.of(photo).size) - 1
    inside = np.flatnonzero(((places >= 0) & (places <= last)).all(axis=(1, 2)))
    found = detector.edges(photo, places[inside], STRIP)
    shown = print_at(photo, found.corners, inside=True)
    return found, shown, inside[: len(found)]  # there are no finds without the edge network


def with_overlooked(found: Detections, more: Detections) -> Detections:
    """The finds of a pile and ``more`` strips of it; a find that reached over such a strip ends there.

    If the find was a whole card, two cards were taken for one: the lower of them is whole.
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


def places_between(
    corners: Quads, columns: Columns, usual: float, settings: OverlookedStripSettings = OVERLOOKED_STRIPS
) -> Quads:
    """Where strips may have been overlooked between two cards of a column: float32 [m, 4, 2].

    ``corners`` [n, 4, 2] of a pile's cards, their ``columns`` and `usual_step`.
    """
    places: list[Floats] = []
    for tops in _upper_edges(corners, columns):
        for upper, lower in pairwise(tops):
            places += _in_the_gap(upper, lower, usual, settings)
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
    """The strips that may lie above the only card of a column: its sides say in which direction."""
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
    """The upper edges of each column's k cards, from above, [k, 2, 2]."""
    for number in np.unique(columns.column):
        own = np.flatnonzero(columns.column == number)
        yield corners[own[np.argsort(columns.place[own])], :2].astype(np.float64)


def _in_the_gap(
    upper: Floats, lower: Floats, usual: float, settings: OverlookedStripSettings
) -> list[Floats]:
    """The strips that have room between two cards with these upper edges, [2, 2]."""
    steps = _usual_steps(upper, lower, usual)
    if not settings.least_gap <= steps <= settings.largest_gap:
        return []
    parts = round(steps)
    step = (lower - upper) / parts
    return [_strip(upper + step * k, step) for k in range(1, parts)]


def _one_step(upper: Floats, lower: Floats, usual: float) -> Floats:
    """A usual step from the upper edge of a card towards that of the next card, for each corner, [2, 2]."""
    return (lower - upper) / _usual_steps(upper, lower, usual)


def _usual_steps(upper: Floats, lower: Floats, usual: float) -> float:
    """How many usual steps lie between two upper edges."""
    step = float(np.linalg.norm((lower - upper).mean(axis=0)))
    return max(step, 1e-6) / max(float(np.linalg.norm(upper[1] - upper[0])), 1e-6) / usual


def usual_step(
    corners: Quads, columns: Columns, settings: OverlookedStripSettings = OVERLOOKED_STRIPS
) -> float | None:
    """The usual distance of a card from the card above it, in card widths; None where too few steps show
    it.
    """
    tops = corners[:, :2].mean(axis=1)
    order = np.lexsort((columns.place, columns.column))
    follows = columns.column[order[1:]] == columns.column[order[:-1]]
    steps = np.linalg.norm(tops[order[1:]] - tops[order[:-1]], axis=1) / widths(corners)[order[1:]]
    return float(np.median(steps[follows])) if follows.sum() >= settings.fewest_steps else None


def _strip(top: Floats, step: Floats) -> Floats:
    """The strip with this upper edge [2, 2] that shows as far down as the next card lies."""
    return np.stack([top[0], top[1], top[1] + step[1], top[0] + step[0]])


def _lies_apart(found: Quads, cards: Quads, apart: float) -> Bools:
    """Which quads ``found``, [n], begin more than ``apart`` card widths from all cards and from those found
    before them.
    """
    out = np.ones(len(found), np.bool_)
    for i, quad in enumerate(found):
        others = np.concatenate([cards, found[:i][out[:i]]])[:, :2].mean(axis=1)
        near = np.linalg.norm(others - quad[:2].mean(axis=0), axis=1).min(initial=np.inf)
        out[i] = near > apart * widths(quad[None])[0]
    return out
