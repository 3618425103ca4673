"""The course of a game of Fort: draft, then turns of clean up, play, follow, recruit, discard, draw.

Each step is an effect that runs to its end; which one comes next, the state alone decides. So a copy of the
state between two steps is a whole game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from scorer.engine import table
from scorer.fort.actions import Act
from scorer.fort.foresight import Foresight, Outcome, Way, foresee
from scorer.fort.play.acts import advance, pay_ways, perform, recruit, take_in
from scorer.fort.play.choices import Asks, Effect
from scorer.fort.play.doing import Doer, recycle
from scorer.fort.play.first import first_ways, planner_of
from scorer.fort.play.following import again, follow, played_out, rough
from scorer.fort.play.planner import Plan, Planner, Promise
from scorer.fort.play.setup import HAND, Setup
from scorer.fort.play.table import PERK, Table, any_count
from scorer.fort.rulings import NOTHING, WHOLE
from scorer.fort.sheet import HIGHEST_LEVEL

#: RULES 10: points on the victory track that bring the end.
END_OF_TRACK = 25
#: Ruling: players who only ever recruit from yards could go on for ever, so this round is the last.
MOST_ROUNDS = 60
#: What Do It Yourself costs more.
DO_IT_YOURSELF_COSTS = 1


Course: TypeAlias = table.Course[Table, Setup]


def draft(c: Course) -> Effect:
    """Advanced setup: each player keeps a card of their pack; then the packs go to the left, eight times."""
    t, s = c.t, c.t.s
    seat = s.turn
    options = [t.book.card(card, "draft") for card in s.drafts[seat]]
    option = yield t.ask(seat, "draft", t.words.labels["setup"], options)
    s.drafts[seat].remove(option.number)
    s.decks[seat].append(option.number)
    s.turn = (seat + 1) % s.players
    if s.turn == s.first:
        s.drafts = [s.drafts[-1], *s.drafts[:-1]]
        if not s.drafts[0]:
            c.setup.begin(s)


# The leader's cards


def play(c: Course) -> Effect:
    """The leader plays a card, or uses Do It Yourself, or plays nothing."""
    t, s = c.t, c.t.s
    seat = s.turn
    source = t.words.labels["play"]
    while True:
        planner = planner_of(t, seat)
        options = [t.book.card(card, "hand") for card in s.hands[seat] if planner.playable(card)]
        own_way = t.has(seat, "do_it_yourself") and not s.played
        if own_way and pay_ways(t, seat, DO_IT_YOURSELF_COSTS):
            options.append(t.book.perk(PERK["do_it_yourself"], "use"))
        options += t.recycling(seat)
        option = yield t.ask(seat, "play", source, [*options, t.book.word("skip")])
        if option.perk != "recycling":
            break
        yield from recycle(t, seat)
    if option.perk == "do_it_yourself":
        t.use(seat)
        doer = Doer(seat, t.words.perks["do_it_yourself"], t.terms(seat, {}))
        yield from advance(t, doer, Act("advance", dearer=DO_IT_YOURSELF_COSTS))
    if option.card is None:
        s.phase = "recruit"
        return
    plan, promise = yield from _planned(t, seat, planner, option.number)
    yield from _carried_out(t, seat, plan, None if t.first else promise)


def _planned(t: Table, seat: int, planner: Planner, card: int) -> Asks[tuple[Plan, Promise]]:
    """What the leader settles about the played card: its actions, its coins, the cards added to it."""
    source, book = t.cards[card].name, t.book
    plans = planner.orders(card)
    plan = next(iter(plans.values()))
    if len(plans) > 1:
        option = yield t.ask(seat, "actions", source, [book.word(key) for key in plans], card)
        plan = plans[option.key]
    if t.faces[card].coin:
        options = [book.suit(suit) for suit in planner.declared(plan)]
        option = yield t.ask(seat, "declare", source, options, card)
        plan = plan._replace(declared=option.suit)
    if plan.order.any_suit:
        options = [book.suit(suit) for suit in planner.chosen(plan)]
        option = yield t.ask(seat, "any_suit", source, options, card)
        plan = plan._replace(chosen=option.suit)
    while plan.suits:
        more = [(book.card(one.card, f"add_{one.zone}", one.suit), one) for one in planner.additions(plan)]
        options = [*(option for option, _ in more), *t.recycling(seat)]
        if not options:
            break
        if planner.legal(plan):
            options.append(book.word("done"))
        option = yield t.ask(seat, "add", source, options, card)
        if option.key == "done":
            break
        if option.perk is not None:
            yield from recycle(t, seat)
            planner = planner_of(t, seat)
        else:
            plan = plan.plus(next(one for known, one in more if known is option))
    return plan, planner.promise(plan)


def _carried_out(t: Table, seat: int, plan: Plan, promise: Promise | None) -> Effect:
    """The card and those added to it leave the hand, its actions are done, and the rivals may follow."""
    s, card = t.s, plan.card
    counts = t.symbols(plan.symbols)
    order = plan.order
    terms = t.terms(seat, counts, any_count(counts, plan.chosen) if order.any_suit else 0, order)
    s.hands[seat].remove(card)
    s.played.append(card)
    for added in plan.added:
        if added.zone == "hand":
            s.hands[seat].remove(added.card)
            s.added.append(added.card)
    s.open([card, *s.added])
    s.declared, s.taken, s.removing = plan.declared, None, False
    doer = Doer(seat, t.cards[card].name, terms, promise=promise)
    for place, side in enumerate(order.sides):
        if place and not t.first:
            yield from may_recycle(t, seat, "recycle_between")
        first, last = not place, side is order.sides[-1]
        doer.later = None if last else t.alone(card, order.sides[-1])
        found = foresee(
            order if first else t.alone(card, side),
            t.means(seat),
            terms.counts,
            terms.any_count,
            terms.powers,
            terms.packs,
        )
        ways = _ways(found, doer)
        if ways:
            far = yield from perform(t, doer, side, ways)
            doer.before = doer.before.then(Outcome((far,), (doer.way,), (doer.tally,)))
    if t.faces[card].public is not None:
        s.followers = s.others(seat)
        s.phase = "follow"
    else:
        played_out(t)


def _ways(found: Foresight, doer: Doer) -> list[Way]:
    """The ways to begin the next action such that what the player is bound to can still be kept."""
    if doer.promise is None:
        return first_ways(found, WHOLE in doer.before.reached)
    begun = [one for one in found.outcomes if one.reached[0] != NOTHING]
    kept = [one for one in begun if doer.promise.holds(doer.before.then(one))]
    good = [one for one in kept if NOTHING not in one.reached]
    return list(dict.fromkeys(one.ways[0] for one in good or kept or begun))


# The end of a turn


def recruiting(c: Course) -> Effect:
    """The leader must recruit; then friends who were not played go to the yard, and five cards are drawn."""
    t, s = c.t, c.t.s
    seat = s.turn
    if t.first:
        yield from may_recycle(t, seat, "recycle_first")
    doer = Doer(seat, t.words.labels["recruit"], t.terms(seat, {}))
    yield from recruit(t, doer)
    if t.has(seat, "birthday_party"):
        options = [*t.park_options(), t.book.word("done")]
        option = yield t.ask(seat, "birthday", t.words.perks["birthday_party"], options)
        if option.key != "done":
            take_in(t, seat, option)
    discard(t, seat)
    draw(t, seat)
    if t.recycling(seat):
        s.phase = "end"
    else:
        next_turn(t)


def discard(t: Table, seat: int) -> None:
    """Best friends, played and added cards go to the discard pile, the rest of the hand to the yard."""
    s = t.s
    hand = s.hands[seat]
    s.discards[seat] += [card for card in hand if t.cards[card].best] + s.played + s.added
    s.yards[seat] += [card for card in hand if not t.cards[card].best]
    s.open(hand)
    s.hands[seat], s.played, s.added = [], [], []


def draw(t: Table, seat: int) -> None:
    """Five cards; a deck that has run out is made of the discards."""
    s = t.s
    for _ in range(HAND):
        if not s.decks[seat]:
            s.decks[seat], s.discards[seat] = s.shuffled(s.discards[seat]), []
        if not s.decks[seat]:
            break
        s.hands[seat].append(s.decks[seat].pop())


def end(c: Course) -> Effect:
    """The last moment of a turn at which Recycling can be used."""
    yield from may_recycle(c.t, c.t.s.turn, "recycle_last")
    next_turn(c.t)


def may_recycle(t: Table, seat: int, moment: str) -> Effect:
    """Recycling, if it can be used; ``moment`` is the kind of question."""
    options = t.recycling(seat)
    if options:
        source = t.words.perks["recycling"]
        option = yield t.ask(seat, moment, source, [*options, t.book.word("no")])
        if option.perk is not None:
            yield from recycle(t, seat)


def next_turn(t: Table) -> None:
    """RULES 10: the game ends after the round in which its end was brought on.

    The next leader cleans up: the yard goes to the discard pile.
    """
    s = t.s
    ended = max(s.track) >= END_OF_TRACK or HIGHEST_LEVEL in s.level or not s.park_deck
    s.final = s.final or ended or s.round == MOST_ROUNDS
    s.turn = (s.turn + 1) % s.players
    if s.turn == s.first:
        if s.final:
            s.phase = "over"
            return
        s.round += 1
    s.discards[s.turn] += s.yards[s.turn]
    s.yards[s.turn] = []
    s.phase = "play"


STEPS: dict[str, Callable[[Course], Effect]] = {
    "draft": draft,
    "play": play,
    "follow": lambda c: follow(c.t),
    "rough": lambda c: rough(c.t),
    "again": lambda c: again(c.t),
    "recruit": recruiting,
    "end": end,
}
