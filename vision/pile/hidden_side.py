"""The side of a pile's card that another column hides: print tells it where the outline does not.

All cards of a printing have letter and number at one place. A strip that shows in part is widened on one
side; if that side is wrong, its print stands too far to the left or to the right.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.arrays import Floats
from vision.detect.detections import Detections
from vision.photo.pyramid import Photo
from vision.strips import rectify
from vision.strips.marks import find_marks
from vision.strips.rectify import BLANK_MARGIN


@dataclass(frozen=True)
class HiddenSideSettings:
    """When print shows that the other side of a card is hidden. Distances are in card widths."""

    #: Fewest cards in full view that show where letter and number stand.
    fewest_whole: int = 3
    #: Print in its place stands nearer to it than this.
    near: float = 0.05
    #: Print of a card widened on the wrong side stands further from its place by more than this.
    farther: float = 0.05
    #: Letter and number tell the place above this sum of their probabilities.
    clear: float = 1.0
    #: Below this sum a card shows neither: it was widened on the side that was in view.
    unseen: float = 0.3


HIDDEN_SIDE = HiddenSideSettings()


def with_printed_side(photo: Photo, cards: Detections, hidden: Floats) -> tuple[Detections, Floats]:
    """The cards of a pile in a photo, uint8 BGR [H, W, 3], moved where print shows that the other side is
    hidden; and ``hidden`` [n, 2], the share of each width that is hidden on the left and on the right.
    """
    doubtful = np.flatnonzero((hidden.max(axis=1) > BLANK_MARGIN) & (hidden.min(axis=1) <= 0))
    whole = hidden.max(axis=1) <= 0
    if len(doubtful) == 0 or whole.sum() < HIDDEN_SIDE.fewest_whole:
        return cards, hidden
    moved = cards.corners.copy()
    across = (cards.corners[:, 1] - cards.corners[:, 0])[:, None]
    moved += ((hidden[:, 0] - hidden[:, 1])[:, None, None] * across).astype(np.float32)
    marks = find_marks(rectify.strips(photo, np.concatenate([cards.corners, moved[doubtful]])), guessed=True)
    places = np.stack([marks.letter[:, 1], marks.number[:, 1]], axis=1) / rectify.SCALE
    n = len(cards)
    off = np.abs(places - np.median(places[:n][whole], axis=0)).max(axis=1)
    seen = marks.letter[:, 0] + marks.number[:, 0]
    off[:n][seen[:n] < HIDDEN_SIDE.unseen] = np.inf
    clear = seen[n:] > HIDDEN_SIDE.clear
    nearer = (off[n:] < HIDDEN_SIDE.near) & (off[doubtful] > off[n:] + HIDDEN_SIDE.farther)
    other = doubtful[clear & nearer]
    corners, shares = cards.corners.copy(), hidden.copy()
    corners[other], shares[other] = moved[other], hidden[other][:, ::-1]
    return replace(cards, corners=corners), shares
