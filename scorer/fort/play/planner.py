"""Playing a card: which of its actions in which order, what its coins count as, and which cards are added.
Following it: which card a rival may discard.

A plan may be played when `may_be_used` says so of its actions, and when every added card `serves`. A choice
is offered when what is not yet settled can be settled so that the plan may be played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations, combinations_with_replacement, product
from typing import NamedTuple, TypeAlias

from scorer.fort.actions import COIN, OTHER, SUITS
from scorer.fort.foresight import Foresight, Order, Outcome, Way, look
from scorer.fort.play.choices import Option
from scorer.fort.play.table import Face, Table
from scorer.fort.rulings import WHOLE, coins_to_follow, may_be_used, serves


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


#: What a card adds: whether it leaves the hand, then symbols for "any suit" and for each suit of the order.
Gain: TypeAlias = tuple[int, ...]


class Planner:
    """What the player at a seat may do with the cards in hand, as long as the table stays as it is."""

    def __init__(self, t: Table, seat: int) -> None:
        self.t = t
        self.hand = t.s.hands[seat]
        self.lookout = t.s.lookouts[seat]
        self.seat = seat
        self._faces = t.faces
        self._powers = t.powers(seat)
        self._means = t.means(seat, less_hand=1)
        #: What was foreseen, by what it depends on while the table stays as it is.
        self._known: dict[tuple[Order, Gain], Foresight] = {}

    # The leader's questions

    def playable(self, card: int) -> bool:
        """Whether some plan for the card can be completed."""
        face = self._faces[card]
        for order, base in face.alone:  # most cards can be played as they are, with one action
            if self._foresee(order, base).usable:
                return True
        return any(self.possible(Plan(card, order)) for order in face.orders.values())

    def orders(self, card: int) -> dict[str, Plan]:
        """The ways to use a card's actions, by key, each with a plan that can be completed."""
        plans = {key: Plan(card, order) for key, order in self._faces[card].orders.items()}
        return {key: plan for key, plan in plans.items() if self.possible(plan)}

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
        if base is not None and not plan.added and self._foresee(plan.order, base).usable:
            return True
        if plan.declared is None and self._faces[plan.card].coin:
            return any(self.possible(one) for one in self._with_coins(plan))
        if plan.chosen is None and plan.order.any_suit:
            return any(self.possible(one) for one in self._with_any_suit(plan))
        return self._completable(plan)

    def legal(self, plan: Plan) -> bool:
        """Whether the plan may be played as it is."""
        return self._legal(plan.order, self._base(plan), [self._gain(plan, one) for one in plan.added])

    def promise(self, plan: Plan) -> Promise:
        """What the plan binds its player to."""
        base, gains = self._base(plan), [self._gain(plan, one) for one in plan.added]
        found = self._foresee(plan.order, total(base, gains))
        return Promise(found.sure and not gains, self._without(plan.order, base, gains))

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
        cards = (plan.card, *self.hand, *self.lookout)
        shown = {suit for card in cards for suit in self._faces[card].suits}
        return [suit for suit in (*SUITS, COIN) if suit in shown or COIN in shown]

    def _candidates(self, plan: Plan) -> list[tuple[int, str, Mapping[Gain, str | None]]]:
        """For each card that could be added next: its zone, and what it may add to a different end."""
        if not plan.suits:
            return []
        taken = {plan.card, *(added.card for added in plan.added)}
        found = []
        for zone, cards in (("hand", self.hand), ("lookout", self.lookout)):
            for card in cards:
                ways = offers(self._faces[card], plan.order, plan.chosen, zone)
                if ways is not None and card not in taken:
                    found.append((card, zone, ways))
        return found

    # Whether it goes

    def _completable(self, plan: Plan) -> bool:
        """Whether the plan may be played as it is, or with more cards, however many."""
        order, base = plan.order, self._base(plan)
        gains = [self._gain(plan, one) for one in plan.added]
        if self._legal(order, base, gains):
            return True
        # Cards that can add the same make no difference between them: it matters how many there are.
        counted: dict[tuple[Gain, ...], int] = {}
        for _, _, ways in self._candidates(plan):
            some = tuple(ways)
            counted[some] = counted.get(some, 0) + 1
        if not counted:
            return False
        picks = [
            [[gain for gain in pick if gain] for pick in combinations_with_replacement(((), *some), number)]
            for some, number in counted.items()
        ]
        return any(self._legal(order, base, [*gains, *chain.from_iterable(more)]) for more in product(*picks))

    def _legal(self, order: Order, base: Gain, gains: list[Gain]) -> bool:
        """Whether the actions may be used with those symbols, and every card that adds some serves."""
        sums = total(base, gains)
        if order.alone and not self._foresee(order.alone[0], order.first(sums)).begun:
            return False  # an action that would do nothing is not used, whatever comes of the second
        found = self._foresee(order, sums)
        if not gains or not found.usable:
            return found.usable
        without = self._without(order, base, gains)
        return any(may_be_used(one.reached) and kept(one, without) for one in found.outcomes)

    def _without(self, order: Order, base: Gain, gains: list[Gain]) -> list[Sequence[Outcome]]:
        """What would come of the actions if the symbols of each of the added cards did not count."""
        found: list[Sequence[Outcome]] = []
        for place, (leaves, *symbols) in enumerate(gains):
            less = [*gains[:place], (leaves, *[0] * len(symbols)), *gains[place + 1 :]]
            found.append(self._foresee(order, total(base, less)).outcomes)
        return found

    def _base(self, plan: Plan) -> Gain:
        """The symbols of the played card itself."""
        return gain_of(self._faces[plan.card], plan.order, plan.chosen, plan.declared, 0)

    def _gain(self, plan: Plan, one: Added) -> Gain:
        """What an added card adds."""
        face = self._faces[one.card]
        return gain_of(face, plan.order, plan.chosen, one.suit, int(one.zone == "hand"))

    def _foresee(self, order: Order, sums: Gain) -> Foresight:
        found = self._known.get((order, sums))
        if found is None:
            from_hand, means = sums[0], self._means
            if from_hand:
                means = means._replace(hand=means.hand - from_hand)
            packs = self.t.rival_packs(self.seat) if order.rivals else ()
            found = look(order, means, sums[2:], sums[1], self._powers, packs)
            self._known[order, sums] = found
        return found


@lru_cache(maxsize=20_000)
def gain_of(face: Face, order: Order, chosen: str | None, suit: str | None, leaves: int) -> Gain:
    """What a card adds to an order of actions whose coins count as ``suit``."""
    counts = face.shown[suit]
    return (leaves, counts.get(chosen, 0) if chosen else 0, *order.counted(counts))


@lru_cache(maxsize=20_000)
def offers(face: Face, order: Order, chosen: str | None, zone: str) -> Mapping[Gain, str | None] | None:
    """All that a card in a zone can add, each with what its coins count as for it; None: it has no suit."""
    suits = Plan(0, order, chosen=chosen).suits
    if not (face.coin or face.suits[0] in suits):
        return None
    found: dict[Gain, str | None] = {}
    for suit in (*suits, OTHER) if face.coin else (None,):
        gain = gain_of(face, order, chosen, suit, int(zone == "hand"))
        if any(gain[1:]):
            found.setdefault(gain, suit)
    return found


def total(base: Gain, gains: list[Gain]) -> Gain:
    """What a played card and the added ones come to together."""
    return tuple([sum(column) for column in zip(base, *gains, strict=True)]) if gains else base


def kept(outcome: Outcome, without: Sequence[Sequence[Outcome]]) -> bool:
    """Whether every added card serves; ``without``: what would come of the actions without its symbols."""
    return all(
        serves(outcome.tallies, less.tallies)
        for outcomes in without
        for less in outcomes
        if less.ways == outcome.ways
    )


class Promise(NamedTuple):
    """What a player must see to while the actions are done: one of them wholly, and every added card serves.

    ``sure``: it will be so however they choose. ``without``: as in `kept`.
    """

    sure: bool
    without: Sequence[Sequence[Outcome]] = ()

    def holds(self, outcome: Outcome) -> bool:
        """Whether an outcome keeps it."""
        return WHOLE in outcome.reached and kept(outcome, self.without)


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
