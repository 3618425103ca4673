"""Playing a card: which of its actions in which order, what its coins count as, and which cards are added.

A plan may be played when `may_be_used` says so of its actions, and when every added card `serves`. A choice
is offered when what is not yet settled can be settled so that the plan may be played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from scorer.fort.actions import COIN, OTHER, SUITS
from scorer.fort.play.plans.face import Face, Position
from scorer.fort.play.plans.foresight import Foresight, More, Outcome, Pair, Single, kept, single, total
from scorer.fort.play.plans.order import Gain, Order
from scorer.fort.play.plans.rulings import WHOLE


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


#: What a card may add to a different end, each with what its coins count as for it.
Offers: TypeAlias = Mapping[Gain, str | None]


class Planner:
    """What a player may do with the cards in hand, as long as the table stays as it is."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self._faces = position.faces
        self._means = position.less(1)
        #: As many symbols as the cards at hand can show for an order, or more.
        self._most = 2 * sum([self._faces[card].number for card in (*position.hand, *position.lookout)])
        self._singles: dict[Order, Single] = {}
        self._pairs: dict[Order, Pair] = {}
        #: Whether a card may be played with an order, whatever is still to be settled.
        self._bare: dict[tuple[int, Order], bool] = {}
        #: What the cards at hand may add, by the suits that count.
        self._offered: dict[object, list[tuple[int, str, Offers]]] = {}

    # The leader's questions

    def playable(self, card: int) -> bool:
        """Whether some plan for the card can be completed."""
        face = self._faces[card]
        for order, base in face.alone:  # most cards can be played as they are, with one action
            if self._single(order).of(base).usable:
                return True
        return any(self._possible_at_all(card, order) for order in face.orders.values())

    def _possible_at_all(self, card: int, order: Order) -> bool:
        found = self._bare.get((card, order))
        if found is None:
            begins = self._sight(order).begins
            found = self._bare[card, order] = begins and self.possible(Plan(card, order))
        return found

    def orders(self, card: int) -> dict[str, Plan]:
        """The ways to use a card's actions, by key, each with a plan that can be completed."""
        orders = self._faces[card].orders.items()
        return {key: Plan(card, order) for key, order in orders if self._possible_at_all(card, order)}

    def declared(self, plan: Plan) -> list[str]:
        """The suits that the leader may declare for the card's own coins."""
        good = [one.declared for one in self._with_coins(plan) if self.possible(one)]
        return [suit for suit in SUITS if suit in good or (suit not in plan.order.suits and OTHER in good)]

    def chosen(self, plan: Plan) -> list[str]:
        """The suits that may be chosen for "any suit"."""
        good = [one.chosen for one in self._with_any_suit(plan) if self.possible(one)]
        shown = self._shown(plan)
        return [suit for suit in (*SUITS, COIN) if suit in good or (suit not in shown and OTHER in good)]

    def additions(self, plan: Plan) -> Iterator[Added]:
        """The cards that may be added to the plan next, each with all that its coins may count as."""
        for card, zone, ways in self._candidates(plan):
            for suit in ways.values():
                way = Added(card, zone, suit)
                if self._completable(plan.plus(way)):
                    yield way

    def possible(self, plan: Plan) -> bool:
        """Whether what is not yet settled can be settled so that the plan may be played."""
        base = self._faces[plan.card].base.get(plan.order)
        if base is not None and not plan.added and self._sight(plan.order).usable(base):
            return True
        if plan.declared is None and self._faces[plan.card].coin:
            return any(self.possible(one) for one in self._with_coins(plan))
        if plan.chosen is None and plan.order.any_suit:
            return any(self.possible(one) for one in self._with_any_suit(plan))
        return self._completable(plan)

    def legal(self, plan: Plan) -> bool:
        """Whether the plan may be played as it is."""
        return self._sight(plan.order).legal(self._base(plan), self._gains(plan))

    def promise(self, plan: Plan) -> Promise:
        """What the plan binds its player to."""
        base, gains, ahead = self._base(plan), self._gains(plan), self._sight(plan.order)
        sure = ahead.of(total(base, gains)).sure and not gains
        return Promise(sure, ahead.without(base, gains))

    def foreseen(self, plan: Plan) -> Foresight:
        """What may come of the plan."""
        return self._sight(plan.order).of(total(self._base(plan), self._gains(plan)))

    # What can be settled

    def _with_coins(self, plan: Plan) -> Iterator[Plan]:
        """The plan with each suit that its own coins may stand for; `OTHER` is any that does nothing."""
        suits = SUITS if plan.order.any_suit else (*plan.order.suits, OTHER)
        return (plan._replace(declared=suit) for suit in suits)

    def _with_any_suit(self, plan: Plan) -> Iterator[Plan]:
        """The plan with each suit that the cards at hand show; `OTHER` is any that none of them shows."""
        return (plan._replace(chosen=suit) for suit in (*self._shown(plan), OTHER))

    def _shown(self, plan: Plan) -> list[str]:
        """The suits of the cards at hand."""
        cards = (plan.card, *self.position.hand, *self.position.lookout)
        shown = {suit for card in cards for suit in self._faces[card].suits}
        return [suit for suit in (*SUITS, COIN) if suit in shown or COIN in shown]

    def _candidates(self, plan: Plan) -> list[tuple[int, str, Offers]]:
        """For each card that could be added next: its zone, and what it may add to a different end."""
        order, chosen = plan.order, plan.chosen
        if not order.suits and chosen is None:
            return []
        key = order.suits, chosen, order.hand
        offered = self._offered.get(key)
        if offered is None:
            offered = self._offered[key] = [
                (card, zone, ways)
                for zone, cards in (("hand", self.position.hand), ("lookout", self.position.lookout))
                for card in cards
                if (ways := offers(self._faces[card], order.suits, chosen, _leaves(order, zone))) is not None
            ]
        taken = {plan.card, *[added.card for added in plan.added]}
        return [one for one in offered if one[0] not in taken]

    # Whether it goes

    def _completable(self, plan: Plan) -> bool:
        """Whether the plan may be played as it is, or with more cards, however many."""
        ahead, base, gains = self._sight(plan.order), self._base(plan), self._gains(plan)
        if not gains and ahead.usable(base):
            return True
        alike: dict[tuple[Gain, ...], int] = {}
        for _, _, ways in self._candidates(plan):
            some = tuple(ways)
            alike[some] = alike.get(some, 0) + 1
        if not alike and not gains:
            return False
        more: More = frozenset(alike.items())
        return ahead.completable(base, gains, more)

    def _base(self, plan: Plan) -> Gain:
        """The symbols of the played card itself."""
        return gain_of(self._faces[plan.card], plan.order.suits, plan.chosen, plan.declared, 0)

    def _gains(self, plan: Plan) -> tuple[Gain, ...]:
        """What each of the added cards adds."""
        return tuple([self._gain(plan, one) for one in plan.added]) if plan.added else ()

    def _gain(self, plan: Plan, one: Added) -> Gain:
        leaves = _leaves(plan.order, one.zone)
        return gain_of(self._faces[one.card], plan.order.suits, plan.chosen, one.suit, leaves)

    def _sight(self, order: Order) -> Single | Pair:
        if not order.alone:
            return self._single(order)
        found = self._pairs.get(order)
        if found is None:
            _, _, _, _, powers, packs, _ = self.position
            first, second = order.alone
            sights = self._single(first), self._single(second)
            found = self._pairs[order] = Pair(order, sights, self._means, self._most, powers, packs)
        return found

    def _single(self, order: Order) -> Single:
        found = self._singles.get(order)
        if found is None:
            _, _, _, _, powers, packs, _ = self.position
            found = self._singles[order] = single(order, self._means, self._most, powers, packs)
        return found


def _leaves(order: Order, zone: str) -> int:
    """Whether an added card is one less in hand, where it makes a difference."""
    return int(order.hand and zone == "hand")


@lru_cache(maxsize=20_000)
def gain_of(
    face: Face, suits: tuple[str, ...], chosen: str | None, coins_as: str | None, leaves: int
) -> Gain:
    """What a card adds for some suits and the chosen one, if its coins count as ``coins_as``."""
    counts = face.shown[coins_as]
    return (leaves, counts.get(chosen, 0) if chosen else 0, *[counts.get(suit, 0) for suit in suits])


@lru_cache(maxsize=20_000)
def offers(face: Face, suits: tuple[str, ...], chosen: str | None, leaves: int) -> Offers | None:
    """All that a card can add, each with what its coins count as for it; None: it has no such suit."""
    wanted = suits if chosen is None or chosen in suits else (*suits, chosen)
    if not (face.coin or face.suits[0] in wanted):
        return None
    found: dict[Gain, str | None] = {}
    for suit in (*wanted, OTHER) if face.coin else (None,):
        gain = gain_of(face, suits, chosen, suit, leaves)
        if any(gain[1:]):
            found.setdefault(gain, suit)
    return found


class Promise(NamedTuple):
    """What a player must see to while the actions are done: one of them wholly, and every added card serves.

    ``sure``: it will be so however they choose. ``without``: as in `kept`.
    """

    sure: bool
    without: Sequence[Sequence[Outcome]] = ()

    def holds(self, outcome: Outcome) -> bool:
        """Whether an outcome keeps it."""
        return WHOLE in outcome.reached and kept(outcome, self.without)
