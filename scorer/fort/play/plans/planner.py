"""Playing a card: which of its actions in which order, and which cards are added to them.

A plan may be played when one of its actions can be done wholly and the other, if it is used, at least in
part, and when every added card makes something happen more often. A card that no added card could save is no
option.

Rulings: what is not done wholly is done as far as it can be. An action that would do nothing is not used.
Coins of one card all count as the same suit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from scorer.fort.actions import COIN, SUITS
from scorer.fort.play.plans.foresight import Foresight, Order, look
from scorer.fort.play.plans.means import NOTHING, WHOLE
from scorer.fort.play.table import Table, any_count


class Added(NamedTuple):
    """A card that is added from hand or lookout; ``suit``: what its coins count as."""

    card: int
    zone: str
    suit: str | None = None


class Plan(NamedTuple):
    """How a card is played, as far as it is settled. ``chosen`` is the suit for "any suit"."""

    card: int
    order: Order
    declared: str | None = None
    chosen: str | None = None
    added: tuple[Added, ...] = ()

    @property
    def suits(self) -> tuple[str, ...]:
        """The suits that added cards can serve with."""
        suits, chosen = self.order.suits, self.chosen
        return suits if chosen is None or chosen in suits else (*suits, chosen)

    @property
    def symbols(self) -> list[tuple[int, str | None]]:
        """The cards whose symbols count, each with what its coins count as."""
        return [(self.card, self.declared), *((one.card, one.suit) for one in self.added)]

    def plus(self, one: Added) -> Plan:
        return Plan(self.card, self.order, self.declared, self.chosen, (*self.added, one))


class Planner:
    """What the player at a seat may do with the cards in hand, as long as the table stays as it is."""

    def __init__(self, t: Table, seat: int) -> None:
        self.t = t
        self.hand = t.s.hands[seat]
        self.lookout = t.s.lookouts[seat]
        self.seat = seat
        self._powers = t.powers(seat)
        self._means = t.means(seat, less_hand=1)
        #: What was foreseen, by what it depends on while the table stays as it is.
        self._known: dict[tuple[Order, tuple[int, ...], int, int], Foresight] = {}

    def playable(self, card: int) -> bool:
        """Whether some plan for the card can be completed. Two actions may go where each alone does not."""
        face = self.t.faces[card]
        for order, symbols in face.alone:  # most cards can be played as they are, with one action
            if self._look(order, symbols).best is not None:
                return True
        if not face.coin:
            for order in face.orders.values():
                if order.alone and not order.any_suit and self._begins(order, face.counts):
                    return True
        return any(self.possible(Plan(card, order)) for order in face.lacking)

    def orders(self, card: int) -> dict[str, Plan]:
        """The ways to use a card's actions, by key, each with a plan that can be completed."""
        face, plans = self.t.faces[card], {}
        for key, order in face.orders.items():
            plan = Plan(card, order)
            begins = not face.coin and not order.any_suit and self._begins(order, face.counts)
            if begins or (order in face.lacking and self.possible(plan)):
                plans[key] = plan
        return plans

    def possible(self, plan: Plan) -> bool:
        """Whether what is not yet settled can be settled so that the plan may be played."""
        order = plan.order
        if plan.declared is None and self.t.faces[plan.card].coin:
            if not order.any_suit:
                suits = order.suits or SUITS[:1]  # others change nothing
                return any(self._completable(plan._replace(declared=suit)) for suit in suits)
            own = self.t.faces[plan.card].own
            return any(
                self._completable(plan._replace(declared=suit, chosen=chosen))
                for suit in SUITS
                for chosen in (suit, *own)
            )
        if plan.chosen is None and order.any_suit:
            return any(self.possible(one) for one in self.with_any_suit(plan))
        return self._completable(plan)

    def declared(self, plan: Plan) -> list[str]:
        """The suits that the leader may declare for the card's own coins."""
        if plan.order.any_suit:
            return [suit for suit in SUITS if self.possible(plan._replace(declared=suit))]
        suits = plan.order.suits
        good = {suit for suit in suits if self.possible(plan._replace(declared=suit))}
        others = [suit for suit in SUITS if suit not in suits]  # all of them count for nothing
        if others and self.possible(plan._replace(declared=others[0])):
            good.update(others)
        return [suit for suit in SUITS if suit in good]

    def chosen(self, plan: Plan) -> list[str]:
        """The suits that may be chosen for "any suit"."""
        return [one.chosen for one in self.with_any_suit(plan) if one.chosen and self.possible(one)]

    def with_any_suit(self, plan: Plan) -> Iterator[Plan]:
        """The plan with each suit that the cards at hand show."""
        shown = {suit for card in (plan.card, *self.hand, *self.lookout) for suit in self.t.faces[card].suits}
        suits = (*SUITS, COIN) if COIN in shown else [suit for suit in SUITS if suit in shown]
        return (plan._replace(chosen=suit) for suit in suits)

    def _completable(self, plan: Plan) -> bool:
        """Whether the plan may be played as it is, or with one more card.

        More cards would not help: an action fails for want of a first symbol, or because it is done too
        often.
        """
        if self.legal(plan):
            return True
        counts = self.counts(plan)
        if all(counts.get(suit) for suit in plan.suits):
            return False
        return next(self.additions(plan), None) is not None

    def additions(self, plan: Plan) -> Iterator[Added]:
        """The cards that may be added to the plan next."""
        suits = plan.suits
        if not suits:
            return
        taken = [plan.card, *(added.card for added in plan.added)]
        for zone, cards in (("hand", self.hand), ("lookout", self.lookout)):
            for card in cards:
                if card in taken:
                    continue
                face = self.t.faces[card]
                if face.coin:
                    ways = [Added(card, zone, suit) for suit in suits]
                elif face.suits[0] in suits:
                    ways = [Added(card, zone)]
                else:
                    continue
                for way in ways:
                    if self.legal(plan.plus(way)):
                        yield way

    def legal(self, plan: Plan) -> bool:
        """Whether the plan may be played as it is: every added card serves for something."""
        added = plan.added
        if not added:
            counts = self.counts(plan)
            any_suit = any_count(counts, plan.chosen) if plan.order.any_suit else 0
            return self._begins(plan.order, counts, any_suit)
        best = self._ahead(plan).best
        if best is None:
            return False
        for place in range(len(added)):
            less = Plan(*plan[:4], (*added[:place], *added[place + 1 :]))
            if self._ahead(less).most >= best:
                return False
        return True

    def counts(self, plan: Plan) -> Mapping[str, int]:
        """The symbols that count, added cards included."""
        face = self.t.faces[plan.card]
        return self.t.symbols(plan.symbols) if face.coin or plan.added else face.counts

    def _begins(self, order: Order, counts: Mapping[str, int], any_suit: int = 0) -> bool:
        """Whether an order of actions may be used as it is.

        Where the first can be done wholly and the second in part, both may be used, whatever the first
        leaves.
        """
        if order.alone:
            first = self._foresee(order.alone[0], counts, any_suit)
            if first.far == NOTHING:
                return False
            if first.far == WHOLE and self._foresee(order.alone[1], counts, any_suit).far != NOTHING:
                return True
        return self._foresee(order, counts, any_suit).best is not None

    def _ahead(self, plan: Plan) -> Foresight:
        counts, order = self.counts(plan), plan.order
        from_hand = sum(added.zone == "hand" for added in plan.added)
        any_suit = any_count(counts, plan.chosen) if order.any_suit else 0
        return self._foresee(order, counts, any_suit, from_hand)

    def _foresee(
        self, order: Order, counts: Mapping[str, int], any_suit: int = 0, from_hand: int = 0
    ) -> Foresight:
        return self._look(order, order.counted(counts), any_suit, from_hand)

    def _look(
        self, order: Order, symbols: tuple[int, ...], any_suit: int = 0, from_hand: int = 0
    ) -> Foresight:
        found = self._known.get((order, symbols, any_suit, from_hand))
        if found is None:
            means = self._means
            if from_hand:
                means = (*means[:6], means[6] - from_hand, *means[7:])
            packs = self.t.rival_packs(self.seat) if order.rivals else ()
            found = look(order, means, symbols, any_suit, self._powers, packs)
            self._known[order, symbols, any_suit, from_hand] = found
        return found
