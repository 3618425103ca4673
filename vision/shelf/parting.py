"""How many shelves a piece of a table is: where it is cut, and how sure that is.

A cut runs along a joint, between two neighbouring columns or rows. Both explanations of a joint are weighed
(Bayes factors): a gap within a shelf, or the space between two shelves.

- How loosely a shelf is laid is not known; its other gaps say so. Edge to edge is the likeliest.
- The cards of one shelf line up across a joint; two shelves lie as they come.
- Players lay their shelf in alphabetical order, so one shelf's letters go on across the joint (A1).
- A column or row without a card is a card taken away, or the space between two shelves (K1).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import inf, lgamma

import numpy as np
from numpy.typing import NDArray

from scorer.shelf import MOST_ROWS
from vision.common.arrays import Floats, Ints
from vision.geometry.plane import Plane
from vision.shelf.links import Link, Piece, join, same_way_up, turned_step


@dataclass(frozen=True)
class PartingSettings:
    """How shelves lie, and how sure a cut must be. Lengths are in cards, odds natural logs."""

    #: How loosely shelves are laid: their typical gaps, first the gap of cards laid edge to edge.
    gaps: tuple[float, ...] = (0.04, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.9)
    #: The share of shelves laid edge to edge; the other gaps are equally likely.
    edge_to_edge: float = 0.6
    #: The standard deviation of a shelf's gaps: so much, and more the looser it is laid.
    gap_spread: tuple[float, float] = (0.05, 0.2)
    #: How often a joint lacks a card on both its rows or columns.
    missing: float = 0.0003
    #: The space between two shelves: shape and scale of a gamma distribution.
    between: tuple[float, float] = (4.0, 0.3)
    #: How often players push their shelves together, however close.
    close: float = 0.05
    #: Standard deviation of the shift of a shelf's cards across a joint.
    shift: float = 0.1
    #: The range of the shifts between two shelves; no shift in it is likelier than another.
    shifts: float = 0.9
    #: How much the odds fall with the share of the smaller part, in its logarithm: players lay about as many
    #: cards as each other.
    balance: float = 1.0
    #: Odds that a joint parts two shelves where nobody told how many there are, or where there may be more.
    untold: float = -2.0
    #: The same where fewer shelves are found than there are.
    fewer: float = 8.0
    #: The same where as many are found as there can be.
    enough: float = -7.0
    #: Odds that a back or two beside a shelf are a pile.
    pile: float = -1.0
    #: A decision with less odds than this is one that a person should look at.
    sure: float = 3.5
    #: A piece of at most so many cards without a face is a pile, and no shelf.
    pile_cards: int = 2


@dataclass(frozen=True)
class Cut:
    """A joint of a piece: after column (``axis`` 0) or row (1) ``at``. ``odds``: that it parts two shelves,
    before it is known how many there are. ``forced``: the piece has too many rows for a shelf (K2), and this
    joint parts it. ``pile``: what is cut off is no shelf.
    """

    odds: float
    axis: int
    at: int
    forced: bool
    pile: bool


@dataclass(frozen=True)
class Parted:
    """Pieces that are shelves (or piles), and what is doubtful of each: "parted" where it may be part of
    another shelf, "joined" where it may be two.
    """

    pieces: list[Piece]
    doubts: list[set[str]]


Order = Callable[[Sequence[int]], float]
#: How many shelves there are: a number, a range of numbers, or nobody knows.
Shelves = int | range | None


def bounds(shelves: Shelves) -> tuple[int, float]:
    """The least and the greatest number of shelves. Raises ValueError where no number is left.

    >>> bounds(2), bounds(range(1, 5)), bounds(None)
    ((2, 2), (1, 4), (0, inf))
    """
    if shelves is None:
        return 0, inf
    least, most = (shelves, shelves) if isinstance(shelves, int) else (shelves.start, shelves.stop - 1)
    if not 0 < least <= most:
        raise ValueError(f"a photo shows one shelf or more, not {shelves}")
    return least, most


class Parting:
    """Parts pieces of one photo: their cards' corners ``quads`` [n, 4, 2], ``up`` [n], their ``links``, and
    the ``plane`` on which they lie.

    ``order``: how likely face-up cards lie in this order on one shelf, as a natural log; None before their
    letters are read.
    """

    def __init__(
        self,
        quads: Floats,
        up: NDArray[np.bool_],
        links: Sequence[Link],
        plane: Plane,
        order: Order | None = None,
        settings: PartingSettings = PartingSettings(),
    ) -> None:
        self.quads, self.up, self.links, self.plane, self.settings = quads, up, links, plane, settings
        self.order = cache(order) if order else None

    def parted(self, pieces: Sequence[Piece], shelves: Shelves = None) -> Parted:
        """The ``pieces`` cut to shelves, the surest cut first; ``shelves``: how many there are, if known."""
        least, most = bounds(shelves)
        found = [(piece, set[str](), self.cuts(piece)) for piece in pieces]
        while True:
            here = sum(self.is_shelf(piece.cards) for piece, _, _ in found)
            prior = self._prior(here, least, most)
            ways = [(cut, n) for n, (_, _, cuts) in enumerate(found) for cut in cuts]
            ways = [(cut, n) for cut, n in ways if cut.forced or self._odds(cut, prior) > 0]
            if not ways:
                break
            cut, n = max(ways, key=lambda way: self._odds(way[0], prior))
            piece, doubts, _ = found.pop(n)
            if self._odds(cut, prior) < self.settings.sure:
                doubts = doubts | {"parted"}
            found += [(part, doubts, self.cuts(part)) for part in self._parts(piece, cut)]
        for _, doubts, cuts in found:
            if any(self._odds(cut, prior) > -self.settings.sure for cut in cuts):
                doubts.add("joined")
        if here > most:
            for piece, doubts, _ in found:
                doubts |= {"parted"} if self.is_shelf(piece.cards) else set()
        return Parted([piece for piece, _, _ in found], [doubts for _, doubts, _ in found])

    def is_shelf(self, cards: Sequence[int]) -> bool:
        """Whether these cards are a shelf and no pile."""
        return len(cards) > self.settings.pile_cards or bool(self.up[list(cards)].any())

    def _prior(self, here: int, least: int, most: float) -> float:
        if here < least:
            return self.settings.fewer
        return self.settings.untold if here < most else self.settings.enough

    def _odds(self, cut: Cut, prior: float) -> float:
        return cut.odds + (self.settings.pile if cut.pile else prior)

    def cuts(self, piece: Piece) -> list[Cut]:
        """Every joint at which the piece could be cut; where it has too many rows, some cut is forced."""
        if len(piece.cards) < 2:
            return []
        grid, cells = piece.grid(self.quads, self.plane), piece.places.astype(np.int64)
        cuts = []
        for axis, line in ((0, grid.columns), (1, grid.rows)):
            taken = np.unique(cells[:, axis])
            lacking = np.diff(taken) - 1
            apart = np.diff(line.at(taken)) - 1
            gaps = (apart - lacking) / (lacking + 1)
            one = self._laid(gaps, lacking)
            for j, at in enumerate(taken[:-1].tolist()):
                two = self._laid(gaps[:j], lacking[:j]) + self._laid(gaps[j + 1 :], lacking[j + 1 :])
                odds = two + self._between(float(apart[j])) - one - self._lined_up(piece, axis, at)
                sides = _sides(piece, axis, at)
                pile = not all(self.is_shelf(side) for side in sides)
                if not pile:
                    odds += self.settings.balance * np.log(2 * min(map(len, sides)) / len(piece.cards))
                if odds > self.settings.untold - self.settings.sure:  # below, no order makes them two
                    odds += sum(self._in_order(piece, side) for side in sides)
                    odds -= self._in_order(piece, piece.cards)
                cuts.append(Cut(odds, axis, at, self._forced(cells[:, 1], axis, at), pile))
        return cuts

    def _laid(self, gaps: Floats, lacking: Ints) -> float:
        """How likely the joints of one shelf have these ``gaps``, and lack so many cards."""
        means = np.array(self.settings.gaps)
        often = np.full(len(means), (1 - self.settings.edge_to_edge) / (len(means) - 1))
        often[0] = self.settings.edge_to_edge
        spread = self.settings.gap_spread[0] + self.settings.gap_spread[1] * means
        off = (np.asarray(gaps)[:, None] - means) / spread
        each = -(off**2) / 2 - np.log(spread * np.sqrt(2 * np.pi))
        missing = float(np.sum(lacking)) * np.log(self.settings.missing)
        return float(np.logaddexp.reduce(np.log(often) + each.sum(axis=0)) + missing)

    def _between(self, gap: float) -> float:
        """How likely two shelves lie this far apart."""
        shape, scale = self.settings.between
        gap = max(gap, 1e-3)
        apart = (shape - 1) * np.log(gap) - gap / scale - shape * np.log(scale) - lgamma(shape)
        return float(np.logaddexp(np.log(self.settings.close), np.log(1 - self.settings.close) + apart))

    def _lined_up(self, piece: Piece, axis: int, at: int) -> float:
        """How much likelier the cards across a joint line up so if they are of one shelf."""
        shifts = []
        for link in self.links:
            if link.a in piece.cells and link.b in piece.cells:
                near, far = piece.cells[link.a], piece.cells[link.b]
                if near[1 - axis] == far[1 - axis] and near[axis] <= at < far[axis]:
                    shifts.append(turned_step(link.offset, piece.turns[link.a])[1 - axis])
        if not shifts:
            return 0.0
        spread = self.settings.shift
        off = float(np.mean(shifts)) / spread
        return float(-(off**2) / 2 - np.log(spread * np.sqrt(2 * np.pi)) + np.log(self.settings.shifts))

    def _in_order(self, piece: Piece, cards: Sequence[int]) -> float:
        """How likely the faces among these cards of a piece lie as they do on one shelf."""
        shown = [card for card in sorted(cards, key=lambda c: piece.cells[c][::-1]) if self.up[card]]
        return self.order(tuple(shown)) if self.order and shown else 0.0

    def _forced(self, rows: Ints, axis: int, at: int) -> bool:
        """Whether this joint is one of those that part a piece of too many rows (K2)."""
        first, last = int(rows.min()), int(rows.max())
        if last - first < MOST_ROWS or axis == 0:
            return False
        return last - MOST_ROWS <= at < first + MOST_ROWS or last - first >= 2 * MOST_ROWS

    def _parts(self, piece: Piece, cut: Cut) -> list[Piece]:
        """Both sides of a cut; a side may be left in several pieces: the links within it say which."""
        parts: list[Piece] = []
        for cards in _sides(piece, cut.axis, cut.at):
            within = [link for link in self.links if link.a in cards and link.b in cards]
            alone = [Piece.single(card, True, piece.turns[card]) for card in cards]
            parts += [part.upright(self.up) for part in join(alone, within, same_way_up)]
        return parts


def _sides(piece: Piece, axis: int, at: int) -> tuple[list[int], list[int]]:
    """The cards on both sides of a joint."""
    first = [card for card in piece.cards if piece.cells[card][axis] <= at]
    return first, [card for card in piece.cards if piece.cells[card][axis] > at]
