"""Following the leader: the rivals, in turn order, may discard a card and do the public action wholly."""

from __future__ import annotations

from typing import TypeAlias

from scorer.fort.play.acts import Doer, perform
from scorer.fort.play.choices import Effect, Option
from scorer.fort.play.means import WHOLE, Side, Way, outcomes
from scorer.fort.play.table import Table, any_count

#: A card that a follower discards, and what its coins count as.
Used: TypeAlias = tuple[int, str | None]
#: Cards that a follower may discard: one, or two with Copy and Paste.
MOST, MOST_WITH_PERK = 1, 2


def follow(t: Table) -> Effect:
    """The next rival follows or passes; when all have, those who passed may use Rough Housing."""
    s = t.s
    if not s.followers:
        s.phase = "rough" if s.rough else "after"
        yield from ()
        return
    seat, card = s.followers.pop(0), s.played[-1]
    source = t.cards[card].name
    side = t.faces[card].public
    assert side is not None
    most = MOST_WITH_PERK if t.has(seat, "copy_and_paste") else MOST
    used: list[Used] = []
    while len(used) < most:
        options = _matching(t, seat, side, used)
        if used and not options:
            break
        end = t.book.word("done" if used else "pass")
        option = yield t.ask(seat, "follow", source, [*options, end], card)
        if option is end:
            break
        used.append((option.number, option.suit))
    if not used:
        if t.has(seat, "rough_housing"):
            s.rough.append(seat)
        return
    doer, ways = _doer(t, seat, used), _ways(t, seat, side, used)
    for number, _ in used:
        s.hands[seat].remove(number)
        s.discards[seat].append(number)
        s.open((number,))
    yield from perform(t, doer, side, ways)


def _matching(t: Table, seat: int, side: Side, used: list[Used]) -> list[Option]:
    """The cards in hand that match the played card and let the action be done wholly."""
    suits = t.followable(t.s.played[-1])
    options = []
    for number in t.s.hands[seat]:
        face = t.faces[number]
        if face.coin:
            # Where no suit counts, what a coin stands for changes nothing.
            ways = [(number, suit) for suit in (suits if side.suits else suits[:1])]
        elif face.suits[0] in suits:
            ways = [(number, None)]
        else:
            continue
        if any(number == card for card, _ in used):
            continue
        for way in ways:
            if _ways(t, seat, side, [*used, way]):
                options.append(t.book.card(number, "follow", way[1] if len(ways) > 1 else None))
    return options


def _ways(t: Table, seat: int, side: Side, used: list[Used]) -> list[Way]:
    """The ways to do the action wholly with those cards: with the resource that the leader took, if any."""
    means = t.means(seat, less_hand=len(used), discarded=len(used))
    found = outcomes((side,), (means,), _doer(t, seat, used).terms, t.s.taken)
    return [outcome.way for outcome in found if outcome.reached == (WHOLE,)]


def _doer(t: Table, seat: int, used: list[Used]) -> Doer:
    """Ruling: a coin that was not asked about counts as the first suit that matches."""
    played = t.s.played[-1]
    first = t.followable(played)[0]
    counts = t.symbols([(card, suit or first) for card, suit in used])
    return Doer(seat, t.cards[played].name, t.terms(seat, counts, any_count(counts)))


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
        s.phase = "after"
