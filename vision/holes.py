"""Holes among the cards of a shelf that pass for cards face down: their sides are the cards' beside them, or
the lines of a cloth.

A hole is as unlike the clear backs as the table is, and where several are, that tells. Where they are not, it
looks as the table does elsewhere beside the cards, too.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.backs import ALIKE, unlikeness
from vision.detections import FACE_DOWN, Detections
from vision.pyramid import Pyramid
from vision.quads import Quads, widths
from vision.verify import cutouts

Bools = NDArray[np.bool_]

#: So many clear backs say how a back looks. What is more unlike them than this, and more than this share of
#: how unlike the table is, is a hole: of 1,344 backs of 18 sets, each compared with the others, none was
#: both; of five holes that passed for backs three were.
MANY, ODD, AS_TABLE = 2, 15.0, 0.9
#: Where fewer are: the expected error of the sides, in card widths, above which there may be a hole, and how
#: unlike the table it may be, in shares of how unlike the table elsewhere is. Of 63 such backs that were made
#: out faintly in twelve sets none was both (0.0089 and 1.0 came nearest), of three holes all were. Where
#: cards lie on all sides, these are clear and say nothing.
SIDES, AS_ELSEWHERE = 0.0095, 1.1
#: How far beyond the middle of a side, in shares of half a find, the card beside it is looked for.
BESIDE = 0.4
#: So many places show how the table looks, and lie so far off, in widths of a find. How many times as unlike
#: the others as most of them one is that may be no table.
PLACES, OFF, STRANGE = 3, 0.5, 3.0


def holes(photo: Pyramid, finds: Detections, places: Quads, clear: Detections) -> Bools:
    """Which of the ``finds`` without print, [n], in a photo are holes.

    ``places``: the empty ones beside the cards, float32 [k, 4, 2], the finds' own may be among them;
    ``clear``: the cards that are clear, backs and faces.
    """
    backs = clear.corners[clear.kind == FACE_DOWN]
    own, table = unlikeness_to(photo, finds.corners, places, backs)
    as_table = np.asarray(own > AS_TABLE * table, np.bool_)
    if len(backs) >= MANY:
        return as_table & (own > ODD)
    out = _enclosed(finds.corners, clear.corners) | (finds.spread > SIDES)
    if len(backs):
        out &= as_table & (own > ALIKE)
    out[out] = _as_elsewhere(photo, finds.corners[out], _off(places, finds.corners))
    return out


def _enclosed(finds: Quads, cards: Quads) -> Bools:
    """Which finds, [n, 4, 2], have cards, [m, 4, 2], on all four sides."""
    middles = (finds + np.roll(finds, -1, axis=1)) / 2
    beyond = middles + BESIDE * (middles - finds.mean(axis=1, keepdims=True))
    taken = [
        [any(cv2.pointPolygonTest(card, point, False) > 0 for card in cards) for point in four]
        for four in beyond.tolist()
    ]
    return np.asarray(np.array(taken, np.bool_).reshape(len(finds), 4).all(axis=1), np.bool_)


def unlikeness_to(
    photo: Pyramid, finds: Quads, places: Quads, backs: Quads
) -> tuple[NDArray[np.float64], float]:
    """How unlike the clear ``backs``, [m, 4, 2], of a photo these ``finds`` are, [n], and how unlike most of
    the empty ``places`` (`vision.backs.unlikeness`). Without a clear back infinitely.
    """
    if len(finds) == 0 or len(places) == 0 or len(backs) == 0:
        return np.full(len(finds), np.inf), np.inf
    theirs = cutouts(photo, backs)
    table = np.median(unlikeness(cutouts(photo, places), theirs))
    return unlikeness(cutouts(photo, finds), theirs), float(table)


def _off(places: Quads, finds: Quads) -> Quads:
    """The places at which no find lies."""
    apart = np.linalg.norm(places.mean(axis=1)[:, None] - finds.mean(axis=1), axis=2)
    return places[(apart > OFF * widths(finds)).all(axis=1)]


def _as_elsewhere(photo: Pyramid, finds: Quads, places: Quads) -> Bools:
    """Which finds, [n, 4, 2], look as the table does at the ``places``, [k, 4, 2], and no other way.

    A place that looks otherwise than all others may be a card that was overlooked, and says nothing.
    """
    if len(finds) == 0 or len(places) < PLACES:
        return np.zeros(len(finds), np.bool_)
    table = cutouts(photo, places)
    each = np.array([unlikeness(table[[i]], np.delete(table, i, axis=0))[0] for i in range(len(table))])
    table = table[each <= STRANGE * np.median(each)]
    return np.asarray(unlikeness(cutouts(photo, finds), table) < AS_ELSEWHERE * np.median(each), np.bool_)
