"""Whether the actions of a card can be done wholly, in part, or not at all: seen before they are begun."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

from scorer.fort.actions import ANY_SUIT, EITHER, SUITS, Act, Action, Times, acts, factors
from scorer.fort.cards import Level
from scorer.fort.play.plans.means import (
    DISCARDED,
    ELSEWHERE,
    HAND,
    LEVEL,
    LOOKOUT,
    NO_POWERS,
    PACKED_PIZZAS,
    PACKED_TOYS,
    PIZZAS,
    RECYCLING,
    TOYS,
    YARDS,
    Means,
    Powers,
    Terms,
    runs,
)
from scorer.fort.play.rulings import WHOLE, may_be_used
from scorer.fort.sheet import STUFF_HOLDS

RESOURCES = (PIZZAS, TOYS, PACKED_PIZZAS, PACKED_TOYS)
#: The places of means that decide how far an action goes, and those that a factor reads.
READS = {
    "collect pizza": (PIZZAS,),
    "collect toy": (TOYS,),
    "collect resource": (PIZZAS, TOYS),
    "pack": (*RESOURCES, LEVEL),
    "lookout": (LEVEL, LOOKOUT, HAND, YARDS, ELSEWHERE),
    "remove": (HAND, DISCARDED),
    "recruit": (YARDS, ELSEWHERE),
    "advance": (*RESOURCES, LEVEL),
    "spend pizza": (PIZZAS, PACKED_PIZZAS),
    "spend toy": (TOYS, PACKED_TOYS),
    "spend resource": RESOURCES,
    "remove_rival": (YARDS,),
    "copy_pack": RESOURCES,
    "copy_rival_pack": (PIZZAS, TOYS),
    "convert": RESOURCES,
    "pack_factor": (PACKED_PIZZAS, PACKED_TOYS),
    "fort_factor": (LEVEL,),
    "lookout_factor": (LOOKOUT,),
}
#: Actions that resources decide about.
WITH_RESOURCES = {"collect", "pack", "advance", "spend", "copy_pack", "copy_rival_pack", "convert"}
#: The first place of means that counts cards of which more than enough make no difference.
CARDS = HAND
#: Where something that is multiplied holds something that is multiplied, all cards of the game count.
ALL_CARDS = 68
#: The highest fort level and the largest pack and lookout: what a factor other than a suit comes to at most.
MOST_BY_BOARD = 8
BOARD = ("pack", "fort", "lookout")


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


def _taking(places: tuple[int, ...]) -> Callable[[Means], tuple[int, ...]]:
    """What takes the values at some places out of means."""
    if len(places) > 1:
        return itemgetter(*places)
    return lambda means: tuple([means[place] for place in places])


def _alike(kinds: set[str], by_pack: bool) -> str:
    """Which means are alike to actions of those kinds; ``by_pack``: something is multiplied by the pack.

    "places": a resource in stuff and one in the pack. "many": more resources than can be packed, and either
    kind in the pack. "few": fewer resources than leave room for all that is collected.
    """
    if kinds <= {"advance", "spend"} and kinds and not by_pack:
        return "places"
    if kinds == {"pack"}:
        return "many"
    return "few" if kinds == {"collect"} else ""


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """Actions of a card in the order of their use, with the suits by which they are multiplied.

    ``alike`` says which resources make no difference (`_alike`). ``places`` and
    ``cards`` are the places of means that decide how far they go, ``few`` takes those of the first out;
    ``rivals`` and ``powers``: whether rivals' packs and perks do so too; ``either``: the leader's resource;
    ``looks_out``: Recycling.
    More than ``enough`` cards in one place make no difference where all is done once; ``often`` is how often
    it is done at least. ``alone``: where there are two actions, each by itself.
    """

    sides: tuple[Side, ...]
    levels: tuple[Level, ...]
    alike: str
    suits: tuple[str, ...]
    any_suit: bool
    places: tuple[int, ...]
    cards: tuple[int, ...]
    few: Callable[[Means], tuple[int, ...]]
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
        read = {place for act in done for place in READS.get(f"{act.kind} {act.resource}".strip(), ())}
        read |= {place for factor in multiplied for place in READS.get(f"{factor}_factor", ())}
        places = tuple(place for place in sorted(read) if place < CARDS)
        suits = tuple(suit for suit in SUITS if suit in multiplied)
        most = [
            factor if isinstance(factor, int) else MOST_BY_BOARD if factor in BOARD else 0
            for factor in multiplied
        ]
        return cls(
            sides=sides,
            levels=levels,
            alike=_alike(kinds & WITH_RESOURCES, "pack" in multiplied),
            suits=suits,
            any_suit=ANY_SUIT in multiplied,
            places=places,
            cards=tuple(place for place in sorted(read) if place >= CARDS),
            few=_taking(places),
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
    if means[RECYCLING] and order.looks_out:
        counts = dict(zip(order.suits, symbols, strict=True))
        return _of(order, means, Terms(order.levels, counts, any_count, powers or NO_POWERS, packs), taken)
    enough = order.enough * max(order.often, sum(symbols) + any_count)
    pizzas, toys, packed_pizzas, packed_toys = means[:LEVEL]
    if order.alike == "places":
        means = (pizzas + packed_pizzas, toys + packed_toys, 0, 0, *means[LEVEL:])
    elif order.alike == "many":
        means = (min(pizzas, enough), min(toys, enough), packed_pizzas + packed_toys, 0, *means[LEVEL:])
    elif order.alike == "few":
        least = STUFF_HOLDS - enough
        means = (max(pizzas, least), max(toys, least), packed_pizzas, packed_toys, *means[LEVEL:])
    read = order.few(means)
    if order.cards:
        read += tuple([means[place] if means[place] < enough else enough for place in order.cards])
    if not order.rivals:
        packs = ()
    if not order.powers:
        powers = None
    if not order.either:
        taken = None
    if not order.any_suit:
        any_count = 0
    return _foreseen(order, read, symbols, any_count, powers, packs, taken)


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
    means = [0] * (RECYCLING + 1)
    for place, value in zip((*order.places, *order.cards), read, strict=True):
        means[place] = value
    counts = dict(zip(order.suits, symbols, strict=True))
    whole: Any = tuple(means)
    return _of(order, whole, Terms(order.levels, counts, any_count, powers or NO_POWERS, packs), taken)


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
