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
from scorer.fort.play.means import NOTHING, WHOLE, Outcome, outcomes
from scorer.fort.play.table import Order, Table, any_count


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

    def plus(self, one: Added) -> Plan:
        return Plan(self.card, self.order, self.declared, self.chosen, (*self.added, one))


class Planner:
    """What the player at a seat may do with the cards in hand, as long as the table stays as it is."""

    def __init__(self, t: Table, seat: int) -> None:
        self.t = t
        self.hand = t.s.hands[seat]
        self.lookout = t.s.lookouts[seat]
        self._terms = t.terms(seat, {})
        self._means = t.means(seat, less_hand=1)

    def playable(self, card: int) -> bool:
        """Whether some plan for the card can be completed. Two actions may go where each alone does not."""
        return any(self.possible(Plan(card, order)) for order in self.t.faces[card].orders.values())

    def orders(self, card: int) -> dict[str, Plan]:
        """The ways to use a card's actions, by key, each with a plan that can be completed."""
        plans = {key: Plan(card, order) for key, order in self.t.faces[card].orders.items()}
        return {key: plan for key, plan in plans.items() if self.possible(plan)}

    def possible(self, plan: Plan) -> bool:
        """Whether what is not yet settled can be settled so that the plan may be played."""
        order = plan.order
        if plan.declared is None and self.t.faces[plan.card].coin:
            suits = SUITS if order.any_suit else order.suits or SUITS[:1]  # others change nothing
            return any(self.possible(plan._replace(declared=suit)) for suit in suits)
        if plan.chosen is None and order.any_suit:
            return any(self.possible(one) for one in self.with_any_suit(plan))
        return self._completable(plan)

    def declared(self, plan: Plan) -> list[str]:
        """The suits that the leader may declare for the card's own coins."""
        return [suit for suit in SUITS if self.possible(plan._replace(declared=suit))]

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
        best = self._done(plan)
        if best is None:
            return False
        added = plan.added
        for place in range(len(added)):
            less = plan._replace(added=added[:place] + added[place + 1 :])
            if self._most(less) >= best:
                return False
        return True

    def counts(self, plan: Plan) -> Mapping[str, int]:
        """The symbols that count, added cards included."""
        own = (plan.card, plan.declared)
        return self.t.symbols([own, *((added.card, added.suit) for added in plan.added)])

    def _done(self, plan: Plan) -> int | None:
        """How often multiplied parts happen at most, if an action is done wholly and each at least in part."""
        best = None
        for reached, _, tally in self._outcomes(plan):
            if WHOLE in reached and NOTHING not in reached and (best is None or tally > best):
                best = tally
        return best

    def _most(self, plan: Plan) -> int:
        return max(outcome.tally for outcome in self._outcomes(plan))

    def _outcomes(self, plan: Plan) -> list[Outcome]:
        means, terms = self._means, self._terms
        if plan.added:
            from_hand = sum(added.zone == "hand" for added in plan.added)
            means = (*means[:6], means[6] - from_hand, *means[7:])
        terms.counts = counts = self.counts(plan)
        terms.any_count = any_count(counts, plan.chosen) if plan.order.any_suit else 0
        return outcomes(plan.order.sides, (means,), terms)
