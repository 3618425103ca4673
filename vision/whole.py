"""Cards on a shelf of which only the top was made out, given their whole shape."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.detections import FACE_DOWN, FACE_UP, STRIP, Detections
from vision.quads import USUAL_HEIGHT, Quads, by_whole_area, keep_best, overlap, sizes_there

#: So many of the whole cards around say how long a card looks there.
NEAREST = 4
#: Cards of a shelf lie beside each other: of two that share so much of the smaller one, one is none.
SHARED = 0.18
#: So many cards tell how large one looks at its place.
ENOUGH = 5


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


def parted(found: Detections) -> Detections:
    """The cards of a shelf, those that lie partly on another made as large as cards look at their place.

    Where two white cards meet no edge shows, and both may reach over it: of each that is larger than others
    the side at which the other lies moves in. Strips stay as they are.
    """
    whole = found.kind != STRIP
    corners = found.corners.copy()
    corners[whole] = _parted(corners[whole], found.score[whole])
    return replace(found, corners=corners)


def _parted(corners: Quads, score: NDArray[np.floating]) -> Quads:
    """The whole cards, [n, 4, 2], parted. The higher a ``score`` [n], the more its card says of sizes."""
    pairs = [(i, j) for i, j in itertools.combinations(range(len(corners)), 2) if _on_another(corners, i, j)]
    if not pairs or len(corners) < ENOUGH:
        return corners
    counted = by_whole_area(corners, score)
    larger = [np.maximum(sizes_there(np.roll(corners, by, axis=1), counted), 0) for by in range(2)]
    out = corners.copy()
    for i, j in itertools.chain(pairs, [(j, i) for i, j in pairs]):
        side = _side_towards(corners[i], corners[j])
        near, far = [side, (side + 1) % 4], [(side + 3) % 4, (side + 2) % 4]
        out[i, near] = out[i, far] + (out[i, near] - out[i, far]) * np.exp(-larger[(side + 1) % 2][i])
    return out


def _side_towards(card: Quads, other: Quads) -> int:
    """The side of a card at which another lies, each [4, 2]: 0 the upper one, 1 the right one, and so on."""
    outwards = (card + np.roll(card, -1, axis=0)) / 2 - card.mean(axis=0)
    return int(np.argmax(outwards @ (other - card).mean(axis=0)))


def _on_another(corners: Quads, i: int, j: int) -> bool:
    """Whether cards i and j of [n, 4, 2] cannot both lie there; most are too far apart to be compared."""
    apart, across = (corners[i] - corners[j]).mean(axis=0), corners[i, 0] - corners[i, 2]
    return bool(np.hypot(*apart) < np.hypot(*across)) and overlap(corners[i], corners[j], SHARED)


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
