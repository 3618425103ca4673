"""The Official Inspector's arithmetic: sections A1 to B5 of form B-7c and its tie-breaks (RULES 3).

Everything here is numbers and places; `scorer.result.explain` puts them into words, `scorer.gamefile.schema`
reads files.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from scorer.cards import BookCard, Category
from scorer.shelf import Shelf

#: B2: the points of the first, second and third place in the prominent category.
PROMINENT_PRIZES = (15, 9, 4)
#: B2, ruling: the books set no minimum, so a player without a prominent book still takes their place.
PLACE_WITHOUT_BOOKS = True
#: B1 (S7): points for each card that the Mummy buried.
POINTS_PER_BURIED_CARD = 2
#: B3: points for each banned book.
POINTS_PER_BANNED_BOOK = -1
#: B4: points for each book of the smallest category that is not banned.
POINTS_PER_VARIETY = 3
#: B5: points for each book of the player's own category.
POINTS_PER_FOCUS_BOOK = 2

#: What may break a tie (T): most books, fewest cards in hand, fewest banned books.
TieBreak = Literal["books", "hand", "banned"]
#: The end of rule T: open until a player finishes a book, or a shared win.
TieBreakEnd = Literal["reading", "shared"]
#: What may decide the game, as the result names it.
DecidedBy = Literal["total", TieBreak, TieBreakEnd]
#: What decides a tie only once somebody tells it: the cards in hand, who finished a book first.
DECIDED_BY_PEOPLE: tuple[DecidedBy, ...] = ("hand", "reading")
Books = Mapping[Category, int]


class OutOfOrder(NamedTuple):
    """A card that A1 turns face down, and the last card still face up that it does not come after."""

    row: int
    column: int
    card: BookCard
    after: BookCard


def out_of_order(shelf: Shelf) -> list[OutOfOrder]:
    """A1: the cards that the alphabetical check turns face down, in reading order.

    Ruling: a card is compared with the last one still face up. The English book says "the previous card", and
    the Czech example passes over a card that was turned (docs/rules.md).

    >>> [str(error.card) for error in out_of_order(Shelf.parse("M8:MM M3:HS N1:CF"))]
    ['M3:HS']
    """
    last: BookCard | None = None
    errors = []
    for row, column, cell in shelf.cells():
        if not cell.face_up or cell.card is None:
            continue  # face-down cards are skipped in the comparison
        if last is None or last < cell.card:
            last = cell.card
        else:
            errors.append(OutOfOrder(row, column, cell.card, last))
    return errors


def category_record(shelf: Shelf) -> dict[Category, int]:
    """A2: the books of each category on the cards that stay face up after A1."""
    return count_books(cards_in_order(shelf))


def cards_in_order(shelf: Shelf) -> list[BookCard]:
    """The cards that stay face up after A1, in reading order."""
    turned = {(error.row, error.column) for error in out_of_order(shelf)}
    return [
        cell.card
        for row, column, cell in shelf.cells()
        if cell.face_up and cell.card is not None and (row, column) not in turned
    ]


def count_books(cards: Iterable[BookCard]) -> dict[Category, int]:
    """The books of each category on the cards, every category named."""
    books = Counter(category for card in cards for category in card.categories)
    return {category: books[category] for category in Category}


def prominent_awards(counts: Sequence[int], prizes: Sequence[int] = PROMINENT_PRIZES) -> list[int]:
    """B2: the points of each player for their number of prominent books.

    Tied players pool the prizes of the places they take together and divide them equally, rounded up.

    >>> prominent_awards([9, 6, 6, 6]), prominent_awards([8, 10, 9, 7])
    ([15, 5, 5, 5], [4, 15, 9, 0])
    """
    awards = []
    for count in counts:
        place = sum(other > count for other in counts)
        tied = counts.count(count)
        pool = sum(prizes[place : place + tied])
        earns = -(-pool // tied)
        awards.append(earns if count or PLACE_WITHOUT_BOOKS else 0)
    return awards


def stability(rectangle: int, buried: int) -> int:
    """B1: one for each card of the largest rectangle, two for each card that the Mummy buried.

    >>> stability(rectangle=6, buried=1)
    8
    """
    return rectangle + POINTS_PER_BURIED_CARD * buried


def banned_penalty(books: Books, banned: Category) -> int:
    """B3: minus one for each book of the banned category."""
    return POINTS_PER_BANNED_BOOK * books[banned]


def variety_bonus(books: Books, banned: Category) -> int:
    """B4: three times the smallest count among the five categories that are not banned."""
    return POINTS_PER_VARIETY * min(count for category, count in books.items() if category != banned)


def focus_bonus(books: Books, focus: Category) -> int:
    """B5: two for each book of the player's own category."""
    return POINTS_PER_FOCUS_BOOK * books[focus]


@dataclass(frozen=True, slots=True)
class Entrant:
    """One library's numbers after A2.

    ``books`` names all six categories; ``rectangle`` is the number of cards in the largest rectangle (B1),
    ``buried`` the number of cards that the Mummy buried, ``hand`` the number of cards in hand, None if nobody
    counted them.
    """

    name: str
    focus: Category
    books: Books
    rectangle: int = 0
    buried: int = 0
    hand: int | None = 0

    @classmethod
    def with_shelf(cls, name: str, focus: Category, shelf: Shelf, hand: int | None = 0) -> Entrant:
        """Inspects a shelf: A1, A2 and the measure for B1. Only what is on the shelf scores (K3)."""
        rectangle = shelf.largest_rectangle()
        buried = sum(cell.buried for _, _, cell in shelf.cells())
        return cls(name, focus, category_record(shelf), rectangle.cards if rectangle else 0, buried, hand)


@dataclass(frozen=True, slots=True)
class Column:
    """One library's column in section B of a form."""

    entrant: Entrant
    b1: int
    b2: int
    b3: int
    b4: int
    b5: int

    @property
    def total(self) -> int:
        return self.b1 + self.b2 + self.b3 + self.b4 + self.b5


def column(entrant: Entrant, award: int, banned: Category) -> Column:
    """Section B for one library, given what it earned in B2."""
    return Column(
        entrant,
        b1=stability(entrant.rectangle, entrant.buried),
        b2=award,
        b3=banned_penalty(entrant.books, banned),
        b4=variety_bonus(entrant.books, banned),
        b5=focus_bonus(entrant.books, entrant.focus),
    )


@dataclass(frozen=True, slots=True)
class Inspection:
    """A filled-in form B-7c: a column a player, the winners (as places in ``columns``), and what decided.

    ``tied``: those among whom it decided (T), empty where the totals decide. Where cards in hand would decide
    that nobody counted, all still tied are the winners.
    """

    columns: tuple[Column, ...]
    winners: tuple[int, ...]
    decided_by: DecidedBy
    tied: tuple[int, ...] = ()


def inspect(
    entrants: Sequence[Entrant],
    prominent: Category,
    banned: Category,
    tie_breaks: Sequence[TieBreak | TieBreakEnd],
    reader: str | None = None,
    conceded: Collection[int] = (),
) -> Inspection:
    """Form B-7c for all players together.

    Args:
        entrants: the players' libraries, at least one.
        prominent: the category of B2.
        banned: the category of B3 and B4.
        tie_breaks: the order in which ties are broken (T); it ends with "reading" or "shared".
        reader: who was the first to finish reading a book.
        conceded: the places of those who conceded, and so cannot win; not all of them.
    """
    awards = prominent_awards([entrant.books[prominent] for entrant in entrants])
    columns = tuple(column(entrant, award, banned) for entrant, award in zip(entrants, awards, strict=True))
    return decide(columns, banned, tie_breaks, reader, conceded)


def decide(
    columns: tuple[Column, ...],
    banned: Category,
    tie_breaks: Sequence[TieBreak | TieBreakEnd],
    reader: str | None = None,
    conceded: Collection[int] = (),
) -> Inspection:
    """T: the form with its winners, and what decided; the arguments are those of `inspect`.

    Ruling: "books on the shelf" are the books that A2 counted; books on face-down cards never count (A1).
    """
    criteria: Mapping[DecidedBy, Callable[[Column], int]] = {
        "total": lambda c: c.total,
        "books": lambda c: sum(c.entrant.books.values()),
        "hand": lambda c: -(c.entrant.hand or 0),
        "banned": lambda c: -c.entrant.books[banned],
    }
    tied = tuple(place for place in range(len(columns)) if place not in conceded)
    order: tuple[DecidedBy, ...] = ("total", *tie_breaks)
    for name in order:
        if name == "reading":
            read = tuple(place for place in tied if columns[place].entrant.name == reader)
            return Inspection(columns, read or tied, name, tied)
        if name == "shared":
            return Inspection(columns, tied, name, tied)
        if name == "hand" and any(columns[place].entrant.hand is None for place in tied):
            return Inspection(columns, tied, name, tied)
        value = criteria[name]
        best = max(value(columns[place]) for place in tied)
        first = tuple(place for place in tied if value(columns[place]) == best)
        if len(first) == 1:
            return Inspection(columns, first, name, () if name == "total" else tied)
        tied = first
    raise ValueError('an order of tie-breaks ends with "reading" or "shared"')
