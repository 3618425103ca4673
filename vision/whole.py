"""Cards on a shelf of which only the top was made out, given their whole shape."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.detections import FACE_DOWN, FACE_UP, STRIP, Detections
from vision.quads import USUAL_HEIGHT, keep_best

#: So many of the whole cards around say how long a card looks there.
NEAREST = 4
#: Cards of a shelf lie beside each other: of two that share so much of the smaller one, one is none.
SHARED = 0.18


def whole_cards(found: Detections) -> Detections:
    """The same cards, each strip lengthened to the shape of the whole cards around it, and face up.

    On a shelf nothing covers a card but by accident (K1), so a strip there is a card whose lower part was not
    made out. Its upper corners stay; the lower ones take the place that those of its neighbours have,
    reckoned in the neighbours' upper edges. A strip that turns out to lie on another card goes.
    """
    strip = found.kind == STRIP
    if not strip.any():
        return found
    corners = found.corners.copy()
    corners[strip] = _lengthened(found.corners[strip], found.corners[~strip])
    kept = np.sort(keep_best(corners, found.score - strip))  # whole cards first
    kind = np.where(strip, FACE_UP, found.kind).astype(np.int8)
    return replace(found, corners=corners, kind=kind)[kept]


def side_by_side(found: Detections) -> Detections:
    """The cards of a shelf without those that lie partly on a surer one: cards do not overlap there (K1)."""
    return found[np.sort(keep_best(found.corners, found.score, SHARED))]


def most_likely(found: Detections, most: int) -> Detections:
    """The cards without the least likely face-up ones where there are more of these than ``most``."""
    up = np.flatnonzero(found.kind != FACE_DOWN)
    surplus = up[np.argsort(-found.score[up], kind="stable")[most:]]
    return found[np.setdiff1d(np.arange(len(found)), surplus)]


def _lengthened(strips: NDArray[np.float32], whole: NDArray[np.float32]) -> NDArray[np.float32]:
    """Strips, float32 [n, 4, 2], with the lower corners of whole cards like those of ``whole`` [m, 4, 2]."""
    # As complex numbers, corners that are similar differ by a factor and a shift.
    left, right = _complex(strips[:, 0]), _complex(strips[:, 1])
    shapes = np.full((1, 2), 1j * USUAL_HEIGHT)
    nearest = np.zeros((len(strips), 1), np.intp)
    if len(whole):
        tops = _complex(whole[:, 0]), _complex(whole[:, 1])
        edge = np.where(tops[0] == tops[1], 1, tops[1] - tops[0])
        shapes = np.stack(
            [(_complex(whole[:, 2]) - tops[1]) / edge, (_complex(whole[:, 3]) - tops[0]) / edge], axis=1
        )
        apart = np.abs((left + right)[:, None] - (tops[0] + tops[1])[None])
        nearest = np.argsort(apart, axis=1)[:, :NEAREST]
    around = shapes[nearest]
    shape = np.median(around.real, axis=1) + 1j * np.median(around.imag, axis=1)
    lower = np.stack([right, left], axis=1) + shape * (right - left)[:, None]
    out = strips.copy()
    out[:, 2:] = np.stack([lower.real, lower.imag], axis=2)
    return out


def _complex(points: NDArray[np.float32]) -> NDArray[np.complex128]:
    return np.asarray(points[:, 0] + 1j * points[:, 1], np.complex128)
