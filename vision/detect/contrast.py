"""The contrast between the inside of a detection and the table beside it.

A place between cards has edges, which are the sides of its neighbours, and so has a frame printed on a cloth.
But both show the same table inside as outside. A card differs from the table on which it lies.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.common.arrays import Floats, Picture
from vision.common.deadline import in_time
from vision.detect.detections import FACE_DOWN, STRIP, Detections
from vision.detect.verifier import EDGE, SIDE, onto_cutout
from vision.geometry.quads import Quads, moved

#: The centres of the pixels of a cut-out, row by row, [SIDE * SIDE, 1, 2].
_PIXELS = np.stack(np.meshgrid(*2 * (np.arange(SIDE, dtype=np.float64),)), axis=-1).reshape(-1, 1, 2)
#: The corners of a cut-out: when all of them lie in the photo, all pixels do.
_CORNERS = _PIXELS[[0, SIDE - 1, -SIDE, -1]]


# Where the colours on both sides of an edge are compared, and how.
#: Distance of a band of pixels from the side of the card, in pixels of a cut-out.
BAND_GAP = 2
#: Width of a band, in pixels of a cut-out.
BAND_WIDTH = 6
#: Distance of a band's ends from the card's corners, in pixels of a cut-out.
BAND_INSET = 4
#: A side is compared when this share of the band outside shows the table.
FREE_SHARE = 0.6
#: Detections from this score on cover the table.
COVER_SCORE = 0.6
#: A cover counts as this many times larger than its corners say: edges are not exact, and cards cast shadows.
COVER_GROWTH = 1.06
#: A colour difference (CIELAB, 8 bits) that is too small to see.
COLOUR_NOISE = 3.0
#: A card face up needs no comparison from this score on: its print tells it.
SURE_FACE = 0.9


def with_contrast(pictures: Picture, found: Detections, size: tuple[int, int]) -> Detections:
    """The detections with the contrast over their sides and the median colour inside, of whole unsure
    detections.

    A contrast is the colour difference over a side, over the unevenness of both colours. ``pictures``: the
    detections as `vision.detect.verifier.cutouts` cuts them out of a photo of this ``size`` (width, height).
    NaN for a side that another card covers or beside which the photo ends, and for sure cards face up, which
    their print tells. A detection without a free side is compared with the table beside others.
    """
    low, high = round(EDGE) + BAND_GAP, SIDE - round(EDGE) - BAND_GAP
    colour, out = found.colour.copy(), found.contrasts.copy()
    tables = _Tables(pictures, found, size)
    for i in _compared(found):
        in_time()
        inside = np.ascontiguousarray(pictures[i, low:high, low:high])
        colour[i] = np.median(cv2.cvtColor(inside, cv2.COLOR_BGR2LAB).reshape(-1, 3), axis=0)
        colours, free = _seen(pictures, found, i, size)
        out[i] = [
            _contrast(_look(beside), _look(inner)) if beside is not None else np.nan
            for beside, inner in _bands(colours, free)
        ]
        if np.isnan(out[i]).all():
            out[i] = _least_contrast(colours, tables.but(i))
    return replace(found, contrasts=out, colour=colour)


def _compared(found: Detections) -> list[int]:
    """The numbers of the detections that are compared with the table: whole, and no sure card face up."""
    sure = (found.kind != FACE_DOWN) & (found.score >= SURE_FACE)
    return np.flatnonzero(~sure & (found.kind != STRIP)).tolist()


def _seen(
    pictures: Picture, found: Detections, i: int, size: tuple[int, int]
) -> tuple[Floats, NDArray[np.bool_]]:
    """A detection's cut-out in CIELAB, [SIDE, SIDE, 3], and where it shows the photo and no other."""
    others = found.corners[(found.score >= COVER_SCORE) & (np.arange(len(found)) != i)]
    colours = cv2.cvtColor(pictures[i], cv2.COLOR_BGR2LAB).astype(np.float64)
    return colours, _free(found.corners[i], others, size)


def _bands(colours: Floats, free: NDArray[np.bool_]) -> Iterator[tuple[Floats | None, Floats]]:
    """For each side the pixels outside, [k, 3], or None where they are covered, and the pixels inside."""
    low, high = round(EDGE), SIDE - round(EDGE)
    gap, width = BAND_GAP, BAND_WIDTH
    along = slice(low + BAND_INSET, high - BAND_INSET)
    outer, inner = slice(low - gap - width, low - gap), slice(low + gap, low + gap + width)
    for side in range(4):  # each side is turned upwards
        here, open_ = np.rot90(colours, side), np.rot90(free, side)[outer, along]
        beside = here[outer, along][open_] if open_.mean() >= FREE_SHARE else None
        yield beside, here[inner, along].reshape(-1, 3)


class _Look(NamedTuple):
    """The median colour of pixels, [3], and how uneven their colours are."""

    colour: Floats
    uneven: float


def _look(pixels: Floats) -> _Look:
    return _Look(np.asarray(np.median(pixels, axis=0)), float(pixels.std(axis=0).mean()))


def _contrast(beside: _Look, inside: _Look) -> float:
    apart = np.linalg.norm(beside.colour - inside.colour)
    return float(apart / (COLOUR_NOISE + beside.uneven + inside.uneven))


class _Tables:
    """The table beside each clear detection, measured once, when it is first asked for."""

    def __init__(self, pictures: Picture, found: Detections, size: tuple[int, int]) -> None:
        self._of = (pictures, found, size)
        self._beside = dict[int, list[_Look]]()

    def but(self, which: int) -> list[_Look]:
        """The table beside the sides of all clear detections except ``which``."""
        pictures, found, size = self._of
        for i in np.flatnonzero(found.score >= COVER_SCORE).tolist():
            if i != which and i not in self._beside:
                in_time()
                sides = _bands(*_seen(pictures, found, i, size))
                self._beside[i] = [_look(beside) for beside, _ in sides if beside is not None]
        return [beside for i, sides in sorted(self._beside.items()) if i != which for beside in sides]


def _least_contrast(colours: Floats, tables: list[_Look]) -> float:
    """The least contrast between these pieces of table and the inside of a detection."""
    bands = _bands(colours, np.ones((SIDE, SIDE), np.bool_))
    inside = _look(np.concatenate([inner for _, inner in bands]))
    return min((_contrast(beside, inside) for beside in tables), default=float("nan"))


def _free(quad: Quads, others: Quads, size: tuple[int, int]) -> NDArray[np.bool_]:
    """Where the cut-out of a detection shows the photo and none of the others, [SIDE, SIDE]."""
    matrix = onto_cutout(quad)
    free = np.ones((SIDE, SIDE), np.uint8)
    back = np.linalg.inv(matrix)
    right, bottom = np.array(size) - 1

    def inside(points: Floats) -> NDArray[np.bool_]:
        there = cv2.perspectiveTransform(points, back)
        return np.asarray(((there >= 0) & (there <= (right, bottom))).all(axis=(1, 2)), np.bool_)

    if not inside(_CORNERS).all():
        free[:] = inside(_PIXELS).reshape(SIDE, SIDE)
    seen = moved(others, matrix)
    middles = seen.mean(axis=1, keepdims=True)
    grown = np.round(middles + (seen - middles) * COVER_GROWTH).astype(np.int32)
    near = (grown.max(axis=1) >= 0).all(axis=1) & (grown.min(axis=1) < SIDE).all(axis=1)
    for other in grown[near]:
        cv2.fillConvexPoly(free, other, 0)
    return np.asarray(free > 0, np.bool_)
