"""Strips of a pile that were overlooked: a column leaves room for one, and a closer look shows it.

Who spreads a pile shows about as much of each card, so in a column every strip lies about as far below the
strip above it. A step of twice that length, or the room above a column's first strip or below its last, may
hold another strip.
"""

from __future__ import annotations

import numpy as np

from vision.common.arrays import Floats
from vision.detect.detections import STRIP, Detections
from vision.detect.detector import Detector
from vision.geometry.quads import Quads, widths
from vision.photo.pyramid import Pyramid
from vision.pile.columns import Columns

# Where strips may have been overlooked.
#: Fewest steps that show the typical step.
FEWEST_STEPS = 3
#: Least length, in typical steps, of a gap that may hold a strip.
LEAST_STRIP_GAP = 1.6
#: Greatest length of such a gap, in typical steps.
LARGEST_STRIP_GAP = 3.4


def free_in_columns(photo: Pyramid, detector: Detector, cards: Detections, columns: Columns) -> Detections:
    """The places in the columns of a pile's ``cards``, and at their ends, that may hold another strip."""
    places = places_in_columns(cards.corners, columns)
    inside = ((places >= 0) & (places <= np.array(photo.size) - 1)).all(axis=(1, 2))
    return detector.edges(photo, places[inside], STRIP)


def places_in_columns(corners: Quads, columns: Columns) -> Quads:
    """Where strips may have been overlooked in the ``columns`` of cards with these ``corners``, [n, 4, 2].

    In gaps of more than a step, above each column's first card and below its last: float32 [m, 4, 2]. None
    where too few steps show how far cards lie apart.
    """
    places, typical = list[Floats](), typical_step(corners, columns)
    if typical is None:
        return corners[:0]
    for number in np.unique(columns.column):
        own = np.flatnonzero(columns.column == number)
        cards = corners[own[np.argsort(columns.place[own])]].astype(np.float64)
        tops, wide = cards[:, :2], np.linalg.norm(cards[:, 1] - cards[:, 0], axis=1)
        if len(cards) == 1:  # its sides say in which direction the next one may lie
            down = cards[0, [3, 2]] - tops[0]
            step = typical * wide[0] * down / np.linalg.norm(down, axis=1, keepdims=True)
            places.append(_strip(tops[0] - step, step))
            continue
        gaps = np.diff(tops, axis=0)
        steps = np.linalg.norm(gaps.mean(axis=1), axis=1) / wide[:-1] / typical
        for top, gap, many in zip(tops, gaps, steps, strict=False):
            if LEAST_STRIP_GAP <= many <= LARGEST_STRIP_GAP:
                step = gap / round(many)
                places += [_strip(top + step * k, step) for k in range(1, round(many))]
        one = gaps / np.maximum(steps, 1e-6)[:, None, None]
        places += [_strip(tops[0] - one[0], one[0]), _strip(tops[-1] + one[-1], one[-1])]
    return np.array(places, np.float32).reshape(-1, 4, 2)


def typical_step(corners: Quads, columns: Columns) -> float | None:
    """The typical distance of a card from the card above it, in card widths; None where too few steps show
    it.
    """
    tops = corners[:, :2].mean(axis=1)
    order = np.lexsort((columns.place, columns.column))
    follows = columns.column[order[1:]] == columns.column[order[:-1]]
    steps = np.linalg.norm(tops[order[1:]] - tops[order[:-1]], axis=1) / widths(corners)[order[1:]]
    return float(np.median(steps[follows])) if follows.sum() >= FEWEST_STEPS else None


def _strip(top: Floats, step: Floats) -> Floats:
    """The strip with this upper edge [2, 2] that shows as far down as the next card lies."""
    return np.stack([top[0], top[1], top[1] + step[1], top[0] + step[0]])
