"""What a position is worth to each player: their total as it will be, by a model fitted to games of bots.

The features are what a player may know, or what a deal of the hidden cards puts in its place. The weights
come from ``scorer/data/play_value.json``, which `scorer.play.bots.train` writes.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from weakref import WeakKeyDictionary

from scorer.cards import CATEGORIES
from scorer.engine import value
from scorer.inspection import (
    POINTS_PER_BANNED_BOOK,
    POINTS_PER_FOCUS_BOOK,
    POINTS_PER_VARIETY,
    PROMINENT_PRIZES,
    prominent_awards,
    stability,
)
from scorer.play.bots.greedy import Greedy
from scorer.play.bots.shelving import Counts, ShelfWorth, books_of
from scorer.play.phases import SOLO_ROUNDS
from scorer.play.setup import Setup
from scorer.play.state import State

FILE = Path(__file__).parents[2] / "data" / "play_value.json"
#: What a book, and a card that stays up, are worth in choosing the chain that A0 would leave.
CHAIN_FOCUS, CHAIN_PROMINENT, CHAIN_BANNED, CHAIN_BOOK, CHAIN_CARD = 2.0, 1.2, -1.0, 0.8, 0.3
#: Hand cards whose gains count.
BEST_OF_HAND = 3
#: RULES 9: the share of the cards laid out that nobody takes.
LEFT_LYING = 0.7
#: A player's features, in order; each counts by itself, by what is left of the game, and in the last round.
FEATURES = (
    "focus", "prominent", "banned", "least", "second_least", "third_least", "rectangle", "shelved",
    "in_order", "coverage", "buried", "hand", "fitting", "ahead", "leads",
)  # fmt: skip

#: Where the own prominent books stand in a row of features, after the three that are no features of a player.
OWN_PROMINENT = 3 + FEATURES.index("prominent")


class Rows(NamedTuple):
    """Section B of a form."""

    b1: int
    b2: int
    b3: int
    b4: int
    b5: int


class ShelfFeatures(NamedTuple):
    """What A0 to B5 could make of a shelf now, and how much of the deck still fits in order."""

    focus: int
    prominent: int
    banned: int
    least: int
    second_least: int
    third_least: int
    rectangle: int
    shelved: int
    in_order: int
    coverage: float


def shelf_features(shelf: ShelfWorth) -> ShelfFeatures:
    chain = best_chain(shelf)
    counts = tuple(map(sum, zip(*(shelf.books[shelf.up[i]] for i in chain), strict=True))) if chain else ()
    counts = counts or (0,) * len(CATEGORIES)
    focus, prominent, banned = shelf.wanted
    least = sorted(counts[:banned] + counts[banned + 1 :])
    cards = len(shelf.books)
    indices, numbers = [-1, *chain, len(shelf.up)], [-1, *(shelf.up[i] for i in chain), cards]
    open_cards = 0
    for (first, then), (low, high) in zip(pairwise(indices), pairwise(numbers), strict=True):
        if any(first < index <= then for index in shelf.best_rectangle):
            open_cards += high - low - 1
    return ShelfFeatures(
        counts[focus],
        counts[prominent],
        counts[banned],
        least[0],
        least[1],
        least[2],
        shelf.rectangle,
        len(shelf.cards),
        len(chain),
        open_cards / cards,
    )


def best_chain(shelf: ShelfWorth) -> list[int]:
    """The places in ``shelf.up`` of the rising chain of cards that is worth most, at a price a book."""
    focus, prominent, banned = shelf.wanted
    prices = [CHAIN_BOOK] * len(CATEGORIES)
    prices[focus], prices[prominent], prices[banned] = CHAIN_FOCUS, CHAIN_PROMINENT, CHAIN_BANNED
    worth: list[float] = []
    before: list[int] = []
    up = shelf.up
    for place, card in enumerate(up):
        best, link = 0.0, -1
        for earlier in range(place):
            if up[earlier] < card and worth[earlier] > best:
                best, link = worth[earlier], earlier
        own = sum(n * price for n, price in zip(shelf.books[card], prices, strict=True) if n)
        worth.append(best + own + CHAIN_CARD)
        before.append(link)
    if not worth or max(worth) <= 0:
        return []
    place, chain = max(range(len(worth)), key=worth.__getitem__), list[int]()
    while place >= 0:
        chain.append(place)
        place = before[place]
    return chain[::-1]


class Positions:
    """The features and totals of positions of one game."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._books = books_of(setup.full_deck)
        self._last_at = None if setup.solo else setup.last_round_at
        self.greedy = Greedy(setup.full_deck)
        self._known: WeakKeyDictionary[ShelfWorth, ShelfFeatures] = WeakKeyDictionary()

    def features(self, state: State) -> list[list[float]]:
        """A row a seat."""
        shelves = [self.greedy.shelf(state, seat) for seat in range(state.players)]
        known = [self._of(shelf) for shelf in shelves]
        left = self._left(state, shelves)
        rows = []
        for seat, (shelf, own) in enumerate(zip(shelves, known, strict=True)):
            gains = sorted((shelf.best(card) for card in state.hands[seat] if card >= 0), reverse=True)
            rivals = [other.prominent for there, other in enumerate(known) if there != seat]
            ahead = own.prominent - max(rivals, default=0)
            row = [
                *own,
                len(state.shelves[seat].under),
                len(state.hands[seat]),
                sum(gain for gain in gains[:BEST_OF_HAND] if gain > 0),
                ahead,
                (ahead > 0) - (ahead < 0),
            ]
            rows.append(value.row(left, state.final, row))
        return rows

    def _of(self, shelf: ShelfWorth) -> ShelfFeatures:
        known = self._known.get(shelf)
        if known is None:
            known = self._known[shelf] = shelf_features(shelf)
        return known

    def _left(self, state: State, shelves: Sequence[ShelfWorth]) -> float:
        """The part of the game that is still to come, from 1 to 0."""
        if self._last_at is None:
            return max(0.0, 1 - state.round / SOLO_ROUNDS)
        return max(0.0, 1 - max(len(shelf.cards) for shelf in shelves) / self._last_at)

    def totals(self, state: State) -> list[int]:
        """Section B of every player as if the inspection were now; alone, the public library's at the end."""
        return [sum(column) for column in self.columns(state)]

    def columns(self, state: State) -> list[Rows]:
        """The same row by row."""
        books = [self._kept(state, seat) for seat in range(state.players)]
        wanted = [state.focus[seat] for seat in range(state.players)]
        if state.solo:
            books.append(_sum(self._books, state.discard))
            wanted.append(state.public)
        prominent, banned = CATEGORIES.index(state.prominent), CATEGORIES.index(state.banned)
        counts = [own[prominent] for own in books]
        if state.solo:
            won = counts[0] > counts[1]
            awards = [PROMINENT_PRIZES[0] * won, PROMINENT_PRIZES[0] * (not won)]
        else:
            awards = prominent_awards(counts)
        columns = []
        for seat, (own, award, focus) in enumerate(zip(books, awards, wanted, strict=True)):
            b1 = 0
            if seat < state.players:
                b1 = stability(self.greedy.shelf(state, seat).rectangle, len(state.shelves[seat].under))
            columns.append(
                Rows(
                    b1=b1,
                    b2=award,
                    b3=POINTS_PER_BANNED_BOOK * own[banned],
                    b4=POINTS_PER_VARIETY * min(n for category, n in enumerate(own) if category != banned),
                    b5=0 if focus is None else POINTS_PER_FOCUS_BOOK * own[CATEGORIES.index(focus)],
                )
            )
        return columns

    def library_at_end(self, state: State, own_prominent: int) -> float:
        """RULES 9: what the public library will have if the cards still to come are of the usual mix."""
        discards, locations = self._setup.discards, state.locations()
        stock = [self._setup.words.locations[location].cards for location in locations]
        average = sum(stock) / max(1, len(stock))
        left = SOLO_ROUNDS - state.round
        cards = LEFT_LYING * sum(map(len, state.stock.values()))
        for round_ in range(1, left + 1):
            cards += discards + LEFT_LYING * average * max(0, len(locations) - round_)
        per_card = [total / len(self._books) for total in _sum(self._books, range(len(self._books)))]
        own = _sum(self._books, state.discard)
        books = [count + cards * more for count, more in zip(own, per_card, strict=True)]
        prominent, banned = CATEGORIES.index(state.prominent), CATEGORIES.index(state.banned)
        total = POINTS_PER_BANNED_BOOK * books[banned]
        total += POINTS_PER_VARIETY * min(n for category, n in enumerate(books) if category != banned)
        if state.public is not None:
            total += POINTS_PER_FOCUS_BOOK * books[CATEGORIES.index(state.public)]
        return total + PROMINENT_PRIZES[0] * (books[prominent] >= own_prominent)

    def _kept(self, state: State, seat: int) -> Counts:
        return self.greedy.shelf(state, seat).counts


def _sum(books: Sequence[Counts], cards: Sequence[int]) -> Counts:
    return tuple(
        sum(books[card][category] for card in cards if card >= 0) for category in range(len(CATEGORIES))
    )


class Value:
    """The margin that each player is expected to end with."""

    def __init__(self, setup: Setup) -> None:
        self.positions = Positions(setup)
        self._weights = value.weights(FILE)[len(setup.players)]

    def margins(self, state: State) -> list[float]:
        """An entry a seat; alone, against the public library as it is expected to end."""
        rows = self.positions.features(state)
        totals = value.totals(rows, self._weights)
        if state.solo:
            return [totals[0] - self.positions.library_at_end(state, int(rows[0][OWN_PROMINENT]))]
        return value.margins(totals)

    def final_margins(self, state: State) -> list[float]:
        """The same when the game is over."""
        totals = [float(total) for total in self.positions.totals(state)]
        return value.margins(totals)[: state.players]
