"""Backs printed as two or three panels, each of which passes for a card.

All cards of a table are of one size: what is as wide as the cards that lie face up but half or a third as
high, and touches others of its kind so that together they are as large, is one card.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from vision.detections import FACE_DOWN, FACE_UP, Detections, joined
from vision.quads import Quads, heights, widths

#: Into how many panels backs are divided.
PANELS = 2, 3
#: The score from which a card face up says how large cards are; how many times larger or smaller a panel may
#: be than its share of that, and how far from the next one, in its own lengths.
SURE, ALIKE, TOUCHING = 0.3, 1.2, 0.12


def put_together(found: Detections) -> Detections:
    """The finds, all set upright, with the panels of each back put together into one."""
    for across in (False, True):
        for panels in PANELS:
            found = _put_together(found, panels, across)
    return found


def _put_together(found: Detections, panels: int, across: bool) -> Detections:
    faces = found.corners[(found.kind == FACE_UP) & (found.score >= SURE)]
    backs = np.flatnonzero(found.kind == FACE_DOWN)
    if len(faces) == 0 or len(backs) < panels:
        return found
    faces, quads = (np.roll(each, int(across), axis=1) for each in (faces, found.corners[backs]))
    share = heights(quads) / np.median(heights(faces)) * panels, widths(quads) / np.median(widths(faces))
    like = (np.abs(np.log(np.stack(share))) < np.log(ALIKE)).all(axis=0)
    backs, quads = backs[like], quads[like]
    cards = _columns(quads, panels)
    if not cards:
        return found
    whole = np.stack([np.concatenate([quads[card[0], :2], quads[card[-1], 2:]]) for card in cards])
    score = np.array([found.score[backs[card]].max() for card in cards])
    rest = np.setdiff1d(np.arange(len(found)), backs[np.concatenate(cards)])
    down = Detections.of(np.roll(whole, -int(across), axis=1), np.full(len(cards), FACE_DOWN), score)
    return joined([found[rest], down])


def _columns(quads: Quads, panels: int) -> list[list[int]]:
    """So many quads that touch, one below the other, for each card.

    Where cards touch too and a panel is missing, those that lie nearest to each other are of one card.
    """
    steps = (quads[None, :, :2] - quads[:, None, [3, 2]]).astype(np.float64)  # from each one to each
    apart = np.linalg.norm(steps, axis=3).max(axis=2) / heights(quads)[:, None]
    below = {i: int(row.argmin()) for i, row in enumerate(apart) if row.min() < TOUCHING}
    cards = []
    for first in sorted(set(range(len(quads))) - set(below.values())):
        column = [first]
        while column[-1] in below:
            column.append(below[column[-1]])
        splits = [
            [column[i : i + panels] for i in range(start, len(column) - panels + 1, panels)]
            for start in range(len(column) % panels + 1)
        ]
        cards += min(splits, key=lambda split: sum(apart[a, b] for card in split for a, b in pairwise(card)))
    return cards
