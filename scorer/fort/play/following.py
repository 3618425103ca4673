"""Following the leader: the rivals, in turn order, may discard a card and do the public action wholly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from scorer.fort.play.acts import Doer, perform
from scorer.fort.play.choices import Asks, Effect, Option
from scorer.fort.play.plans.foresight import Order, Way, look
from scorer.fort.play.plans.planner import Planner
from scorer.fort.play.table import Table, any_count

#: A card that a follower discards, and what its coins count as.
Used: TypeAlias = tuple[int, str | None]
#: Symbols that count for each suit of an order, and for "any suit".
Counted: TypeAlias = tuple[tuple[int, ...], int]
#: Cards that a follower may discard: one, or two with Copy and Paste.
MOST, MOST_WITH_PERK = 1, 2


def follow(t: Table) -> Effect:
    """The next rival follows or passes; when all have, those who passed may use Rough Housing."""
    s = t.s
    seat, card = s.followers.pop(0), s.played[-1]
    order = t.faces[card].public
    assert order is not None
    follower = Follower(t, seat, order)
    used = yield from _discarded(t, follower, card)
    if used:
        doer = Doer(seat, t.cards[card].name, t.terms(seat, *follower.symbols(used)))
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
    seat = follower.seat
    most = MOST_WITH_PERK if t.has(seat, "copy_and_paste") else MOST
    used: list[Used] = []
    while len(used) < most:
        options = follower.options(used)
        if used and not options:
            break
        end = t.book.word("done" if used else "pass")
        option = yield t.ask(seat, "follow", t.cards[card].name, [*options, end], card)
        if option is end:
            break
        used.append((option.number, option.suit))
    return used


class Follower:
    """What the player at a seat may discard to follow the card that was just played."""

    def __init__(self, t: Table, seat: int, order: Order) -> None:
        self.t, self.seat, self.order = t, seat, order
        self.suits = t.followable(t.s.played[-1])
        # Where no suit counts, what a coin stands for changes nothing.
        self._coins = self.suits if order.suits else self.suits[:1]
        #: The ways that were found, by how many cards are discarded and the symbols that count.
        self._known: dict[tuple[int, Counted], Sequence[Way]] = {}

    def options(self, used: list[Used]) -> list[Option]:
        """The cards in hand that match the played card and let the action be done wholly."""
        t, suits = self.t, self.suits
        faces, taken = t.faces, [card for card, _ in used]
        options = []
        for number in t.s.hands[self.seat]:
            face = faces[number]
            if face.coin:
                for suit in self._coins:
                    if number not in taken and self.ways([*used, (number, suit)]):
                        shown = suit if len(self._coins) > 1 else None
                        options.append(t.book.card(number, "follow", shown))
            elif face.suits[0] in suits and number not in taken and self.ways([*used, (number, None)]):
                options.append(t.book.card(number, "follow"))
        return options

    def ways(self, used: list[Used]) -> Sequence[Way]:
        """The ways to do the action wholly with those cards: with the resource that the leader took."""
        number, counted = len(used), self._counted(used)
        found = self._known.get((number, counted))
        if found is None:
            t, seat = self.t, self.seat
            means = t.means(seat, less_hand=number, discarded=number)
            packs = t.rival_packs(seat) if self.order.rivals else ()
            found = look(self.order, means, *counted, t.powers(seat), packs, t.s.taken).wholly
            self._known[number, counted] = found
        return found

    def _counted(self, used: list[Used]) -> Counted:
        """How many symbols of the cards count for each suit of the order, and for "any suit"."""
        order = self.order
        if len(used) > 1:
            counts, any_suit = self.symbols(used)
            return order.counted(counts), any_suit
        card, suit = used[0]
        shown = self.t.faces[card].suits, suit or self.suits[0]
        counted = order.single.get(shown)
        if counted is None:
            counts, any_suit = self.symbols(used)
            counted = order.single[shown] = order.counted(counts), any_suit
        return counted

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
        played_out(t)


def played_out(t: Table) -> None:
    """All have followed: a card that is removed goes, and with Again the leader may play once more."""
    s = t.s
    if s.removing:
        s.box.append(s.played.pop())
        s.removing = False
    s.declared, s.taken = None, None
    hand = s.hands[s.turn]
    more = t.has(s.turn, "again") and any(map(Planner(t, s.turn).playable, hand))
    s.phase = "again" if more else "recruit"


def again(t: Table) -> Effect:
    """The leader may remove Again to play a second card."""
    seat = t.s.turn
    yes = yield from t.agrees(seat, "again", t.words.perks["again"])
    if yes:
        t.use(seat)
    t.s.phase = "play" if yes else "recruit"
