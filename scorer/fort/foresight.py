"""Whether the actions of a card can be done wholly, in part, or not at all: seen before they are begun."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from typing import Literal, NamedTuple, TypeAlias

from scorer.fort.actions import ANY_SUIT, EITHER, SUITS, Act, Action, Times, acts, factors
from scorer.fort.cards import Level
from scorer.fort.means import NO_POWERS, PACK, STUFF, Means, Powers, Terms, runs
from scorer.fort.rulings import WHOLE, may_be_used
from scorer.fort.sheet import STUFF_HOLDS

#: The means that decide how far an action goes, and those that a factor reads.
READS: dict[str, tuple[str, ...]] = {
    "collect pizza": ("pizzas",),
    "collect toy": ("toys",),
    "collect resource": STUFF,
    "pack": (*STUFF, *PACK, "level"),
    "lookout": ("level", "lookout", "hand", "yards", "elsewhere"),
    "remove": ("hand", "discarded"),
    "recruit": ("yards", "elsewhere"),
    "advance": (*STUFF, *PACK, "level"),
    "spend pizza": ("pizzas", "packed_pizzas"),
    "spend toy": ("toys", "packed_toys"),
    "spend resource": (*STUFF, *PACK),
    "remove_rival": ("yards",),
    "copy_pack": (*STUFF, *PACK),
    "copy_rival_pack": STUFF,
    "convert": (*STUFF, *PACK),
    "pack_factor": PACK,
    "fort_factor": ("level",),
    "lookout_factor": ("lookout",),
}
#: Actions that resources decide about.
WITH_RESOURCES = {"collect", "pack", "advance", "spend", "copy_pack", "copy_rival_pack", "convert"}
#: The means that count cards of which more than enough make no difference.
CARDS = ("hand", "discarded", "yards", "elsewhere")
#: Where something that is multiplied holds something that is multiplied, all cards of the game count.
ALL_CARDS = 68
#: The highest fort level and the largest pack and lookout: what a factor other than a suit comes to at most.
MOST_BY_BOARD = 8
BOARD = ("pack", "fort", "lookout")


#: Which resources make no difference to an action. "anywhere": whether they lie in stuff or in the pack.
#: "plenty": more than can be packed, and which kind lies in the pack. "room": fewer than leave room for all
#: that is collected.
Pooled = Literal["anywhere", "plenty", "room", ""]


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two actions of a card, with what must be settled before it begins.

    ``kinds`` are the resources that it may collect where it says "either"; ``flows`` the resources that it
    may convert into the other: (None,) where there is nothing to choose.
    """

    action: Action
    public: bool
    kinds: tuple[int | None, ...]
    flows: tuple[int | None, ...]

    @classmethod
    def of(cls, action: Action, public: bool) -> Side:
        done = list(acts(action))
        either = any(act.kind == "collect" and act.resource == EITHER for act in done)
        flows = any(act.kind == "convert" for act in done)
        return cls(action, public, (0, 1) if either else (None,), (0, 1) if flows else (None,))


def nested(side: Side) -> bool:
    """Whether something that is multiplied holds something that is multiplied."""

    def within(action: Action, multiplied: bool) -> bool:
        if isinstance(action, Act):
            return False
        if isinstance(action, Times):
            return multiplied or within(action.body, True)
        return any(within(part, multiplied) for part in action.parts)

    return within(side.action, False)


def _taking(names: Sequence[str]) -> Callable[[Means], tuple[int, ...]]:
    """What takes some of the means out."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda means: tuple([getattr(means, name) for name in names])


def _pooled(kinds: set[str], by_pack: bool) -> Pooled:
    """What makes no difference to actions of such kinds; ``by_pack``: the pack multiplies something."""
    if kinds <= {"advance", "spend"} and kinds and not by_pack:
        return "anywhere"
    if kinds == {"pack"}:
        return "plenty"
    return "room" if kinds == {"collect"} else ""


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """Actions of a card in the order of their use, with the suits by which they are multiplied.

    ``pooled``: which resources make no difference. ``reads`` and ``cards`` name the means that decide how far
    they go, ``read`` and ``read_cards`` take them out; ``rivals`` and ``powers``: whether rivals' packs and
    perks do so too; ``either``: the leader's resource; ``looks_out``: Recycling.
    More than ``enough`` cards in one place make no difference where all is done once; ``often`` is how often
    it is done at least. ``alone``: where there are two actions, each by itself.
    """

    sides: tuple[Side, ...]
    levels: tuple[Level, ...]
    pooled: Pooled
    suits: tuple[str, ...]
    any_suit: bool
    reads: tuple[str, ...]
    cards: tuple[str, ...]
    read: Callable[[Means], tuple[int, ...]]
    read_cards: Callable[[Means], tuple[int, ...]]
    rivals: bool
    powers: bool
    either: bool
    looks_out: bool
    enough: int
    often: int
    alone: tuple[Order, ...]

    @classmethod
    @lru_cache(maxsize=2_000)
    def of(cls, sides: tuple[Side, ...], levels: tuple[Level, ...], alone: tuple[Order, ...] = ()) -> Order:
        """The order of some actions: the same one for all cards that have these."""
        done = [act for side in sides for act in acts(side.action)]
        kinds = {act.kind for act in done}
        multiplied = {factor for side in sides for factor in factors(side.action)}
        read = {name for act in done for name in READS.get(f"{act.kind} {act.resource}".strip(), ())}
        read |= {name for factor in multiplied for name in READS.get(f"{factor}_factor", ())}
        reads = tuple(name for name in Means._fields if name in read and name not in CARDS)
        cards = tuple(name for name in CARDS if name in read)
        suits = tuple(suit for suit in SUITS if suit in multiplied)
        most = [
            factor if isinstance(factor, int) else MOST_BY_BOARD if factor in BOARD else 0
            for factor in multiplied
        ]
        return cls(
            sides=sides,
            levels=levels,
            pooled=_pooled(kinds & WITH_RESOURCES, "pack" in multiplied),
            suits=suits,
            any_suit=ANY_SUIT in multiplied,
            reads=reads,
            cards=cards,
            read=_taking(reads),
            read_cards=_taking(cards),
            rivals="copy_rival_pack" in kinds,
            powers=bool(kinds & {"pack", "lookout"}),
            either=any(side.kinds != (None,) for side in sides),
            looks_out="lookout" in kinds,
            enough=ALL_CARDS if any(map(nested, sides)) else len(done),
            often=max(most, default=1) or 1,
            alone=alone,
        )

    def counted(self, counts: Mapping[str, int]) -> tuple[int, ...]:
        """How many symbols there are for each suit of the order."""
        return tuple([counts.get(suit, 0) for suit in self.suits]) if self.suits else ()

    def first(self, sums: tuple[int, ...]) -> tuple[int, ...]:
        """What counts for the first of two actions by itself; ``sums``: a `Gain` for both."""
        suits = self.alone[0].suits
        if suits == self.suits:
            return sums
        counted = zip(self.suits, sums[2:], strict=True)
        return (*sums[:2], *(number for suit, number in counted if suit in suits))


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

    ``begun``: the first of them does something. ``usable``: they may be used as they are. ``wholly``: the
    ways to begin in which all may be done wholly. ``sure``: one action is done wholly however badly a player
    chooses on the way.
    """

    outcomes: tuple[Outcome, ...]
    begun: bool
    usable: bool
    wholly: tuple[Way, ...]
    sure: bool


def foresee(
    order: Order,
    means: Means,
    counts: Mapping[str, int],
    any_count: int,
    powers: Powers,
    packs: tuple[tuple[int, int], ...],
    taken: int | None = None,
) -> Foresight:
    """What comes of an order of actions, for every way to settle what must be settled before.

    ``packs`` are the rivals'. ``taken``: the resource that the leader took, which a follower takes too.
    """
    return look(order, means, order.counted(counts), any_count, powers, packs, taken)


def look(
    order: Order,
    means: Means,
    symbols: tuple[int, ...],
    any_count: int,
    powers: Powers | None,
    packs: tuple[tuple[int, int], ...],
    taken: int | None = None,
) -> Foresight:
    """As `foresee`, with the number of symbols for each suit of the order."""
    if means.recycling and order.looks_out:
        counts = dict(zip(order.suits, symbols, strict=True))
        return _of(order, means, Terms(order.levels, counts, any_count, powers or NO_POWERS, packs), taken)
    enough = order.enough * max(order.often, sum(symbols) + any_count)
    if order.pooled:
        means = _without_difference(means, order.pooled, enough)
    read = order.read(means)
    if order.cards:
        read += tuple([count if count < enough else enough for count in order.read_cards(means)])
    if not order.rivals:
        packs = ()
    if not order.powers:
        powers = None
    if not order.either:
        taken = None
    if not order.any_suit:
        any_count = 0
    return _foreseen(order, read, symbols, any_count, powers, packs, taken)


def _without_difference(means: Means, pooled: Pooled, enough: int) -> Means:
    """The means that stand for all that differ only in what makes no difference."""
    pizzas, toys, packed_pizzas, packed_toys = means.resources
    if pooled == "anywhere":
        return means._replace(
            pizzas=pizzas + packed_pizzas, toys=toys + packed_toys, packed_pizzas=0, packed_toys=0
        )
    if pooled == "plenty":
        pizzas, toys = min(pizzas, enough), min(toys, enough)
        return means._replace(
            pizzas=pizzas, toys=toys, packed_pizzas=packed_pizzas + packed_toys, packed_toys=0
        )
    if pooled == "room":
        least = STUFF_HOLDS - enough
        return means._replace(pizzas=max(pizzas, least), toys=max(toys, least))
    return means


@lru_cache(maxsize=50_000)
def _foreseen(
    order: Order,
    read: tuple[int, ...],
    symbols: tuple[int, ...],
    any_count: int,
    powers: Powers | None,
    packs: tuple[tuple[int, int], ...],
    taken: int | None,
) -> Foresight:
    """As `foresee`, by what decides it alone: the same questions come again and again."""
    means = Means()._replace(**dict(zip((*order.reads, *order.cards), read, strict=True)))
    counts = dict(zip(order.suits, symbols, strict=True))
    return _of(order, means, Terms(order.levels, counts, any_count, powers or NO_POWERS, packs), taken)


def _of(order: Order, means: Means, terms: Terms, taken: int | None) -> Foresight:
    every = outcomes(order.sides, means, terms, taken)
    best = best_of(every)
    return Foresight(
        tuple(best),
        any(one.reached[0] for one in best),
        any(may_be_used(one.reached) for one in best),
        tuple(dict.fromkeys(one.ways[0] for one in best if min(one.reached) == WHOLE)),
        all(WHOLE in one.reached for one in every),
    )


def outcomes(sides: Sequence[Side], means: Means, terms: Terms, taken: int | None = None) -> list[Outcome]:
    """What may come of the sides, one after the other, for every way to settle what must be settled.

    ``taken``: the resource that the leader took, which a follower takes too.
    """
    first, rest = sides[0], sides[1:]
    found: dict[Outcome, None] = {}
    for kind in first.kinds:
        if taken is not None and kind is not None and kind != taken:
            continue
        for flow in first.flows:
            terms.kind, terms.flow = kind, flow
            way = (kind, flow)
            for after, far, tally in runs(first.action, means, terms):
                if not rest:
                    found[Outcome((far,), (way,), (tally,))] = None
                    continue
                now = Outcome((far,), (way,), (tally,))
                found.update(dict.fromkeys(now.then(one) for one in outcomes(rest, after, terms)))
    return list(found)


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
