"""Following the leader: which cards a rival may discard, and what the symbols on them count as."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from scorer.fort.actions import COIN, OTHER, SUITS
from scorer.fort.play.choices import Option
from scorer.fort.play.plans.foresight import Foresight, Order, Way, look
from scorer.fort.play.plans.planner import Promise
from scorer.fort.play.rulings import coins_to_follow
from scorer.fort.play.table import Face, Table

#: A card that a follower discards, and what its coins count as.
Used: TypeAlias = tuple[int, str | None]
#: Symbols that count for each suit of an order, and for "any suit".
Counted: TypeAlias = tuple[tuple[int, ...], int]


#: Cards that a follower may discard: one, or two with Copy and Paste.
MOST, MOST_WITH_PERK = 1, 2


class Follower:
    """What the player at a seat may discard to follow the card that was just played."""

    def __init__(self, t: Table, seat: int, order: Order) -> None:
        self.t, self.seat, self.order = t, seat, order
        self.suits = t.followable(t.s.played[-1])
        self.most = MOST_WITH_PERK if t.has(seat, "copy_and_paste") else MOST
        #: What was foreseen, by how many cards are discarded and the symbols that count.
        self._known: dict[tuple[int, Counted], Foresight] = {}

    def options(self, used: list[Used]) -> list[Option]:
        """The cards in hand that match the played card and let the action be done wholly."""
        t, suits = self.t, self.suits
        faces, taken = t.faces, [card for card, _ in used]
        options = []
        for number in t.s.hands[self.seat]:
            face = faces[number]
            if not (face.coin or face.suits[0] in suits) or number in taken:
                continue
            for suit in self.coins(face) if face.coin else (None,):
                if self._completable([*used, (number, suit)]):
                    options.append(t.book.card(number, "follow", suit))
        return options

    def coins(self, face: Face) -> Sequence[str | None]:
        """What the coins of a card may count as to a different end; None where nothing is to choose."""
        return coins_of(face, self.order, self.suits)

    def _completable(self, used: list[Used]) -> bool:
        return bool(self.ways(used)) or (len(used) < self.most and bool(self.options(used)))

    def ways(self, used: list[Used]) -> Sequence[Way]:
        """The ways to do the action wholly with those cards: with the resource that the leader took."""
        return self._look(len(used), self.counts(used), self.any_count(used)).wholly

    def promise(self, used: list[Used]) -> Promise | None:
        """What the follower must see to while the action is done."""
        return Promise(self._look(len(used), self.counts(used), self.any_count(used)).sure)

    def counts(self, used: list[Used]) -> Mapping[str, int]:
        """The symbols of those cards. A coin that nobody asked about is the first suit that matches."""
        return self.t.symbols([(card, suit or self.suits[0]) for card, suit in used])

    def any_count(self, used: list[Used]) -> int:
        """How many symbols count for "any suit": as many as the action can be done wholly with.

        Coins that count as another suit may all be of one suit, or each of its own.
        """
        if not self.order.any_suit:
            return 0
        counts = self.counts(used)
        others = [self.t.faces[card].counts[COIN] for card, suit in used if suit == OTHER]
        together = {sum(some) for size in range(len(others) + 1) for some in combinations(others, size)}
        free = (suit for suit in SUITS if suit not in self.suits and suit not in self.order.suits)
        unnamed = {counts.get(suit, 0) + more for suit in free for more in together}
        numbers = sorted({counts.get(suit, 0) for suit in (*SUITS, COIN)} | unnamed, reverse=True)
        return next((one for one in numbers if self._look(len(used), counts, one).wholly), numbers[0])

    def _look(self, number: int, counts: Mapping[str, int], any_suit: int) -> Foresight:
        counted = self.order.counted(counts), any_suit
        found = self._known.get((number, counted))
        if found is None:
            t, seat = self.t, self.seat
            means = t.means(seat, less_hand=number, discarded=number)
            packs = t.rival_packs(seat) if self.order.rivals else ()
            found = look(self.order, means, *counted, t.powers(seat), packs, t.s.taken)
            self._known[number, counted] = found
        return found


@lru_cache(maxsize=20_000)
def coins_of(face: Face, order: Order, suits: tuple[str, ...]) -> Sequence[str | None]:
    """What the coins of a card may count as to a different end; ``suits``: what can be followed with."""
    ways: dict[object, str] = {}
    for suit in coins_to_follow(face.own, suits, order.suits):
        counts = face.shown[suit]
        ends = tuple(counts.get(one, 0) for one in (*SUITS, COIN)) if order.any_suit else None
        ways.setdefault((order.counted(counts), ends), suit)
    return tuple(ways.values()) if len(ways) > 1 else (None,)
