"""Following the leader: which cards a rival may discard, and what the symbols on them count as."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from scorer.fort.actions import COIN, SUITS
from scorer.fort.play.plans.face import Face, Position, symbols
from scorer.fort.play.plans.foresight import Foresight, Single, Way, single, total
from scorer.fort.play.plans.order import Order
from scorer.fort.play.plans.planner import Promise, gain_of
from scorer.fort.play.plans.rulings import coins_to_follow

#: A card that a follower discards, and what its coins count as.
Used: TypeAlias = tuple[int, str | None]


class Follower:
    """What a player may discard to follow the card that was just played.

    ``suits`` are those that it can be followed with, ``most`` is how many cards may be discarded.
    """

    def __init__(self, position: Position, order: Order, suits: tuple[str, ...], most: int) -> None:
        self.position, self.order, self.suits, self.most = position, order, suits, most
        #: As many symbols as the cards in hand can show for the action, or more.
        self._most = 2 * sum([position.faces[card].number for card in position.hand])
        #: What there is to foresee, by how many cards are discarded.
        self._sights: dict[int, Single] = {}

    def options(self, used: list[Used]) -> list[Used]:
        """The cards in hand that match the played card and let the action be done wholly."""
        faces, taken = self.position.faces, [card for card, _ in used]
        options = []
        for number in self.position.hand:
            face = faces[number]
            if number in taken or not matches(face, self.suits):
                continue
            for suit in self.coins(face) if face.coin else (None,):
                if self._completable([*used, (number, suit)]):
                    options.append((number, suit))
        return options

    def coins(self, face: Face) -> Sequence[str | None]:
        """What the coins of a card may count as to a different end; None where nothing is to choose."""
        return coins_of(face, self.order, self.suits)

    def _completable(self, used: list[Used]) -> bool:
        return bool(self.ways(used)) or (len(used) < self.most and bool(self.options(used)))

    def ways(self, used: list[Used]) -> Sequence[Way]:
        """The ways to do the action wholly with those cards: with the resource that the leader took."""
        return self._found(used).wholly

    def promise(self, used: list[Used]) -> Promise | None:
        """What the follower must see to while the action is done."""
        return Promise(self._found(used).sure)

    def counts(self, used: list[Used]) -> Mapping[str, int]:
        """The symbols of those cards. A coin that nobody asked about is the first suit that matches."""
        return symbols(self.position.faces, [(card, suit or self.suits[0]) for card, suit in used])

    def any_count(self, used: list[Used]) -> int:
        """How many symbols count for "any suit": as many as the action can be done wholly with."""
        return self._any_count(len(used), self.counts(used))

    def _any_count(self, number: int, counts: Mapping[str, int]) -> int:
        if not self.order.any_suit:
            return 0
        numbers = sorted({counts.get(suit, 0) for suit in (*SUITS, COIN)}, reverse=True)
        return next((one for one in numbers if self._look(number, counts, one).wholly), numbers[0])

    def _found(self, used: list[Used]) -> Foresight:
        number, order, coins = len(used), self.order, self.suits[0]
        if order.any_suit:
            counts = self.counts(used)
            return self._look(number, counts, self._any_count(number, counts))
        faces = self.position.faces
        gains = [gain_of(faces[card], order.suits, None, suit or coins, 0) for card, suit in used]
        return self._sight(number).of(total(gains[0], gains[1:]))

    def _look(self, number: int, counts: Mapping[str, int], any_count: int) -> Foresight:
        return self._sight(number).of((0, any_count, *self.order.counted(counts)))

    def _sight(self, number: int) -> Single:
        ahead = self._sights.get(number)
        if ahead is None:
            _, _, _, _, powers, packs, taken = self.position
            means = self.position.less(number, discarded=number)
            ahead = self._sights[number] = single(self.order, means, self._most, powers, packs, taken)
        return ahead


def matches(face: Face, suits: tuple[str, ...]) -> bool:
    """Whether a card can be discarded to follow one with those suits."""
    return face.coin or face.suits[0] in suits


@lru_cache(maxsize=20_000)
def coins_of(face: Face, order: Order, suits: tuple[str, ...]) -> Sequence[str | None]:
    """What the coins of a card may count as to a different end; ``suits``: what can be followed with."""
    ways: dict[object, str] = {}
    for suit in coins_to_follow(face.own, suits, order.suits):
        counts = face.shown[suit]
        ends = tuple(counts.get(one, 0) for one in (*SUITS, COIN)) if order.any_suit else None
        ways.setdefault((order.counted(counts), ends), suit)
    return tuple(ways.values()) if len(ways) > 1 else (None,)
