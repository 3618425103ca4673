"""How far what lies inside a find differs from the table right beside it.

A place between cards has the sides of its neighbours for edges, and a frame printed on a cloth has edges of
its own, but inside either there is the same table as around it. A card is something else than what it lies
on.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detections import FACE_DOWN, FACE_UP, Detections
from vision.quads import Quads
from vision.verify import EDGE, SIDE

Picture = NDArray[np.uint8]
Floats = NDArray[np.float64]

#: Bands along each side, in pixels of a cut-out: so far from the side, so wide, and so far from its ends.
GAP, WIDE, ENDS = 2, 6, 4
#: The share of an outer band that no other card may cover, for its side to be looked at.
FREE = 0.6
#: The detector's score from which a find covers what lies beside it.
CLEAR = 0.6
#: And from which a face is one.
SURE = 0.95
#: Other cards are taken for this much larger: their edges are not known to the pixel, and they cast shadows.
GROWN = 1.06
#: Differences in colour (CIELAB, 8 bit) that nobody sees are none.
NOISE = 3.0


def steps(pictures: Picture, found: Detections) -> NDArray[np.float32]:
    """How many times its own unevenness the colour changes over each side of each find, float32 [n, 4].

    ``pictures``: the finds as `vision.verify.cutouts` cuts them. NaN for a side that another one covers, and
    for all but cards that lie face down, or may, as they do not look much like a face.
    """
    out = np.full((len(found), 4), np.nan, np.float32)
    covering = found.score >= CLEAR
    back = (found.kind == FACE_DOWN) | (found.kind == FACE_UP) & (found.score < SURE)
    for i in np.flatnonzero(back):
        others = found.corners[covering & (np.arange(len(found)) != i)]
        free = ~_covered(found.corners[i], others)
        picture = pictures[i]
        colours = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB).astype(np.float64)
        for side in range(4):  # turned so that each side in turn is the upper one
            out[i, side] = _step(np.rot90(colours, side), np.rot90(free, side))
    return out


def _step(colours: Floats, free: NDArray[np.bool_]) -> float:
    low, high = round(EDGE), SIDE - round(EDGE)
    along = slice(low + ENDS, high - ENDS)
    outer, inner = slice(low - GAP - WIDE, low - GAP), slice(low + GAP, low + GAP + WIDE)
    seen = free[outer, along]
    if seen.mean() < FREE:
        return float("nan")
    beside, inside = colours[outer, along][seen], colours[inner, along].reshape(-1, 3)
    apart = np.linalg.norm(np.median(beside, axis=0) - np.median(inside, axis=0))
    return float(apart / (NOISE + beside.std(axis=0).mean() + inside.std(axis=0).mean()))


def _covered(quad: Quads, others: Quads) -> NDArray[np.bool_]:
    """Where other cards lie in the cut-out of a find, [SIDE, SIDE]."""
    low, high = EDGE, SIDE - 1 - EDGE
    target = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    covered = np.zeros((SIDE, SIDE), np.uint8)
    for other in others:
        seen = cv2.perspectiveTransform(other[None].astype(np.float32), matrix)[0]
        middle = seen.mean(axis=0)
        cv2.fillConvexPoly(covered, np.round(middle + (seen - middle) * GROWN).astype(np.int32), 1)
    return covered > 0
