"""A seat at the table: a player's cards as read and as mended, or counts alone. Knows no widget."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Literal

from scorer.cards import BookCard, Category
from scorer.shelf import Shelf, ShelvedCard
from vision.common.fields import FIELDS
from vision.reading import CardReading

#: How far back a seat can undo.
MOST_UNDO = 50
#: What a card that was put down by hand still lacks.
UNKNOWN = ("letter", "order")
#: Where a card is seen: a photo's key (`Table.photos`) and the card's number in it (`Photo.outlines`).
Look = tuple[str, int]


@dataclass(frozen=True, slots=True)
class TableCard:
    """A card of a seat: what was read or typed, where it lies, and which fields are still doubtful.

    ``id`` tells cards of one seat apart for as long as the seat lasts; ``looks`` are where photos show the
    card, the best first, none for a card put down by hand; ``letter_or`` and ``order_or`` are what a doubtful
    letter or number may be instead.
    """

    id: int
    row: int
    column: int
    face_up: bool = True
    letter: str | None = None
    order: int | None = None
    of: int | None = None
    categories: tuple[Category, ...] = ()
    buried: bool = False
    review: tuple[str, ...] = ()
    looks: tuple[Look, ...] = ()
    letter_or: str | None = None
    order_or: int | None = None

    @classmethod
    def from_reading(cls, reading: CardReading, looks: tuple[Look, ...]) -> TableCard:
        """The card as it was read; its seat numbers it.

        The count scores nothing: a doubtful one is nothing to ask people about, and is left open.
        """
        return cls(
            id=-1,
            row=reading.row,
            column=reading.column,
            face_up=reading.face_up,
            letter=reading.letter,
            order=reading.order,
            of=None if "of" in reading.review else reading.of,
            categories=tuple(reading.categories),
            review=tuple(name for name in FIELDS if name in reading.review and name != "of"),
            looks=looks,
            letter_or=_text(reading.second.get("letter")),
            order_or=_number(reading.second.get("order")),
        )

    @property
    def place(self) -> tuple[int, int]:
        """Row and column."""
        return self.row, self.column

    @property
    def shelved(self) -> ShelvedCard:
        """The card as the scorer takes it; face up but not read, it counts as face down."""
        if self.letter is None or self.order is None:
            return ShelvedCard(None, face_up=False, buried=self.buried)
        card = BookCard(self.letter, self.order, self.of, self.categories)
        return ShelvedCard(card, self.face_up, self.buried)


@dataclass(frozen=True, slots=True)
class TableHole:
    """A place among a seat's cards as read (``Seat.read``) where a card may lie that was not read.

    ``id`` tells holes of one seat apart. ``photo`` shows the place, ``corners`` in its pixels. ``settled``:
    somebody looked and saw no card.
    """

    id: int
    row: int
    column: int
    photo: str
    corners: tuple[tuple[float, float], ...]
    settled: bool = False

    @property
    def place(self) -> tuple[int, int]:
        """Row and column."""
        return self.row, self.column


@dataclass(slots=True)
class Photo:
    """A photo that was read, as the page shows it; ``outlines`` are each card's corners in its pixels.

    ``kind`` is what it shows, ``file`` where it is kept. ``shelves``: how many shelves it was said to
    show, at least and at most; ``answered``: somebody looked and said so. A table that comes from a draft has
    its pictures drawn anew. ``added``: when it was handed in.
    """

    name: str
    file: Path
    width: int
    height: int
    outlines: list[list[tuple[float, float]]]
    kind: Literal["shelf", "pile"] = "shelf"
    picture: str = ""  # data URI, scaled to the screen
    crops: list[str] = field(default_factory=list)  # data URI of each card, upright
    shelves: tuple[int, int] | None = None
    answered: bool = False
    added: datetime | None = None


@dataclass(slots=True)
class Tally:
    """Counts alone, in place of cards: books of each category after A1, and what B1 asks for."""

    books: dict[Category, int] = field(default_factory=lambda: dict.fromkeys(Category, 0))
    stability: int = 0  # cards in the largest rectangle
    buried: int = 0


@dataclass(slots=True)
class Seat:
    """A player at the table, or the public library of a solo game.

    ``hand`` is what was typed, even when the inspection will refuse it, None while nobody typed it. ``read``
    are the cards as the photos show them, ``cards`` as they stand, mended or not. With a ``tally`` the cards
    do not count; they stay, so that nothing is lost on the way back. ``bot``: the program that played in this
    seat. ``conceded``: the player gave up. ``doubts``: "parted" where the shelf may be part of another,
    "joined" where it may be two. ``holes``: where a card may lie that was not read. ``pile``: the cards are
    the discard pile in its columns, no shelf.
    """

    id: str
    name: str
    focus: Category | None = None
    hand: int | None = None
    bot: str | None = None
    conceded: bool = False
    read: tuple[TableCard, ...] = ()
    cards: tuple[TableCard, ...] = ()
    tally: Tally | None = None
    doubts: tuple[str, ...] = ()
    holes: tuple[TableHole, ...] = ()
    pile: bool = False
    refusal: str | None = None
    notation_typed: str | None = None
    history: list[tuple[TableCard, ...]] = field(default_factory=list)
    undone: list[tuple[TableCard, ...]] = field(default_factory=list)

    @property
    def photos(self) -> list[str]:
        """The photos that show these cards, by their keys."""
        return list(dict.fromkeys(photo for card in self.read for photo, _ in card.looks))

    @property
    def shelf(self) -> Shelf:
        """The shelf as it stands, mended or not."""
        return Shelf.of_cells({(card.row, card.column): card.shelved for card in self.cards})

    @property
    def mended(self) -> bool:
        """Whether the cards stand otherwise than the photos show them: somebody moved, changed or confirmed
        some."""
        return _laid(self.cards) != _laid(self.read)

    @property
    def doubtful(self) -> list[TableCard]:
        """Cards that somebody should look at, in reading order."""
        return [card for card in self.cards if card.review]

    @property
    def placed_holes(self) -> list[TableHole]:
        """The holes where they lie among the cards as these stand; without cards there are none."""
        down, right = shift(self.read, self.cards, by_id=True)
        moved = (replace(hole, row=hole.row + down, column=hole.column + right) for hole in self.holes)
        return list(moved) if self.cards else []

    @property
    def open_holes(self) -> list[TableHole]:
        """Holes that somebody should look at: no card was put down there, and nobody said "no card"."""
        taken = {card.place for card in self.cards}
        return [hole for hole in self.placed_holes if not hole.settled and hole.place not in taken]

    @property
    def to_check(self) -> int:
        """How many cards and holes somebody should look at."""
        return len(self.doubtful) + len(self.open_holes)

    @property
    def bookless(self) -> list[TableCard]:
        """Face-up cards whose books nobody knows yet: no legend was given."""
        return [card for card in self.cards if card.face_up and card.shelved.card and not card.categories]

    @property
    def typed(self) -> bool:
        """Whether some of it is put down by hand, or all of it is still to come."""
        return not self.cards or any(not card.looks for card in self.cards)

    def find(self, card_id: int) -> TableCard | None:
        return next((card for card in self.cards if card.id == card_id), None)

    def lay(self, cards: Iterable[TableCard]) -> None:
        """Makes these the seat's cards, the first row and column moved to 0; what was there can be undone."""
        moved = _laid(cards)
        if moved != self.cards:
            self.history = [*self.history[-MOST_UNDO + 1 :], self.cards]
            self.cards, self.undone = moved, []
        self.refusal = self.notation_typed = None

    def clear(self) -> None:
        """Takes the cards off, for good."""
        self.lay(())
        self.read, self.doubts, self.holes, self.history = (), (), (), []

    def undo(self) -> None:
        """Takes the last change back, if there is one."""
        self._step(self.history, self.undone)

    def redo(self) -> None:
        """Makes the change again that was taken back last, unless another came since."""
        self._step(self.undone, self.history)

    def _step(self, back: list[tuple[TableCard, ...]], forth: list[tuple[TableCard, ...]]) -> None:
        if back:
            forth.append(self.cards)
            self.cards = back.pop()
        self.refusal = self.notation_typed = None

    def change(self, card_id: int, change: Callable[[TableCard], TableCard]) -> None:
        self.lay(change(card) if card.id == card_id else card for card in self.cards)

    def next_id(self) -> int:
        """A number that no card of this seat has had, so that undo brings no two of one number together."""
        known = [self.cards, *self.history, *self.undone]
        return max((card.id for cards in known for card in cards), default=-1) + 1

    def lay_notation(self, text: str) -> None:
        """Lays the shelf that the notation tells; a card that stays in its place keeps its crop.

        Raises:
            NotationError: the text is no notation; the seat is as it was.
        """
        shelf = Shelf.parse(text)
        here = {(card.row, card.column): card for card in self.cards}
        free = self.next_id()
        laid = []
        for row, column, cell in shelf.cells():
            old = here.get((row, column))
            if old is not None and (cell.card is None or (old.letter, old.order) == cell.card.key):
                base = replace(old, review=())
            else:
                base = TableCard(free, row, column)
                free += 1
            known = cell.card
            laid.append(
                replace(
                    base,
                    face_up=cell.face_up,
                    letter=known.letter if known else None,
                    order=known.order if known else None,
                    categories=known.categories if known else (),
                    buried=cell.buried,
                )
            )
        self.lay(laid)


def shift(cards: Sequence[TableCard], others: Sequence[TableCard], by_id: bool = False) -> tuple[int, int]:
    """How far most of the cards lie from where ``others`` have them: rows, columns."""
    there = {key: card for card in others for key in ([card.id] if by_id else card.looks)}
    pairs = [
        (card, there[key]) for card in cards for key in ([card.id] if by_id else card.looks) if key in there
    ]
    ways = Counter((other.row - card.row, other.column - card.column) for card, other in pairs)
    return ways.most_common(1)[0][0] if ways else (0, 0)


def _laid(cards: Iterable[TableCard]) -> tuple[TableCard, ...]:
    """The cards in reading order, the first row and column moved to 0."""
    laid = sorted(cards, key=lambda card: card.place)
    top = min((card.row for card in laid), default=0)
    left = min((card.column for card in laid), default=0)
    return tuple(replace(card, row=card.row - top, column=card.column - left) for card in laid)


def _text(value: str | int | None) -> str | None:
    return value if isinstance(value, str) else None


def _number(value: str | int | None) -> int | None:
    return value if isinstance(value, int) else None
