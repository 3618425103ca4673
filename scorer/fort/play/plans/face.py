"""Cards as the engine needs them, with the orders of their actions; and what a player has of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from scorer.fort.actions import COIN, OTHER, SUITS
from scorer.fort.cards import CardSet, Kid, Level
from scorer.fort.play.plans.means import Means, Powers
from scorer.fort.play.plans.order import Order, Side
from scorer.fort.play.plans.rulings import suits_to_follow

#: The orders in which the two actions of a card can be used, by key: places in (public, private).
ORDERS = {"public": (0,), "private": (1,), "public_private": (0, 1), "private_public": (1, 0)}


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """A card as the engine needs it: ``counts`` are its symbols, coins as coins only; ``own`` its suits.

    ``number`` is how many there are. ``shown`` are its symbols by what its coins count as, where these
    are counted as coins too.

    ``alone`` are its actions, each with what the card itself adds to it (`Gain`), whatever its coins are
    declared as; ``base`` has the same for the orders of its actions for which there is nothing to declare.
    """

    suits: tuple[str, ...]
    own: tuple[str, ...]
    coin: bool
    number: int
    counts: Mapping[str, int]
    shown: Mapping[str | None, Mapping[str, int]]
    public: Order | None
    orders: dict[str, Order]
    alone: tuple[tuple[Order, tuple[int, ...]], ...]
    base: Mapping[Order, tuple[int, ...]]

    @classmethod
    def of(cls, card: Kid, levels: tuple[Level, ...]) -> Face:
        actions = (card.public, card.private)
        orders: dict[str, Order] = {}
        for key, places in ORDERS.items():
            used = tuple(
                Side.of(action, place == 0) for place in places if (action := actions[place]) is not None
            )
            if len(used) == len(places):
                orders[key] = Order.of(used, levels)
        own = tuple(dict.fromkeys(suit for suit in card.suits if suit != COIN))
        coin = COIN in card.suits
        counts = Counter(card.suits)
        shown = {suit: counts + Counter({suit: counts[COIN]}) for suit in SUITS} | {
            None: counts,
            COIN: counts,
            OTHER: counts,
        }
        alone = tuple(
            (order, (0, 0, *order.counted(shown[declared])))
            for order in orders.values()
            if not order.alone and not order.any_suit
            for declared in ((*order.suits, OTHER) if coin else (None,))
        )
        plain = {} if coin else {order: (0, 0, *order.counted(counts)) for order in orders.values()}
        base = {order: gain for order, gain in plain.items() if not order.any_suit}
        number, public = len(card.suits), orders.get("public")
        return cls(card.suits, own, coin, number, counts, shown, public, orders, alone, base)

    def followed_with(self, declared: str | None) -> tuple[str, ...]:
        """The suits that the card can be followed with; ``declared``: what its coins stand for."""
        return suits_to_follow(self.own, declared if self.coin else None)


@lru_cache(maxsize=16)
def faces_of(cards: CardSet) -> list[Face]:
    """The cards of a set as the engine needs them."""
    return [Face.of(card, cards.levels) for card in cards.cards]


class Position(NamedTuple):
    """A player's cards by number, with what is theirs; ``packs`` are the rivals'.

    ``taken``: the resource that the leader took, which a follower takes too.
    """

    faces: Sequence[Face]
    hand: Sequence[int]
    lookout: Sequence[int]
    means: Means
    powers: Powers
    packs: tuple[tuple[int, int], ...]
    taken: int | None = None

    def less(self, number: int, discarded: int = 0) -> Means:
        """The means without so many cards of the hand, of which some are discarded."""
        m = self.means
        return (*m[:6], m[6] - number, m[7] + discarded, *m[8:])


def symbols(faces: Sequence[Face], cards: Sequence[tuple[int, str | None]]) -> Mapping[str, int]:
    """How many of each suit the cards show, with what their coins count as; coins also for themselves."""
    first, *rest = [faces[number].shown[coins_as] for number, coins_as in cards]
    if not rest:
        return first
    counts = dict(first)
    for more in rest:
        for suit, number in more.items():
            counts[suit] = counts.get(suit, 0) + number
    return counts
