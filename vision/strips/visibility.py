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
from vision.strips.overlap import covered, under_others
from vision.strips.photo_edge import Edges
from vision.strips.rectify import BLANK_MARGIN

#: The probability that an icon or a digit is hidden where something may hide a part of the print.
PARTLY_HIDDEN = 0.5


@dataclass(frozen=True)
class Visibility:
    """What can be seen of n cards.

    ``map`` [n, rows, columns]: where something hides a strip (`vision.strips.raster`). ``hidden``: for
    "letter", "order", "of", "count" (of books) and "icons" the probability [n] that print of it is hidden, 1
    where nothing of it shows. ``banner``, ``icons`` [n]: whether the photo shows that part of the card.
    ``glare`` [n]: where a glare hides letter or number.
    """

    map: Bools
    hidden: Mapping[str, Floats]
    banner: Bools
    icons: Bools
    glare: Bools

    @classmethod
    def of(
        cls, pictures: Picture, marks: Marks, edges: Edges, sides: Floats, up: Bools, pile: bool
    ) -> Visibility:
        """What shows on strips, uint8 ``[n, 152, 344, 3]``, with these ``marks``.

        ``edges``: what lies in the photo. ``sides`` [n, 2]: the share of each card's width that others hide
        on the left and on the right. ``up`` [n]: the faces. ``pile``: cards overlap.
        """
        glare = glare_on(pictures, marks)
        # In a pile another column may hide a card's letter and number on the left, or its icons on the right.
        banner = edges.banner & (sides[:, 0] <= BLANK_MARGIN) if pile else edges.banner
        # In a pile every card has others above it: a row of marks that stands high is no sign.
        under = under_others(marks, up & banner, sides, above=not pile)
        partly = covered(marks, under)
        partly["count"] = partly["count"] | glare.icons
        number = ~banner | glare.number
        wholly = {"letter": ~banner | glare.letter, "order": number, "of": number}
        wholly |= {"count": ~edges.icons, "icons": ~edges.icons}
        hidden = {name: np.where(wholly[name], 1.0, PARTLY_HIDDEN * partly[name]) for name in wholly}
        dazzled = glare.letter | glare.number | glare.icons
        hides = edges.outside | under | glare.white & dazzled[:, None, None]
        return cls(hides, hidden, banner, edges.icons, glare.banner)

    def with_doubt(self, name: str, cards: Bools) -> Visibility:
        """The same, where something may hide a part of the print ``name`` of these ``cards`` [n]."""
        doubted = np.maximum(self.hidden[name], PARTLY_HIDDEN * cards)
        return replace(self, hidden={**self.hidden, name: doubted})
