"""Taps on the shelves, as the browser tells them: numbered edits of a table, each done once."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from pages.learning.known import KnownCards
from pages.table.state import UNKNOWN, Seat, Table, TableCard
from scorer.cards import HIGHEST_ORDER, Category
from scorer.errors import RefusedInput
from scorer.shelf import MOST_COLUMNS
from vision.common.fields import FIELDS


class _Edit(BaseModel):
    """One tap on the shelf. ``n`` numbers the edits of one browser window from 1."""

    model_config = ConfigDict(extra="forbid")
    n: int = Field(ge=1)
    seat: str


class Fields(BaseModel):
    """What an edit changes on a card; a field that is not given stays."""

    model_config = ConfigDict(extra="forbid")
    face_up: bool = True
    letter: str | None = Field(default=None, pattern="^[A-Z]$")
    order: int | None = Field(default=None, ge=1, le=HIGHEST_ORDER)
    of: int | None = Field(default=None, ge=1, le=HIGHEST_ORDER)
    categories: tuple[Category, ...] = Field(default=(), max_length=4)
    buried: bool = False


class SetFields(_Edit):
    kind: Literal["set"]
    card: int
    fields: Fields


class Confirm(_Edit):
    kind: Literal["confirm"]
    card: int


class Add(_Edit):
    """A card put down; without ``fields`` nobody knows yet which."""

    kind: Literal["add"]
    row: int = Field(ge=-1, le=MOST_COLUMNS)
    column: int = Field(ge=-1, le=MOST_COLUMNS)
    fields: Fields = Fields()


class Move(_Edit):
    kind: Literal["move"]
    card: int
    row: int = Field(ge=-1, le=MOST_COLUMNS)
    column: int = Field(ge=-1, le=MOST_COLUMNS)


class Remove(_Edit):
    kind: Literal["remove"]
    card: int


class Undo(_Edit):
    kind: Literal["undo"]


class Redo(_Edit):
    kind: Literal["redo"]


class Notation(_Edit):
    kind: Literal["notation"]
    text: str = Field(max_length=20_000)


Edit = Annotated[
    SetFields | Confirm | Add | Move | Remove | Undo | Redo | Notation,
    Field(discriminator="kind"),
]


class EditLog(BaseModel):
    """The edits of one browser window that it does not yet know to be done, oldest first."""

    client: str
    edits: list[dict[str, Any]]


_EDIT: TypeAdapter[Edit] = TypeAdapter(Edit)


def take(
    table: Table,
    log: Any,
    known: KnownCards | None = None,
) -> None:
    """Does the edits of a browser's log that are not done yet. What is no edit at all is left alone.

    A card that is ``known`` gets its books with its letter and number. A refused edit leaves its sentence
    on the seat, and what was typed beside it.
    """
    known = known or KnownCards()
    try:
        parsed = EditLog.model_validate(log)
    except ValidationError:
        return
    if parsed.client != table.client:
        table.client, table.done = parsed.client, 0
    for entry in parsed.edits:
        number = entry.get("n")
        if not isinstance(number, int) or number <= table.done:
            continue
        table.done = number  # also for what is no edit: it must not hold up those after it
        try:
            edit = _EDIT.validate_python(entry)
        except ValidationError:
            continue
        seat = table.seat(edit.seat)
        if seat is not None:
            try:
                _apply(seat, edit, known)
            except RefusedInput as refused:
                seat.refusal = refused.sentence


def _apply(seat: Seat, edit: Edit, known: KnownCards) -> None:
    match edit:
        case SetFields(card=card_id, fields=fields):
            given = {name: getattr(fields, name) for name in fields.model_fields_set}
            seat.change(card_id, lambda card: _mended(card, given, known))
        case Confirm(card=card_id):
            seat.change(card_id, lambda card: replace(card, review=_missing(card)))
        case Remove(card=card_id):
            seat.lay(card for card in seat.cards if card.id != card_id)
        case Add(row=row, column=column, fields=fields):
            if not any((card.row, card.column) == (row, column) for card in seat.cards):
                given = {name: getattr(fields, name) for name in fields.model_fields_set}
                blank = TableCard(seat.next_id(), row, column, review=UNKNOWN)
                seat.lay([*seat.cards, _mended(blank, given, known)])
        case Move(card=card_id, row=row, column=column):
            _move(seat, card_id, row, column)
        case Undo():
            seat.undo()
        case Redo():
            seat.redo()
        case Notation(text=text):
            seat.notation_typed = text
            seat.lay_notation(text)
            seat.cards = tuple(_filled(card, known) for card in seat.cards)


def _filled(card: TableCard, known: KnownCards) -> TableCard:
    """The card with the books that are known of it, if it has none."""
    one = known.get(card.letter, card.order)
    return card if one is None or card.categories else replace(card, categories=one.categories)


def _mended(card: TableCard, given: dict[str, Any], known: KnownCards) -> TableCard:
    """The card with new fields: what a person set is no longer doubtful, face down nothing is.

    A card that becomes a known one has its books and its letter's count.
    """
    one = known.get(given.get("letter", card.letter), given.get("order", card.order))
    if one is not None and given.keys() & {"letter", "order"}:
        given = {"categories": one.categories} | given
        if letter_count := known.counts.get(one.letter):
            given = {"of": letter_count} | given
    mended = replace(card, **given)
    doubts = {*card.review, *_missing(mended)} - {name for name in given if getattr(mended, name) is not None}
    return replace(mended, review=tuple(name for name in FIELDS if mended.face_up and name in doubts))


def _missing(card: TableCard) -> tuple[str, ...]:
    """Fields without which a face-up card would silently count as face down."""
    return tuple(name for name in UNKNOWN if card.face_up and getattr(card, name) is None)


def _move(seat: Seat, card_id: int, row: int, column: int) -> None:
    """Moves a card; one that lies there takes its place."""
    card = seat.find(card_id)
    if card is None:
        return
    there = next((other for other in seat.cards if (other.row, other.column) == (row, column)), card)
    moved = {there.id: (card.row, card.column), card.id: (row, column)}
    seat.lay(
        replace(other, row=moved[other.id][0], column=moved[other.id][1]) if other.id in moved else other
        for other in seat.cards
    )
