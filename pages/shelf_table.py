"""The interactive table of shelves: what its component is told, and the component itself."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

import streamlit as st

from pages.state import Photo, Seat, Table, TableCard
from scorer.cards import Category
from scorer.forms.drawing import Drawing
from scorer.forms.html import svg
from scorer.forms.icons import COLOURS, icon
from scorer.result import ColumnResult, Result

_FILES = Path(__file__).parent / "components"
_SCRIPTS = ("parts.js", "photo_view.js", "card_sheet.js", "shelf_table.js")


def _source(*names: str) -> str:
    return "\n".join((_FILES / name).read_text(encoding="utf-8") for name in names)


def _badge(category: Category) -> str:
    """The category's icon as the forms draw it, as a data URI."""
    drawing = Drawing(100, 100, "", paper="none")
    drawing.add(*icon(category, 50, 50, 49))
    return "data:image/svg+xml," + quote(svg(drawing))


_BADGES = json.dumps({category.code: _badge(category) for category in Category})
_HUES = "\n".join(f".{category.code} {{ --hue: {COLOURS[category]}; }}" for category in Category)

_pictures = st.components.v2.component("shelfmark_pictures", js=_source("pictures.js"))
_shelves = st.components.v2.component(
    "shelfmark_shelves",
    html=_source("shelf_table.html"),
    css=f"{_HUES}\n{_source('shelf_table.css')}",
    js=f"const BADGES = {_BADGES};\n{_source(*_SCRIPTS)}",
)


def shelf_table(
    table: Table,
    names: Mapping[Category, str],
    result: Result | None,
    on_edit: Callable[[], None],
    key: str,
) -> None:
    """Mounts the table. ``on_edit`` is called when the log of edits in ``st.session_state[key]`` grew.

    ``result`` is the form of the table as it stands (DESIGN.md, "Result"), None while it cannot be filled in.
    """
    _shelves(key=key, data=view(table, names, result), on_log_change=on_edit)
    with st.container(key="pictures"):  # takes no room, see style.css
        for photo_key, photo in table.photos.items():
            _pictures(
                key=f"{key}-{photo_key}",
                data={"key": photo_key, "picture": photo.picture, "crops": photo.crops},
            )


def view(table: Table, names: Mapping[Category, str], result: Result | None = None) -> dict[str, Any]:
    """The table as the component draws it: everything but the pictures, as plain JSON."""
    players = result.players if result else [None] * len(table.seats)
    return {
        "client": table.client,
        "done": table.done,
        "categories": {category.code: names[category] for category in Category},
        "keys": {category.code: category.value for category in Category},
        "photos": {key: _photo(photo) for key, photo in table.photos.items()},
        "seats": [_seat(seat, player) for seat, player in zip(table.seats, players, strict=True)],
    }


def _photo(photo: Photo) -> dict[str, Any]:
    return {
        "name": photo.name,
        "width": photo.width,
        "height": photo.height,
        "outlines": [[[round(x), round(y)] for x, y in corners] for corners in photo.outlines],
    }


def _seat(seat: Seat, player: ColumnResult | None) -> dict[str, Any]:
    shelf = seat.shelf
    turned = set(player.turned) if player else set()
    return {
        "id": seat.id,
        "name": seat.name or "No name",
        "total": player.total if player else None,
        "photo": seat.photo,
        "cards": [_card(card, (card.row, card.column) in turned) for card in seat.cards],
        "spaces": [list(space) for space in shelf.spaces()],
        "problems": shelf.problems(),
        "notation": str(shelf),
        "typed": seat.notation_typed,
        "refusal": seat.refusal,
        "undo": bool(seat.history),
    }


def _card(card: TableCard, turned: bool) -> dict[str, Any]:
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
        "read": card.read,
    }
