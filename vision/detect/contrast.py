"""How far what lies inside a find differs from the table right beside it.

A place between cards has the sides of its neighbours for edges, and a frame printed on a cloth has edges of
its own, but inside either there is the same table as around it. A card is something else than what it lies
on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Picture
from vision.deadline import in_time
from vision.detect.detections import FACE_DOWN, Detections
from vision.detect.verifier import EDGE, SIDE, onto_cutout
from vision.geometry.quads import Quads, moved

#: Bands along each side, in pixels of a cut-out: so far from the side, so wide, and so far from its ends.
GAP, WIDE, ENDS = 2, 6, 4
#: The share of an outer band that no other card may cover, for its side to be looked at.
FREE = 0.6
#: The detector's score from which a find covers what lies beside it.
CLEAR = 0.6
#: Other cards are taken for this much larger: their edges are not known to the pixel, and they cast shadows.
GROWN = 1.06
#: Where the pixels of a cut-out are, row by row, [SIDE * SIDE, 1, 2].
_PIXELS = np.stack(np.meshgrid(*2 * (np.arange(SIDE, dtype=np.float64),)), axis=-1).reshape(-1, 1, 2)
_CORNERS = _PIXELS[[0, SIDE - 1, -SIDE, -1]]  #: where all four are in the photo, all pixels are
#: Differences in colour (CIELAB, 8 bit) that nobody sees are none.
NOISE = 3.0


def steps(pictures: Picture, found: Detections, size: tuple[int, int]) -> NDArray[np.float32]:
    """How many times its own unevenness the colour changes over each side of each find, float32 [n, 4].

    ``pictures``: the finds as `vision.detect.verifier.cutouts` cuts them out of a photo of this ``size``
    (width, height). NaN for a side that another one covers or beside which the photo ends, and for all but
    cards that lie face down: faces are told by their print. Where no side is free, what lies inside is
    compared with the table as it is beside the others.
    """
    out = np.full((len(found), 4), np.nan, np.float32)
    tables = _Tables(pictures, found, size)
    for i in np.flatnonzero(found.kind == FACE_DOWN).tolist():
        in_time()
        colours, free = _seen(pictures, found, i, size)
        out[i] = [
            _step(_look(beside), _look(inside)) if beside is not None else np.nan
            for beside, inside in _bands(colours, free)
        ]
        if np.isnan(out[i]).all():
            out[i] = _from_table(colours, tables.but(i))
    return out


def compared(pictures: Picture, found: Detections, size: tuple[int, int]) -> Detections:
    """The finds with the `steps` and the usual colour inside of those that lie face down.

    Arguments as for `steps`.
    """
    low, high = round(EDGE) + GAP, SIDE - round(EDGE) - GAP
    colour = np.full((len(found), 3), np.nan, np.float32)
    for i in np.flatnonzero(found.kind == FACE_DOWN).tolist():
        inside = np.ascontiguousarray(pictures[i, low:high, low:high])
        colour[i] = np.median(cv2.cvtColor(inside, cv2.COLOR_BGR2LAB).reshape(-1, 3), axis=0)
    return replace(found, steps=steps(pictures, found, size), colour=colour)


def _seen(
    pictures: Picture, found: Detections, i: int, size: tuple[int, int]
) -> tuple[Floats, NDArray[np.bool_]]:
    """A find's cut-out in CIELAB, [SIDE, SIDE, 3], and where it shows the photo and no other find."""
    others = found.corners[(found.score >= CLEAR) & (np.arange(len(found)) != i)]
    colours = cv2.cvtColor(pictures[i], cv2.COLOR_BGR2LAB).astype(np.float64)
    return colours, _free(found.corners[i], others, size)


def _bands(colours: Floats, free: NDArray[np.bool_]) -> Iterator[tuple[Floats | None, Floats]]:
    """Of each side the pixels of the table beside it, [k, 3], None where it is covered, and those inside."""
    low, high = round(EDGE), SIDE - round(EDGE)
    along = slice(low + ENDS, high - ENDS)
    outer, inner = slice(low - GAP - WIDE, low - GAP), slice(low + GAP, low + GAP + WIDE)
    for side in range(4):  # turned so that each side in turn is the upper one
        here, open_ = np.rot90(colours, side), np.rot90(free, side)[outer, along]
        beside = here[outer, along][open_] if open_.mean() >= FREE else None
        yield beside, here[inner, along].reshape(-1, 3)


class _Look(NamedTuple):
    """What pixels look like: their usual colour, [3], and how uneven they are."""

    colour: Floats
    uneven: float


def _look(pixels: Floats) -> _Look:
    return _Look(np.asarray(np.median(pixels, axis=0)), float(pixels.std(axis=0).mean()))


def _step(beside: _Look, inside: _Look) -> float:
    apart = np.linalg.norm(beside.colour - inside.colour)
    return float(apart / (NOISE + beside.uneven + inside.uneven))


class _Tables:
    """The table beside each clear find, looked at once, and only where a find asks for it."""

    def __init__(self, pictures: Picture, found: Detections, size: tuple[int, int]) -> None:
        self._of, self._beside = (pictures, found, size), dict[int, list[_Look]]()

    def but(self, which: int) -> list[_Look]:
        """The pieces of table beside all clear finds but one, side by side."""
        pictures, found, size = self._of
        for i in np.flatnonzero(found.score >= CLEAR).tolist():
            if i != which and i not in self._beside:
                in_time()
                sides = _bands(*_seen(pictures, found, i, size))
                self._beside[i] = [_look(beside) for beside, _ in sides if beside is not None]
        return [beside for i, sides in sorted(self._beside.items()) if i != which for beside in sides]


def _from_table(colours: Floats, tables: list[_Look]) -> float:
    """The least step from any of these pieces of table to what lies inside a find."""
    bands = _bands(colours, np.ones((SIDE, SIDE), np.bool_))
    inside = _look(np.concatenate([inner for _, inner in bands]))
    return min((_step(beside, inside) for beside in tables), default=float("nan"))


def _free(quad: Quads, others: Quads, size: tuple[int, int]) -> NDArray[np.bool_]:
    """Where in the cut-out of a find the photo is and no other card lies, [SIDE, SIDE]."""
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
    grown = np.round(middles + (seen - middles) * GROWN).astype(np.int32)
    near = (grown.max(axis=1) >= 0).all(axis=1) & (grown.min(axis=1) < SIDE).all(axis=1)
    for other in grown[near]:
        cv2.fillConvexPoly(free, other, 0)
    return np.asarray(free > 0, np.bool_)
