"""Cards that show no banner: they were cut too low, or lie in another turn.

The detector may take a rule or a shadow below the banner for a card's upper edge, or a pattern at its side
for its banner. Only at the true upper edge does a strip show letter, number and icons. So print is looked for
above the edge in steps, and at the other three sides. Where print shows, the edge network finds the corners.

A face without its banner passes for a back, but for its height. So print is looked for at low backs too.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.common.arrays import Bools, Floats32
from vision.detect.detections import FACE_UP, Detections
from vision.detect.detector import Detector
from vision.geometry.plane import by_whole_area, sizes_there
from vision.geometry.quads import extended
from vision.photo.pyramid import Photo
from vision.strips.marks import BOOK_CARD, print_at

# Where the banner of a card is looked for, and how much print must come into view.
#: Distances above the upper edge that was found, in card widths.
BANNER_HIGHER = (0.1, 0.2, 0.3, 0.4)
#: A back is low when it is at most this high, in heights of cards with print at its place.
LOW_BACK = 0.95
#: So much more print must show than before (`vision.strips.marks.Marks.shown`, 0 to 3).
MORE_PRINT = 0.5


def with_banners(
    photo: Photo, detector: Detector, cards: Detections, shown: Floats32
) -> tuple[Detections, Floats32]:
    """The cards of a photo, uint8 BGR [H, W, 3], with corners found anew where a banner came into view.

    ``shown`` [n]: how much print each card's strip shows; it comes back with what the new strips show.
    """
    bare = shown < BOOK_CARD
    short = np.flatnonzero(bare & ((cards.kind == FACE_UP) | _low(cards, ~bare)))
    if len(short) == 0:
        return cards, shown
    corners = cards.corners[short]
    tries = np.stack(
        [
            *(extended(corners, by) for by in BANNER_HIGHER),
            *(np.roll(corners, -turn, axis=1) for turn in (1, 2, 3)),
        ]
    )
    clear = print_at(photo, tries.reshape(-1, 4, 2)).reshape(len(tries), -1)
    most = clear.max(axis=0)
    better = (most > BOOK_CARD) & (most > shown[short] + MORE_PRINT)
    found = detector.edges(photo, tries[clear.argmax(axis=0), np.arange(len(short))][better], FACE_UP)
    if len(found) == 0:  # no banner came into view, or there is no edge network
        return cards, shown
    corners, shown = cards.corners.copy(), shown.copy()
    corners[short[better]], shown[short[better]] = found.corners, most[better]
    return replace(cards, corners=corners), shown


def _low(cards: Detections, printed: Bools) -> Bools:
    """Which cards, [n], are lower than the ``printed`` cards [n]; none where no card shows print."""
    if not printed.any():
        return np.zeros(len(cards), np.bool_)
    counted = by_whole_area(cards.corners, cards.score * printed)
    heights = sizes_there(np.roll(cards.corners, 1, axis=1), counted)
    return np.asarray(heights <= np.log(LOW_BACK), np.bool_)
