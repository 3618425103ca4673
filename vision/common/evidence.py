"""The evidence of a table's photos, before anything is decided."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from scorer.cards import Deck
from vision.common.arrays import Floats
from vision.common.fields import ORDERS
from vision.common.probability import log_softmax

#: The least log-probability: below it a network's numbers say nothing more.
FLOOR = -25.0
#: The arrays of `Evidence` with a row for each card: log-probabilities, and what the networks saw of a mark.
FIELDS_READ = ("letter", "order", "of", "count", "icons")
GLYPHS = ("order_glyph", "of_glyph")


@dataclass(frozen=True)
class Evidence:
    """What was seen of the n face-up cards of a table, as natural log-probabilities over the last axis.

    >>> nothing = {name: np.zeros((1, k)) for name, k in (("order", 14), ("of", 14), ("count", 3))}
    >>> seen = Evidence(letter=np.log(np.full((1, 26), 1 / 26)), **nothing)
    >>> seen.tempered({"letter": 2.0}).letter.shape
    (1, 26)

    ``letter`` [n, 26]: A to Z. ``order`` [n, 14] and ``of`` [n, 14]: 1 to 14. ``count`` [n, 3]: 2, 3 and 4
    books. ``icons`` [n, 4, 6] or None: the category of each book from the left, in the order of RULES 1. A
    row of equal values says nothing.

    ``deck``: all cards there are, when known. ``known``: without a deck, the cards of it that are known
    already (`scorer.confirmed.register`), if they are of this copy (`vision.decode.joint.of_this_copy`).
    ``shelves``: the numbers of the cards on each shelf, in reading order; empty where places say nothing, as
    in a pile.

    ``order_glyph`` and ``of_glyph``, each [n, f] or None: what the network saw of each number, to compare
    cards with each other (`vision.decode.known_cards`); zeros where it saw nothing.
    """

    letter: Floats
    order: Floats
    of: Floats
    count: Floats
    icons: Floats | None = None
    deck: Deck | None = None
    known: Deck | None = None
    shelves: tuple[tuple[int, ...], ...] = ()
    order_glyph: Floats | None = None
    of_glyph: Floats | None = None

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
        """The evidence with each array divided by its temperature; rows become probabilities again."""
        return self.with_rows(
            lambda name, seen: seen if name in GLYPHS else log_softmax(seen / heads.get(name, 1.0))
        )

    def weighed(self, hidden: Mapping[str, Floats]) -> Evidence:
        """The evidence where print is hidden: that of a card whose mark shows nothing says nothing.

        ``hidden``: for "letter", "order", "of", "count" and "icons" the probability [n] that print of it is
        hidden. A mark that may show only in part is compared with no other card's.
        """

        def seen(name: str, values: Floats) -> Floats:
            share = hidden[name.partition("_")[0]]  # a mark has values and a glyph
            share = share.reshape(-1, *[1] * (values.ndim - 1))
            if name in GLYPHS:
                return np.where(share > 0, 0.0, values)
            chance = share / values.shape[-1]
            return np.where(share > 0, np.log(chance + (1 - share) * np.exp(values)), values)

        with np.errstate(divide="ignore"):
            return self.with_rows(seen)

    def with_rows(self, change: Callable[[str, Floats], Floats]) -> Evidence:
        """The evidence with the rows of each array replaced: ``change`` takes its name and its rows."""
        there = {name: rows for name in FIELDS_READ + GLYPHS if (rows := getattr(self, name)) is not None}
        changed: dict[str, Any] = {name: change(name, rows) for name, rows in there.items()}
        return replace(self, **changed)
