"""What all effects of Fort are made of: asking, counting symbols, moving cards, the means of a player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scorer.engine import table
from scorer.fort.actions import COIN, OTHER, SUITS
from scorer.fort.cards import CardSet, Kid, Level
from scorer.fort.foresight import Order, Side
from scorer.fort.means import NO_POWERS, Means, Powers, Terms
from scorer.fort.play.choices import Option, Options, options_for
from scorer.fort.play.setup import PERKS
from scorer.fort.play.state import PIZZA, TOYS, State
from scorer.fort.rulings import suits_to_follow
from scorer.fort.sheet import BIG_PACK_HOLDS_MORE, PACK_BEYOND_LEVEL, STUFF_HOLDS
from scorer.fort.words import load_words

PERK = {perk: number for number, perk in enumerate(PERKS)}
RECYCLING = PERK["recycling"]
#: Perks that help with actions, by their number and whether it is the player's own turn.
POWERS: dict[tuple[int | None, bool], Powers] = {
    (PERK["big_pack"], True): Powers(pack_bonus=BIG_PACK_HOLDS_MORE),
    (PERK["big_pack"], False): Powers(pack_bonus=BIG_PACK_HOLDS_MORE),
    (PERK["light_fingers"], True): Powers(light_fingers=True),
    (PERK["bribery"], True): Powers(bribery=True),
}
#: The same in games of the first version.
FIRST_POWERS = POWERS | {(PERK["light_fingers"], True): Powers(light_fingers=True, supply_only=True)}


#: The keys of the two actions of a card, each by itself, by their places.
KEYS = ("public", "private")
#: The orders in which the two actions of a card can be used, by key: places in (public, private).
ORDERS = {"public": (0,), "private": (1,), "public_private": (0, 1), "private_public": (1, 0)}


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """A card as the engine needs it: ``counts`` are its symbols, coins as coins only; ``own`` its suits.

    ``shown`` are its symbols by what its coins count as, where these are counted as coins too.

    ``alone`` are its actions, each with what the card itself adds to it (`Gain`), whatever its coins are
    declared as; ``base`` has the same for the orders of its actions for which there is nothing to declare.
    """

    suits: tuple[str, ...]
    own: tuple[str, ...]
    coin: bool
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
                each = tuple(orders[KEYS[place]] for place in places) if len(used) > 1 else ()
                orders[key] = Order.of(used, levels, each)
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
        return cls(card.suits, own, coin, counts, shown, orders.get("public"), orders, alone, base)

    def followed_with(self, declared: str | None) -> tuple[str, ...]:
        """The suits that the card can be followed with; ``declared``: what its coins stand for."""
        return suits_to_follow(self.own, declared if self.coin else None)


@lru_cache(maxsize=16)
def faces_of(cards: CardSet) -> list[Face]:
    """The cards of a set as the engine needs them."""
    return [Face.of(card, cards.levels) for card in cards.cards]


def pack_holds(level: int, big: bool) -> int:
    """RULES 10: the resources that a pack holds, with Big Pack where it is ``big``."""
    return level + PACK_BEYOND_LEVEL + (BIG_PACK_HOLDS_MORE if big else 0)


class Table(table.Table[State, Option, Kid]):
    """The state of one game and the players around it. ``first``: it is played by the rules of version 1."""

    book: Options

    def __init__(
        self, names: Sequence[str], edition: str, cards: CardSet, state: State, first: bool = False
    ) -> None:
        self.words = load_words(edition)
        super().__init__(names, cards.cards, options_for(edition, cards), self.words.prompts, state)
        self.levels = cards.levels
        self.faces = faces_of(cards)
        self.first = first
        self._powers = FIRST_POWERS if first else POWERS

    # Perks

    def has(self, seat: int, perk: str) -> bool:
        return self.s.perks[seat] == PERK[perk]

    def recycles(self, seat: int) -> bool:
        """Whether a player may use Recycling, if there is a discarded card."""
        return self.s.perks[seat] == RECYCLING and seat == self.s.turn and not self.first

    def recycling(self, seat: int) -> list[Option]:
        """Recycling as an option: at any moment of the own turn at which a card is discarded."""
        if self.s.perks[seat] == RECYCLING and self.s.discards[seat] and seat == self.s.turn:
            return [self.book.perk(RECYCLING, "use")]
        return []

    def use(self, seat: int) -> None:
        """A perk that is used leaves the game."""
        perk = self.s.perks[seat]
        assert perk is not None
        self.s.perks[seat] = None
        self.s.perks_gone.append(perk)

    # Limits

    def pack_room(self, seat: int) -> int:
        return pack_holds(self.s.level[seat], self.has(seat, "big_pack")) - sum(self.s.packs[seat])

    def lookout_room(self, seat: int) -> int:
        return self.s.level[seat] + PACK_BEYOND_LEVEL - len(self.s.lookouts[seat])

    def collect(self, seat: int, kind: int, number: int = 1) -> int:
        """Puts resources from the supply into stuff, as many as it holds; returns how many."""
        stuff = self.s.stuff[seat]
        number = min(number, STUFF_HOLDS - stuff[kind])
        stuff[kind] += number
        return number

    # Cards

    def yard_options(self, seat: int) -> list[Option]:
        """The cards in the yards of a player's rivals."""
        s, card = self.s, self.book.card
        return [card(number, "yard") for rival in s.others(seat) for number in s.yards[rival]]

    def park_options(self) -> list[Option]:
        """The cards of the park, and the top of its deck."""
        options = [self.book.card(number, "park") for number in self.s.park]
        return [*options, self.book.word("deck")] if self.s.park_deck else options

    def take(self, option: Option) -> int:
        """Takes a card from park, park deck or a yard; the park is filled up again at once."""
        s = self.s
        if option.key == "deck":
            return s.park_deck.pop()
        if option.zone == "park":
            place = s.park.index(option.number)
            if s.park_deck:
                s.park[place] = s.park_deck.pop()
                s.open((s.park[place],))
            else:
                del s.park[place]
        else:
            next(yard for yard in s.yards if option.number in yard).remove(option.number)
        return option.number

    # Symbols

    def symbols(self, cards: Sequence[tuple[int, str | None]]) -> Mapping[str, int]:
        """How many of each suit the cards show, with what their coins count as; coins also for themselves."""
        first, *rest = [self.faces[number].shown[coins_as] for number, coins_as in cards]
        if not rest:
            return first
        counts = dict(first)
        for more in rest:
            for suit, number in more.items():
                counts[suit] = counts.get(suit, 0) + number
        return counts

    def followable(self, number: int) -> tuple[str, ...]:
        """The suits that a card which was played can be followed with."""
        return self.faces[number].followed_with(self.s.declared)

    # Means

    def means(self, seat: int, less_hand: int = 0, discarded: int = 0) -> Means:
        """What a player has now, but for so many cards in hand; ``discarded`` of them are to be discarded."""
        s = self.s
        stuff, pack = s.stuff[seat], s.packs[seat]
        yards = sum(map(len, s.yards)) - len(s.yards[seat])
        return Means(
            pizzas=stuff[PIZZA],
            toys=stuff[TOYS],
            packed_pizzas=pack[PIZZA],
            packed_toys=pack[TOYS],
            level=s.level[seat],
            lookout=len(s.lookouts[seat]),
            hand=len(s.hands[seat]) - less_hand,
            discarded=len(s.discards[seat]) + discarded,
            yards=yards,
            elsewhere=len(s.park) + len(s.park_deck),
            recycling=int(self.recycles(seat)),
        )

    def alone(self, card: int, side: Side) -> Order:
        """One action of a card by itself."""
        return self.faces[card].orders["public" if side.public else "private"]

    def powers(self, seat: int) -> Powers:
        """The perks that help a player now; some do in their own turn only."""
        perk = self.s.perks[seat]
        return self._powers.get((perk, seat == self.s.turn), NO_POWERS)

    def rival_packs(self, seat: int) -> tuple[tuple[int, int], ...]:
        packs = self.s.packs
        return tuple([(packs[rival][PIZZA], packs[rival][TOYS]) for rival in self.s.others(seat)])

    def terms(
        self, seat: int, counts: Mapping[str, int], any_count: int = 0, order: Order | None = None
    ) -> Terms:
        """What a player does an action with, of an ``order`` of actions where there are several ways."""
        packs = self.rival_packs(seat) if order is not None and order.rivals else ()
        return Terms(self.levels, counts, any_count, self.powers(seat), packs)


def any_count(counts: Mapping[str, int], suit: str | None = None) -> int:
    """How many symbols count for "any suit": those of the chosen one, or of the best."""
    if suit is not None:
        return counts.get(suit, 0)
    return max((counts.get(suit, 0) for suit in SUITS), default=0)
