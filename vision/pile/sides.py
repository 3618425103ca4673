"""Which side of a pile's card another column hides: its print tells, where its outline does not.

All cards of a printing have letter and number at one place. Of a strip that shows in part, one of its sides
is reckoned; where that is the wrong one, its print stands too far to the left or right.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.arrays import Floats
from vision.detect.detections import Detections
from vision.photo.pyramid import Photo
from vision.strips import rectify
from vision.strips.marks import find_marks
from vision.strips.rectify import BLANK_MARGIN

#: So many cards of which nothing is hidden say where letter and number stand.
ENOUGH = 3
#: In card widths: how near to their place these stand on the right side, and how much farther on the wrong
#: one. Of 37 cards in 120 piles 6 were on the wrong side: they stood 0.10 to 0.19 off, then at most 0.02.
NEAR, FARTHER = 0.05, 0.05
#: The least probability of the letter and of the number, together; and below what they are not to be seen:
#: a strip that reaches over its card's edge cuts them off.
CLEAR, UNSEEN = 1.0, 0.3


def on_the_printed_side(photo: Photo, cards: Detections, hidden: Floats) -> tuple[Detections, Floats]:
    """The cards of a pile in a photo, uint8 BGR [H, W, 3], with the side hidden that their print says.

    ``hidden`` [n, 2]: the share of each one's width that is taken to be hidden on its left and its right.
    """
    doubtful = np.flatnonzero((hidden.max(axis=1) > BLANK_MARGIN) & (hidden.min(axis=1) <= 0))
    whole = hidden.max(axis=1) <= 0
    if len(doubtful) == 0 or whole.sum() < ENOUGH:
        return cards, hidden
    moved = cards.corners.copy()
    across = (cards.corners[:, 1] - cards.corners[:, 0])[:, None]
    moved += ((hidden[:, 0] - hidden[:, 1])[:, None, None] * across).astype(np.float32)
    marks = find_marks(rectify.strips(photo, np.concatenate([cards.corners, moved[doubtful]])), guessed=True)
    places = np.stack([marks.letter[:, 1], marks.number[:, 1]], axis=1) / rectify.SCALE
    n = len(cards)
    off = np.abs(places - np.median(places[:n][whole], axis=0)).max(axis=1)
    seen = marks.letter[:, 0] + marks.number[:, 0]
    off[:n][seen[:n] < UNSEEN] = np.inf
    clear = seen[n:] > CLEAR
    other = doubtful[clear & (off[n:] < NEAR) & (off[doubtful] > off[n:] + FARTHER)]
    corners, shares = cards.corners.copy(), hidden.copy()
    corners[other], shares[other] = moved[other], hidden[other][:, ::-1]
    return replace(cards, corners=corners), shares
