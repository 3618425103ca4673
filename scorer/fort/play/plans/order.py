"""Actions of a card in the order of their use, with all about them that does not depend on the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import TypeAlias, cast

from scorer.fort.actions import ANY_SUIT, EITHER, SUITS, Act, Action, Times, acts, factors
from scorer.fort.cards import Level
from scorer.fort.play.plans.means import RECYCLING, Means, Powers
from scorer.fort.sheet import STUFF_HOLDS

#: The places of means that decide how far an action goes, and those that a factor reads.
READS = {
    "collect pizza": (0,),
    "collect toy": (1,),
    "collect resource": (0, 1),
    "pack": (0, 1, 2, 3, 4),
    "lookout": (4, 5, 6),
    "remove": (6, 7),
    "recruit": (8, 9),
    "advance": (0, 1, 2, 3, 4),
    "spend pizza": (0, 2),
    "spend toy": (1, 3),
    "spend resource": (0, 1, 2, 3),
    "remove_rival": (8,),
    "copy_pack": (0, 1, 2, 3),
    "copy_rival_pack": (0, 1),
    "convert": (0, 1, 2, 3),
    "pack_factor": (2, 3),
    "fort_factor": (4,),
    "lookout_factor": (5,),
}
#: The places of means that an action changes.
CHANGES = {
    "collect pizza": (0,),
    "collect toy": (1,),
    "collect resource": (0, 1),
    "pack": (0, 1, 2, 3),
    "lookout": (5, 6, 8, 9),
    "remove": (6, 7),
    "recruit": (7, 8, 9),
    "advance": (0, 1, 2, 3, 4),
    "spend pizza": (0, 2),
    "spend toy": (1, 3),
    "spend resource": (0, 1, 2, 3),
    "remove_rival": (8,),
    "copy_pack": (0, 1),
    "copy_rival_pack": (0, 1),
    "convert": (0, 1, 2, 3),
}
#: Actions that resources decide about.
WITH_RESOURCES = {"collect", "pack", "advance", "spend", "copy_pack", "copy_rival_pack", "convert"}
#: The place of cards in hand.
HAND = 6
#: The places of means that count cards, of which more than enough make no difference.
CARDS = (7, 8, 9)
#: What an action reads besides with the perk Bribery.
BRIBED = {"lookout": (8, 9)}
#: Where something that is multiplied holds something that is multiplied, all cards of the game count.
ALL_CARDS = 68
#: The highest fort level and the largest pack and lookout: what a factor other than a suit comes to at most.
MOST_BY_BOARD = 8
BOARD = ("pack", "fort", "lookout")

#: What a card adds: whether it leaves the hand, then symbols for "any suit" and for each suit of the order.
Gain: TypeAlias = tuple[int, ...]


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
    ``bribed`` are more of the second with Bribery; ``hand``: cards in hand are among them.
    ``rivals`` and ``powers``: whether rivals' packs and perks do so too; ``either``: the leader's resource;
    ``looks_out``: Recycling.
    More than ``enough`` cards in one place make no difference where all is done once; ``often`` is how often
    it is done at least. ``sized``: cards or symbols make a difference up to a number. ``changes`` are the
    places of means that the actions change. ``alone``: where there are two actions, each by itself; and they
    are ``apart`` where the first changes nothing that decides about the second.
    """

    sides: tuple[Side, ...]
    levels: tuple[Level, ...]
    alike: str
    suits: tuple[str, ...]
    any_suit: bool
    places: tuple[int, ...]
    cards: tuple[int, ...]
    bribed: tuple[int, ...]
    hand: bool
    few: Callable[[Means], tuple[int, ...]]
    rivals: bool
    powers: bool
    either: bool
    looks_out: bool
    enough: int
    often: int
    sized: bool
    changes: frozenset[int]
    alone: tuple[Order, ...]
    apart: bool

    @classmethod
    @lru_cache(maxsize=2_000)
    def of(cls, sides: tuple[Side, ...], levels: tuple[Level, ...]) -> Order:
        """The order of some actions: the same one for all cards that have these."""
        done = [act for side in sides for act in acts(side.action)]
        kinds = {act.kind for act in done}
        multiplied = {factor for side in sides for factor in factors(side.action)}
        names = [f"{act.kind} {act.resource}".strip() for act in done]
        read = {place for name in names for place in READS.get(name, ())}
        read |= {place for factor in multiplied for place in READS.get(f"{factor}_factor", ())}
        places = tuple(place for place in sorted(read) if place not in CARDS)
        bribed = {place for act in done for place in BRIBED.get(act.kind, ())} - read
        suits = tuple(suit for suit in SUITS if suit in multiplied)
        rivals = "copy_rival_pack" in kinds
        most = [
            factor if isinstance(factor, int) else MOST_BY_BOARD if factor in BOARD else 0
            for factor in multiplied
        ]
        alike = _alike(kinds & WITH_RESOURCES, "pack" in multiplied)
        cards = tuple(place for place in sorted(read) if place in CARDS)
        alone = tuple(cls.of((side,), levels) for side in sides) if len(sides) > 1 else ()
        later = {place for one in alone[1:] for place in (*one.places, *one.cards, *one.bribed)}
        return cls(
            sides,
            levels,
            alike,
            suits,
            ANY_SUIT in multiplied,
            places,
            cards,
            tuple(sorted(bribed)),
            HAND in read,
            _taking(places),
            rivals,
            bool(kinds & {"pack", "lookout"}),
            any(side.kinds != (None,) for side in sides),
            "lookout" in kinds,
            ALL_CARDS if any(map(nested, sides)) else len(done),
            max(most, default=1) or 1,
            bool(cards or bribed or alike in ("many", "few")) and bool(suits or ANY_SUIT in multiplied),
            frozenset(place for name in names for place in CHANGES.get(name, ())),
            alone,
            bool(alone) and alone[0].changes.isdisjoint(later),
        )

    def part(self, place: int, sums: Gain) -> Gain:
        """What counts for one of two actions by itself."""
        leaves, any_count, *symbols = sums
        one = self.alone[place]
        leaves *= one.hand
        any_count *= one.any_suit
        if one.suits == self.suits:
            return (leaves, any_count, *symbols)
        counted = zip(self.suits, symbols, strict=True)
        return (leaves, any_count, *[number for suit, number in counted if suit in one.suits])

    def counted(self, counts: Mapping[str, int]) -> tuple[int, ...]:
        """How many symbols there are for each suit of the order."""
        return tuple([counts.get(suit, 0) for suit in self.suits]) if self.suits else ()

    def read(self, means: Means, most: int, powers: Powers) -> tuple[int, ...]:
        """What decides of means with at most so many symbols: many means are alike in it."""
        if means[RECYCLING] and self.looks_out:
            return means
        if not self.alike and not self.cards and not self.bribed:
            return self.few(means)
        enough = self.enough * (max(self.often, most) if self.sized else self.often)
        pizza, toys, packed_pizza, packed_toys = means[:4]
        if self.alike == "places":
            means = (pizza + packed_pizza, toys + packed_toys, 0, 0, *means[4:])
        elif self.alike == "many":
            means = (min(pizza, enough), min(toys, enough), packed_pizza + packed_toys, 0, *means[4:])
        elif self.alike == "few":
            least = STUFF_HOLDS - enough
            means = (max(pizza, least), max(toys, least), packed_pizza, packed_toys, *means[4:])
        read = self.few(means)
        cards = self.cards + self.bribed if powers.bribery else self.cards
        if cards:
            read += tuple([means[place] if means[place] < enough else enough for place in cards])
        return read

    def means(self, read: tuple[int, ...]) -> Means:
        """Means of which that was read; what makes no difference is nothing."""
        if len(read) > RECYCLING:
            return cast(Means, read)  # all of it was read
        means = [0] * (RECYCLING + 1)
        for place, value in zip((*self.places, *self.cards, *self.bribed), read, strict=False):
            means[place] = value
        return cast(Means, tuple(means))
