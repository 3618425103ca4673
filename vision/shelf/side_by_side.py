"""Cards on a shelf lie side by side, none on another (K1)."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np

from vision.detect.detections import FACE_DOWN, Detections
from vision.geometry.quads import Quads, keep_best, overlap
from vision.geometry.sizes import by_whole_area, sizes_there

#: Cards of a shelf lie beside each other: of two that share so much of the smaller one, one is none.
SHARED = 0.18
#: So many cards tell how large one looks at its place.
ENOUGH = 5


def side_by_side(found: Detections) -> Detections:
    """The cards of a shelf without those that lie partly on a surer one: cards do not overlap there (K1)."""
    return found[np.sort(keep_best(found.corners, found.score, SHARED))]


def parted(found: Detections) -> Detections:
    """The cards of a shelf, those that lie partly on another made as large as cards look at their place.

    Where two white cards meet no edge shows, and both may reach over it: of each that is larger than others
    the side at which the other lies moves in.
    """
    corners = found.corners
    pairs = _on_one_another(corners)
    if not pairs or len(corners) < ENOUGH:
        return found
    counted = by_whole_area(corners, found.score)
    larger = [np.maximum(sizes_there(np.roll(corners, by, axis=1), counted), 0) for by in range(2)]
    out = corners.copy()
    for i, j in itertools.chain(pairs, [(j, i) for i, j in pairs]):
        side = _side_towards(corners[i], corners[j])
        near, far = [side, (side + 1) % 4], [(side + 3) % 4, (side + 2) % 4]
        out[i, near] = out[i, far] + (out[i, near] - out[i, far]) * np.exp(-larger[(side + 1) % 2][i])
    return replace(found, corners=out)


def _side_towards(card: Quads, other: Quads) -> int:
    """The side of a card at which another lies, each [4, 2]: 0 the upper one, 1 the right one, and so on."""
    outwards = (card + np.roll(card, -1, axis=0)) / 2 - card.mean(axis=0)
    return int(np.argmax(outwards @ (other - card).mean(axis=0)))


def _on_one_another(corners: Quads) -> list[tuple[int, int]]:
    """The pairs of cards, [n, 4, 2], that cannot both lie there; most are too far apart to be compared."""
    middles, reach = corners.mean(axis=1), np.linalg.norm(corners[:, 0] - corners[:, 2], axis=1)
    near = np.linalg.norm(middles[:, None] - middles[None], axis=2) < reach[:, None]
    pairs = np.argwhere(np.triu(near, 1)).tolist()
    return [(i, j) for i, j in pairs if overlap(corners[i], corners[j], SHARED)]


def most_likely(found: Detections, most: int) -> Detections:
    """The cards without the least likely face-up ones where there are more of these than ``most``."""
    up = np.flatnonzero(found.kind != FACE_DOWN)
    surplus = up[np.argsort(-found.score[up], kind="stable")[most:]]
    return found[np.setdiff1d(np.arange(len(found)), surplus)]
