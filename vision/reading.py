"""What a photo says: cards, shelves and piles, in the shape that `shelfmark read --json` prints.

Other programs read this shape, so field names and their meaning stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from pydantic import BaseModel, Field

from scorer.cards import BookCard, Category
from scorer.shelf import Shelf, ShelvedCard
from vision.common.fields import DeckName
from vision.photo.errors import Slip


class CardReading(BaseModel):
    """One card of a photo. ``letter``, ``order`` and ``of`` are None where they were not read, as of a
    face-down card.

    >>> card = CardReading(row=0, column=1, face_up=True, letter="E", order=2, review=["order"])
    >>> card.card()
    BookCard('E2')
    >>> CardReading(row=0, column=0, face_up=False).card() is None
    True
    """

    row: int = Field(ge=0, description="from the top of its shelf, from 0; in a pile the place in its column")
    column: int = Field(ge=0, description="from the left of its shelf, from 0; in a pile the column")
    face_up: bool
    letter: str | None = None
    order: int | None = None
    of: int | None = None
    categories: list[Category] = Field(default_factory=list)
    confidence: dict[str, float] = Field(
        default_factory=dict, description="field name to probability, 0 to 1"
    )
    review: list[str] = Field(default_factory=list, description="fields that a person should look at")
    second: dict[str, str | int] = Field(
        default_factory=dict,
        exclude=True,
        description="the second likeliest letter and order, where these are under review",
    )
    corners: list[tuple[float, float]] = Field(
        default_factory=list,
        description="top-left, top-right, bottom-right, bottom-left as printed, pixels of the turned photo",
    )
    photo: int = 0
    elsewhere: dict[int, list[tuple[float, float]]] = Field(
        default_factory=dict, exclude=True, description="its corners in other photos that show it too"
    )

    def card(self) -> BookCard | None:
        """The card as the scorer knows it, or None when its letter or order was not read."""
        if self.letter is None or self.order is None:
            return None
        return BookCard(self.letter, self.order, self.of, tuple(self.categories))


class HoleReading(BaseModel, frozen=True):
    """A place of a shelf where a card may lie that was not read; ``corners`` as those of a card."""

    row: int = Field(ge=0)
    column: int = Field(ge=0)
    photo: int = 0
    corners: tuple[tuple[float, float], ...] = ()


class ShelfReading(BaseModel):
    """One player's shelf: its cards, and the same as notation.

    >>> letters = enumerate("CE")
    >>> cards = [CardReading(row=0, column=n, face_up=True, letter=x, order=2) for n, x in letters]
    >>> ShelfReading.of_cards([*cards, CardReading(row=1, column=1, face_up=False)]).notation
    'C2 E2 / . #'
    """

    cards: list[CardReading]
    notation: str = ""
    holes: list[tuple[int, int]] = Field(
        default_factory=list, description="row and column of places where a card may lie that was not read"
    )
    review: list[Literal["hole", "joined", "parted"]] = Field(
        default_factory=list,
        description="parted: it may be part of another shelf; joined: it may be two shelves; "
        "hole: it has such a place",
    )
    places: list[HoleReading] = Field(
        default_factory=list, exclude=True, description="the holes with their corners in a photo"
    )

    @classmethod
    def of_cards(
        cls, cards: list[CardReading], review: Iterable[str] = (), places: Sequence[HoleReading] = ()
    ) -> ShelfReading:
        """A shelf of ``cards``, by row and column, with its notation; two cards must not share a place.

        ``places``: its holes, where a card may lie that was not read.
        """
        cards = sorted(cards, key=lambda c: (c.row, c.column))
        doubts = {*review, "hole"} if places else {*review}
        return cls(
            cards=cards,
            notation=str(shelf_of(cards)),
            holes=[(hole.row, hole.column) for hole in places],
            review=sorted(doubts),
            places=list(places),
        )


class SlipReading(BaseModel):
    """Why a photo shows less than it could, and how to take it."""

    photo: int
    slip: Slip
    said: str


class PhotoReading(BaseModel):
    """One table: its shelves (``kind="shelf"``) or its discard pile (``kind="pile"``), and how long each step
    took.

    >>> card = CardReading(row=0, column=0, face_up=True, letter="E", order=2, review=["order"])
    >>> reading = PhotoReading(shelves=[ShelfReading.of_cards([card])])
    >>> [(shelf.notation, card.review) for shelf in reading.shelves for card in shelf.cards]
    [('E2', ['order'])]
    """

    shelves: list[ShelfReading] = Field(default_factory=list)
    pile: list[CardReading] = Field(default_factory=list)
    deck: DeckName = Field(
        default="printed", description="the deck that the cards were taken for; file: the deck that was given"
    )
    slips: list[SlipReading] = Field(default_factory=list, exclude=True)  #: told beside the file
    seconds: dict[str, float] = Field(default_factory=dict, description="step to seconds")

    def in_photo(self, number: int) -> PhotoReading:
        """What photo ``number`` shows of the table, with the corners there. A shelf that it does not show is
        empty.
        """

        def there(cards: list[CardReading]) -> list[CardReading]:
            own = [card for card in cards if card.photo == number]
            others = [
                card.model_copy(update={"photo": number, "corners": card.elsewhere[number], "elsewhere": {}})
                for card in cards
                if number in card.elsewhere
            ]
            return own + others

        shelves = [
            shelf.model_copy(
                update={
                    "cards": there(shelf.cards),
                    "places": [hole for hole in shelf.places if hole.photo == number],
                }
            )
            for shelf in self.shelves
        ]
        return PhotoReading(shelves=shelves, pile=there(self.pile), seconds=self.seconds)


def shelf_of(cards: list[CardReading]) -> Shelf:
    """The shelf on which ``cards`` lie; a face-up card that could not be read counts as face down."""
    height = max((c.row for c in cards), default=-1) + 1
    width = max((c.column for c in cards), default=-1) + 1
    rows: list[list[ShelvedCard | None]] = [[None] * width for _ in range(height)]
    for reading in cards:
        card = reading.card()
        rows[reading.row][reading.column] = ShelvedCard(card, face_up=reading.face_up and card is not None)
    return Shelf(tuple(tuple(row) for row in rows))
