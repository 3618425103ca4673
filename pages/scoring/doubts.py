"""The questions that a reading leaves open, one card at a time. Knows no widget."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Literal

from pages.table.seat import UNKNOWN, Seat, TableCard, TableHole

#: What is asked of a card, in this order, a question for each; "hole": whether there is a card.
Asked = Literal["face", "unknown", "name", "books", "no_books", "hole"]


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
    """A card that somebody should look at, and the likely answers, the likeliest first.

    Of a hole, ``card`` is the card that may lie there; its number is below 0, as no card's is.
    """

    seat: str
    card: TableCard
    asked: Asked
    answers: tuple[Answer, ...] = ()


def questions(seats: Iterable[Seat], books: bool = False) -> list[Question]:
    """One question for each doubtful card and hole, in reading order; the next follows when it is answered.

    ``books``: cards are asked about too of which nothing but their books is not known.
    """
    found = []
    for seat in seats:
        cards = [card for card in seat.cards if card.review or (books and card in seat.bookless)]
        holes = [TableCard(~hole.id, hole.row, hole.column, review=UNKNOWN) for hole in seat.open_holes]
        asked = [_question(seat, card) for card in cards]
        asked += [Question(seat.id, card, "hole") for card in holes]
        found += sorted(asked, key=lambda each: each.card.place)
    return found


def hole_at(seat: Seat, card: TableCard) -> TableHole | None:
    """The hole in which a card lies that no photo shows, or may lie."""
    there = (hole for hole in seat.placed_holes if hole.place == card.place)
    return None if card.looks else next(there, None)


def no_card(seat: Seat, card: TableCard) -> None:
    """Takes the answer that no card lies in a hole: nobody is asked about it again."""
    seat.holes = tuple(replace(hole, settled=hole.settled or hole.id == ~card.id) for hole in seat.holes)


def lay_in(seat: Seat, card: TableCard) -> int:
    """Takes the answer that a card lies in a hole: puts it down, still to be named, and gives its number."""
    number = next((old.id for old in seat.cards if old.place == card.place), None)
    if number is None:
        number = seat.next_id()
        seat.lay([*seat.cards, replace(card, id=number)])
    return number


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
