"""The cheapest assignment of rows to columns, and what every other choice would cost.

The package lap finds the assignment (Jonker and Volgenant, Computing 38, 1987). The price of forcing a row to
a column needs no second solution. The row that is pushed out takes the column of a third row, and so on,
along the cheapest chain in the residual graph (Ahuja, Magnanti and Orlin, Network Flows, 1993, section 12.4).
So one all-pairs shortest path gives the prices of all choices.
"""

from __future__ import annotations

from dataclasses import dataclass

import lap
import numpy as np

from vision.common.arrays import Floats, Ints


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
