"""What the photos of a table say of its cards, before anything is decided."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from scorer.cards import Deck
from vision.arrays import Floats
from vision.probability import log_softmax
from vision.reading import ORDERS

#: The least that any log-probability counts: beyond it a network's numbers say nothing more.
FLOOR = -25.0
#: The arrays of `Evidence` that have a row a card: log-probabilities, and what was seen of each mark.
SAID = ("letter", "order", "of", "count", "icons")
GLYPHS = ("letter_glyph", "letter_look", "order_glyph", "order_look", "of_glyph", "of_look")


@dataclass(frozen=True)
class Evidence:
    """What was seen of the n face-up cards of a table, as natural log-probabilities over the last axis.

    ``letter`` [n, 26] A to Z; ``order`` [n, 14] and ``of`` [n, 14] for 1 to 14; ``count`` [n, 3] for 2, 3
    and 4 books; ``icons`` [n, 4, 6] or None: the category of each book from the left, in the order of RULES
    1. A row that is all equal says nothing. ``deck``: the cards that there are, when known. ``known``: where
    there is no deck, the cards of this copy that the register knows (`vision.learn.register`,
    `vision.decode.joint.of_this_copy`). ``shelves``: the numbers of the cards that lie on each shelf,
    in reading order; none where places say nothing, as in a pile. ``letter_glyph``, ``order_glyph`` and
    ``of_glyph``, each [n, f] or None: what the networks saw of each letter, order and count, to compare them
    (`vision.decode.likeness`); zeros where they saw none. ``letter_look``, ``order_look`` and ``of_look``,
    each [n, d] or None: likewise, to compare them with those of known typefaces (`vision.banner.typefaces`).
    """

    letter: Floats
    order: Floats
    of: Floats
    count: Floats
    icons: Floats | None = None
    deck: Deck | None = None
    known: Deck | None = None
    shelves: tuple[tuple[int, ...], ...] = ()
    letter_glyph: Floats | None = None
    letter_look: Floats | None = None
    order_glyph: Floats | None = None
    order_look: Floats | None = None
    of_glyph: Floats | None = None
    of_look: Floats | None = None

    def __post_init__(self) -> None:
        n = len(self.letter)
        numbers = (n, ORDERS)
        shapes = {"letter": (n, 26), "order": numbers, "of": numbers, "count": (n, 3), "icons": (n, 4, 6)}
        for name, shape in shapes.items():
            values = getattr(self, name)
            if values is not None:
                tidy = np.nan_to_num(np.asarray(values, np.float64), nan=FLOOR, neginf=FLOOR, posinf=0.0)
                if tidy.shape != shape:
                    raise ValueError(f"{name} has shape {tidy.shape}, expected {shape}")
                object.__setattr__(self, name, np.maximum(tidy, FLOOR))
        for name in GLYPHS:
            glyph = getattr(self, name)
            if glyph is not None and len(glyph) != n:
                raise ValueError(f"{name} has {len(glyph)} rows, expected {n}")

    def tempered(self, heads: Mapping[str, float]) -> Evidence:
        """The same evidence, each array flattened by its temperature; rows become probabilities again."""
        return self.with_rows(
            lambda name, seen: seen if name in GLYPHS else log_softmax(seen / heads.get(name, 1.0))
        )

    def with_rows(self, change: Callable[[str, Floats], Floats]) -> Evidence:
        """The same with other rows in each array that there is: ``change`` is given its name and its rows."""
        there = {name: rows for name in SAID + GLYPHS if (rows := getattr(self, name)) is not None}
        changed: dict[str, Any] = {name: change(name, rows) for name, rows in there.items()}
        return replace(self, **changed)
