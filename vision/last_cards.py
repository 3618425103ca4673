"""The last cards of a pile's columns, each with its strip, and as long as the others are.

What lies right below a strip and shows none of the print that the strip does is no card of its own. All cards
of a pile have one shape. Where a column's last card seems longer than those of the others, its upper part is
the strip of the card that it lies on; where it seems shorter, its own upper part was taken for such a strip.
Its lower edge, which nothing covers, is where it seems to be; the upper one is looked for where a card of the
usual length would have it, and print must show that it is there.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.cut_short import without_banners
from vision.detect import Detector
from vision.detections import FACE_UP, STRIP, Detections, joined
from vision.finder import BOOK_CARD, print_at
from vision.glare import banner_in_glare
from vision.pile_cards import usual_lengths
from vision.pile_gaps import CLEAR_PRINT
from vision.pyramid import Photo
from vision.quads import Quads, heights, widths

#: So many last cards say how long they are; how much longer or shorter one must be, as a logarithm. Of 1,318
#: last cards in 288 piles five were two cards, 0.078 to 0.205 longer, and one a part of one, 0.198 shorter;
#: no other was off by more than 0.064.
SEVERAL, ANOTHER_LENGTH = 3, 0.072
#: How much the logarithm of a card's length may change over one card, which the camera's tilt makes.
SLOPE = 0.06
#: How much less print than the strip right above it, whose lower edge is so near (in card widths), a body
#: shows that is part of that strip's card. Of 1,523 last cards in 254 piles none showed 0.95 less, of seven
#: such bodies all showed 1.41 less and more.
LESS, RIGHT_ABOVE = 1.2, 0.15


def with_their_strips(photo: Photo, found: Detections) -> Detections:
    """The finds of a pile in a photo, uint8 BGR [H, W, 3], what is but a card's body part of its card."""
    bodies, strips = (np.flatnonzero(found.kind == kind) for kind in (FACE_UP, STRIP))
    if len(bodies) == 0 or len(strips) == 0:
        return found
    upper, lower = found.corners[bodies, :2].mean(axis=1), found.corners[strips, 2:].mean(axis=1)
    apart = np.linalg.norm(upper[:, None] - lower[None], axis=2) / widths(found.corners[bodies])[:, None]
    near = apart.min(axis=1) < RIGHT_ABOVE
    bodies, above = bodies[near], strips[apart.argmin(axis=1)][near]
    both = found.corners[[*above, *bodies]]
    shown = print_at(photo, both).reshape(2, -1)
    bare = shown[0] - shown[1] > LESS
    if bare.any():
        bare &= ~banner_in_glare(photo, both)[len(above) :]
    corners, kind = found.corners.copy(), found.kind.copy()
    corners[above[bare], 2:] = corners[bodies[bare], 2:]
    kind[above[bare]] = FACE_UP
    kept = np.setdiff1d(np.arange(len(found)), bodies[bare])
    return replace(found, corners=corners, kind=kind)[kept]


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
    share = usual_lengths(length, corners.mean(axis=1).astype(np.float64), SLOPE) / length
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
    return joined([without_banners(replace(found, corners=whole), usual[~longer]), upper])


def _lengthened(quads: Quads, share: NDArray[np.float64]) -> Quads:
    """The cards, [n, 4, 2], with their upper edges moved to ``share`` [n] of their lengths."""
    out = quads.copy()
    out[:, :2] = quads[:, [3, 2]] + share[:, None, None] * (quads[:, :2] - quads[:, [3, 2]])
    return out


def _between(longer: Quads, cut: Quads) -> Quads:
    """What lies between the upper edges of cards, [n, 4, 2], before and after they were cut."""
    return np.concatenate([longer[:, :2], cut[:, [1, 0]]], axis=1)
