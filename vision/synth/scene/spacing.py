"""How loosely the cards of a shelf lie: gaps between them, cards askew, a card in somebody's hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Cell = tuple[int, int]
Rng = np.random.Generator

#: The gaps of a loosely laid shelf and of a shelf laid edge to edge, as shares of a card; the most that a
#: card is askew, in degrees; and the share of loose shelves that lack a card in the middle.
LOOSE, TIGHT, MOST_ASKEW, MISSING = (0.2, 0.8), (0.0, 0.08), 20.0, 0.3


@dataclass(frozen=True, slots=True)
class Spacing:
    """How far apart the cards of a shelf lie, as shares of a card: ``columns`` and ``rows`` have a gap more
    than joints, the last of no meaning. ``askew``: the most that a card is turned, in degrees, as far as its
    gaps have room.
    """

    columns: tuple[float, ...]
    rows: tuple[float, ...]
    askew: float

    def middles(self, aspect: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Where the columns and the rows lie around the shelf's middle, in card widths."""
        xs, ys = (np.cumsum((0.0, *(1 + gap for gap in gaps[:-1]))) for gaps in (self.columns, self.rows))
        return xs - xs[-1] / 2, (ys - ys[-1] / 2) * aspect

    def room(self, row: int, column: int, aspect: float) -> float:
        """The most that the card at this place can be turned without touching a neighbour, in degrees."""
        beside = min(self.columns[max(column - 1, 0)], self.columns[column]) / aspect
        above = min(self.rows[max(row - 1, 0)], self.rows[row]) * aspect
        return min(self.askew, float(np.degrees(np.arcsin(min(beside, above, 1.0)))))


def loose_spacing(rng: Rng, rows: int, columns: int) -> Spacing:
    """Gaps of `LOOSE`, alike or each its own, between all cards, or only between columns or between rows."""
    apart = rng.choice(["both", "columns", "rows"], p=[0.6, 0.2, 0.2])
    even = rng.random() < 0.4

    def gaps(count: int, loose: bool) -> tuple[float, ...]:
        low, high = LOOSE if loose else TIGHT
        drawn = np.full(count, rng.uniform(low, high)) if even else rng.uniform(low, high, count)
        return tuple(drawn.tolist())

    askew = float(rng.choice([2.0, 8.0, MOST_ASKEW]))
    return Spacing(gaps(columns, apart != "rows"), gaps(rows, apart != "columns"), askew)


@dataclass(frozen=True, slots=True)
class Pitch:
    """Cards edge to edge or overlapped: the pitch of columns and rows in card widths, how ``sloppy`` they
    lie, how often rows are ``shifted``, and which card lies ``over`` which: the signs of row and column.
    """

    x: float
    y: float
    sloppy: float
    shifted: float
    over: tuple[int, int] | None = None


def close_pitch(rng: Rng, aspect: float) -> Pitch | None:
    """The pitch of a shelf as people push it together; None where it lies as the other shelves do."""
    kind = rng.random()
    if kind < 0.4:
        return None
    sloppy = float(rng.choice([0.1, 0.25, 0.5]))
    gap = rng.uniform(-0.004, 0.015), rng.uniform(-0.004, 0.05)
    if kind < 0.85:
        return Pitch(1 + float(gap[0]), aspect + float(gap[1]), sloppy, float(rng.choice([0.0, 0.5])))
    over = (int(rng.choice([-1, 1])), int(rng.choice([-1, 1])))
    if rng.random() < 0.5:
        return Pitch(float(rng.uniform(0.75, 0.98)), aspect + float(gap[1]), sloppy, 0.0, over)
    return Pitch(1 + float(gap[0]), aspect * float(rng.uniform(0.7, 0.97)), sloppy, 0.0, over)


def without_a_middle_card(rng: Rng, cells: Sequence[Cell]) -> list[Cell]:
    """The cells without a card between two others of its row, as if somebody had taken it in hand; all stay
    where no such card leaves the others joined (K1).
    """
    taken = set(cells)
    middle = [(r, c) for r, c in cells if {(r, c - 1), (r, c + 1)} <= taken and joined(taken - {(r, c)})]
    if not middle:
        return list(cells)
    gone = middle[int(rng.integers(len(middle)))]
    return [cell for cell in cells if cell != gone]


def joined(cells: set[Cell]) -> bool:
    """Whether each cell can be reached from each other by steps over shared edges (K1)."""
    reached: set[Cell] = set()
    new = set(list(cells)[:1])
    while new:
        reached |= new
        beside = {(r + y, c + x) for r, c in new for y, x in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        new = beside & cells - reached
    return reached == cells
