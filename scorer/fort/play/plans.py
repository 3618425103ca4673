"""Playing a card: which of its actions in which order, and which cards are added to them.

A plan may be played when one of its actions can be done wholly and the other, if it is used, at least in
part, and when every added card makes something happen more often. A card that no added card could save is no
option.

Rulings: what is not done wholly is done as far as it can be. An action that would do nothing is not used.
Coins of one card all count as the same suit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scorer.fort.actions import COIN, SUITS
from scorer.fort.play.means import NOTHING, PART, WHOLE, Side, Terms, outcomes
from scorer.fort.play.table import Table, any_count

#: The orders in which the two actions of a card can be used, by key: places in (public, private).
ORDERS = {"public": (0,), "private": (1,), "public_private": (0, 1), "private_public": (1, 0)}


@dataclass(frozen=True, slots=True)
class Added:
    """A card that is added from hand or lookout; ``suit``: what its coins count as."""

    card: int
    zone: str
    suit: str | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """How a card is played, as far as it is settled. ``chosen`` is the suit for "any suit"."""

    seat: int
    card: int
    sides: tuple[Side, ...]
    declared: str | None = None
    chosen: str | None = None
    added: tuple[Added, ...] = ()

    @property
    def suits(self) -> list[str]:
        """The suits that added cards can serve with."""
        suits = {suit for side in self.sides for suit in side.suits}
        if self.chosen is not None:
            suits.add(self.chosen)
        return [suit for suit in (*SUITS, COIN) if suit in suits]

    @property
    def any_suit(self) -> bool:
        return any(side.any_suit for side in self.sides)


def orders(t: Table, seat: int, card: int) -> dict[str, Plan]:
    """The ways to use a card's actions, by key, each with a plan that can be completed."""
    sides = t.sides[card]
    found = {}
    for key, places in ORDERS.items():
        used = tuple(side for side in (sides[place] for place in places) if side is not None)
        if len(used) == len(places):
            plan = Plan(seat, card, used)
            if possible(t, plan):
                found[key] = plan
    return found


def playable(t: Table, seat: int, card: int) -> bool:
    """Whether some plan for the card can be completed."""
    sides = t.sides[card]
    alone = [Plan(seat, card, (side,)) for side in sides if side is not None]
    if any(possible(t, plan) for plan in alone):
        return True
    public, private = sides
    if public is None or private is None:
        return False
    return any(possible(t, Plan(seat, card, pair)) for pair in ((public, private), (private, public)))


def possible(t: Table, plan: Plan) -> bool:
    """Whether what is not yet settled can be settled so that the plan may be played."""
    if plan.declared is None and COIN in t.cards[plan.card].suits:
        suits = SUITS if plan.any_suit else plan.suits or SUITS[:1]  # others change nothing
        return any(possible(t, replace(plan, declared=suit)) for suit in suits)
    if plan.chosen is None and plan.any_suit:
        return any(possible(t, one) for one in with_any_suit(t, plan))
    return completable(t, plan)


def declared(plan: Plan) -> Iterator[Plan]:
    """The plan with each suit that the leader may declare for the card's own coins."""
    return (replace(plan, declared=suit) for suit in SUITS)


def with_any_suit(t: Table, plan: Plan) -> Iterator[Plan]:
    """The plan with each suit that could count for "any suit": those that the cards at hand show."""
    cards = [plan.card, *t.s.hands[plan.seat], *t.s.lookouts[plan.seat]]
    shown = {suit for card in cards for suit in t.cards[card].suits}
    coins = SUITS if COIN in shown else ()
    return (replace(plan, chosen=suit) for suit in (*SUITS, COIN) if suit in shown or suit in coins)


def completable(t: Table, plan: Plan) -> bool:
    """Whether the plan may be played as it is, or with one more card.

    More cards would not help: an action fails for want of a first symbol, or because it is done too often.
    """
    if legal(t, plan):
        return True
    counts = _counts(t, plan)
    if all(counts.get(suit, 0) for suit in plan.suits):
        return False
    return next(additions(t, plan), None) is not None


def additions(t: Table, plan: Plan) -> Iterator[Added]:
    """The cards that may be added to the plan next."""
    suits = plan.suits
    if not suits:
        return
    taken = {added.card for added in plan.added}
    zones = (("hand", t.s.hands[plan.seat]), ("lookout", t.s.lookouts[plan.seat]))
    for zone, cards in zones:
        for card in cards:
            if card == plan.card or card in taken:
                continue
            shown = t.cards[card].suits
            if COIN in shown:
                ways = [Added(card, zone, suit) for suit in suits]
            elif shown[0] in suits:
                ways = [Added(card, zone)]
            else:
                continue
            for way in ways:
                if legal(t, replace(plan, added=(*plan.added, way))):
                    yield way


def legal(t: Table, plan: Plan) -> bool:
    """Whether the plan may be played as it is."""
    best = _done(t, plan)
    if best is None:
        return False
    for place in range(len(plan.added)):
        less = replace(plan, added=plan.added[:place] + plan.added[place + 1 :])
        without = _done(t, less, least=NOTHING)
        if without is not None and without >= best:
            return False  # this card serves for nothing
    return True


def _counts(t: Table, plan: Plan) -> dict[str, int]:
    cards = [(plan.card, plan.declared), *((added.card, added.suit) for added in plan.added)]
    return dict(t.symbols(cards))


def terms_of(t: Table, plan: Plan) -> Terms:
    """What the plan's actions are done with."""
    counts = _counts(t, plan)
    return t.terms(plan.seat, counts, any_count(counts, plan.chosen))


def _done(t: Table, plan: Plan, least: int = PART) -> int | None:
    """How often multiplied parts happen at most; None where no way goes far enough.

    One of the actions must be done wholly, and each at least in part; with ``least`` NOTHING any way will do.
    """
    from_hand = sum(added.zone == "hand" for added in plan.added)
    means = t.means(plan.seat, less_hand=1 + from_hand)
    terms = terms_of(t, plan)
    best = None
    for reached, _ in outcomes(plan.sides, (means,), terms):
        if least == NOTHING or (max(reached) == WHOLE and min(reached) >= PART):
            best = max(best or 0, sum(terms.tally))
    return best
