"""What may be played in Fort, told a second time: slowly, and as the book tells it.

Every order of a card's actions, every suit that a coin may stand for, every set of added cards and every way
in which the actions may go is tried. Nothing here comes from the engine but what cards, levels and the
positions of games are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import NamedTuple, TypeAlias

from scorer.fort.actions import Act, Action, Then, Times, acts, factors
from scorer.fort.cards import CardSet, Kid

SUITS = ("book", "crown", "glue", "shovel", "skateboard", "water")
COIN = "coin"
LEVELS = CardSet.house().levels
#: Any suit that no action at hand asks for.
OTHER = "other"
ORDERS = {"public": (0,), "private": (1,), "public_private": (0, 1), "private_public": (1, 0)}


class Board(NamedTuple):
    """What a player has, and what lies where they may take from."""

    pizza: int = 0
    toys: int = 0
    packed_pizza: int = 0
    packed_toys: int = 0
    level: int = 0
    lookout: int = 0
    hand: int = 0
    discarded: int = 0
    yards: int = 0
    park: int = 0
    perk: str | None = None

    @property
    def pack_room(self) -> int:
        return self.level + 1 + 2 * (self.perk == "big_pack") - self.packed_pizza - self.packed_toys


class Terms(NamedTuple):
    """What actions are done with: symbols by suit, those of the suit chosen for "any suit", rivals' packs;
    the resource that is taken, and the one that is converted.
    """

    symbols: tuple[tuple[str, int], ...]
    chosen: int
    packs: tuple[tuple[int, int], ...]
    taken: str | None = None
    converted: str | None = None


class End(NamedTuple):
    """How an action may end: the board then, whether it was done wholly, whether anything was done, and how
    often a suit made something happen.
    """

    board: Board
    whole: bool
    any: bool
    tally: int = 0


def more(board: Board, **changes: int) -> Board:
    return board._replace(**{name: getattr(board, name) + by for name, by in changes.items()})


@cache
def ends(action: Action, board: Board, terms: Terms) -> frozenset[End]:
    """Every way in which an action may end."""
    if isinstance(action, Act):
        steps = set(step(action, board, terms))
        return frozenset(steps or {End(board, False, False)})
    if isinstance(action, Times):
        return frozenset(often(action, number(action.factor, board, terms), 0, board, terms))
    return frozenset(in_turn(action, board, terms))


def often(action: Times, wanted: int, done: int, board: Board, terms: Terms) -> Iterator[End]:
    """A multiplied action that has been done ``done`` times."""
    if done == wanted:
        yield End(board, wanted > 0, wanted > 0)
        return
    for end in ends(action.body, board, terms):
        if not end.whole:
            yield End(end.board, False, done > 0 or end.any, end.tally)
            continue
        by_suit = action.factor in (*SUITS, "any suit")
        for last in often(action, wanted, done + 1, end.board, terms):
            yield last._replace(any=True, tally=end.tally + last.tally + by_suit)


def in_turn(action: Then, board: Board, terms: Terms) -> Iterator[End]:
    """The left part must be done before the right one; the right one must be done if it can be."""
    left, *right = action.parts
    for end in ends(left, board, terms):
        if not end.whole or not right:
            yield end
            continue
        rest = right[0] if len(right) == 1 else Then(tuple(right))
        for last in ends(rest, end.board, terms):
            yield End(last.board, True, True, end.tally + last.tally)


def number(factor: int | str, board: Board, terms: Terms) -> int:
    if isinstance(factor, int):
        return factor
    pack = board.packed_pizza + board.packed_toys
    by_board = {"pack": pack, "fort": board.level, "lookout": board.lookout, "any suit": terms.chosen}
    return by_board[factor] if factor in by_board else dict(terms.symbols).get(factor, 0)


def step(act: Act, board: Board, terms: Terms) -> Iterator[End]:
    """Every way to do one action once."""

    def done(after: Board) -> End:
        return End(after, True, True)

    match act.kind:
        case "collect":
            kind = terms.taken if act.resource == "resource" else act.resource
            if kind == "pizza" and board.pizza < 4:
                yield done(more(board, pizza=1))
            if kind == "toy" and board.toys < 4:
                yield done(more(board, toys=1))
        case "pack":
            if board.pack_room > 0:
                if board.pizza:
                    yield done(more(board, pizza=-1, packed_pizza=1))
                if board.toys:
                    yield done(more(board, toys=-1, packed_toys=1))
                if board.perk == "light_fingers":
                    yield done(more(board, packed_pizza=1))
                    yield done(more(board, packed_toys=1))
        case "lookout":
            if board.lookout < board.level + 1:
                if board.hand:
                    yield done(more(board, lookout=1, hand=-1))
                if board.discarded and board.perk == "recycling":
                    yield done(more(board, lookout=1, discarded=-1)._replace(perk=None))
                if board.perk == "bribery" and board.park:
                    yield done(more(board, lookout=1, park=-1))
                if board.perk == "bribery" and board.yards:
                    yield done(more(board, lookout=1, yards=-1))
        case "remove":
            if board.hand:
                yield done(more(board, hand=-1))
            if board.discarded:
                yield done(more(board, discarded=-1))
        case "recruit":
            if board.park:
                yield done(more(board, park=-1, discarded=1))
            if board.yards:
                yield done(more(board, yards=-1, discarded=1))
        case "remove_rival":
            if board.yards:
                yield done(more(board, yards=-1))
        case "remove_this" | "point":
            yield done(board)
        case "advance":
            yield from map(done, paid(act, board, terms))
        case "spend":
            kinds = {"pizza": "pizza", "packed_pizza": "pizza", "toys": "toy", "packed_toys": "toy"}
            for name, kind in kinds.items():
                if getattr(board, name) and act.resource in (kind, "resource"):
                    yield done(more(board, **{name: -1}))
        case "convert":
            to = {"pizza": "toys", "toys": "pizza"}
            at = {"pizza": "pizza", "toy": "toys"}.get(terms.converted or "")
            if at and getattr(board, at) and getattr(board, to[at]) < 4:
                yield done(more(board, **{at: -1, to[at]: 1}))
            if at and getattr(board, f"packed_{at}"):
                yield done(more(board, **{f"packed_{at}": -1, f"packed_{to[at]}": 1}))
        case "copy_pack" | "copy_rival_pack":
            own = ((board.packed_pizza, board.packed_toys),)
            for pizza, toys in own if act.kind == "copy_pack" else terms.packs:
                after = board._replace(pizza=min(4, board.pizza + pizza), toys=min(4, board.toys + toys))
                fits = board.pizza + pizza <= 4 and board.toys + toys <= 4
                if after != board:
                    yield End(after, fits, True)
        case kind:
            raise AssertionError(kind)


def paid(act: Act, board: Board, terms: Terms) -> Iterator[Board]:
    """The board after each way to pay for the next level."""
    if board.level == 5:
        return
    price = LEVELS[board.level + 1]
    total = max(0, price.pizza + price.toys + price.either + act.dearer)
    spared = max(0, -act.dearer)
    has = (board.pizza, board.toys, board.packed_pizza, board.packed_toys)
    for a, b, c, d in product(*(range(one + 1) for one in has)):
        lacking = max(0, price.pizza - a - c) + max(0, price.toys - b - d)
        if a + b + c + d == total and lacking <= spared:
            yield more(board, pizza=-a, toys=-b, packed_pizza=-c, packed_toys=-d, level=1)


class Extra(NamedTuple):
    """A card that is added, where it lies, and what its coins stand for."""

    number: int
    zone: str
    coin: str | None


class Play(NamedTuple):
    """A way to play a card. ``chosen``: the suit for "any suit"."""

    card: int
    order: str
    declared: str | None
    chosen: str | None
    added: frozenset[Extra]


class Outcome(NamedTuple):
    """How the actions of a play may end: for each what was settled, whether it was whole, and counts."""

    settled: tuple[tuple[str | None, str | None], ...]
    whole: tuple[bool, ...]
    any: tuple[bool, ...]
    counts: tuple[int, ...]


@dataclass(frozen=True)
class Position:
    """A player with cards in hand and lookout."""

    cards: tuple[Kid, ...]
    hand: tuple[int, ...]
    lookout: tuple[int, ...]
    board: Board
    packs: tuple[tuple[int, int], ...]

    def plays(self) -> frozenset[Play]:
        """Everything that may be played."""
        return frozenset(play for card in self.hand for play in self._plays_of(card))

    def _plays_of(self, number: int) -> Iterator[Play]:
        card = self.cards[number]
        for order, places in ORDERS.items():
            actions = tuple(action for place in places if (action := (card.public, card.private)[place]))
            if len(actions) < len(places):
                continue
            for declared in SUITS if COIN in card.suits else (None,):
                for chosen in (*SUITS, COIN) if "any suit" in asked_by(actions) else (None,):
                    wanted = wanted_by(actions, chosen)
                    own = symbols(card, declared, wanted)
                    for added in self._sets(number, wanted):
                        gains = tuple(sorted(self.gain(one, wanted) for one in added))
                        if legal(actions, own, gains, wanted, chosen, self.board, self.packs):
                            yield Play(number, order, declared, chosen, frozenset(added))

    def _sets(self, number: int, wanted: tuple[str, ...]) -> Iterator[list[Extra]]:
        """Every set of cards that could be added. A card without any suit that is asked for never serves."""
        offers = []
        for zone, pile in (("hand", self.hand), ("lookout", self.lookout)):
            for other in pile:
                suits = self.cards[other].suits
                if other == number or not (COIN in suits or set(wanted) & set(suits)):
                    continue
                coins = [*wanted, OTHER] if COIN in suits else [None]
                offers.append([None, *(Extra(other, zone, coin) for coin in coins if coin != COIN)])
        for picks in product(*offers):
            yield [pick for pick in picks if pick is not None]

    def gain(self, one: Extra, wanted: tuple[str, ...]) -> Gain:
        """What an added card adds."""
        return one.zone == "hand", symbols(self.cards[one.number], one.coin, wanted)


#: Whether a card leaves the hand, and its symbols of the suits that are asked for.
Gain: TypeAlias = tuple[bool, tuple[int, ...]]


def asked_by(actions: tuple[Action, ...]) -> set[object]:
    return {one for action in actions for one in factors(action)}


def wanted_by(actions: tuple[Action, ...], chosen: str | None) -> tuple[str, ...]:
    """The suits that count for the actions."""
    asked = asked_by(actions)
    return tuple(suit for suit in (*SUITS, COIN) if suit in asked or suit == chosen)


def symbols(card: Kid, coin: str | None, wanted: tuple[str, ...]) -> tuple[int, ...]:
    """A card's symbols of some suits. A coin counts as what it stands for and as a coin."""
    shown = [*card.suits, *(coin for suit in card.suits if suit == COIN)]
    return tuple(shown.count(suit) for suit in wanted)


@cache
def legal(
    actions: tuple[Action, ...],
    own: tuple[int, ...],
    gains: tuple[Gain, ...],
    wanted: tuple[str, ...],
    chosen: str | None,
    board: Board,
    packs: tuple[tuple[int, int], ...],
) -> bool:
    """One action is done wholly, the other at least in part, and every added card serves."""

    def come(counted: Sequence[Gain]) -> frozenset[Outcome]:
        counts = [sum(column) for column in zip(own, *(shown for _, shown in counted), strict=True)]
        by_suit = dict(zip(wanted, counts, strict=True))
        terms = Terms(tuple(by_suit.items()), by_suit.get(chosen or "", 0), packs)
        return all_outcomes(actions, more(board, hand=-1 - sum(hand for hand, _ in gains)), terms)

    without = [come([*gains[:place], *gains[place + 1 :]]) for place in range(len(gains))]
    return any(
        any(one.whole) and all(one.any) and all(serves(one, less) for less in without) for one in come(gains)
    )


def serves(one: Outcome, without: frozenset[Outcome]) -> bool:
    """Whether nothing that is settled alike goes as often everywhere without the symbols of a card."""
    return not any(
        less.settled == one.settled
        and all(theirs >= mine for mine, theirs in zip(one.counts, less.counts, strict=True))
        for less in without
    )


@cache
def all_outcomes(actions: tuple[Action, ...], board: Board, terms: Terms) -> frozenset[Outcome]:
    """Every way in which actions may end, one after the other."""
    if not actions:
        return frozenset({Outcome((), (), (), ())})
    found = set()
    for taken, converted in settings(actions[0]):
        for end in ends(actions[0], board, terms._replace(taken=taken, converted=converted)):
            for rest in all_outcomes(actions[1:], end.board, terms):
                found.add(
                    Outcome(
                        ((taken, converted), *rest.settled),
                        (end.whole, *rest.whole),
                        (end.any, *rest.any),
                        (end.tally, *rest.counts),
                    )
                )
    return frozenset(found)


def settings(action: Action) -> Iterator[tuple[str | None, str | None]]:
    """All that must be settled before an action: which resource is taken, which is converted."""
    done = list(acts(action))
    either = any(act.kind == "collect" and act.resource == "resource" for act in done)
    converts = any(act.kind == "convert" for act in done)
    yield from product(("pizza", "toy") if either else (None,), ("pizza", "toy") if converts else (None,))
