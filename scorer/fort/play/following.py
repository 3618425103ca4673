"""Following the leader: the rivals, in turn order, may discard a card and do the public action wholly."""

from __future__ import annotations

from scorer.fort.play.acts import perform
from scorer.fort.play.choices import Asks, Effect
from scorer.fort.play.doing import Doer
from scorer.fort.play.first import follower_of, planner_of
from scorer.fort.play.planner import Follower, Used
from scorer.fort.play.table import Table


def follow(t: Table) -> Effect:
    """The next rival follows or passes; when all have, those who passed may use Rough Housing."""
    s = t.s
    seat, card = s.followers.pop(0), s.played[-1]
    order = t.faces[card].public
    assert order is not None
    follower = follower_of(t, seat, order)
    used = yield from _discarded(t, follower, card)
    if used:
        terms = t.terms(seat, follower.counts(used), follower.any_count(used), order)
        doer = Doer(seat, t.cards[card].name, terms, promise=follower.promise(used))
        ways = follower.ways(used)
        for number, _ in used:
            s.hands[seat].remove(number)
            s.discards[seat].append(number)
            s.open((number,))
        yield from perform(t, doer, order.sides[0], ways)
    elif t.has(seat, "rough_housing"):
        s.rough.append(seat)
    if not s.followers:
        if s.rough:
            s.phase = "rough"
        else:
            played_out(t)


def _discarded(t: Table, follower: Follower, card: int) -> Asks[list[Used]]:
    """The cards that a rival discards to follow."""
    used: list[Used] = []
    while len(used) < follower.most:
        options = follower.options(used)
        if used and not options:
            break
        if not used or follower.ways(used):
            options.append(t.book.word("done" if used else "pass"))
        option = yield t.ask(follower.seat, "follow", t.cards[card].name, options, card)
        if option.card is None:
            break
        used.append((option.number, option.suit))
    return used


def rough(t: Table) -> Effect:
    """Rough Housing: who did not follow may remove the perk, and with it the card that the leader played."""
    s = t.s
    seat = s.rough.pop(0)
    yes = yield from t.agrees(seat, "rough", t.words.perks["rough_housing"], s.played[-1])
    if yes:
        t.use(seat)
        s.removing = True
        s.rough = []
    if not s.rough:
        played_out(t)


def played_out(t: Table) -> None:
    """All have followed: a card that is removed goes, and with Again the leader may play once more."""
    s = t.s
    if s.removing:
        s.box.append(s.played.pop())
        s.removing = False
    s.declared, s.taken = None, None
    hand = s.hands[s.turn]
    more = t.has(s.turn, "again") and any(map(planner_of(t, s.turn).playable, hand))
    s.phase = "again" if more else "recruit"


def again(t: Table) -> Effect:
    """The leader may remove Again to play a second card."""
    seat = t.s.turn
    yes = yield from t.agrees(seat, "again", t.words.perks["again"])
    if yes:
        t.use(seat)
    t.s.phase = "play" if yes else "recruit"
