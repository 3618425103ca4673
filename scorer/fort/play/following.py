"""Following the leader: the rivals, in turn order, may discard a card and do the public action wholly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from scorer.fort.play.acts import Doer, perform
from scorer.fort.play.choices import Effect, Option
from scorer.fort.play.foresight import Order, Way, foresee
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
    order = t.faces[card].public
    assert order is not None
    most = MOST_WITH_PERK if t.has(seat, "copy_and_paste") else MOST
    follower = Follower(t, seat, order)
    used: list[Used] = []
    while len(used) < most:
        options = follower.options(used)
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
    doer = Doer(seat, source, t.terms(seat, *follower.symbols(used)))
    ways = follower.ways(used)
    for number, _ in used:
        s.hands[seat].remove(number)
        s.discards[seat].append(number)
        s.open((number,))
    yield from perform(t, doer, order.sides[0], ways)


class Follower:
    """What the player at a seat may discard to follow the card that was just played."""

    def __init__(self, t: Table, seat: int, order: Order) -> None:
        self.t, self.seat, self.order = t, seat, order
        self.suits = t.followable(t.s.played[-1])
        self._powers = t.powers(seat)
        self._packs = t.rival_packs(seat) if order.rivals else ()

    def options(self, used: list[Used]) -> list[Option]:
        """The cards in hand that match the played card and let the action be done wholly."""
        t, suits = self.t, self.suits
        taken = [card for card, _ in used]
        options = []
        for number in t.s.hands[self.seat]:
            face = t.faces[number]
            if face.coin:
                # Where no suit counts, what a coin stands for changes nothing.
                ways: list[Used] = [(number, suit) for suit in (suits if self.order.suits else suits[:1])]
            elif face.suits[0] in suits:
                ways = [(number, None)]
            else:
                continue
            if number not in taken:
                possible = [way[1] for way in ways if self.ways([*used, way])]
                options += [
                    t.book.card(number, "follow", suit if len(ways) > 1 else None) for suit in possible
                ]
        return options

    def ways(self, used: list[Used]) -> Sequence[Way]:
        """The ways to do the action wholly with those cards: with the resource that the leader took."""
        means = self.t.means(self.seat, less_hand=len(used), discarded=len(used))
        counts, any_suit = self.symbols(used)
        return foresee(self.order, means, counts, any_suit, self._powers, self._packs, self.t.s.taken).wholly

    def symbols(self, used: list[Used]) -> tuple[Mapping[str, int], int]:
        """The symbols of those cards, and how many of them count for "any suit".

        Ruling: a coin that was not asked about counts as the first suit that matches.
        """
        counts = self.t.symbols([(card, suit or self.suits[0]) for card, suit in used])
        return counts, any_count(counts) if self.order.any_suit else 0


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
