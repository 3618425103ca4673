"""Finds how many cards each letter has, together with the cards, when no deck is known.

Every card of a letter prints the letter's count. So a reading gives each card a letter and an order, all
different, and the cards of each letter share a count.

The package lap assigns rows to columns (Jonker and Volgenant, Computing 38, 1987). The price of forcing a row
to a column needs no second solution. The row that is pushed out takes the column of a third row, and so on,
along the cheapest chain in the residual graph (Ahuja, Magnanti and Orlin, Network Flows, 1993, section 12.4).
So one all-pairs shortest path gives the prices of all choices.
"""

from __future__ import annotations

from dataclasses import dataclass

import lap
import numpy as np

from vision.common.arrays import Floats, Ints
from vision.common.deadline import in_time
from vision.common.fields import LETTERS, ORDERS
from vision.common.probability import log_sums, softmax

#: The cost of an impossible choice; larger than any sum of a card's log-probabilities.
IMPOSSIBLE = 1e5
#: Costs that differ by less are equal but for rounding.
TOLERANCE = 1e-7
#: Changes of a single letter's count that are tried.
MOST_CHANGES = 24


@dataclass(frozen=True)
class Counts:
    """The costs of the cards' choices under given counts of the letters."""

    #: The cost of each letter and order, [n, 26, 14].
    base: Floats
    #: The cost of each letter and count, [n, 26, 14].
    of: Floats
    #: The count of each letter, [26], 1 to 14; for 0 each card takes the count that suits it.
    pinned: Ints
    #: The counts that are certain, [26], and never change; 0 for the other letters.
    known: Ints

    def costs(self) -> Floats:
        """The cost of each card's letter and order, its count included, [n, 26 * 14]."""
        n = len(self.of)
        with_count = np.minimum.accumulate(self.of[:, :, ::-1], axis=2)[:, :, ::-1].copy()
        for letter in np.flatnonzero(self.pinned):
            count = int(self.pinned[letter])
            with_count[:, letter, :count] = self.of[:, letter, count - 1, None]
            with_count[:, letter, count:] = IMPOSSIBLE
        return (self.base + with_count).reshape(n, -1)

    def with_pin(self, letter: int, count: int) -> Counts:
        """The same with another count of one letter."""
        pinned = self.pinned.copy()
        pinned[letter] = count
        return self.with_pins(pinned)

    def with_pins(self, pinned: Ints) -> Counts:
        """The same with other counts, [26]; known counts stay."""
        return Counts(self.base, self.of, np.where(self.known, self.known, pinned), self.known)

    def with_votes(self) -> Counts:
        """The counts that the cards vote for; a card votes as far as it is likely to have the letter."""
        likely = -self.base.min(axis=2)
        votes = softmax(likely)
        highest = log_sums(-self.base) - likely[:, :, None]
        ballot = np.einsum("il,ilm->lm", votes, highest - self.of)
        pinned = np.where(votes.sum(axis=0) > 0.5, ballot.argmax(axis=1) + 1, 0)
        return self.with_pins(pinned.astype(np.int64))

    def agreed(self, column: Ints) -> tuple[Counts, Floats]:
        """These counts, and the best counts of the other letters in use, with what they cost more, [26]."""
        pinned, extra = self.pinned.copy(), np.zeros(len(LETTERS))
        letters, orders = column // ORDERS, column % ORDERS
        for letter in np.unique(letters[pinned[letters] == 0]):
            cards = np.flatnonzero(letters == letter)
            highest = int(orders[cards].max())
            shared = self.of[cards, letter].sum(axis=0)[highest:]
            pinned[letter] = highest + int(shared.argmin()) + 1
            free = sum(float(self.of[card, letter, orders[card] :].min()) for card in cards)
            extra[letter] = shared.min() - free
        return self.with_pins(pinned), extra

    def settled(self, column: Ints) -> tuple[Counts, Ints, float]:
        """Counts under which the cards of each letter agree, the assignment and its total.

        ``column``: a cheapest assignment to begin with.
        """
        counts, extra = self.agreed(column)
        while True:
            in_time()
            column, total = cheapest(counts.costs())
            settled, extra = counts.agreed(column)
            if extra.max() <= TOLERANCE:
                return settled, column, total
            counts = settled

    def least_rise(self, column: Ints) -> Floats:
        """A lower bound of the rise of the total when a letter takes a count, [26, 14].

        ``column`` is the cheapest assignment under these counts. Its dual prices bound the total from below
        for any costs (linear programming duality), when each card takes what is cheapest for it alone.
        Another count than a known count is impossible.
        """
        n = len(self.of)
        costs = self.costs()
        price = prices(costs, column)
        reduced = (costs - price).reshape(n, len(LETTERS), ORDERS)
        now = reduced.reshape(n, -1)[np.arange(n), column]
        by_letter = reduced.min(axis=2)
        two = np.partition(by_letter, 1, axis=1)
        elsewhere = np.where(by_letter <= two[:, :1], two[:, 1:2], two[:, :1])
        inside = np.minimum.accumulate(self.base - price.reshape(len(LETTERS), ORDERS), axis=2)
        best = np.minimum(inside + self.of, elsewhere[:, :, None])
        rises = np.asarray((best - now[:, None, None]).sum(axis=0), np.float64)
        rises[self.known > 0] = IMPOSSIBLE
        return rises


def best_counts(
    letter: Floats, order: Floats, of: Floats, besides: Floats | None = None, known: Ints | None = None
) -> Counts:
    """Counts of the letters under which the reading of n cards is probable.

    Args:
        letter: ``[n, 26]``, log-probabilities.
        order: ``[n, 14]``, log-probabilities.
        of: ``[n, 26, 14]``, log-probabilities of the count if the card has the letter
            (`vision.decode.deck_prior.log_count_prior`).
        besides: ``[n, 26, 14]``, log-likelihood ratios of each card's letter and order by other evidence.
        known: ``[26]``, the counts that are certain, 0 for the other letters.

    The cards vote for counts first. Then one letter's count is changed at a time as long as the reading gets
    more probable; a lower bound names the changes to try. A letter that no card has stays free: each card's
    own evidence judges its alternatives.
    """
    base = -(letter[:, :, None] + order[:, None, :])
    if besides is not None:
        base -= besides
    if known is None:
        known = np.zeros(len(LETTERS), np.int64)
    best, chosen = _improved(Counts(base, -of, known, known).with_votes())
    unused = ~np.isin(np.arange(len(LETTERS)), chosen // ORDERS)
    loose = best.with_pins(np.where(unused, 0, best.pinned))
    return loose if (cheapest(loose.costs())[0] == chosen).all() else best


def _improved(counts: Counts) -> tuple[Counts, Ints]:
    """Counts that no change of a single letter's count improves, after at most `MOST_CHANGES` tries."""
    best, chosen, least = counts.settled(cheapest(counts.costs())[0])
    tries = 0
    while True:
        rises = best.least_rise(chosen)
        for which in np.argsort(rises, axis=None).tolist():
            if rises.flat[which] > -TOLERANCE or tries == MOST_CHANGES:
                return best, chosen
            tries += 1
            other = best.with_pin(which // ORDERS, which % ORDERS + 1)
            settled, column, cost = other.settled(cheapest(other.costs())[0])
            if cost < least - TOLERANCE:
                best, chosen, least = settled, column, cost
                break


# Assignment


@dataclass(frozen=True)
class Assignment:
    """``column`` [n] of each row, all different.

    ``rise`` [n, m]: by how much the least total rises when row i must take column c (0 for its own column).
    """

    column: Ints
    rise: Floats


def cheapest(costs: Floats) -> tuple[Ints, float]:
    """The columns [n] of a cheapest assignment of the rows of ``costs`` [n, m], n <= m, and their total.

    The other rows take n - 1 columns, so one of a row's n cheapest columns is free: the rest is not needed.
    """
    rows = len(costs)
    needed = np.unique(np.argpartition(costs, rows - 1, axis=1)[:, :rows])
    _, column, _ = lap.lapjv(costs[:, needed], extend_cost=True)
    column = needed[np.asarray(column, np.int64)]
    return column, float(costs[np.arange(len(costs)), column].sum())


def prices(costs: Floats, column: Ints) -> Floats:
    """Dual prices [m] of the columns of a cheapest assignment.

    A price is at most 0, and 0 for a column that no row takes. ``costs - prices`` is, in each row, smallest
    at the row's own column.
    """
    chain, owner = _chains(costs, column)
    shortest = np.zeros(len(chain))
    for _ in range(len(chain)):  # Bellman and Ford; a few rounds are enough
        shorter = np.minimum(shortest, (shortest[:, None] + chain).min(axis=0))
        if (shorter == shortest).all():
            break
        shortest = shorter
    return np.asarray(np.where(owner < len(costs), np.minimum(shortest[owner], 0.0), 0.0))


def assign(costs: Floats) -> Assignment:
    """A cheapest assignment of the rows of ``costs`` [n, m], n <= m, and the price of every other choice."""
    count = len(costs)
    column, _ = cheapest(costs)
    chain, owner = _chains(costs, column)
    for via in range(count + 1):  # Floyd and Warshall
        np.minimum(chain, chain[:, via, None] + chain[None, via], out=chain)
    own = costs[np.arange(count), column]
    rise = costs - own[:, None] + chain[owner, :count].T
    return Assignment(column, np.maximum(rise, 0.0))


def _chains(costs: Floats, column: Ints) -> tuple[Floats, Ints]:
    """The residual graph of an assignment as a matrix of costs, and the node that owns each column [m].

    ``chain[a, b]``: row a leaves its column for the column of row b. The last node is no row: a free column
    has no row to push out, and a column that is given up needs no other row.
    """
    count, choices = costs.shape
    own = costs[np.arange(count), column]
    owner = np.full(choices, count)
    owner[column] = np.arange(count)
    free = owner == count
    chain = np.zeros((count + 1, count + 1))
    chain[:count, :count] = costs[:, column] - own[:, None]
    chain[:count, count] = costs[:, free].min(axis=1) - own if free.any() else np.inf
    return chain, owner
