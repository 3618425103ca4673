"""Cards whose banner is not where it was looked for: they were cut short, or lie in another turn.

A rule or a shadow below the banner was taken for a card's upper edge, or the pattern at its side for its
banner. What a strip shows tells: cut at the card's true upper edge it shows letter, number and icons,
elsewhere it does not. So where the upper edge may lie higher is looked at in steps, and so are the other
three sides; where print comes into view the edge network says how the card lies.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.detect import Detector
from vision.detections import FACE_UP, STRIP, Detections
from vision.finder import BOOK_CARD, print_at
from vision.pyramid import Photo
from vision.quads import Quads, widths

#: How far above the edge that was found the true one is looked for, in card widths.
HIGHER = (0.1, 0.2, 0.3, 0.4)
#: How much more of what every face shows must come into view (`vision.finder.Marks.shown`, 0 to 3).
MORE = 0.5
#: So many last cards of columns are several; and a strip that begins this near to one, in card widths, is its
#: banner.
SEVERAL, BANNER = 2, 0.1


def with_banners(
    photo: Photo, detector: Detector, cards: Detections, shown: NDArray[np.float32]
) -> Detections | None:
    """The cards of a photo, uint8 BGR [H, W, 3], those cut short made whole and those in another turn turned;
    None where none was.

    ``shown`` [n]: how much each one's strip shows of what every face does.
    """
    short = np.flatnonzero((cards.kind == FACE_UP) & (shown < BOOK_CARD))
    if len(short) == 0:
        return None
    corners = cards.corners[short]
    tries = np.stack(
        [*(_higher(corners, by) for by in HIGHER), *(np.roll(corners, -turn, axis=1) for turn in (1, 2, 3))]
    )
    clear = print_at(photo, tries.reshape(-1, 4, 2)).reshape(len(tries), -1)
    better = (clear.max(axis=0) > BOOK_CARD) & (clear.max(axis=0) > shown[short] + MORE)
    if not better.any():
        return None
    longer = detector.edges(photo, tries[clear.argmax(axis=0), np.arange(len(short))][better], FACE_UP)
    if len(longer) == 0:  # there is no edge network
        return None
    corners = cards.corners.copy()
    corners[short[better]] = longer.corners
    return replace(cards, corners=corners)


def with_banners_in_pile(photo: Photo, detector: Detector, found: Detections) -> Detections:
    """The finds of a pile in a photo, uint8 BGR [H, W, 3], those cut short made whole: their banners were
    taken for strips of other cards.

    The last card of a column may lie in glare, and the strip above it then shows print as its own banner
    would; so only where none of several shows print.
    """
    last = np.flatnonzero(found.kind == FACE_UP)
    shown = print_at(photo, found.corners[last])
    if len(last) < SEVERAL or (shown >= BOOK_CARD).any():
        return found
    whole = with_banners(photo, detector, found[last], shown)
    if whole is None:
        return found
    corners = found.corners.copy()
    corners[last] = whole.corners
    return without_banners(replace(found, corners=corners), whole.corners)


def without_banners(found: Detections, cards: Quads) -> Detections:
    """The finds of a pile without strips that are the banners of these ``cards``, float32 [m, 4, 2]."""
    tops, theirs = found.corners[:, :2].mean(axis=1), cards[:, :2].mean(axis=1)
    off = np.linalg.norm(tops[:, None] - theirs[None], axis=2) / widths(cards)
    return found[~((found.kind == STRIP) & (off < BANNER).any(axis=1))]


def _higher(quads: Quads, by: float) -> Quads:
    """The cards, [n, 4, 2], with their upper edge moved up along their sides ``by`` that many widths."""
    up = quads[:, :2] - quads[:, [3, 2]]
    up /= np.maximum(np.linalg.norm(up, axis=2, keepdims=True), 1e-6)
    out = quads.copy()
    out[:, :2] += (by * widths(quads))[:, None, None] * up
    return out
