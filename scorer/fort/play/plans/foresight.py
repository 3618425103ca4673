"""Whether the actions of a card can be done wholly, in part, or not at all: seen before they are begun."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations_with_replacement, product
from typing import NamedTuple, TypeAlias

from scorer.fort.play.plans.means import NO_POWERS, RECYCLING, Means, Powers, Run, Terms, runs
from scorer.fort.play.plans.order import HAND, Gain, Order, Side
from scorer.fort.play.plans.rulings import NOTHING, WHOLE, may_be_used, serves

#: Cards that may be added: of each kind what one may add, or another way, and how many there are. Cards that
#: can add the same make no difference between them.
More: TypeAlias = frozenset[tuple[tuple[Gain, ...], int]]

#: Pizzas and toys in the packs of rivals.
Packs: TypeAlias = tuple[tuple[int, int], ...]
#: How what must be settled before an action is settled: the resource that it collects, and the one it
#: converts.
Way: TypeAlias = tuple[int | None, int | None]


class Outcome(NamedTuple):
    """What may come of an order of actions. An entry each: how far the action goes, how what it must settle
    is settled, how often suits make it happen.
    """

    reached: tuple[int, ...]
    ways: tuple[Way, ...]
    tallies: tuple[int, ...]

    def then(self, other: Outcome) -> Outcome:
        """What comes of these actions, and of others after them."""
        reached, ways, tallies = other
        return Outcome(self.reached + reached, self.ways + ways, self.tallies + tallies)


class Foresight(NamedTuple):
    """What may come of an order of actions: the best outcomes of each way, none of which beats another.

    ``usable``: they may be used as they are. ``wholly``: the
    ways to begin in which all may be done wholly. ``sure``: one action is done wholly however badly a player
    chooses on the way.
    """

    outcomes: tuple[Outcome, ...]
    usable: bool
    wholly: tuple[Way, ...]
    sure: bool


def foresee(
    order: Order,
    means: Means,
    counts: Mapping[str, int],
    any_count: int,
    powers: Powers,
    packs: Packs,
    taken: int | None = None,
) -> Foresight:
    """What comes of an order of actions, for every way to settle what must be settled before.

    ``packs`` are the rivals'. ``taken``: the resource that the leader took, which a follower takes too.
    """
    symbols = order.counted(counts)
    found = sight(order, means, sum(symbols) + any_count, powers, packs, taken)
    return found.of((0, any_count if order.any_suit else 0, *symbols))


class Sight(ABC):
    """What comes of an order of actions from some means, with any symbols; each is foreseen once."""

    __slots__ = ("_completed", "_found")

    def __init__(self) -> None:
        self._found: dict[Gain, Foresight] = {}
        self._completed: dict[tuple[Gain, tuple[Gain, ...], More], bool] = {}

    def of(self, sums: Gain) -> Foresight:
        """What comes of the actions with so many symbols, and so many cards less in hand."""
        found = self._found.get(sums)
        if found is None:
            found = self._found[sums] = self._foreseen(sums)
        return found

    @abstractmethod
    def _foreseen(self, sums: Gain) -> Foresight: ...

    def usable(self, sums: Gain) -> bool:
        """Whether the actions may be used with so many symbols."""
        return self.of(sums).usable

    def without(self, base: Gain, gains: Sequence[Gain]) -> list[Sequence[Outcome]]:
        """What would come of the actions if the symbols of each of the added cards did not count."""
        found: list[Sequence[Outcome]] = []
        for place, (leaves, *symbols) in enumerate(gains):
            less = [*gains[:place], (leaves, *[0] * len(symbols)), *gains[place + 1 :]]
            found.append(self.of(total(base, less)).outcomes)
        return found

    def legal(self, base: Gain, gains: Sequence[Gain]) -> bool:
        """Whether the actions may be used with those symbols, and every card that adds some serves."""
        sums = total(base, gains)
        if not gains or not self.usable(sums):
            return not gains and self.usable(sums)
        found = self.of(sums)
        without = self.without(base, gains)
        return any(may_be_used(one.reached) and kept(one, without) for one in found.outcomes)

    def completable(self, base: Gain, gains: tuple[Gain, ...], more: More) -> bool:
        """Whether they may be used as it is, or with some ``more`` cards, however many."""
        key = base, gains, more
        found = self._completed.get(key)
        if found is None:
            found = self.legal(base, gains) or (bool(more) and self._with_more(base, gains, more))
            self._completed[key] = found
        return found

    def _with_more(self, base: Gain, gains: tuple[Gain, ...], more: More) -> bool:
        picks = [
            [[gain for gain in pick if gain] for pick in combinations_with_replacement(((), *some), number)]
            for some, number in more
        ]
        return any(self.legal(base, [*gains, *chain.from_iterable(pick)]) for pick in product(*picks))


class Single(Sight):
    """What comes of one action."""

    __slots__ = ("_begins", "_means", "_order", "_packs", "_powers", "_taken")

    def __init__(self, order: Order, means: Means, powers: Powers, packs: Packs, taken: int | None) -> None:
        super().__init__()
        self._order, self._means, self._powers = order, means, powers
        self._packs, self._taken = packs, taken
        self._begins: bool | None = None

    @property
    def begins(self) -> bool:
        """Whether something can come of the action at all: with a symbol of each suit it can be begun."""
        if self._begins is None:
            some = self.of((0, int(self._order.any_suit), *[1] * len(self._order.suits)))
            self._begins = any(one.reached[0] != NOTHING for one in some.outcomes)
        return self._begins

    def _foreseen(self, sums: Gain) -> Foresight:
        order = self._order
        _, any_count, *symbols = sums
        counts = dict(zip(order.suits, symbols, strict=True))
        terms = Terms(order.levels, counts, any_count, self._powers, self._packs)
        every = outcomes(order.sides, less(self._means, sums), terms, self._taken)
        best = best_of(every)
        return Foresight(
            tuple(best),
            any(one.reached[0] == WHOLE for one in best),
            tuple(dict.fromkeys(one.ways[0] for one in best if one.reached[0] == WHOLE)),
            all(one.reached[0] == WHOLE for one in every),
        )


class Pair(Sight):
    """What comes of two actions, one after the other: put together of what comes of each."""

    __slots__ = ("_apart", "_first", "_means", "_most", "_order", "_packs", "_powers", "_second", "_usable")

    def __init__(
        self,
        order: Order,
        sights: tuple[Single, Single],
        means: Means,
        most: int,
        powers: Powers,
        packs: Packs,
    ) -> None:
        super().__init__()
        self._order, self._means, self._most = order, means, most
        self._powers, self._packs = powers, packs
        self._first, self._second = sights
        self._apart = order.apart and not means[RECYCLING]
        self._usable: dict[Gain, bool] = {}

    @property
    def begins(self) -> bool:
        """Whether something can come of both actions, as far as can be told of each by itself."""
        return self._first.begins and (not self._apart or self._second.begins)

    def usable(self, sums: Gain) -> bool:
        found = self._usable.get(sums)
        if found is None:
            order = self._order
            found = self._usable[sums] = self._may_be_used(order.part(0, sums), order.part(1, sums))
        return found

    def _may_be_used(self, sums: Gain, then: Gain) -> bool:
        first = {one.reached[0] for one in self._first.of(sums).outcomes}
        if first == {NOTHING}:
            return False
        if self._apart:
            second = {one.reached[0] for one in self._second.of(then).outcomes}
            return any(may_be_used((one, other)) for one in first for other in second)
        return any(
            may_be_used((run.far, other.reached[0]))
            for _, run, after in self._one_by_one(sums, then)
            for other in after.outcomes
        )

    def _foreseen(self, sums: Gain) -> Foresight:
        order = self._order
        sums, then = order.part(0, sums), order.part(1, sums)
        if self._apart:
            first, second = self._first.of(sums), self._second.of(then)
            best = [one.then(other) for one in first.outcomes for other in second.outcomes]
            sure = first.sure or second.sure
        else:
            found: dict[Outcome, None] = {}
            sure = True
            for way, run, after in self._one_by_one(sums, then):
                now = Outcome((run.far,), (way,), (run.tally,))
                found.update(dict.fromkeys([now.then(one) for one in after.outcomes]))
                sure = sure and (run.far == WHOLE or after.sure)
            best = best_of([*found])
        return Foresight(
            tuple(best),
            any(may_be_used(one.reached) for one in best),
            tuple(dict.fromkeys(one.ways[0] for one in best if min(one.reached) == WHOLE)),
            sure,
        )

    def _one_by_one(self, sums: Gain, then: Gain) -> Iterator[tuple[Way, Run, Foresight]]:
        """Every end of the first action, with what comes of the second then; it has the symbols ``then``."""
        order, powers, packs = self._order, self._powers, self._packs
        first, second = order.alone
        _, any_count, *symbols = sums
        _, *rest = then
        terms = Terms(order.levels, dict(zip(first.suits, symbols, strict=True)), any_count, powers, packs)
        for way, run in ways_to_end(first.sides[0], less(self._means, sums), terms):
            yield way, run, single(second, run.means, self._most, powers, packs).of((0, *rest))


def less(means: Means, sums: Gain) -> Means:
    """The means without the cards that leave the hand."""
    leaves = sums[0]
    return (*means[:6], means[HAND] - leaves, *means[7:]) if leaves else means


def total(base: Gain, gains: Sequence[Gain]) -> Gain:
    """What a played card and the added ones come to together."""
    return tuple([sum(column) for column in zip(base, *gains, strict=True)]) if gains else base


def kept(outcome: Outcome, without: Sequence[Sequence[Outcome]]) -> bool:
    """Whether every added card serves; ``without``: what would come of the actions without its symbols."""
    return all(
        serves(outcome.tallies, less.tallies)
        for outcomes in without
        for less in outcomes
        if less.ways == outcome.ways
    )


def sight(
    order: Order,
    means: Means,
    most: int,
    powers: Powers,
    packs: Packs,
    taken: int | None = None,
) -> Sight:
    """What there is to foresee of an order of actions with at most so many symbols."""
    if order.alone:
        first, second = (single(one, means, most, powers, packs) for one in order.alone)
        return Pair(order, (first, second), means, most, powers, packs)
    return single(order, means, most, powers, packs, taken)


def single(
    order: Order,
    means: Means,
    most: int,
    powers: Powers,
    packs: Packs,
    taken: int | None = None,
) -> Single:
    """What there is to foresee of one action with at most so many symbols."""
    return _single(
        order,
        order.read(means, most, powers),
        powers if order.powers else NO_POWERS,
        packs if order.rivals else (),
        taken if order.either else None,
    )


@lru_cache(maxsize=20_000)
def _single(order: Order, read: tuple[int, ...], powers: Powers, packs: Packs, taken: int | None) -> Single:
    """What there is to foresee of one action, by what decides it alone: the same comes again and again."""
    return Single(order, order.means(read), powers, packs, taken)


def outcomes(sides: Sequence[Side], means: Means, terms: Terms, taken: int | None = None) -> list[Outcome]:
    """What may come of the sides, one after the other, for every way to settle what must be settled.

    ``taken``: the resource that the leader took, which a follower takes too.
    """
    first, rest = sides[0], sides[1:]
    found: dict[Outcome, None] = {}
    for way, run in ways_to_end(first, means, terms, taken):
        now = Outcome((run.far,), (way,), (run.tally,))
        if rest:
            found.update(dict.fromkeys(now.then(one) for one in outcomes(rest, run.means, terms)))
        else:
            found[now] = None
    return list(found)


def ways_to_end(
    side: Side, means: Means, terms: Terms, taken: int | None = None
) -> Iterator[tuple[Way, Run]]:
    """Every end of one action, with how what must be settled is settled for it."""
    for kind in side.kinds:
        if taken is not None and kind is not None and kind != taken:
            continue
        for flow in side.flows:
            terms.kind, terms.flow = kind, flow
            for run in runs(side.action, means, terms):
                yield (kind, flow), run


def best_of(every: Sequence[Outcome]) -> list[Outcome]:
    """The outcomes that no other of the same ways beats: goes as far everywhere, and as often."""

    def beats(one: Outcome, other: Outcome) -> bool:
        return one.ways == other.ways and all(
            mine >= theirs
            for mine, theirs in zip(one.reached + one.tallies, other.reached + other.tallies, strict=True)
        )

    if len(every) < 2:
        return list(every)
    return [one for one in every if not any(other is not one and beats(other, one) for other in every)]
