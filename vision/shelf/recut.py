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

from vision.detect.detections import FACE_UP, Detections
from vision.detect.detector import Detector
from vision.geometry.quads import extended
from vision.photo.pyramid import Photo
from vision.strips.marks import BOOK_CARD, print_at

#: How far above the edge that was found the true one is looked for, in card widths.
HIGHER = (0.1, 0.2, 0.3, 0.4)
#: How much more of what every face shows must come into view (`vision.strips.marks.Marks.shown`, 0 to 3).
MORE = 0.5


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
        [*(extended(corners, by) for by in HIGHER), *(np.roll(corners, -turn, axis=1) for turn in (1, 2, 3))]
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
