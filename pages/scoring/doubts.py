"""The questions that a reading leaves open, one card at a time. Knows no widget."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Literal

from pages.table.seat import UNKNOWN, Seat, TableCard

#: What is asked of a card, in this order, a question for each.
Asked = Literal["face", "unknown", "name", "books", "no_books"]


@dataclass(frozen=True)
class Answer:
    """Something to tap: what it says, and the fields of the card that it settles.

    It says a banner (``card``: B 4) or a side (``up``); with neither it says that all is right.
    """

    fields: dict[str, Any]
    card: str | None = None
    up: bool | None = None


@dataclass(frozen=True)
class Question:
    """A card that somebody should look at, and the likely answers, the likeliest first."""

    seat: str
    card: TableCard
    asked: Asked
    answers: tuple[Answer, ...]


def questions(seats: Iterable[Seat], books: bool = False) -> list[Question]:
    """One question for each doubtful card, in reading order; the next follows when it is answered.

    ``books``: cards are asked about too of which nothing but their books is not known.
    """
    return [
        _question(seat, card)
        for seat in seats
        for card in seat.cards
        if card.review or (books and card in seat.bookless)
    ]


def _question(seat: Seat, card: TableCard) -> Question:
    doubts = set(card.review)
    if "face_up" in doubts:
        answers = tuple(Answer({"face_up": up}, up=up) for up in (card.face_up, not card.face_up))
        return Question(seat.id, card, "face", answers)
    if card.letter is None or card.order is None:
        return Question(seat.id, card, "unknown", ())
    if doubts & {"letter", "order"}:
        return Question(seat.id, card, "name", tuple(_names(card)))
    if not card.categories:
        return Question(seat.id, card, "no_books", ())
    return Question(seat.id, card, "books", (Answer({"categories": card.categories}),))


def _names(card: TableCard) -> list[Answer]:
    """The card as it was read, then with the doubtful letter, number or both as they may be instead."""
    letters = [card.letter, card.letter_or if "letter" in card.review else None]
    orders = [card.order, card.order_or if "order" in card.review else None]
    return [
        Answer({"letter": letter, "order": order}, card=f"{letter} {order}")
        for letter, order in product(letters, orders)
        if letter and order
    ][:3]


def settle(seat: Seat, card: TableCard, fields: dict[str, Any]) -> None:
    """Takes an answer: those fields are no longer doubtful."""

    def settled(old: TableCard) -> TableCard:
        new = replace(old, **fields)
        missing = {name for name in UNKNOWN if new.face_up and getattr(new, name) is None}
        left = tuple(name for name in old.review if new.face_up and (name not in fields or name in missing))
        return replace(new, review=left)

    seat.change(card.id, settled)
