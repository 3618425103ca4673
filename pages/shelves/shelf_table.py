"""The interactive table of shelves: what its component is told, and the component itself."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import streamlit as st

from pages.components import source
from pages.learning.known import KnownCards
from pages.table.state import Photo, Seat, Table, TableCard
from pages.widgets.badges import badge, card_constants
from pages.widgets.saying import in_words, labelled
from pages.words import words
from scorer.cards import Category
from scorer.editions import Edition
from scorer.forms.icons import COLOURS
from scorer.result import ColumnResult, Result
from scorer.shelf import MOST_ROWS, Shelf, ShelvedCard

__all__ = ["badge", "shelf_table", "view"]

_SCRIPTS = (
    "parts.js",
    "photo_view.js",
    "photo.js",
    "keys.js",
    "card_sheet.js",
    "board.js",
    "typing.js",
    "drag.js",
)
_STYLES = ("shelf_table.css", "shelf_cards.css", "card_sheet.css")

Place = tuple[int, int]
#: Where else a card lies: {"seat": id, "card": number, "place": the place in words}.
Others = list[dict[str, Any]]


_CONSTANTS = "".join(f"const {name} = {json.dumps(value)};" for name, value in card_constants().items())
_HUES = "\n".join(f".{category.code} {{ --hue: {COLOURS[category]}; }}" for category in Category)

_pictures = st.components.v2.component("shelfmark_pictures", js=source("shelf", "pictures.js"))
_shelves = st.components.v2.component(
    "shelfmark_shelves",
    html=source("shelf", "shelf_table.html"),
    css=f"{_HUES}\n{source('shelf', *_STYLES)}\n{source('page', 'forced.css')}",
    js=f"{_CONSTANTS}\n{source('shelf', *_SCRIPTS, 'shelf_table.js')}",
)


def shelf_table(
    table: Table,
    edition: Edition,
    result: Result | None,
    on_edit: Callable[[], None],
    key: str,
    known: KnownCards | None = None,
    shown: dict[str, Any] | None = None,
) -> None:
    """Mounts the table. ``on_edit`` is called when the log of edits in ``st.session_state[key]`` grew.

    ``result`` is the form of the table as it stands (`scorer.result`), None while it cannot be filled in.
    ``shown`` brings a player's shelf to the front, and opens a card of it: {"seat": id, "card": number or
    None, "times": n}, each n once.
    """
    data = view(table, edition, result, known) | {"shown": shown}
    _shelves(key=key, data=data, on_log_change=on_edit)
    with st.container(key="pictures"):  # takes no room, see style.css
        for photo_key, photo in table.photos.items():
            _pictures(
                key=f"{key}-{photo_key}",
                data={"key": photo_key, "picture": photo.picture, "crops": photo.crops},
            )


def view(
    table: Table, edition: Edition, result: Result | None = None, known: KnownCards | None = None
) -> dict[str, Any]:
    """The table as the component draws it: everything but the pictures, as plain JSON."""
    columns = [] if result is None else result.columns
    by_seat = dict(zip((seat.id for seat in table.everyone), columns, strict=False))
    twice = _doubled(table, edition)
    return {
        "client": table.client,
        "done": table.done,
        "words": dict(words("grid", edition.key)),
        "categories": {category.code: edition.categories[category] for category in Category},
        "keys": {category.code: category.value for category in Category},
        "known": known.view() if known else {},
        "photos": {key: _photo(photo) for key, photo in table.photos.items()},
        "seats": [_seat(seat, by_seat.get(seat.id), edition, twice) for seat in table.shelves],
    }


def _doubled(table: Table, edition: Edition) -> dict[tuple[str, int], Others]:
    """The cards that lie in several places, by seat and number, each with the other places."""
    w = words("grid", edition.key)
    found: dict[tuple[str, int], Others] = {}
    for lies in table.doubled:
        others = [
            {
                "seat": seat.id,
                "card": card.id,
                "place": labelled(
                    seat.name, w("place", row=card.row + 1, column=card.column + 1), w.language
                ),
            }
            for seat, card in lies
        ]
        for number, (seat, card) in enumerate(lies):
            found[seat.id, card.id] = others[:number] + others[number + 1 :]
    return found


def _photo(photo: Photo) -> dict[str, Any]:
    return {
        "name": photo.name,
        "width": photo.width,
        "height": photo.height,
        "outlines": [[[round(x), round(y)] for x, y in corners] for corners in photo.outlines],
    }


def _seat(
    seat: Seat, column: ColumnResult | None, edition: Edition, twice: dict[tuple[str, int], Others]
) -> dict[str, Any]:
    shelf = seat.shelf
    turned = set(column.turned) if column else set()
    places = frozenset((card.row, card.column) for card in seat.cards)
    return {
        "id": seat.id,
        "name": seat.name or words("grid", edition.key)["no_name"],
        "total": column.total if column and seat.cards else None,  # an empty shelf may share a prize
        "photos": seat.photos,
        "pile": seat.pile,
        "cards": [
            _card(card, (card.row, card.column) in turned, twice.get((seat.id, card.id), []))
            for card in seat.cards
        ],
        "spaces": list(pile_spaces(places) if seat.pile else spaces(places)),
        "moves": {}
        if seat.pile
        else {card.id: _moves(places, (card.row, card.column)) for card in seat.cards},
        "problems": [] if seat.pile else _problems(shelf, edition),
        "notation": str(shelf),
        "typed": seat.notation_typed,
        "refusal": seat.refusal and in_words(seat.refusal),
        "undo": bool(seat.history),
        "redo": bool(seat.undone),
    }


@lru_cache(maxsize=4096)
def spaces(places: frozenset[Place]) -> tuple[Place, ...]:
    """Where one more card may go on a shelf with cards at these places (K1, K2)."""
    down = ShelvedCard(None, face_up=False)
    top = min((row for row, _ in places), default=0)
    left = min((column for _, column in places), default=0)
    shelf = Shelf.of_cells(dict.fromkeys(places, down))
    return tuple((space.row + top, space.column + left) for space in shelf.spaces())


def pile_spaces(places: frozenset[Place]) -> tuple[Place, ...]:
    """Where one more card may go in a discard pile: beneath each of its columns, or in a new one."""
    columns = {column for _, column in places}
    below = [(max(row for row, c in places if c == column) + 1, column) for column in sorted(columns)]
    return (*below, (0, max(columns, default=-1) + 1))


def _moves(places: frozenset[Place], place: Place) -> list[list[Place]]:
    """How the spaces change once the card at a place is taken up: those that go, and those that come."""
    before, after = set(spaces(places)), set(spaces(places - {place}))
    return [sorted(before - after), sorted(after - before - {place})]


def _problems(shelf: Shelf, edition: Edition) -> list[str]:
    """How the shelf breaks K1 or K2, a sentence each."""
    w = words("grid", edition.key)
    rows = {row for row, _, _ in shelf.cells()}
    found = []
    if rows and max(rows) - min(rows) >= MOST_ROWS:
        found.append(w("problem_rows", rows=max(rows) - min(rows) + 1, most=MOST_ROWS))
    for group in shelf.apart():
        found.append(w("problem_apart", cards=", ".join(map(str, group))))
    return found


def _card(card: TableCard, turned: bool, others: Others) -> dict[str, Any]:
    return {
        "id": card.id,
        "row": card.row,
        "column": card.column,
        "up": card.face_up,
        "letter": card.letter,
        "order": card.order,
        "of": card.of,
        "books": "".join(category.code for category in card.categories),
        "buried": card.buried,
        "review": list(card.review),
        "turned": turned,
        "looks": list(card.looks),
        "others": others,
    }
