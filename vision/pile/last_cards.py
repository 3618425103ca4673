"""The last cards of a pile's columns, all of one length.

A last card that seems longer than the others has the strip of the card above on it; where it seems shorter,
its own upper part was taken for a strip. Nothing covers its lower edge, so that edge is right. The upper edge
is looked for where a card of the usual length would have it, and print must show that it is there.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.detect.detections import FACE_UP, Detections
from vision.detect.detector import Detector
from vision.geometry.plane import lengths_there
from vision.geometry.quads import Quads, heights
from vision.photo.pyramid import Photo
from vision.strips.marks import BOOK_CARD, print_at

# When a last card has another length than most.
#: Fewest last cards that show how long cards are.
FEWEST_LAST_CARDS = 3
#: A card differs in length if the logarithm of the factor is more than this.
OTHER_LENGTH = 0.072


def of_one_length(photo: Photo, detector: Detector, found: Detections) -> Detections:
    """The detections of a pile in a photo, uint8 BGR [H, W, 3], their last cards all of one length."""
    last = np.flatnonzero(found.kind == FACE_UP)
    if len(last) < FEWEST_LAST_CARDS:
        return found
    corners = found.corners[last]
    length = heights(corners).astype(np.float64)
    share = np.exp(-lengths_there(length, corners.mean(axis=1).astype(np.float64)))
    odd = np.flatnonzero(np.abs(np.log(share)) > OTHER_LENGTH)
    lengthened = detector.edges(photo, _lengthened(corners[odd], share[odd]), FACE_UP).corners
    if len(lengthened) == 0:  # no card differs, or there is no edge network
        return found
    printed = print_at(photo, lengthened) > BOOK_CARD
    odd, lengthened = odd[printed], lengthened[printed]
    whole = found.corners.copy()
    whole[last[odd]] = lengthened
    return replace(found, corners=whole)


def _lengthened(quads: Quads, share: NDArray[np.float64]) -> Quads:
    """The cards, [n, 4, 2], with their upper edges moved to ``share`` [n] of their lengths."""
    out = quads.copy()
    out[:, :2] = quads[:, [3, 2]] + share[:, None, None] * (quads[:, :2] - quads[:, [3, 2]])
    return out
