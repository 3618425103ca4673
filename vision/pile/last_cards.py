"""The last cards of a pile's columns, each as long as the others are.

All cards of a pile have one shape. Where a column's last card seems longer than those of the others, its
upper part is the strip of the card that it lies on; where it seems shorter, its own upper part was taken for
such a strip. Its lower edge, which nothing covers, is where it seems to be; the upper one is looked for where
a card of the usual length would have it, and print must show that it is there.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.detect.detections import FACE_UP, STRIP, Detections, joined
from vision.detect.detector import Detector
from vision.geometry.quads import Quads, heights, widths
from vision.geometry.sizes import LengthSettings, usual_lengths
from vision.photo.pyramid import Photo
from vision.pile.overlooked import CLEAR_PRINT
from vision.strips.marks import BOOK_CARD, print_at

#: So many last cards say how long they are; how much longer or shorter one must be, as a logarithm. Of 1,318
#: last cards in 288 piles five were two cards, 0.078 to 0.205 longer, and one a part of one, 0.198 shorter;
#: no other was off by more than 0.064.
SEVERAL, ANOTHER_LENGTH = 3, 0.072
#: How the lengths of last cards are fitted over the photo, with room for the camera's tilt.
LENGTHS = LengthSettings(slope=0.06)
#: A strip that begins this near to a last card, in card widths, is its banner.
BANNER = 0.1


def of_one_length(photo: Photo, detector: Detector, found: Detections) -> Detections:
    """The finds of a pile in a photo, uint8 BGR [H, W, 3], their last cards all of one length.

    A strip that one of them had too much is one of the finds then where it shows print; one that was a part
    of one of them is none.
    """
    last = np.flatnonzero(found.kind == FACE_UP)
    if len(last) < SEVERAL:
        return found
    corners = found.corners[last]
    length = heights(corners).astype(np.float64)
    share = usual_lengths(length, corners.mean(axis=1).astype(np.float64), LENGTHS) / length
    odd = np.flatnonzero(np.abs(np.log(share)) > ANOTHER_LENGTH)
    usual = detector.edges(photo, _lengthened(corners[odd], share[odd]), FACE_UP).corners
    if len(usual) == 0:  # none is odd, or there is no edge network
        return found
    printed = print_at(photo, usual) > BOOK_CARD
    odd, usual = odd[printed], usual[printed]
    whole = found.corners.copy()
    whole[last[odd]] = usual
    longer = share[odd] < 1
    upper = detector.edges(photo, _between(corners[odd], usual)[longer], STRIP)
    upper = upper[print_at(photo, upper.corners) > CLEAR_PRINT]
    return joined([_without_banners(replace(found, corners=whole), usual[~longer]), upper])


def _without_banners(found: Detections, cards: Quads) -> Detections:
    """The finds of a pile without strips that are the banners of these ``cards``, float32 [m, 4, 2]."""
    tops, theirs = found.corners[:, :2].mean(axis=1), cards[:, :2].mean(axis=1)
    off = np.linalg.norm(tops[:, None] - theirs[None], axis=2) / widths(cards)
    return found[~((found.kind == STRIP) & (off < BANNER).any(axis=1))]


def _lengthened(quads: Quads, share: NDArray[np.float64]) -> Quads:
    """The cards, [n, 4, 2], with their upper edges moved to ``share`` [n] of their lengths."""
    out = quads.copy()
    out[:, :2] = quads[:, [3, 2]] + share[:, None, None] * (quads[:, :2] - quads[:, [3, 2]])
    return out


def _between(longer: Quads, cut: Quads) -> Quads:
    """What lies between the upper edges of cards, [n, 4, 2], before and after they were cut."""
    return np.concatenate([longer[:, :2], cut[:, [1, 0]]], axis=1)
