"""What can be seen of each card's print: the photo's edge, other cards and glare hide it wholly or in part.

One map a card for all that hides: by it the evidence of each mark is weighed, before anything is decided
(`vision.common.evidence.Evidence.weighed`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from vision.common.arrays import Bools, Floats, Picture
from vision.strips.glare import glare_on
from vision.strips.marks import Marks
from vision.strips.photo_edge import Edges
from vision.strips.rectify import BLANK_MARGIN

#: The probability that an icon is hidden where something may hide a part of the icons.
PARTLY_HIDDEN = 0.5


@dataclass(frozen=True)
class Visibility:
    """What can be seen of n cards.

    ``map`` [n, rows, columns]: where something hides a strip (`vision.strips.raster`). ``hidden``: for
    "letter", "order", "of", "count" (of books) and "icons" the probability [n] that print of it is hidden, 1
    where nothing of it shows. ``banner``, ``icons`` [n]: whether the photo shows that part of the card.
    """

    map: Bools
    hidden: Mapping[str, Floats]
    banner: Bools
    icons: Bools

    @classmethod
    def of(cls, pictures: Picture, marks: Marks, edges: Edges, sides: Floats) -> Visibility:
        """What shows on strips, uint8 ``[n, 152, 344, 3]``, with these ``marks``.

        ``edges``: what lies in the photo. ``sides`` [n, 2]: the share of each card's width that others hide
        on the left, with its letter and number, and on the right, with its icons.
        """
        glare = glare_on(pictures, marks)
        beside = sides > BLANK_MARGIN
        banner = edges.banner & ~beside[:, 0]
        letter, number = ~banner | glare.letter, ~banner | glare.number
        wholly = {"letter": letter, "order": number, "of": number}
        wholly |= {"count": ~edges.icons, "icons": ~edges.icons}
        hidden = {name: each.astype(np.float64) for name, each in wholly.items()}
        dazzled = glare.letter | glare.number | glare.icons
        hides = edges.outside | glare.white & dazzled[:, None, None]
        seen = cls(hides, hidden, banner, edges.icons)
        return seen.with_doubt("count", beside[:, 1] | glare.icons).with_doubt("icons", beside[:, 1])

    def with_doubt(self, name: str, cards: Bools) -> Visibility:
        """The same, where something may hide a part of the print ``name`` of these ``cards`` [n]."""
        doubted = np.maximum(self.hidden[name], PARTLY_HIDDEN * cards)
        return replace(self, hidden={**self.hidden, name: doubted})
