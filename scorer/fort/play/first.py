"""What may be played in games of the first version, so that their records replay as they were played.

These rules are wrong in places: a coin counts as a suit that helps, or not at all; a plan is given up that
needs two cards; a follower's coins are the first suit that matches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from scorer.fort.actions import SUITS
from scorer.fort.foresight import Foresight, Order, Outcome, Way
from scorer.fort.play.planner import Added, Follower, Gain, Plan, Planner, Used, total
from scorer.fort.play.table import Face, Table, any_count
from scorer.fort.rulings import NOTHING, WHOLE, may_be_used


def planner_of(t: Table, seat: int) -> Planner:
    """What the player at a seat may play, by the rules of their game."""
    return FirstPlanner(t, seat) if t.first else Planner(t, seat)


def follower_of(t: Table, seat: int, order: Order) -> Follower:
    """What the player at a seat may follow with, by the rules of their game."""
    return FirstFollower(t, seat, order) if t.first else Follower(t, seat, order)


class Ahead(NamedTuple):
    """How often suits make things happen at most: ``best`` where the actions may be used, ``most`` anyhow.

    ``far`` is how far the first action goes.
    """

    best: int | None
    most: int
    far: int

    @classmethod
    def of(cls, found: Foresight) -> Ahead:
        outcomes = farthest(found)
        tallies = [sum(one.tallies) for one in outcomes]
        good = [sum(one.tallies) for one in outcomes if may_be_used(one.reached)]
        return cls(
            max(good, default=None),
            max(tallies, default=0),
            max((one.reached[0] for one in outcomes), default=NOTHING),
        )


def farthest(found: Foresight) -> list[Outcome]:
    """Of each way the outcome in which the first action goes farthest, then the second."""
    ordered = sorted(found.outcomes, key=lambda one: str(one.ways))
    return [
        max(group, key=lambda one: [*zip(one.reached, one.tallies, strict=True)])
        for _, group in groupby(ordered, key=lambda one: one.ways)
    ]


def first_ways(found: Foresight, whole: bool) -> list[Way]:
    """The ways to begin the next action, such that one action is done wholly in the end."""
    begun = [one for one in farthest(found) if one.reached[0] != NOTHING]
    good = [one for one in begun if whole or WHOLE in one.reached]
    return list(dict.fromkeys(one.ways[0] for one in good or begun))


class FirstPlanner(Planner):
    """What the player at a seat may do with the cards in hand."""

    def playable(self, card: int) -> bool:
        face = self._faces[card]
        return any(self._goes(face, order) for order in face.orders.values()) or any(
            self.possible(Plan(card, order)) for order in _lacking(face)
        )

    def orders(self, card: int) -> dict[str, Plan]:
        face, plans = self._faces[card], {}
        for key, order in face.orders.items():
            if self._goes(face, order) or (order in _lacking(face) and self.possible(Plan(card, order))):
                plans[key] = Plan(card, order)
        return plans

    def declared(self, plan: Plan) -> list[str]:
        if plan.order.any_suit:
            return [suit for suit in SUITS if self.possible(plan._replace(declared=suit))]
        suits = plan.order.suits
        good = {suit for suit in suits if self.possible(plan._replace(declared=suit))}
        others = [suit for suit in SUITS if suit not in suits]
        if others and self.possible(plan._replace(declared=others[0])):
            good.update(others)
        return [suit for suit in SUITS if suit in good]

    def chosen(self, plan: Plan) -> list[str]:
        return [one.chosen for one in self._with_any_suit(plan) if one.chosen and self.possible(one)]

    def _with_any_suit(self, plan: Plan) -> Iterator[Plan]:
        return (plan._replace(chosen=suit) for suit in self._shown(plan))

    def additions(self, plan: Plan) -> Iterator[Added]:
        suits = plan.suits
        if not suits:
            return
        taken = [plan.card, *(added.card for added in plan.added)]
        for zone, cards in (("hand", self.hand), ("lookout", self.lookout)):
            for card in cards:
                face = self._faces[card]
                if card in taken or not (face.coin or face.suits[0] in suits):
                    continue
                for suit in suits if face.coin else (None,):
                    if self.legal(plan.plus(Added(card, zone, suit))):
                        yield Added(card, zone, suit)

    def legal(self, plan: Plan) -> bool:
        base, gains = self._base(plan), [self._gain(plan, one) for one in plan.added]
        if not gains:
            return self._begins(plan.order, base)
        best = Ahead.of(self._foresee(plan.order, total(base, gains))).best
        return best is not None and all(
            Ahead.of(self._foresee(plan.order, total(base, [*gains[:place], *gains[place + 1 :]]))).most
            < best
            for place in range(len(gains))
        )

    def possible(self, plan: Plan) -> bool:
        order = plan.order
        if plan.declared is None and self._faces[plan.card].coin:
            if not order.any_suit:
                suits = order.suits or SUITS[:1]
                return any(self._completable(plan._replace(declared=suit)) for suit in suits)
            own = self._faces[plan.card].own
            return any(
                self._completable(plan._replace(declared=suit, chosen=chosen))
                for suit in SUITS
                for chosen in (suit, *own)
            )
        if plan.chosen is None and order.any_suit:
            return any(self.possible(one) for one in self._with_any_suit(plan))
        return self._completable(plan)

    def _completable(self, plan: Plan) -> bool:
        """Whether the plan may be played as it is, or with one more card for want of a first symbol."""
        if self.legal(plan):
            return True
        counts = self.t.symbols(plan.symbols)
        if all(counts.get(suit) for suit in plan.suits):
            return False
        return next(self.additions(plan), None) is not None

    def _goes(self, face: Face, order: Order) -> bool:
        """Whether the actions go as they are, whatever is declared."""
        if order.any_suit:
            return False
        if face.coin and order.alone:
            return False
        ways = (order.suits or ("",)) if face.coin else ("",)
        return any(self._begins(order, (0, 0, *order.counted(face.shown[suit or None]))) for suit in ways)

    def _begins(self, order: Order, base: Gain) -> bool:
        """Whether an order of actions may be used as it is: the first wholly, the second in part at first."""
        if order.alone:
            first, second = (
                Ahead.of(self._foresee(one, (*base[:2], *_picked(base, order, one)))).far
                for one in order.alone
            )
            if first == NOTHING:
                return False
            if first == WHOLE and second != NOTHING:
                return True
        return Ahead.of(self._foresee(order, base)).best is not None


def _picked(base: Gain, order: Order, one: Order) -> list[int]:
    """The symbols of an order of two actions for one of them."""
    return [base[2 + order.suits.index(suit)] for suit in one.suits]


def _lacking(face: Face) -> list[Order]:
    """The orders of a card's actions that an added card could make possible."""
    return [
        order
        for order in face.orders.values()
        if face.coin or order.any_suit or not set(order.suits) <= set(face.own)
    ]


class FirstFollower(Follower):
    """What the player at a seat may discard to follow."""

    def coins(self, face: Face) -> Sequence[str | None]:
        return self.suits if self.order.suits and len(self.suits) > 1 else (None,)

    def _completable(self, used: list[Used]) -> bool:
        return bool(self.ways(used))

    def promise(self, used: list[Used]) -> None:
        return None

    def any_count(self, used: list[Used]) -> int:
        return any_count(self.counts(used)) if self.order.any_suit else 0
