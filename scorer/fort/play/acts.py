"""The thirteen actions of Fort, and what joins them: ×, then, parentheses.

Each effect tells whether it was done. What cannot be done is left out: whether it may be begun is settled
before (`scorer.fort.play.planner`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from scorer.fort.actions import EITHER, PIZZA, RESOURCES, Act, Action, Times
from scorer.fort.foresight import Side, Way
from scorer.fort.means import PACK, STUFF, Means, Run, advanced, copied, payments, times
from scorer.fort.play.choices import Asks, Effect, Option
from scorer.fort.play.doing import Doer, Following, Repeating, choose
from scorer.fort.play.setup import RULES
from scorer.fort.play.state import TOYS
from scorer.fort.play.table import Table
from scorer.fort.rulings import NOTHING, WHOLE, sequence_far, times_far
from scorer.fort.sheet import HIGHEST_LEVEL, STUFF_HOLDS

#: An action under way; it returns how far it went.
Done: TypeAlias = Asks[int]


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
    w.tally = 0
    far = yield from do(t, w, side.action)
    return far


def do(t: Table, w: Doer, action: Action) -> Done:
    """Does an action, as far as it can be done."""
    if isinstance(action, Act):
        far = yield from EFFECTS[action.kind](t, w, action)
        return far
    if isinstance(action, Times):
        far = yield from _do_often(t, w, action)
        return far
    first = WHOLE
    for place, part in enumerate(action.parts):
        w.within.append(Following(action.parts[place + 1 :], not place))
        far = yield from do(t, w, part)
        w.within.pop()
        if not place:
            first = far
        if far != WHOLE:
            break
    return sequence_far(first)


def _do_often(t: Table, w: Doer, action: Times) -> Done:
    wanted = times(action.factor, t.means(w.seat), w.terms)
    this = Repeating(action.body, wanted, action.by_suit)
    w.within.append(this)
    far = WHOLE
    while this.done < wanted and far == WHOLE:
        far = yield from do(t, w, action.body)
        if far == WHOLE:
            this.done += 1
            w.tally += action.by_suit
    w.within.pop()
    return times_far(this.done, wanted, NOTHING if far == WHOLE else far)


def collect(t: Table, w: Doer, act: Act) -> Done:
    """A resource from the supply into stuff."""
    kind = w.terms.kind if act.resource == EITHER else int(act.resource != PIZZA)
    yield from ()
    if kind is None or not t.collect(w.seat, kind):
        return NOTHING
    if w.leads and act.resource == EITHER:
        t.s.taken = kind
    return WHOLE


def pack(t: Table, w: Doer, _act: Act) -> Done:
    """A resource from stuff into the pack; with Light Fingers it may come from the supply."""
    s, seat = t.s, w.seat
    if t.pack_room(seat) <= 0:
        return NOTHING

    def options() -> list[Option]:
        stuff = zip(RESOURCES, s.stuff[seat], strict=True)
        found = [t.book.resource(name, "stuff") for name, there in stuff if there]
        if w.terms.powers.light_fingers:
            found += [t.book.resource(name, "supply") for name in RESOURCES]
        return found

    def after(option: Option, means: Means) -> Run:
        after = means.changed(**{PACK[_kind(option)]: 1})
        if _from_stuff(option):
            after = after.changed(**{STUFF[_kind(option)]: -1})
        return Run(after, WHOLE)

    option = yield from choose(t, w, "pack", options, after)
    if option is None:
        return NOTHING
    s.stuff[seat][_kind(option)] -= _from_stuff(option)
    s.packs[seat][_kind(option)] += 1
    return WHOLE


def _kind(option: Option) -> int:
    """The place of an option's resource."""
    assert option.resource is not None
    return RESOURCES.index(option.resource)


def _from_stuff(option: Option) -> bool:
    return option.key.startswith("stuff")


def lookout(t: Table, w: Doer, _act: Act) -> Done:
    """A card from hand into the lookout; with Bribery also from the park, its deck or a yard."""
    s, seat = t.s, w.seat
    if t.lookout_room(seat) <= 0:
        return NOTHING

    def options() -> list[Option]:
        found = [t.book.card(card, "hand") for card in s.hands[seat]]
        return [*found, *t.park_options(), *t.yard_options(seat)] if w.terms.powers.bribery else found

    def after(option: Option, means: Means) -> Run:
        return Run(means.changed(**{"lookout": 1, _counted_in(option): -1}), WHOLE)

    option = yield from choose(t, w, "lookout", options, after, cards=True)
    if option is None:
        return NOTHING
    if option.zone == "hand":
        s.hands[seat].remove(option.number)
        card = option.number
    else:
        card = t.take(option)
    s.lookouts[seat].append(card)
    s.open((card,))
    return WHOLE


def _counted_in(option: Option) -> str:
    """The means that count the cards of an option's zone; the park's are to be had elsewhere."""
    return {"hand": "hand", "discard": "discarded", "yard": "yards"}.get(option.zone or "", "elsewhere")


def remove(t: Table, w: Doer, _act: Act) -> Done:
    """A card from hand or discard pile into the box; a best friend too."""
    s, seat = t.s, w.seat

    def options() -> list[Option]:
        found = [t.book.card(card, "hand") for card in s.hands[seat]]
        return found + [t.book.card(card, "discard") for card in s.discards[seat]]

    def after(option: Option, means: Means) -> Run:
        return Run(means.changed(**{_counted_in(option): -1}), WHOLE)

    option = yield from choose(t, w, "remove", options, after, cards=True)
    if option is None:
        return NOTHING
    pile = s.hands[seat] if option.zone == "hand" else s.discards[seat]
    pile.remove(option.number)
    s.box.append(option.number)
    s.open((option.number,))
    return WHOLE


def remove_this(t: Table, w: Doer, _act: Act) -> Done:
    """The played card goes into the box when all have followed.

    Ruling: only the leader removes it; for a follower, who plays no card, this part counts as done.
    """
    if w.seat == t.s.turn:
        t.s.removing = True
    yield from ()
    return WHOLE


def recruit(t: Table, w: Doer, _act: Act | None = None) -> Done:
    """A card from the park, its deck or a rival's yard onto the discard pile."""

    def options() -> list[Option]:
        return [*t.park_options(), *t.yard_options(w.seat)]

    def after(option: Option, means: Means) -> Run:
        return Run(means.changed(discarded=1, **{_counted_in(option): -1}), WHOLE)

    option = yield from choose(t, w, "recruit", options, after, cards=True)
    if option is None:
        return NOTHING
    take_in(t, w.seat, option)
    return WHOLE


def take_in(t: Table, seat: int, option: Option) -> None:
    """A recruited card lies open on the discard pile."""
    card = t.take(option)
    t.s.discards[seat].append(card)
    t.s.open((card,))


def advance(t: Table, w: Doer, act: Act) -> Done:
    """Pays for the next level of the fort, from stuff and pack, and gets what the level gives."""
    s, seat = t.s, w.seat
    stuff, pack = s.stuff[seat], s.packs[seat]

    def options() -> list[Option]:
        return [t.book.payment(way) for way in pay_ways(t, seat, act.dearer)]

    def after(option: Option, means: Means) -> Run:
        assert option.pay is not None
        return Run(advanced(means, option.pay), WHOLE)

    option = yield from choose(t, w, "pay", options, after)
    if option is None:
        return NOTHING
    assert option.pay is not None
    for kind in range(len(RESOURCES)):
        stuff[kind] -= option.pay[kind]
        pack[kind] -= option.pay[kind + len(RESOURCES)]
    s.level[seat] += 1
    yield from level_gift(t, seat)
    return WHOLE


def pay_ways(t: Table, seat: int, dearer: int) -> list[tuple[int, int, int, int]]:
    """How the next level could be paid for; no way at the highest one."""
    level = t.s.level[seat]
    return [] if level == HIGHEST_LEVEL else payments(t.levels[level + 1], dearer, t.means(seat).resources)


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
    return WHOLE


def spend(t: Table, w: Doer, act: Act) -> Done:
    """A resource from stuff or pack back to the supply."""
    s, seat = t.s, w.seat

    def options() -> list[Option]:
        return [
            t.book.resource(name, place)
            for place, pair in (("stuff", s.stuff[seat]), ("from_pack", s.packs[seat]))
            for name, there in zip(RESOURCES, pair, strict=True)
            if there and act.resource in (name, EITHER)
        ]

    def after(option: Option, means: Means) -> Run:
        names = STUFF if _from_stuff(option) else PACK
        return Run(means.changed(**{names[_kind(option)]: -1}), WHOLE)

    option = yield from choose(t, w, "spend", options, after)
    if option is None:
        return NOTHING
    pair = s.stuff[seat] if _from_stuff(option) else s.packs[seat]
    pair[_kind(option)] -= 1
    return WHOLE


def remove_rival(t: Table, w: Doer, _act: Act) -> Done:
    """A card from a rival's yard into the box."""
    options = t.yard_options(w.seat)
    if not options:
        return NOTHING
    option = yield t.ask(w.seat, "remove_rival", w.source, options)
    t.s.box.append(t.take(option))
    return WHOLE


def copy_pack(t: Table, w: Doer, _act: Act) -> Done:
    """As many resources as lie in the own pack, from the supply into stuff."""
    yield from ()
    return _copied(t, w.seat, w.seat)


def copy_rival_pack(t: Table, w: Doer, _act: Act) -> Done:
    """As many resources as lie in a rival's pack, from the supply into stuff.

    A pack of which nothing fits is not offered: it would undo what was foreseen of the action.
    """
    packs = t.s.packs

    def pack_of(rival: int) -> tuple[int, int]:
        return packs[rival][0], packs[rival][1]

    def serves(rival: int) -> bool:
        if t.first:
            return any(packs[rival])
        return copied(t.means(w.seat), pack_of(rival)).far != NOTHING

    def options() -> list[Option]:
        return [t.book.player(t.names[rival], rival) for rival in t.s.others(w.seat) if serves(rival)]

    def after(option: Option, means: Means) -> Run:
        return copied(means, pack_of(option.number))

    option = yield from choose(t, w, "rival_pack", options, after)
    return NOTHING if option is None else _copied(t, w.seat, option.number)


def _copied(t: Table, seat: int, other: int) -> int:
    end = copied(t.means(seat), (t.s.packs[other][0], t.s.packs[other][1]))
    t.s.stuff[seat] = list(end.means.stuff)
    return end.far


def convert(t: Table, w: Doer, _act: Act) -> Done:
    """A pizza or toy in stuff or pack becomes the other; always the same way in one action."""
    s, seat, flow = t.s, w.seat, w.terms.flow
    if flow is None:
        return NOTHING

    def options() -> list[Option]:
        found = []
        if s.stuff[seat][flow] and s.stuff[seat][TOYS - flow] < STUFF_HOLDS:
            found.append(t.book.resource(RESOURCES[flow], "stuff"))
        if s.packs[seat][flow]:
            found.append(t.book.resource(RESOURCES[flow], "from_pack"))
        return found

    def after(option: Option, means: Means) -> Run:
        names = STUFF if _from_stuff(option) else PACK
        return Run(means.changed(**{names[flow]: -1, names[TOYS - flow]: 1}), WHOLE)

    option = yield from choose(t, w, "convert_where", options, after)
    if option is None:
        return NOTHING
    pair = s.stuff[seat] if _from_stuff(option) else s.packs[seat]
    pair[flow] -= 1
    pair[TOYS - flow] += 1
    return WHOLE


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
