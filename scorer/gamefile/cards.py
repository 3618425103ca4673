"""The cards of a game file, from their notation to cards with their books.

Sentences count rows, columns and cards from 1, as people do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from scorer.cards import BookCard, Deck
from scorer.errors import RefusedInput, phrase
from scorer.files import shown
from scorer.shelf import MOST_ROWS, NotationError, Shelf, ShelvedCard


class GameError(RefusedInput):
    """A game file that cannot be scored."""


def shelf_of(name: str, written: str, deck: Deck | None) -> Shelf:
    """A player's shelf from its notation, its face-up cards with their books.

    K2 is checked, K1 is not: a card that left the shelf (L4, S8) may leave the others in two groups.

    Raises:
        GameError: it is not notation or has too many rows; a card has no books, or not the deck's books.
    """
    try:
        shelf = Shelf.parse(written)
    except NotationError as error:
        raise GameError(phrase("On the shelf of {name}, {error}", name=name, error=error)) from error
    rows = {row for row, _, _ in shelf.cells()}
    if rows and max(rows) - min(rows) >= MOST_ROWS:
        raise GameError(
            phrase(
                "The shelf of {name} has {rows} rows: a shelf has at most {most} (K2), correct the / between "
                "them.",
                name=name,
                rows=max(rows) - min(rows) + 1,
                most=MOST_ROWS,
            )
        )
    return Shelf(
        tuple(
            tuple(
                cell and _known(cell, on_shelf(name, row, column), deck) for column, cell in enumerate(line)
            )
            for row, line in enumerate(shelf.rows)
        )
    )


def _known(cell: ShelvedCard, place: str, deck: Deck | None) -> ShelvedCard:
    if cell.card is None:
        return cell
    card = _with_books(cell.card, place, deck) if cell.face_up or deck else cell.card
    return ShelvedCard(card, cell.face_up, cell.buried)


def _with_books(card: BookCard, place: str, deck: Deck | None) -> BookCard:
    """The card with its books, from the deck or as written; both must agree."""
    name = f"{card.letter}{card.order}"
    if deck is None:
        if not card.categories:
            raise GameError(
                phrase(
                    "The books of {name} {place} are not known: write {name}:… with its codes, or name a "
                    "deck.",
                    name=name,
                    place=place,
                )
            )
        return card
    known = deck.get(*card.key)
    if known is None:
        raise GameError(
            phrase(
                "The deck has no {name}, which lies {place}: correct the card or name another deck.",
                name=name,
                place=place,
            )
        )
    if card.categories and Counter(card.categories) != Counter(known.categories):
        raise GameError(
            phrase(
                "{card} {place} is {known} in the deck: correct the card or name another deck.",
                card=card,
                place=place,
                known=known,
            )
        )
    return known


def library_cards(written: Sequence[str], deck: Deck | None) -> list[BookCard]:
    """The public library's cards from their notation, with their books.

    Raises:
        GameError: a token is not a card, or a card has no books, or not the deck's books.
    """
    cards = []
    for number, token in enumerate(written, 1):
        place = in_library(number)
        try:
            cells = [cell for _, _, cell in Shelf.parse(token).cells()]
        except NotationError as error:
            raise GameError(
                phrase(
                    "{token} {place} is not a card: write a card such as E2:HFS.",
                    token=shown(token),
                    place=place,
                )
            ) from error
        if len(cells) != 1 or cells[0].card is None or not cells[0].face_up or cells[0].buried:
            raise GameError(
                phrase(
                    "{token} {place} is not one card: write a card such as E2:HFS.",
                    token=shown(token),
                    place=place,
                )
            )
        cards.append(_with_books(cells[0].card, place, deck))
    return cards


def on_shelf(name: str, row: int, column: int) -> str:
    """Where a card of a player's shelf lies, for a sentence."""
    return phrase(
        "on the shelf of {name} (row {row}, column {column})", name=name, row=row + 1, column=column + 1
    )


def in_library(number: int) -> str:
    """The same for a card of the public library, counted from 1."""
    return phrase("in the public library (card {number})", number=number)
