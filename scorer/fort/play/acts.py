"""The thirteen actions of Fort, and what joins them: ×, then, parentheses.

Each effect tells whether it was done. What cannot be done is left out: whether it may be begun is settled
before (`scorer.fort.play.plans.planner`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from scorer.fort.actions import EITHER, PIZZA, RESOURCES, Act, Action, Times
from scorer.fort.play.choices import Asks, Effect, Option
from scorer.fort.play.plans.foresight import Side, Way
from scorer.fort.play.plans.means import Terms, payments, times
from scorer.fort.play.setup import RULES
from scorer.fort.play.state import TOYS
from scorer.fort.play.table import Table
from scorer.fort.sheet import HIGHEST_LEVEL, STUFF_HOLDS


@dataclass(slots=True)
class Doer:
    """Somebody who does an action: with which terms, and what asks them, such as the card's name.

    ``leads``: the leader does their public action, so followers must take the same resource.
    """

    seat: int
    source: str
    terms: Terms
    leads: bool = False


Done: TypeAlias = Asks[bool]


def perform(t: Table, w: Doer, side: Side, ways: Sequence[Way]) -> Done:
    """Does one side of a card in one of the ways, of which there is one, as far as it can be done."""
    kind, flow = ways[0]
    if kind is not None:
        kinds = sorted({way[0] for way in ways if way[0] is not None})
        option = yield t.ask(w.seat, "resource", w.source, [t.book.resource(RESOURCES[one]) for one in kinds])
        assert option.resource is not None
        kind = RESOURCES.index(option.resource)
    if flow is not None:
        flows = sorted({way[1] for way in ways if way[0] == kind and way[1] is not None})
        options = [t.book.resource(RESOURCES[one], "convert") for one in flows]
        option = yield t.ask(w.seat, "convert", w.source, options)
        assert option.resource is not None
        flow = RESOURCES.index(option.resource)
    w.terms.kind, w.terms.flow = kind, flow
    w.leads = side.public and w.seat == t.s.turn
    done = yield from do(t, w, side.action)
    return done


def do(t: Table, w: Doer, action: Action) -> Done:
    """Does an action, as far as it can be done."""
    if isinstance(action, Act):
        done = yield from EFFECTS[action.kind](t, w, action)
        return done
    if isinstance(action, Times):
        wanted = times(action.factor, (t.means(w.seat),), w.terms)
        for _ in range(wanted):
            done = yield from do(t, w, action.body)
            if not done:
                return False
        return wanted > 0
    for place, part in enumerate(action.parts):
        done = yield from do(t, w, part)
        if not done:
            return place > 0
    return True


def collect(t: Table, w: Doer, act: Act) -> Done:
    """A resource from the supply into stuff."""
    kind = w.terms.kind if act.resource == EITHER else int(act.resource != PIZZA)
    yield from ()
    if kind is None or not t.collect(w.seat, kind):
        return False
    if w.leads and act.resource == EITHER:
        t.s.taken = kind
    return True


def pack(t: Table, w: Doer, _act: Act) -> Done:
    """A resource from stuff into the pack; from the supply with Light Fingers."""
    s, seat = t.s, w.seat
    if t.pack_room(seat) <= 0:
        return False
    options = [
        t.book.resource(name, "stuff") for name, there in zip(RESOURCES, s.stuff[seat], strict=True) if there
    ]
    if w.terms.powers.light_fingers:
        options += [t.book.resource(name, "supply") for name in RESOURCES]
    if not options:
        return False
    option = yield t.ask(seat, "pack", w.source, options)
    assert option.resource is not None
    kind = RESOURCES.index(option.resource)
    if option.key.startswith("stuff"):
        s.stuff[seat][kind] -= 1
    s.packs[seat][kind] += 1
    return True


def lookout(t: Table, w: Doer, _act: Act) -> Done:
    """A card from hand into the lookout; with Bribery also from the park, its deck or a yard."""
    s, seat = t.s, w.seat
    if t.lookout_room(seat) <= 0:
        return False
    options = [t.book.card(card, "hand") for card in s.hands[seat]]
    if w.terms.powers.bribery:
        options += [*t.park_options(), *t.yard_options(seat)]
    if not options:
        return False
    option = yield t.ask(seat, "lookout", w.source, options)
    if option.zone == "hand":
        s.hands[seat].remove(option.number)
        card = option.number
    else:
        card = t.take(option)
    s.lookouts[seat].append(card)
    s.open((card,))
    return True


def remove(t: Table, w: Doer, _act: Act) -> Done:
    """A card from hand or discard pile into the box; a best friend too."""
    s, seat = t.s, w.seat
    options = [t.book.card(card, "hand") for card in s.hands[seat]]
    options += [t.book.card(card, "discard") for card in s.discards[seat]]
    if not options:
        return False
    option = yield t.ask(seat, "remove", w.source, options)
    pile = s.hands[seat] if option.zone == "hand" else s.discards[seat]
    pile.remove(option.number)
    s.box.append(option.number)
    s.open((option.number,))
    return True


def remove_this(t: Table, w: Doer, _act: Act) -> Done:
    """The played card goes into the box when all have followed.

    Ruling: only the leader removes it; for a follower, who plays no card, this part counts as done.
    """
    if w.seat == t.s.turn:
        t.s.removing = True
    yield from ()
    return True


def recruit(t: Table, w: Doer, _act: Act | None = None, *, yards: bool = True) -> Done:
    """A card from the park, its deck or a rival's yard onto the discard pile."""
    options = t.park_options()
    if yards:
        options += t.yard_options(w.seat)
    if not options:
        return False
    option = yield t.ask(w.seat, "recruit", w.source, options)
    take_in(t, w.seat, option)
    return True


def take_in(t: Table, seat: int, option: Option) -> None:
    """A recruited card lies open on the discard pile."""
    card = t.take(option)
    t.s.discards[seat].append(card)
    t.s.open((card,))


def advance(t: Table, w: Doer, act: Act) -> Done:
    """Pays for the next level of the fort, from stuff and pack, and gets what the level gives."""
    s, seat = t.s, w.seat
    stuff, pack = s.stuff[seat], s.packs[seat]
    ways = pay_ways(t, seat, act.dearer)
    if not ways:
        return False
    option = yield t.ask(seat, "pay", w.source, [t.book.payment(way) for way in ways])
    assert option.pay is not None
    for kind in range(len(RESOURCES)):
        stuff[kind] -= option.pay[kind]
        pack[kind] -= option.pay[kind + len(RESOURCES)]
    s.level[seat] += 1
    yield from level_gift(t, seat)
    return True


def pay_ways(t: Table, seat: int, dearer: int) -> list[tuple[int, int, int, int]]:
    """How the next level could be paid for; no way at the highest one."""
    level = t.s.level[seat]
    return [] if level == HIGHEST_LEVEL else payments(t.levels[level + 1], dearer, t.means(seat)[:4])


def level_gift(t: Table, seat: int) -> Effect:
    """A made-up rule at level 1, a perk at level 2, the macaroni for the first at level 5."""
    s, level = t.s, t.s.level[seat]
    if level == 1:
        s.rules_known[seat] = sum(1 << rule for rule in s.rule_pile)
        source = t.words.labels["level_1"]
        option = yield t.ask(seat, "rule", source, [t.book.rule(rule) for rule in s.rule_pile])
        s.rule_pile.remove(option.number)
        s.rules[seat] = option.number
        assert option.rule == RULES[option.number]
    elif level == 2:
        source = t.words.labels["level_2"]
        option = yield t.ask(seat, "perk", source, [t.book.perk(perk) for perk in s.perk_row])
        s.perk_row.remove(option.number)
        s.perks[seat] = option.number
    elif level == HIGHEST_LEVEL and s.macaroni is None:
        s.macaroni = seat


def point(t: Table, w: Doer, _act: Act) -> Done:
    """A step on the victory track."""
    t.s.track[w.seat] += 1
    yield from ()
    return True


def spend(t: Table, w: Doer, act: Act) -> Done:
    """A resource from stuff or pack back to the supply."""
    s, seat = t.s, w.seat
    options = [
        t.book.resource(name, place)
        for place, pair in (("stuff", s.stuff[seat]), ("from_pack", s.packs[seat]))
        for name, there in zip(RESOURCES, pair, strict=True)
        if there and act.resource in (name, EITHER)
    ]
    if not options:
        return False
    option = yield t.ask(seat, "spend", w.source, options)
    assert option.resource is not None
    pair = s.stuff[seat] if option.key.startswith("stuff") else s.packs[seat]
    pair[RESOURCES.index(option.resource)] -= 1
    return True


def remove_rival(t: Table, w: Doer, _act: Act) -> Done:
    """A card from a rival's yard into the box."""
    options = t.yard_options(w.seat)
    if not options:
        return False
    option = yield t.ask(w.seat, "remove_rival", w.source, options)
    t.s.box.append(t.take(option))
    return True


def copy_pack(t: Table, w: Doer, _act: Act) -> Done:
    """As many resources as lie in the own pack, from the supply into stuff."""
    yield from ()
    return _copied(t, w.seat, w.seat)


def copy_rival_pack(t: Table, w: Doer, _act: Act) -> Done:
    """As many resources as lie in a rival's pack, from the supply into stuff."""
    rivals = [rival for rival in t.s.others(w.seat) if any(t.s.packs[rival])]
    if not rivals:
        return False
    options = [t.book.player(t.names[rival], rival) for rival in rivals]
    option = yield t.ask(w.seat, "rival_pack", w.source, options)
    return _copied(t, w.seat, option.number)


def _copied(t: Table, seat: int, other: int) -> bool:
    wanted = list(t.s.packs[other])
    return [t.collect(seat, kind, number) for kind, number in enumerate(wanted)] == wanted and any(wanted)


def convert(t: Table, w: Doer, _act: Act) -> Done:
    """A pizza or toy in stuff or pack becomes the other; always the same way in one action."""
    s, seat, flow = t.s, w.seat, w.terms.flow
    if flow is None:
        return False
    options = []
    if s.stuff[seat][flow] and s.stuff[seat][TOYS - flow] < STUFF_HOLDS:
        options.append(t.book.resource(RESOURCES[flow], "stuff"))
    if s.packs[seat][flow]:
        options.append(t.book.resource(RESOURCES[flow], "from_pack"))
    if not options:
        return False
    option = yield t.ask(seat, "convert_where", w.source, options)
    pair = s.stuff[seat] if option.key.startswith("stuff") else s.packs[seat]
    pair[flow] -= 1
    pair[TOYS - flow] += 1
    return True


EFFECTS: dict[str, Callable[[Table, Doer, Act], Done]] = {
    "collect": collect,
    "pack": pack,
    "lookout": lookout,
    "remove": remove,
    "remove_this": remove_this,
    "recruit": recruit,
    "advance": advance,
    "point": point,
    "spend": spend,
    "remove_rival": remove_rival,
    "copy_pack": copy_pack,
    "copy_rival_pack": copy_rival_pack,
    "convert": convert,
}
