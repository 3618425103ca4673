"""A player's shelf while the game is on: card numbers at places, cheap to copy and to search (K1, K2).

`scorer.shelf.Shelf` is the shelf of photos and forms; `Rack.shelf` makes one. A place is one whole number,
so that its neighbours are four sums away; a card is its number in the deck, in alphabetical order (A1).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from scorer.cards import BookCard
from scorer.engine.state import UNKNOWN
from scorer.shelf import MOST_ROWS, Shelf, ShelvedCard

#: Places of one row are consecutive numbers; a shelf is never as wide as this, so rows never touch.
ROW = 1024
#: Where the first card goes: rows and columns grow from here in all directions.
START = 8 * ROW + ROW // 2
UP, DOWN, LEFT, RIGHT = -ROW, ROW, -1, 1
#: The four directions by name, as options call them.
DIRECTIONS = {"up": UP, "down": DOWN, "left": LEFT, "right": RIGHT}


def groups(places: Collection[int]) -> int:
    """K1: how many groups the places make that hang together edge to edge; one on an empty shelf.

    A shelf has one until a card is discarded from its middle; no card that is moved or shelved adds another.
    """
    left, found = set(places), 0
    while left:
        found += 1
        todo = [left.pop()]
        while todo:
            place = todo.pop()
            for beside in (place - 1, place + 1, place - ROW, place + ROW):
                if beside in left:
                    left.remove(beside)
                    todo.append(beside)
    return found or 1


def low_enough(places: Collection[int]) -> bool:
    """K2: whether the places span at most three rows."""
    return not places or max(places) // ROW - min(places) // ROW < MOST_ROWS


class Rack:
    """Cards by place. ``down`` holds the places that lie face down, ``under`` the cards buried there (S7)."""

    __slots__ = ("cards", "down", "under")

    def __init__(self) -> None:
        self.cards: dict[int, int] = {}
        self.down: set[int] = set()
        self.under: dict[int, int] = {}

    def copy(self) -> Rack:
        new = Rack.__new__(Rack)
        new.cards = self.cards.copy()
        new.down = self.down.copy()
        new.under = self.under.copy()
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rack):
            return NotImplemented
        return (self.cards, self.down, self.under) == (other.cards, other.down, other.under)

    def renamed(self, names: Sequence[int]) -> Rack:
        """The same rack with other cards: ``names[card]`` in place of ``card``."""
        new, name = Rack.__new__(Rack), names.__getitem__
        new.cards = dict(zip(self.cards, map(name, self.cards.values()), strict=True))
        new.under = dict(zip(self.under, map(name, self.under.values()), strict=True))
        new.down = self.down.copy()
        return new

    def all_cards(self) -> list[int]:
        """Every card of the shelf, the buried ones last."""
        return [*self.cards.values(), *self.under.values()]

    def origin(self) -> int:
        """The place that notation calls row 0, column 0."""
        if not self.cards:
            return START
        return min(self.cards) // ROW * ROW + min(place % ROW for place in self.cards)

    def place_of(self, card: int) -> int:
        """Where a card that is not buried stands.

        Raises:
            KeyError: it does not stand here.
        """
        for place, there in self.cards.items():
            if there == card:
                return place
        raise KeyError(card)

    def spaces(self) -> list[int]:
        """Where the next card may go (K1, K2), in reading order."""
        cards = self.cards
        if not cards:
            return [START]
        rows = max(cards) // ROW, min(cards) // ROW
        least, most = (rows[0] - MOST_ROWS + 1) * ROW, (rows[1] + MOST_ROWS) * ROW
        beside = {near for p in cards for near in (p - 1, p + 1, p - ROW, p + ROW)}
        return sorted(place for place in beside if place not in cards and least <= place < most)

    def lift(self, place: int) -> int:
        """Takes the card off; one buried beneath stays, face down and no longer buried (S7)."""
        card = self.cards[place]
        if place in self.under:
            self.cards[place] = self.under.pop(place)
            self.down.add(place)
        else:
            del self.cards[place]
            self.down.discard(place)
        return card

    def bury(self, place: int, card: int, over: bool) -> None:
        """S7: lays a card over or under the one that stands there; the lower one is buried."""
        if over:
            self.under[place] = self.cards[place]
            self.cards[place] = card
            self.down.discard(place)
        else:
            self.under[place] = card

    def shift(self, places: Iterable[int], by: int) -> None:
        """Moves the cards at these places, each with what is buried beneath it."""
        moving = set(places)
        self.cards = {p + by if p in moving else p: card for p, card in self.cards.items()}
        self.under = {p + by if p in moving else p: card for p, card in self.under.items()}
        self.down = {p + by if p in moving else p for p in self.down}

    def slides(self, run: Sequence[int], ways: Iterable[str]) -> list[tuple[str, int]]:
        """L18: how far a run of cards may slide, as (direction, distance).

        On the way the shelf falls into no more groups than before and stays within three rows, and no card is
        jumped over. In the end the run stands beside another card (K1).
        """
        rest = self.cards.keys() - set(run)
        parts = groups(self.cards)
        columns = [place % ROW for place in self.cards]
        found = []
        for way in ways if rest else ():
            for distance in range(1, max(columns) - min(columns) + 2):
                moved = {place + DIRECTIONS[way] * distance for place in run}
                there = rest | moved
                if moved & rest or not low_enough(there) or groups(there) > parts:
                    break
                if any(place + by in rest for place in moved for by in DIRECTIONS.values()):
                    found.append((way, distance))
        return found

    def openings(self, group: Collection[int], by: int, parts: int) -> list[int]:
        """S11: the places that a group opens by moving one space, where a card mends the shelf (K1, K2).

        A mended shelf has at most so many ``parts``.
        """
        rest, moved = self.cards.keys() - set(group), {place + by for place in group}
        if moved & rest:
            return []
        there = rest | moved
        return sorted(
            place
            for place in set(group) - moved
            if low_enough(there | {place}) and groups(there | {place}) <= parts
        )

    def shelf(self, deck: Sequence[BookCard]) -> Shelf:
        """The shelf as forms and notation know it; a card that is `UNKNOWN` here is unknown there."""
        origin = self.origin()
        cells = {}
        for place, card in self.cards.items():
            row, column = divmod(place - origin, ROW)
            known = None if card == UNKNOWN else deck[card]
            cells[row, column] = ShelvedCard(known, place not in self.down, place in self.under)
        return Shelf.of_cells(cells)
