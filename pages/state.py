"""The table of one session: who sits where, the shelves as read and as mended. Knows no widget."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from scorer.cards import BookCard, Category
from scorer.shelf import Shelf, ShelvedCard
from vision.reading import FIELDS, CardReading, PhotoReading

#: How far back a seat can undo.
MOST_UNDO = 50
#: What a card that was put down by hand still lacks.
UNKNOWN = ("letter", "order")


@dataclass(frozen=True, slots=True)
class TableCard:
    """A card of a seat: what was read or typed, where it lies, and which fields are still doubtful.

    ``id`` tells cards of one seat apart for as long as the seat lasts; ``read`` is the card's number in its
    photo, -1 for a card put down by hand.
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
    read: int = -1

    @classmethod
    def from_reading(cls, reading: CardReading, number: int) -> TableCard:
        """The card as it was read; ``number`` counts the cards of the photo."""
        return cls(
            id=number,
            row=reading.row,
            column=reading.column,
            face_up=reading.face_up,
            letter=reading.letter,
            order=reading.order,
            of=reading.of,
            categories=tuple(reading.categories),
            review=tuple(name for name in FIELDS if name in reading.review),
            read=number,
        )

    @property
    def shelved(self) -> ShelvedCard:
        """The card as the scorer takes it; face up but not read, it counts as face down."""
        if self.letter is None or self.order is None:
            return ShelvedCard(None, face_up=False, buried=self.buried)
        card = BookCard(self.letter, self.order, self.of, self.categories)
        return ShelvedCard(card, self.face_up, self.buried)


@dataclass(slots=True)
class Photo:
    """A photo that was read, as the page shows it; ``outlines`` are each card's corners in its pixels."""

    name: str
    file: bytes
    width: int
    height: int
    picture: str  # data URI, scaled to the screen
    outlines: list[list[tuple[float, float]]]
    crops: list[str]  # data URI of each card, upright


@dataclass(slots=True)
class Seat:
    """A player at the table. ``hand`` is what was typed, even when the inspection will refuse it."""

    id: str
    name: str
    focus: Category | None = None
    hand: int = 0
    photo: str | None = None
    cards: tuple[TableCard, ...] = ()
    refusal: str | None = None
    notation_typed: str | None = None
    history: list[tuple[TableCard, ...]] = field(default_factory=list)

    @property
    def shelf(self) -> Shelf:
        """The shelf as it stands, mended or not."""
        return Shelf.of_cells({(card.row, card.column): card.shelved for card in self.cards})

    @property
    def doubtful(self) -> list[TableCard]:
        """Cards that somebody should look at, in reading order."""
        return [card for card in self.cards if card.review]

    @property
    def bookless(self) -> list[TableCard]:
        """Face-up cards whose books nobody knows yet: no legend was given."""
        return [card for card in self.cards if card.face_up and card.letter and not card.categories]

    def find(self, card_id: int) -> TableCard | None:
        return next((card for card in self.cards if card.id == card_id), None)

    def lay(self, cards: Iterable[TableCard]) -> None:
        """Makes these the seat's cards, the first row and column moved to 0; what was there can be undone."""
        laid = sorted(cards, key=lambda card: (card.row, card.column))
        top = min((card.row for card in laid), default=0)
        left = min((card.column for card in laid), default=0)
        moved = tuple(replace(card, row=card.row - top, column=card.column - left) for card in laid)
        if moved != self.cards:
            self.history = [*self.history[-MOST_UNDO + 1 :], self.cards]
            self.cards = moved
        self.refusal = self.notation_typed = None

    def change(self, card_id: int, change: Callable[[TableCard], TableCard]) -> None:
        self.lay(change(card) if card.id == card_id else card for card in self.cards)

    def next_id(self) -> int:
        """A number that no card of this seat has had, so that undo brings no two of one number together."""
        known = [self.cards, *self.history]
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


@dataclass(slots=True)
class Table:
    """Everything a session has been told; `game` is the game file that says the same.

    ``client`` and ``done`` are the browser window that spoke last and its last edit that was done.
    """

    edition: str = "en"
    prominent: Category | None = None
    banned: Category | None = None
    seats: list[Seat] = field(default_factory=list)
    photos: dict[str, Photo] = field(default_factory=dict)
    sample: bool = False
    client: str = ""
    done: int = 0
    seated: int = 0

    def another(self, sample: bool = False) -> Table:
        """An empty table in place of this one: what the browser still says of this one means nothing."""
        return Table(self.edition, sample=sample, client=self.client, done=self.done, seated=self.seated)

    def seat(self, seat_id: str) -> Seat | None:
        return next((seat for seat in self.seats if seat.id == seat_id), None)

    def sit_down(self, name: str = "", photo: str | None = None) -> Seat:
        """A new player at the end of the table, named after the place when no name is given."""
        self.seated += 1
        seat = Seat(f"s{self.seated}", name or f"Player {len(self.seats) + 1}", photo=photo)
        self.seats.append(seat)
        return seat

    def leave(self, seat_id: str) -> None:
        """The player leaves the table; a photo that nobody's shelf comes from leaves with them."""
        self.seats = [seat for seat in self.seats if seat.id != seat_id]
        used = {seat.photo for seat in self.seats}
        self.photos = {key: photo for key, photo in self.photos.items() if key in used}

    def seat_reading(self, key: str, photo: Photo, reading: PhotoReading) -> list[Seat]:
        """A player for each shelf of a photo, from the left. A photo already seated adds nobody."""
        if key in self.photos:
            return []
        self.photos[key] = photo
        numbers = count()
        shelves = [[TableCard.from_reading(card, next(numbers)) for card in s.cards] for s in reading.shelves]
        seats = []
        for place in _from_the_left(reading):
            seat = self.sit_down(photo=key)
            seat.cards = tuple(shelves[place])
            seats.append(seat)
        return seats

    def fill_books(self, key: str, reading: PhotoReading) -> None:
        """Gives the cards of a photo whose books are not known those of a second reading of it."""
        again = [card for shelf in reading.shelves for card in shelf.cards]
        for seat in self.seats:
            if seat.photo == key:
                seat.lay(_with_books(card, self.photos[key], again) for card in seat.cards)

    def seat_game(self, game: dict[str, Any]) -> None:
        """Takes names, focus, hands and categories from a game file; a shelf only where no card was read."""
        self.edition = str(game.get("edition", self.edition))
        self.prominent, self.banned = Category(game["prominent"]), Category(game["banned"])
        for number, player in enumerate(game["players"]):
            seat = self.seats[number] if number < len(self.seats) else self.sit_down()
            seat.name, seat.focus, seat.hand = (
                player["name"],
                Category(player["focus"]),
                player.get("hand", 0),
            )
            if not seat.cards and "shelf" in player:
                seat.lay_notation(player["shelf"])

    def game(self) -> dict[str, Any]:
        """The table as a game file (DESIGN.md), to be scored; what was not chosen is left out."""
        players = []
        for seat in self.seats:
            player: dict[str, Any] = {"name": seat.name, "hand": seat.hand, "shelf": str(seat.shelf)}
            if seat.focus is not None:
                player["focus"] = seat.focus.value
            players.append(player)
        game: dict[str, Any] = {"form": "B-7c", "edition": self.edition, "players": players}
        for name, category in (("prominent", self.prominent), ("banned", self.banned)):
            if category is not None:
                game[name] = category.value
        return game


def _from_the_left(reading: PhotoReading) -> list[int]:
    """The places of the reading's shelves from left to right, seen from where most cards can be read."""
    cards = [[card for card in shelf.cards if card.corners] for shelf in reading.shelves]
    corners = [card.corners for shelf in cards for card in shelf]
    across = [sum(to[axis] - at[axis] for at, to, *_ in corners) for axis in (0, 1)]

    def along(place: int) -> float:
        middles = [_middle(card.corners) for card in cards[place]]
        return sum(x * across[0] + y * across[1] for x, y in middles) / max(len(middles), 1)

    return sorted(range(len(cards)), key=along)


def _with_books(card: TableCard, photo: Photo, again: list[CardReading]) -> TableCard:
    """The card with the books of the reading that lies nearest to it in the photo."""
    if card.categories or not card.face_up or not 0 <= card.read < len(photo.outlines):
        return card
    x, y = _middle(photo.outlines[card.read])
    near = min(again, key=lambda one: math.dist(_middle(one.corners), (x, y)), default=None)
    if near is None or not near.categories:
        return card
    review = {name for name in card.review if name != "categories"} | ({"categories"} & set(near.review))
    ordered = tuple(name for name in FIELDS if name in review)
    return replace(card, categories=tuple(near.categories), review=ordered)


def _middle(corners: list[tuple[float, float]]) -> tuple[float, float]:
    return sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4
