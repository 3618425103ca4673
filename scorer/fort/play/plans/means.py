"""A player's means, and how far an action goes from them, without touching the game.

An expression is followed through every state of a player's means that it can lead to. A player may always
choose badly on the way; what is answered here is whether there is a way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from scorer.fort.actions import ANY_SUIT, EITHER, PIZZA, Act, Action, Times
from scorer.fort.cards import Level
from scorer.fort.sheet import HIGHEST_LEVEL, STUFF_HOLDS

#: Pizzas and toys in stuff, then in the pack; fort level; cards in the lookout, in hand, in the discard pile,
#: in rivals' yards; cards that can be recruited elsewhere.
Means: TypeAlias = tuple[int, int, int, int, int, int, int, int, int, int]
Ways: TypeAlias = Sequence[Means]

#: How far an action can be done.
NOTHING, PART, WHOLE = 0, 1, 2


class Powers(NamedTuple):
    """Perks that let a player do more: places in the pack, packing from the supply, cards from elsewhere."""

    pack_bonus: int = 0
    light_fingers: bool = False
    bribery: bool = False


NO_POWERS = Powers()


@dataclass(slots=True)
class Terms:
    """What an action is done with: the symbols that count, rivals' packs, and the perks that help.

    ``kind`` and ``flow`` are places of resources, settled before the action begins. ``tally`` grows with each
    time that something multiplied by a suit is done.
    """

    levels: tuple[Level, ...]
    counts: Mapping[str, int]
    any_count: int
    powers: Powers
    packs: tuple[tuple[int, int], ...] = ()
    kind: int | None = None
    flow: int | None = None
    tally: int = 0


def go(action: Action, ways: Ways, terms: Terms) -> tuple[int, Ways]:
    """How far an action can be done from any of several means, and what those are afterwards."""
    if isinstance(action, Act):
        done, after = _often(action, ways, terms, 1)
        if done:
            return WHOLE, after
        after = _partly(action, ways, terms)
        return (PART, after) if after else (NOTHING, ways)
    if isinstance(action, Times):
        wanted, done, body = times(action.factor, ways, terms), 0, action.body
        if isinstance(body, Act):
            done, ways = _often(body, ways, terms, wanted)
        else:
            while done < wanted:
                far, after = go(body, ways, terms)
                if far != WHOLE:
                    break
                ways, done = after, done + 1
        if action.by_suit:
            terms.tally += done
        return (NOTHING if not done else WHOLE if done == wanted else PART), ways
    first, *rest = action.parts
    far, ways = go(first, ways, terms)
    if far == WHOLE:  # what follows must be done only where it can
        for part in rest:
            reached, ways = go(part, ways, terms)
            if reached == NOTHING:
                break
    return far, ways


def times(factor: int | str, ways: Ways, terms: Terms) -> int:
    """How often a multiplied action is to be done."""
    if isinstance(factor, int):
        return factor
    if factor == ANY_SUIT:
        return terms.any_count
    if factor == "fort":
        return max(means[4] for means in ways)
    if factor == "pack":
        return max(means[2] + means[3] for means in ways)
    if factor == "lookout":
        return max(means[5] for means in ways)
    return terms.counts.get(factor, 0)


def _often(act: Act, ways: Ways, terms: Terms, most: int) -> tuple[int, Ways]:
    """How often one action can be done, and the means afterwards."""
    straight = STRAIGHT.get(act.kind)
    if straight is not None:
        if len(ways) == 1:
            done, means = straight(act, ways[0], terms, most)
            return done, (means,)
        runs = [straight(act, means, terms, most) for means in ways]
        done = max(run[0] for run in runs)
        return done, list({run[1] for run in runs if run[0] == done})
    step = BRANCHING[act.kind]
    for done in range(most):
        after = {means for before in ways for means in step(act, before, terms)}
        if not after:
            return done, ways
        ways = list(after)
    return most, ways


def _partly(act: Act, ways: Ways, terms: Terms) -> Ways:
    """The means after a pack was copied that does not fit."""
    if act.kind not in ("copy_pack", "copy_rival_pack"):
        return ()
    return [
        after for means in ways for pack in _packs(act, means, terms) for after in _copied(means, pack, True)
    ]


# Actions that can be done in one way only: how often, and the means afterwards


def _collect(act: Act, m: Means, terms: Terms, most: int) -> tuple[int, Means]:
    kind = terms.kind if act.resource == EITHER else int(act.resource != PIZZA)
    if kind is None:
        return 0, m
    done = min(most, STUFF_HOLDS - m[kind])
    return done, ((m[0] + done, *m[1:]) if kind == 0 else (m[0], m[1] + done, *m[2:]))


def _lookout(_act: Act, m: Means, terms: Terms, most: int) -> tuple[int, Means]:
    others = m[8] + m[9] if terms.powers.bribery else 0
    done = min(most, m[4] + 1 - m[5], m[6] + others)
    return done, (*m[:5], m[5] + done, max(0, m[6] - done), *m[7:])


def _recruit(_act: Act, m: Means, _terms: Terms, most: int) -> tuple[int, Means]:
    done = min(most, m[8] + m[9])
    elsewhere = min(done, m[9])
    return done, (*m[:7], m[7] + done, m[8] + elsewhere - done, m[9] - elsewhere)


def _remove_rival(_act: Act, m: Means, _terms: Terms, most: int) -> tuple[int, Means]:
    done = min(most, m[8])
    return done, (*m[:8], m[8] - done, m[9])


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
    return means[4] + 1 + terms.powers.pack_bonus - means[2] - means[3]


def _pack(_act: Act, m: Means, terms: Terms) -> Iterable[Means]:
    if room(m, terms) <= 0:
        return
    if m[0] or terms.powers.light_fingers:
        yield (m[0] - (not terms.powers.light_fingers), m[1], m[2] + 1, *m[3:])
    if m[1] or terms.powers.light_fingers:
        yield (m[0], m[1] - (not terms.powers.light_fingers), m[2], m[3] + 1, *m[4:])


def _remove(_act: Act, m: Means, _terms: Terms) -> Iterable[Means]:
    if m[6]:
        yield (*m[:6], m[6] - 1, *m[7:])
    if m[7]:
        yield (*m[:7], m[7] - 1, *m[8:])


def _advance(act: Act, m: Means, terms: Terms) -> Iterable[Means]:
    if m[4] == HIGHEST_LEVEL:
        return
    for a, b, c, d in payments(terms.levels[m[4] + 1], act.dearer, m[:4]):
        yield (m[0] - a, m[1] - b, m[2] - c, m[3] - d, m[4] + 1, *m[5:])


def _spend(act: Act, m: Means, _terms: Terms) -> Iterable[Means]:
    if act.resource != "toy":
        if m[0]:
            yield (m[0] - 1, *m[1:])
        if m[2]:
            yield (*m[:2], m[2] - 1, *m[3:])
    if act.resource != PIZZA:
        if m[1]:
            yield (m[0], m[1] - 1, *m[2:])
        if m[3]:
            yield (*m[:3], m[3] - 1, *m[4:])


def _convert(_act: Act, m: Means, terms: Terms) -> Iterable[Means]:
    if terms.flow is None:
        return
    one = 1 if terms.flow == 0 else -1  # pizzas that become toys
    if m[terms.flow] and m[1 - terms.flow] < STUFF_HOLDS:
        yield (m[0] - one, m[1] + one, *m[2:])
    if m[2 + terms.flow]:
        yield (*m[:2], m[2] - one, m[3] + one, *m[4:])


def _packs(act: Act, means: Means, terms: Terms) -> Iterable[tuple[int, int]]:
    return (means[2:4],) if act.kind == "copy_pack" else terms.packs


def _copied(m: Means, pack: tuple[int, int], clipped: bool = False) -> Iterable[Means]:
    """The means with a pack's resources in stuff, ``clipped`` to what it holds; none if nothing changes."""
    pizza, toys = m[0] + pack[0], m[1] + pack[1]
    if clipped:
        pizza, toys = min(pizza, STUFF_HOLDS), min(toys, STUFF_HOLDS)
    if pizza > STUFF_HOLDS or toys > STUFF_HOLDS or (pizza, toys) == m[:2]:
        return ()
    return ((pizza, toys, *m[2:]),)


def _copy(act: Act, m: Means, terms: Terms) -> Iterable[Means]:
    for pack in _packs(act, m, terms):
        yield from _copied(m, pack)


BRANCHING: dict[str, Callable[[Act, Means, Terms], Iterable[Means]]] = {
    "pack": _pack,
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
