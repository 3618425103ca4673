"""Finds in a photo of a pile that are the table: its pattern may look like strips to the detector, beside the
pile or at the ends of its columns.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Bools, Floats
from vision.cards.background import DEEP, free_places, strip_colours
from vision.detect.detections import Detections
from vision.geometry.quads import Quads, widths
from vision.photo.colours import apart
from vision.photo.pyramid import Photo, Pyramid
from vision.strips import rectify
from vision.strips.glare import glare_on
from vision.strips.marks import Marks

#: By how much less print than most of the pile a strip shows to be looked at.
LESS = 0.4
#: A card lies no further from another one, in card widths between their upper edges.
FURTHEST = 0.75
#: How little the colours of a strip differ from those of the table somewhere around, and how much more from
#: those of the pile's other strips but the nearest two, if it is the table: two parts of it may be alike.
TABLE, MORE, TWO = 2.6, 4.0, 2
#: Where a strip is compared with the table: so many card widths across and down from it.
AROUND = np.array([(x, y) for x in np.arange(-3, 3.1, 0.5) for y in np.arange(-3, 3.1, 0.3)])


def parts_of_table(photo: Photo, cards: Detections, strips: NDArray[np.uint8], marks: Marks) -> Bools:
    """Which of the cards of a pile in a photo, uint8 BGR [H, W, 3], are none, [n].

    They show less print than most, and either lie apart from all others or have the colours of the table and
    not those of the pile. ``strips`` and ``marks``: of the n cards (`vision.strips.rectify.strips`). Of
    24,115 cards in the piles of 45 sets of 96 photos none is so, of 20 finds that were none all.
    """
    out = np.zeros(len(cards), np.bool_)
    if len(cards) <= TWO + 1:
        return out
    less = marks.shown < np.median(marks.shown) - LESS
    if not less.any():
        return out
    less &= ~glare_on(strips, marks).banner
    out[less] = _steps(cards.corners)[less] > FURTHEST
    colours = strip_colours(strips)
    for i in np.flatnonzero(less & ~out):
        if len(table := table_around_strip(cards.corners, int(i), Pyramid.of(photo).size)):
            around = strip_colours(rectify.strips(photo, table))
            to_table = apart(colours[[i]], around).min()
            to_strips = np.sort(apart(colours[[i]], np.delete(colours, i, axis=0))[0])[TWO]
            out[i] = to_table < TABLE and to_strips - to_table > MORE
    return out


def table_around_strip(corners: Quads, i: int, size: tuple[int, int]) -> Quads:
    """Where the table shows around card i of a pile, [n, 4, 2], in a photo of ``size`` (width, height):
    places like its own strip's, float32 [m, 4, 2].
    """
    across = corners[i, 1] - corners[i, 0]
    down = corners[i, [3, 2]] - corners[i, :2]
    down *= np.linalg.norm(across) / np.maximum(np.linalg.norm(down, axis=1, keepdims=True), 1e-6)
    strip = np.concatenate([corners[i, :2], (corners[i, :2] + DEEP * down)[::-1]])
    return free_places(strip, AROUND @ np.stack([across, down.mean(axis=0)]), corners, size)


def _steps(corners: Quads) -> Floats:
    """How far the upper edge of each card, [n, 4, 2], is from the nearest other one, [n], in its widths."""
    middles = corners[:, :2].mean(axis=1).astype(np.float64)
    far = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    np.fill_diagonal(far, np.inf)
    return np.asarray(far.min(axis=1) / np.maximum(widths(corners), 1e-6), np.float64)
