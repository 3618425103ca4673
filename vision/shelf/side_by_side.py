"""Cards on a shelf lie side by side and do not overlap (K1)."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.detect.detections import Detections
from vision.geometry.plane import Plane
from vision.geometry.quads import Quads, keep_best, overlap, sides


@dataclass(frozen=True)
class SideBySideSettings:
    """When two cards of a shelf overlap, and when a card is too large."""

    #: Two cards that share so much of the smaller card cannot both lie there.
    shared: float = 0.18
    #: So many cards tell how large a card looks at its place.
    cards: int = 5


SIDE_BY_SIDE = SideBySideSettings()


def side_by_side(found: Detections) -> NDArray[np.intp]:
    """The numbers of a shelf's cards, without each card that lies partly on a surer card (K1)."""
    return np.sort(keep_best(found.corners, found.score, SIDE_BY_SIDE.shared))


def parted(found: Detections, plane: Plane) -> Detections:
    """The cards of a shelf, overlapping cards made as large as cards look at their place.

    Where two white cards meet, no edge shows, and both outlines may reach too far. If a card is larger than
    others on the table's ``plane``, its side towards the overlapping card moves in.
    """
    corners = found.corners
    pairs = _on_one_another(corners, SIDE_BY_SIDE.shared)
    if not pairs or len(corners) < SIDE_BY_SIDE.cards:
        return found
    size = np.linalg.norm(sides(plane.flat(corners)), axis=2)
    larger = np.maximum(size / np.median(size, axis=1, keepdims=True), 1)
    out = corners.copy()
    for i, j in itertools.chain(pairs, [(j, i) for i, j in pairs]):
        side = _side_towards(corners[i], corners[j])
        near, far = [side, (side + 1) % 4], [(side + 3) % 4, (side + 2) % 4]
        out[i, near] = out[i, far] + (out[i, near] - out[i, far]) / larger[(side + 1) % 2, i]
    return replace(found, corners=out)


def _side_towards(card: Quads, other: Quads) -> int:
    """The side of a card towards another, each [4, 2]: 0 for the upper side, then clockwise."""
    outwards = (card + np.roll(card, -1, axis=0)) / 2 - card.mean(axis=0)
    return int(np.argmax(outwards @ (other - card).mean(axis=0)))


def _on_one_another(corners: Quads, shared: float) -> list[tuple[int, int]]:
    """The pairs of cards, [n, 4, 2], that share so much of the smaller card."""
    middles, reach = corners.mean(axis=1), np.linalg.norm(corners[:, 0] - corners[:, 2], axis=1)
    # Most pairs are too far apart to be compared.
    near = np.linalg.norm(middles[:, None] - middles[None], axis=2) < reach[:, None]
    pairs = np.argwhere(np.triu(near, 1)).tolist()
    return [(i, j) for i, j in pairs if overlap(corners[i], corners[j], shared)]
