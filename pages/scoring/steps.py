"""What all steps share: where one stands, the one main button, texts that are shown as texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import streamlit as st

from pages.components import source
from pages.scoring.draft import STEP, STEPS, as_data, go, write
from pages.session.fields import hand_on, show, switch
from pages.table.merging import Path
from pages.table.state import UNKNOWN, Seat, Table, TableCard
from pages.widgets.shared import Values
from pages.words import Words, words
from scorer.cards import Category
from scorer.editions import Edition, load_edition

state = st.session_state

_to_top = st.components.v2.component("shelfmark_to_top", js=source("page", "to_top.js"))

#: Parts of a seat that people call its cards.
_AS_CARDS = {"read": "cards", "holes": "cards"}


def header(table: Table, done: dict[str, bool], w: Words) -> None:
    """The four steps; any of them can be taken at any time."""

    def name(step: str) -> str:
        mark = "✓" if done[step] and step != table.step else f"{STEPS.index(step) + 1}"
        return f"{mark} {w[f'step_{step}']}"

    switch(
        w["steps"],
        STEPS,
        table.step,
        STEP,
        go,
        format_func=name,
        label_visibility="collapsed",
        width="stretch",
    )
    state.shared.tell(
        partial(_thing, table), partial(_values, table), lambda: as_data(table), partial(write, table)
    )
    with st.container(key="to-top"):  # takes no room, see style.css
        _to_top(key="step-begun", data={"step": table.step})  # a bare text would import pandas


def _thing(table: Table, path: Path) -> str:
    """What stands at a path of the table's state, in words: of a card, whose it is and where it lies."""
    w, edition = words("shared"), load_edition(table.edition)
    if found := _card(table, path):
        whose, card = found
        at = words("score")("place", row=card.row + 1, column=card.column + 1)
        return f"{whose.name}, {at}"
    match path:
        case ("prominent" | "banned" as name,):
            return edition.words[str(name)]
        case ("difficulty",):
            return w["difficulty"]
        case ("reading_winner",):
            return w["winner"]
        case ("seats", seat_id, name, *_) if name in w or name in _AS_CARDS:
            seat = table.seat(str(seat_id))
            return w("of", what=w[_AS_CARDS.get(str(name), str(name))], name=seat.name if seat else "?")
        case ("library", name, *_) if name in w or name in _AS_CARDS:
            return w("of", what=w[_AS_CARDS.get(str(name), str(name))], name=table.library.name)
        case ("seats", *_):
            return w["players"]
    return w["this"]


def _card(table: Table, path: Path) -> tuple[Seat, TableCard] | None:
    """The card that a field at this path is of."""
    match path:
        case ("seats", str(seat_id), "cards", int(number), _) | (str(seat_id), "cards", int(number), _):
            whose = table.seat(seat_id)
            card = whose and whose.find(number)
            return (whose, card) if whose and card else None
    return None


def _values(table: Table, fields: Values) -> str:
    """Short values of the fields of one thing, as people say them; "" where they are not short."""
    path, value = fields[0]
    edition = load_edition(table.edition)
    if found := _card(table, path):
        return _as_card(found[1], {str(each[-1]): value for each, value in fields}, edition)
    if len(fields) > 1:
        return ""
    if isinstance(value, (str, int)) and path[-1] in ("name", "hand", "difficulty"):
        return str(value)
    if path[-1] == "hand":
        return "–"
    if path[-1] in ("prominent", "banned", "focus"):
        return edition.categories[Category(value)] if value else "–"
    if path[-1] == "reading_winner":
        seat = table.seat(str(value))
        return seat.name if seat else "–"
    match path:
        case (*_, "tally", "books", category):
            return f"{edition.categories[Category(str(category))]} {value}"
    return ""


def _as_card(card: TableCard, fields: Mapping[str, Any], edition: Edition) -> str:
    """What a card would be with these fields: its name, and what else they say of it."""
    w = words("score")
    letter, order = (fields.get(name, getattr(card, name)) for name in UNKNOWN)
    parts = [f"{letter}{order}"] if letter and order else []
    if "face_up" in fields:
        parts.append(w["face_up" if fields["face_up"] else "face_down"])
    if "categories" in fields:
        parts.append(", ".join(edition.categories[Category(one)] for one in fields["categories"]) or "–")
    if fields.keys() & {"row", "column"}:
        row, column = (fields.get(name, getattr(card, name)) for name in ("row", "column"))
        parts.append(w("place", row=row + 1, column=column + 1))
    shown = fields.keys() & {*UNKNOWN, "face_up", "categories", "row", "column"}
    return ", ".join(parts) if shown else ""


def onward(step: str, label: str, disabled: bool = False) -> None:
    """The main button of a step: it leads to the next one."""
    with st.container(key="onward", horizontal=True, horizontal_alignment="right"):
        st.button(label, type="primary", key=f"go-on-{step}", on_click=go, args=(step,), disabled=disabled)


def bound(
    widget: Callable[..., Any],
    label: str,
    key: str,
    value: object,
    write: Callable[[Any], None],
    **options: Any,
) -> None:
    """A widget that shows ``value`` and hands on what somebody changes it to."""
    show(key, value)
    widget(label, key=key, on_change=lambda: hand_on(key, write, options.get("options")), **options)
