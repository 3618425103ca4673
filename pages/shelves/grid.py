"""The manual grid: a shelf typed, tapped or dragged together, with the books of known cards filled in."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pages.learning.known import books_from, choose_books, known_cards
from pages.shelves.edits import take
from pages.shelves.shelf_table import shelf_table
from pages.table.state import Seat, Table
from scorer.editions import Edition
from scorer.result import Result


def grid(table: Table, edition: Edition, result: Result | None = None, key: str = "shelves") -> None:
    """Lays out the shelves of the table (`Table.shelves`) to mend or to type.

    ``result`` is the form of the table as it stands, None while it cannot be filled in. ``key`` is the
    component's; every edit changes ``table`` before the script runs again.
    """
    known = known_cards(books_from())
    shelf_table(
        table,
        edition,
        result,
        lambda: take(table, st.session_state[key].get("log"), known),
        key,
        known,
        _wanted(),
    )
    if any(seat.typed for seat in table.shelves):
        choose_books()


def show(seat: Seat, card: int | None = None) -> None:
    """The next `grid` opens with this player's shelf, and with its card of this number."""
    times = st.session_state.get("grid-shown", {}).get("times", 0)
    st.session_state["grid-shown"] = {"seat": seat.id, "card": card, "times": times + 1}


def _wanted() -> dict[str, Any] | None:
    """What `show` asked for. A card is opened once: the step may be left and come back to."""
    wanted: dict[str, Any] | None = st.session_state.get("grid-shown")
    if wanted and wanted["card"] is not None:
        st.session_state["grid-shown"] = wanted | {"card": None}
    return wanted
