"""What a shelf is worth to its owner, and what one more card would add: whole numbers and places only.

The first of the rising cards that A1 leaves face up decide about all later ones. So a shelf is looked over
once, and a card that is tried somewhere costs no more than the cards behind it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from scorer.cards import CATEGORIES, Category, Deck
from scorer.inspection import POINTS_PER_BANNED_BOOK, POINTS_PER_FOCUS_BOOK, POINTS_PER_VARIETY
from scorer.play.rack import ROW, Rack
from scorer.shelf import LEAST_RECTANGLE_SIDE, MOST_ROWS

#: B2 depends on the others; this is about what one more prominent book has been worth in play.
POINTS_PER_PROMINENT_BOOK = 1.5
#: A card on the shelf is a step towards the rectangle (B1) even before it closes one.
POINTS_PER_SHELVED_CARD = 0.6
#: The second and third smallest counts are next in line for B4.
POINTS_PER_NEXT_VARIETY = (0.3, 0.1)

#: No card comes before it.
NONE = -1
Counts = tuple[int, ...]
#: Bits that each category has in `Packed`.
BITS = 16
#: Counts as one whole number, which is added at once.
Packed = int


class Aims(NamedTuple):
    """The places in `CATEGORIES` of what one player wants: focus, prominent, and not banned."""

    focus: int
    prominent: int
    banned: int


def aims(focus: Category, prominent: Category, banned: Category) -> Aims:
    return Aims(CATEGORIES.index(focus), CATEGORIES.index(prominent), CATEGORIES.index(banned))


@lru_cache(maxsize=16)
def books_of(deck: Deck) -> tuple[Counts, ...]:
    """For each card by its number: how many books of each category it has."""
    return tuple(tuple(card.categories.count(c) for c in CATEGORIES) for card in deck.cards)


@lru_cache(maxsize=16)
def _packed(books: Sequence[Counts]) -> tuple[Packed, ...]:
    return tuple(sum(n << BITS * place for place, n in enumerate(counts)) for counts in books)


def _unpacked(packed: Packed) -> Counts:
    return tuple(packed >> BITS * place & (1 << BITS) - 1 for place in range(len(CATEGORIES)))


@lru_cache(maxsize=1 << 16)
def _points(wanted: Aims, packed: Packed) -> tuple[float, float]:
    """B2, B3 and B5; and B4 with what is next in line for it."""
    focus, prominent, banned = wanted
    counts = _unpacked(packed)
    points = float(
        POINTS_PER_BANNED_BOOK * counts[banned]
        + POINTS_PER_FOCUS_BOOK * counts[focus]
        + POINTS_PER_PROMINENT_BOOK * counts[prominent]
    )
    least = sorted(counts[:banned] + counts[banned + 1 :])
    second, third = POINTS_PER_NEXT_VARIETY
    return points, POINTS_PER_VARIETY * least[0] + second * least[1] + third * least[2]


class ShelfWorth:
    """The section B of one shelf, B2 by a fair price, and what a card would add to it now."""

    def __init__(self, rack: Rack, books: tuple[Counts, ...], wanted: Aims) -> None:
        self.cards, self.down, self.wanted = rack.cards.copy(), rack.down.copy(), wanted
        self.books, self._packed = books, _packed(books)
        self.origin = rack.origin()
        up = sorted(place for place in self.cards if place not in self.down)
        self.places, self.up = up, [self.cards[place] for place in up]
        #: Before the n-th face-up card: the last card that A1 leaves up, and the books so far.
        self._last, self._books = _looked_over(self.up, self._packed)
        #: The books that A1 leaves up.
        self.counts = _unpacked(self._books[-1])
        self.heights, self.lowest = _heights(self.cards)
        self.rectangle = _largest(self.heights)
        self.worth = self._worth(self.rectangle, *_points(wanted, self._books[-1]), len(self.cards))
        self._rectangles = {place: self._rectangle_with(place) for place in rack.spaces()}
        #: The largest rectangle that a card on a space leads to, by how many face-up cards stand before it.
        self.best_rectangle: dict[int, int] = {}
        for place, rectangle in self._rectangles.items():
            index = bisect_left(up, place)
            if rectangle > self.best_rectangle.get(index, -1):
                self.best_rectangle[index] = rectangle
        self._best: dict[int, float] = {}
        self._tried: dict[tuple[int, int], tuple[float, float]] = {}
        self._turned: dict[int, float] = {}

    def best(self, card: int) -> float:
        """What shelving the card at its best space adds."""
        found = self._best.get(card)
        if found is None:
            shelved = len(self.cards) + 1
            found = max(
                self._worth(rectangle, *self._with(card, index), shelved)
                for index, rectangle in self.best_rectangle.items()
            )
            found = self._best[card] = found - self.worth
        return found

    def best_of(self, cards: Iterable[int]) -> float:
        """The most that one of the cards adds; 0 without any."""
        return max(map(self.best, cards), default=0.0)

    def gain(self, card: int, place: int) -> float:
        """What shelving the card at that place adds."""
        if place in self.cards:  # it takes the place of a card that moves away (L8, S11)
            cards = self.cards | {place: card}
            return self.worth_of(cards, self.down - {place}) - self.worth
        points = self._with(card, bisect_left(self.places, place))
        rectangle = self._rectangles.get(place)
        if rectangle is None:
            rectangle = self._rectangle_with(place)
        return self._worth(rectangle, *points, len(self.cards) + 1) - self.worth

    def turned(self, place: int) -> float:
        """What turning the card at that place face down adds."""
        found = self._turned.get(place)
        if found is None:
            up = [card for there, card in zip(self.places, self.up, strict=True) if there != place]
            points = _points(self.wanted, _looked_over(up, self._packed)[1][-1])
            found = self._worth(self.rectangle, *points, len(self.cards)) - self.worth
            self._turned[place] = found
        return found

    def worth_of(self, cards: dict[int, int], down: set[int]) -> float:
        """The worth of another shelf to the same player."""
        up = [cards[place] for place in sorted(cards) if place not in down]
        points = _points(self.wanted, _looked_over(up, self._packed)[1][-1])
        return self._worth(_largest(_heights(cards)[0]), *points, len(cards))

    def left_up(self, cards: dict[int, int], down: set[int]) -> tuple[Counts, int]:
        """A1: the books that stay face up on another shelf of the same player, and on how many cards."""
        up = [cards[place] for place in sorted(cards) if place not in down]
        lasts, books = _looked_over(up, self._packed)
        return _unpacked(books[-1]), len(set(lasts)) - 1

    def rectangle_of(self, cards: dict[int, int]) -> int:
        """B1 of another shelf."""
        return _largest(_heights(cards)[0])

    def _with(self, card: int, index: int) -> tuple[float, float]:
        """`_points` with the card before the ``index``-th face-up card."""
        found = self._tried.get((card, index))
        if found is None:
            if card <= self._last[index]:
                total = self._books[-1]  # A1 turns it
            else:
                books, last = self._packed, card
                total = self._books[index] + books[card]
                for later in self.up[index:]:
                    if later > last:
                        total += books[later]
                        last = later
            found = self._tried[card, index] = _points(self.wanted, total)
        return found

    def _worth(self, rectangle: int, points: float, variety: float, shelved: int) -> float:
        return rectangle + points + variety + POINTS_PER_SHELVED_CARD * shelved

    def _rectangle_with(self, place: int) -> int:
        """B1 with one more card at a free place."""
        row, column = divmod(place, ROW)
        if row > self.lowest:
            return 0  # alone on the lowest row
        heights, cards = self.heights, self.cards
        if row < self.lowest and heights.get(column, 0) < self.lowest - row:
            return self.rectangle  # nothing stands beneath it
        height = self.lowest - row + 1
        while height < MOST_ROWS and place - ROW * (height - self.lowest + row) in cards:
            height += 1
        best = self.rectangle
        for least in range(LEAST_RECTANGLE_SIDE, height + 1):
            left, right = column, column
            while heights.get(left - 1, 0) >= least:
                left -= 1
            while heights.get(right + 1, 0) >= least:
                right += 1
            width = right - left + 1
            if width >= LEAST_RECTANGLE_SIDE and width * least > best:
                best = width * least
        return best


def _looked_over(up: Sequence[int], books: Sequence[Packed]) -> tuple[list[int], list[Packed]]:
    """A1: before each face-up card and after all of them, the last card left up and the books so far."""
    last, total = NONE, 0
    lasts, so_far = [last], [total]
    for card in up:
        if card > last:
            last = card
            total += books[card]
        lasts.append(last)
        so_far.append(total)
    return lasts, so_far


def _heights(cards: dict[int, int]) -> tuple[dict[int, int], int]:
    """For each column with a card on the lowest row, how many cards stand on each other; and that row."""
    if not cards:
        return {}, 0
    lowest = max(cards) // ROW
    heights = {}
    for place in cards:
        if place // ROW == lowest:
            height = 1
            while height < MOST_ROWS and place - ROW * height in cards:
                height += 1
            heights[place % ROW] = height
    return heights, lowest


def _largest(heights: dict[int, int]) -> int:
    """B1: the cards of the largest full rectangle on the lowest row."""
    best = 0
    for least in range(LEAST_RECTANGLE_SIDE, MOST_ROWS + 1):
        run, before = 0, None
        for column in sorted(column for column, height in heights.items() if height >= least):
            run = run + 1 if before is not None and column == before + 1 else 1
            before = column
            if run >= LEAST_RECTANGLE_SIDE and run * least > best:
                best = run * least
    return best
