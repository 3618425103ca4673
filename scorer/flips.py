"""The best cards to turn face down before the inspection (A0): exact, by a shortest-path search with a bound.

Turning a card never changes B1, so only A2 matters: which cards stay face up after A1. They form a chain
that rises in reading order, and every rising chain is possible: turn the cards that break its order. The
search finds a chain with the highest total, and of equal totals a chain with the fewest turns.

The total of a chain is a sum over its cards (B3, B5) and two terms that are not: B2, a step function of the
prominent books, and B4, three times the smallest of five counts. Each step of B2 is searched alone, with
the number of prominent books that it needs as a constraint. For B4, the smallest count is at most any
weighted mean of the five; with the mean in its place, and a price on missing prominent books, the best
chain is a longest path. One backward sweep finds it from every card on, and so bounds the total of any
beginning (Lagrangian relaxation, as Handler and Zang, "A dual algorithm for the constrained shortest
path problem", Networks 10, 1980). All numbers are whole, so the bound is exact, and so is the answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import add, mul
from typing import NamedTuple

from scorer.cards import BookCard, Category
from scorer.inspection import POINTS_PER_BANNED_BOOK, POINTS_PER_FOCUS_BOOK, POINTS_PER_VARIETY
from scorer.shelf import Shelf

#: The five weights are whole numbers that sum to this.
UNIT = 120
#: How often the weights are improved, and how far each time: coarse steps first.
MOVES = (24, 24, 16, 16, 12, 12, 8, 8, 6, 6, 4, 4)
#: How many of the weights found serve as bounds: more cost time each, fewer leave more beginnings.
BOUNDS = 3


@dataclass(frozen=True, slots=True)
class Stakes:
    """The worth of books to one player: the categories, and the points of B2 for 0, 1, 2, … prominent books.

    ``awards`` never falls; beyond its end the last award stays.
    """

    focus: Category
    prominent: Category
    banned: Category
    awards: tuple[int, ...]


class Turn(NamedTuple):
    """A card to turn face down before the inspection."""

    row: int
    column: int
    card: BookCard


def best_flips(shelf: Shelf, stakes: Stakes) -> list[Turn]:
    """A0: the fewest cards whose turning gives the player the highest total, in reading order.

    Every face-up card must carry its books. Of equally good answers,
    the same shelf always gets the same one.

    >>> stakes = Stakes(Category.HISTORIC_VOLUMES, Category.MONSTER_MANUALS, Category.CORRUPTED_CODICES, (0,))
    >>> [str(turn.card) for turn in best_flips(Shelf.parse("M8:S M3:HH N1:HHH"), stakes)]
    ['M8:S']
    """
    places = [
        Turn(row, column, cell.card) for row, column, cell in shelf.cells() if cell.face_up and cell.card
    ]
    if not places:
        return []
    graph = _Graph([place.card for place in places], stakes)
    chain = _Search(graph, stakes.awards).best()
    return [places[i] for i in graph.turned(chain)]


class _Edge(NamedTuple):
    """From one chain card to the next, ``to``; ``turns`` cards between them must be turned."""

    to: int
    turns: int


class _Graph:
    """The face-up cards as nodes 0 to n-1 in reading order, with -1 before and n after all cards.

    ``linear`` is what a card's books earn in B3 and B5, ``counts`` are its books of the five categories
    that are not banned, the prominent one first.
    """

    def __init__(self, cards: Sequence[BookCard], stakes: Stakes) -> None:
        self.cards = cards
        self.size = len(cards)
        others = [c for c in Category if c not in (stakes.banned, stakes.prominent)]
        self.linear = [
            POINTS_PER_BANNED_BOOK * card.categories.count(stakes.banned)
            + POINTS_PER_FOCUS_BOOK * card.categories.count(stakes.focus)
            for card in cards
        ]
        self.counts = [tuple(card.categories.count(c) for c in (stakes.prominent, *others)) for card in cards]
        self.edges = {node: list(self._edges(node)) for node in range(-1, self.size)}

    def _edges(self, node: int) -> Iterator[_Edge]:
        """The cards that may follow ``node`` in a best chain, the end included.

        A card that fits between two of the chain and has nothing to lose (``linear`` ≥ 0) belongs to it:
        with it, no count falls and one turn less is needed. So an edge that leaps over such a card is left
        out.
        """
        turns, lowest_free = 0, None  # the lowest skipped card without loss
        for nxt in range(node + 1, self.size):
            card = self.cards[nxt]
            if node >= 0 and not self.cards[node] < card:
                continue  # A1 turns it
            if lowest_free is None or not lowest_free < card:
                yield _Edge(nxt, turns)
            turns += 1
            if self.linear[nxt] >= 0 and (lowest_free is None or card < lowest_free):
                lowest_free = card
        if lowest_free is None:
            yield _Edge(self.size, turns)

    def longest(self, values: Sequence[int], turn_cost: int) -> tuple[list[int], list[int]]:
        """For each node the best sum of ``values`` still to come, less the turns, and the next node there.

        Both lists have n + 1 entries, the last for node -1.
        """
        best, following = [0] * (self.size + 1), [self.size] * (self.size + 1)
        for node in range(self.size - 1, -2, -1):
            top = None
            for to, turns in self.edges[node]:
                value = (values[to] + best[to] if to < self.size else 0) - turns * turn_cost
                if top is None or value > top:
                    top, following[node] = value, to
            assert top is not None  # the last card of a rising path always leads to the end
            best[node] = top
        return best, following

    def path(self, following: Sequence[int]) -> list[int]:
        """The chain that a sweep found from the start."""
        chain, node = [], following[-1]
        while node < self.size:
            chain.append(node)
            node = following[node]
        return chain

    def turned(self, chain: Sequence[int]) -> list[int]:
        """The cards that must be turned so that exactly ``chain`` stays face up; A1 turns the others."""
        kept, last, turned = set(chain), None, []
        for node, card in enumerate(self.cards):
            if node in kept:
                last = card
            elif last is None or last < card:
                turned.append(node)
        return turned


class _Bound(NamedTuple):
    """A relaxed problem: each count at its own price instead of B4 and the need for prominent books.

    No chain of the step earns more than ``constant`` + UNIT × linear + prices · counts; ``best`` is what
    each node can still bring, the turns taken off. All but the prices are scaled by n + 1.
    """

    prices: tuple[int, ...]
    constant: int
    best: list[int]

    def limit(self, node: int, value: int, counts: Sequence[int], scale: int) -> int:
        """The most that a beginning can become, × UNIT."""
        priced: int = sum(map(mul, self.prices, counts))
        return self.constant + UNIT * value + scale * priced + self.best[node]


class _Step(NamedTuple):
    """One step of B2: chains with at least ``need`` prominent books."""

    need: int
    bounds: list[_Bound]


class _Beginning(NamedTuple):
    """A chain up to one node: its linear points less its turns (scaled), and its counts as far as they
    matter.
    """

    value: int
    counts: tuple[int, ...]
    node: int
    before: _Beginning | None

    def chain(self) -> list[int]:
        """The nodes of the chain, the last first."""
        nodes, at = [], self
        while at.before is not None:
            nodes.append(at.node)
            at = at.before
        return nodes


class _Search:
    """The search over all steps of B2. ``record`` is the best objective so far: points × (n + 1) - turns."""

    def __init__(self, graph: _Graph, awards: Sequence[int]) -> None:
        self.graph = graph
        self.awards = awards
        self.scale = graph.size + 1  # one point outweighs all turns
        self.chain: list[int] = []
        self.record = self._objective([])
        #: The longest chain for each count alone: more than that no chain has of it.
        self.reach = [graph.longest([counts[k] for counts in graph.counts], 0)[0][-1] for k in range(5)]

    def best(self) -> list[int]:
        """The best chain."""
        needs = [n for n, award in enumerate(self.awards) if n == 0 or award > self.awards[n - 1]]
        steps = [self._step(need) for need in needs if need <= self.reach[0]]
        for step in sorted(steps, key=self._step_limit, reverse=True):
            self._search(step)
        return self.chain

    def _objective(self, chain: Sequence[int]) -> int:
        counts = self._counts(chain)
        award = self.awards[min(counts[0], len(self.awards) - 1)]
        points = award + sum(self.graph.linear[node] for node in chain) + POINTS_PER_VARIETY * min(counts)
        return points * self.scale - len(self.graph.turned(chain))

    def _counts(self, chain: Sequence[int]) -> list[int]:
        return [sum(self.graph.counts[node][k] for node in chain) for k in range(5)]

    def _offer(self, chain: list[int]) -> None:
        objective = self._objective(chain)
        if objective > self.record:
            self.record, self.chain = objective, chain

    def _step(self, need: int) -> _Step:
        """Finds prices that bound the step tightly, each a step along the subgradient from the one before.

        Weight goes to the count of which the relaxed optimum has the fewest, from the one of which it has
        the most; the price on prominent books rises while it has too few of them.
        """
        weights, extra = [UNIT // 5] * 5, 0
        bounds: list[_Bound] = []
        for move in MOVES:
            prices = [POINTS_PER_VARIETY * weight for weight in weights]
            prices[0] += extra
            values = [
                self.scale * (UNIT * linear + sum(map(mul, prices, counts)))
                for linear, counts in zip(self.graph.linear, self.graph.counts, strict=True)
            ]
            best, following = self.graph.longest(values, UNIT)
            bounds.append(_Bound(tuple(prices), self.scale * (UNIT * self.awards[need] - extra * need), best))
            chain = self.graph.path(following)
            self._offer(chain)
            counts = self._counts(chain)
            few = min(range(5), key=counts.__getitem__)
            many = max(range(5), key=lambda k: (weights[k] > 0, counts[k]))
            moved = min(move, weights[many])
            weights[many] -= moved
            weights[few] += moved
            extra = max(0, extra + POINTS_PER_VARIETY * move * (1 if counts[0] < need else -1))
        bounds.sort(key=lambda bound: bound.constant + bound.best[-1])
        return _Step(need, bounds[:BOUNDS])

    def _step_limit(self, step: _Step) -> int:
        return min(bound.constant + bound.best[-1] for bound in step.bounds)

    def _search(self, step: _Step) -> None:
        """Extends every beginning that can still beat the record with this step of B2."""
        graph, scale = self.graph, self.scale
        smallest = min(self.reach)  # B4 never counts more than that
        caps = (max(smallest, step.need), smallest, smallest, smallest, smallest)
        start = _Beginning(0, (0,) * 5, -1, None)
        waiting: dict[int, dict[tuple[int, ...], _Beginning]] = {-1: {start.counts: start}}
        for node in range(-1, graph.size):
            for beginning in waiting.pop(node, {}).values():
                if any(
                    b.limit(node, beginning.value, beginning.counts, scale) <= self.record * UNIT
                    for b in step.bounds
                ):
                    continue
                for to, turns in graph.edges[node]:
                    if to == graph.size:
                        self._offer(beginning.chain())
                        continue
                    value = beginning.value + scale * graph.linear[to] - turns
                    counts = tuple(map(min, map(add, beginning.counts, graph.counts[to]), caps))
                    rival = waiting.setdefault(to, {}).get(counts)
                    if rival is None or rival.value < value:
                        waiting[to][counts] = _Beginning(value, counts, to, beginning)
