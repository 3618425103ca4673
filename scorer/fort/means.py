"""A player's means, and how far an action goes from them, without touching the game.

An expression is followed through every way in which a player may carry it out. A player may choose badly on
the way; what is answered here is which ends there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from scorer.fort.actions import ANY_SUIT, EITHER, PIZZA, TOY, Act, Action, Times
from scorer.fort.cards import Level
from scorer.fort.rulings import NOTHING, PART, WHOLE, sequence_far, times_far
from scorer.fort.sheet import HIGHEST_LEVEL, STUFF_HOLDS


class Means(NamedTuple):
    """What a player has to do actions with.

    Resources in stuff and in the pack; the fort's ``level``; cards in the ``lookout``, in ``hand``, in the
    discard pile, in rivals' ``yards``, and to be recruited ``elsewhere``; 1 while Recycling can be used.
    """

    pizzas: int = 0
    toys: int = 0
    packed_pizzas: int = 0
    packed_toys: int = 0
    level: int = 0
    lookout: int = 0
    hand: int = 0
    discarded: int = 0
    yards: int = 0
    elsewhere: int = 0
    recycling: int = 0

    @property
    def stuff(self) -> tuple[int, int]:
        """Pizzas and toys in stuff."""
        return self.pizzas, self.toys

    @property
    def pack(self) -> tuple[int, int]:
        """Pizzas and toys in the pack."""
        return self.packed_pizzas, self.packed_toys

    @property
    def resources(self) -> tuple[int, int, int, int]:
        """Pizzas and toys in stuff, then in the pack."""
        return self.pizzas, self.toys, self.packed_pizzas, self.packed_toys

    def changed(self, **by: int) -> Means:
        """The means with some numbers changed by so much.

        >>> Means(pizzas=2).changed(pizzas=-1, packed_pizzas=1).resources
        (1, 0, 1, 0)
        """
        return self._replace(**{name: getattr(self, name) + more for name, more in by.items()})


#: The names of pizzas and toys in stuff, and in the pack.
STUFF = ("pizzas", "toys")
PACK = ("packed_pizzas", "packed_toys")


class Powers(NamedTuple):
    """Perks that let a player do more: places in the pack, packing from the supply, cards from elsewhere.

    ``supply_only``: with Light Fingers nothing is packed from stuff (games of the first version).
    """

    pack_bonus: int = 0
    light_fingers: bool = False
    bribery: bool = False
    supply_only: bool = False


NO_POWERS = Powers()


@dataclass(slots=True)
class Terms:
    """What an action is done with: the symbols that count, rivals' packs, and the perks that help.

    ``kind`` and ``flow`` are places of resources, settled before the action begins.
    """

    levels: tuple[Level, ...]
    counts: Mapping[str, int]
    any_count: int
    powers: Powers
    packs: tuple[tuple[int, int], ...] = ()
    kind: int | None = None
    flow: int | None = None


class Run(NamedTuple):
    """An end of an action: the means then, how far it went, how often suits made something happen."""

    means: Means
    far: int
    tally: int = 0


def runs(action: Action, means: Means, terms: Terms) -> list[Run]:
    """Every end that an action may come to, each once."""
    if isinstance(action, Act):
        return _repeated(action, means, terms, 1, False)
    if isinstance(action, Times):
        return repeated(action.body, means, terms, times(action.factor, means, terms), action.by_suit)
    first, *rest = action.parts
    found: dict[Run, None] = {}
    for run in runs(first, means, terms):
        found.update(dict.fromkeys(continued(rest, run, terms)))
    return list(found)


def continued(parts: Sequence[Action], run: Run, terms: Terms) -> list[Run]:
    """Every end of a sequence whose first action came to ``run``, and whose other parts are to come."""
    far, going, ended = run.far, [run], []
    for part in parts:
        found: dict[Run, None] = {}
        for one in going:
            if one.far == WHOLE:
                found.update(
                    {
                        Run(after.means, after.far, one.tally + after.tally): None
                        for after in runs(part, one.means, terms)
                    }
                )
            else:
                ended.append(one)
        going = list(found)
    return [Run(one.means, sequence_far(far), one.tally) for one in (*ended, *going)]


def repeated(
    body: Action, means: Means, terms: Terms, wanted: int, by_suit: bool, done: int = 0
) -> list[Run]:
    """Every end of doing something ``wanted`` times, of which ``done`` are done. ``by_suit``: these count."""
    if isinstance(body, Act):
        return _repeated(body, means, terms, wanted, by_suit, done)
    going: dict[Run, None] = {Run(means, WHOLE): None}
    ended: dict[Run, None] = {}
    for number in range(done, wanted):
        after: dict[Run, None] = {}
        for one in going:
            for run in runs(body, one.means, terms):
                tally = one.tally + run.tally
                if run.far == WHOLE:
                    after[Run(run.means, WHOLE, tally + by_suit)] = None
                else:
                    ended[Run(run.means, times_far(number, wanted, run.far), tally)] = None
        going = after
    return [*ended, *(Run(one.means, times_far(wanted, wanted), one.tally) for one in going)]


def _repeated(act: Act, means: Means, terms: Terms, wanted: int, by_suit: bool, done: int = 0) -> list[Run]:
    """As `repeated`, for a single action."""
    straight = STRAIGHT.get(act.kind)
    if straight is not None and not (act.kind == "lookout" and (terms.powers.bribery or means.recycling)):
        often, after = straight(act, means, terms, wanted - done)
        return [Run(after, times_far(done + often, wanted), often * by_suit)]
    step = BRANCHING[act.kind]
    going: dict[Means, None] = {means: None}
    ended: dict[Run, None] = {}
    for number in range(done, wanted):
        found: dict[Means, None] = {}
        tally = (number - done) * by_suit
        for before in going:
            wholly, partly = [*step(act, before, terms)], [*_partly(act, before, terms)]
            found.update(dict.fromkeys(wholly))
            ended.update({Run(one, times_far(number, wanted, PART), tally): None for one in partly})
            if not wholly and not partly:
                ended[Run(before, times_far(number, wanted), tally)] = None
        going = found
    return [*ended, *(Run(one, times_far(wanted, wanted), max(0, wanted - done) * by_suit) for one in going)]


def times(factor: int | str, means: Means, terms: Terms) -> int:
    """How often a multiplied action is to be done."""
    if isinstance(factor, int):
        return factor
    if factor == ANY_SUIT:
        return terms.any_count
    if factor == "fort":
        return means.level
    if factor == "pack":
        return means.packed_pizzas + means.packed_toys
    if factor == "lookout":
        return means.lookout
    return terms.counts.get(factor, 0)


# Actions that can be done in one way only: how often, and the means afterwards


def _collect(act: Act, m: Means, terms: Terms, most: int) -> tuple[int, Means]:
    kind = terms.kind if act.resource == EITHER else int(act.resource != PIZZA)
    if kind is None:
        return 0, m
    done = min(most, STUFF_HOLDS - m.stuff[kind])
    return done, m.changed(**{STUFF[kind]: done})


def _lookout(_act: Act, m: Means, _terms: Terms, most: int) -> tuple[int, Means]:
    done = max(0, min(most, m.level + 1 - m.lookout, m.hand))
    return done, m.changed(lookout=done, hand=-done)


def _recruit(_act: Act, m: Means, _terms: Terms, most: int) -> tuple[int, Means]:
    done = min(most, m.yards + m.elsewhere)
    elsewhere = min(done, m.elsewhere)
    return done, m.changed(discarded=done, yards=elsewhere - done, elsewhere=-elsewhere)


def _remove_rival(_act: Act, m: Means, _terms: Terms, most: int) -> tuple[int, Means]:
    done = min(most, m.yards)
    return done, m.changed(yards=-done)


def _always(_act: Act, m: Means, _terms: Terms, most: int) -> tuple[int, Means]:
    return most, m


STRAIGHT: dict[str, Callable[[Act, Means, Terms, int], tuple[int, Means]]] = {
    "collect": _collect,
    "lookout": _lookout,
    "remove_this": _always,
    "recruit": _recruit,
    "point": _always,
    "remove_rival": _remove_rival,
}

# Actions that can be done in several ways: the means after each


def room(means: Means, terms: Terms) -> int:
    """How many resources the pack still holds: fort level + 1, two more with the perk Big Pack."""
    return means.level + 1 + terms.powers.pack_bonus - means.packed_pizzas - means.packed_toys


def _pack(_act: Act, m: Means, terms: Terms) -> Iterator[Means]:
    if room(m, terms) <= 0:
        return
    powers = terms.powers
    if m.pizzas and not powers.supply_only:
        yield m.changed(pizzas=-1, packed_pizzas=1)
    if m.toys and not powers.supply_only:
        yield m.changed(toys=-1, packed_toys=1)
    if powers.light_fingers:  # it may, and need not, come from the supply
        yield m.changed(packed_pizzas=1)
        yield m.changed(packed_toys=1)


def _look_out(_act: Act, m: Means, terms: Terms) -> Iterator[Means]:
    """With Bribery or Recycling: from hand, from elsewhere, or a discarded card that is taken in hand."""
    if m.level + 1 - m.lookout <= 0:
        return
    if m.hand:
        yield m.changed(lookout=1, hand=-1)
    if m.yards and terms.powers.bribery:
        yield m.changed(lookout=1, yards=-1)
    if m.elsewhere and terms.powers.bribery:
        yield m.changed(lookout=1, elsewhere=-1)
    if m.discarded and m.recycling:
        yield m.changed(lookout=1, discarded=-1, recycling=-1)


def _remove(_act: Act, m: Means, _terms: Terms) -> Iterator[Means]:
    if m.hand:
        yield m.changed(hand=-1)
    if m.discarded:
        yield m.changed(discarded=-1)


def _advance(act: Act, m: Means, terms: Terms) -> Iterator[Means]:
    if m.level == HIGHEST_LEVEL:
        return
    for paid in payments(terms.levels[m.level + 1], act.dearer, m.resources):
        yield advanced(m, paid)


def advanced(m: Means, paid: tuple[int, int, int, int]) -> Means:
    """The means a level higher: ``paid`` are pizzas and toys from stuff, then from the pack."""
    pizzas, toys, packed_pizzas, packed_toys = paid
    return m.changed(
        pizzas=-pizzas, toys=-toys, packed_pizzas=-packed_pizzas, packed_toys=-packed_toys, level=1
    )


def _spend(act: Act, m: Means, _terms: Terms) -> Iterator[Means]:
    if act.resource != TOY:
        if m.pizzas:
            yield m.changed(pizzas=-1)
        if m.packed_pizzas:
            yield m.changed(packed_pizzas=-1)
    if act.resource != PIZZA:
        if m.toys:
            yield m.changed(toys=-1)
        if m.packed_toys:
            yield m.changed(packed_toys=-1)


def _convert(_act: Act, m: Means, terms: Terms) -> Iterator[Means]:
    if terms.flow is None:
        return
    source, target = (0, 1) if terms.flow == 0 else (1, 0)
    if m.stuff[source] and m.stuff[target] < STUFF_HOLDS:
        yield m.changed(**{STUFF[source]: -1, STUFF[target]: 1})
    if m.pack[source]:
        yield m.changed(**{PACK[source]: -1, PACK[target]: 1})


def _packs(act: Act, m: Means, terms: Terms) -> tuple[tuple[int, int], ...]:
    return (m.pack,) if act.kind == "copy_pack" else terms.packs


def copied(m: Means, pack: tuple[int, int]) -> Run:
    """A pack that was copied: as much of it as stuff holds, wholly or in part."""
    pizzas, toys = min(m.pizzas + pack[0], STUFF_HOLDS), min(m.toys + pack[1], STUFF_HOLDS)
    if (pizzas, toys) == m.stuff:
        return Run(m, NOTHING)
    wholly = (pizzas, toys) == (m.pizzas + pack[0], m.toys + pack[1])
    return Run(m._replace(pizzas=pizzas, toys=toys), WHOLE if wholly else PART)


def _copy(act: Act, m: Means, terms: Terms) -> Iterator[Means]:
    for pack in _packs(act, m, terms):
        end = copied(m, pack)
        if end.far == WHOLE:
            yield end.means


def _partly(act: Act, m: Means, terms: Terms) -> Iterator[Means]:
    """The means after a pack was copied that does not fit."""
    if act.kind in ("copy_pack", "copy_rival_pack"):
        for pack in _packs(act, m, terms):
            end = copied(m, pack)
            if end.far == PART:
                yield end.means


BRANCHING: dict[str, Callable[[Act, Means, Terms], Iterator[Means]]] = {
    "pack": _pack,
    "lookout": _look_out,
    "remove": _remove,
    "advance": _advance,
    "spend": _spend,
    "copy_pack": _copy,
    "copy_rival_pack": _copy,
    "convert": _convert,
}


@lru_cache(maxsize=20_000)
def payments(level: Level, dearer: int, has: tuple[int, int, int, int]) -> list[tuple[int, int, int, int]]:
    """Every way to pay for a level: pizzas and toys from stuff, then from the pack.

    ``dearer``: resources of any kind more than printed, or fewer where it is negative.

    >>> payments(Level(1, pizza=1, toys=1), -1, (1, 0, 0, 1))
    [(0, 0, 0, 1), (1, 0, 0, 0)]
    """
    total = max(0, level.pizza + level.toys + level.either + dearer)
    spared = max(0, -dearer)
    stuff_pizza, stuff_toys, pack_pizza, pack_toys = has
    found = []
    for pizza in range(max(0, total - stuff_toys - pack_toys), min(total, stuff_pizza + pack_pizza) + 1):
        toys = total - pizza
        if max(0, level.pizza - pizza) + max(0, level.toys - toys) <= spared:
            found += [
                (a, b, pizza - a, toys - b)
                for a in range(max(0, pizza - pack_pizza), min(pizza, stuff_pizza) + 1)
                for b in range(max(0, toys - pack_toys), min(toys, stuff_toys) + 1)
            ]
    return found
