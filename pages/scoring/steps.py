"""What all steps share: where one stands, the one main button, texts that are shown as texts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from pages.components import source
from pages.scoring.draft import STEP, STEPS, as_data, go, write
from pages.session.fields import hand_on, show, switch
from pages.table.merging import Path
from pages.table.state import Table
from pages.words import Words, words
from scorer.cards import Category
from scorer.editions import load_edition

state = st.session_state

_to_top = st.components.v2.component("shelfmark_to_top", js=source("page", "to_top.js"))


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
        partial(_field, table), partial(_value, table), lambda: as_data(table), partial(write, table)
    )
    with st.container(key="to-top"):  # takes no room, see style.css
        _to_top(key="step-begun", data={"step": table.step})  # a bare text would import pandas


def _field(table: Table, path: Path) -> str:
    """What stands at a path of the table's state, in words."""
    w, edition = words("shared"), load_edition(table.edition)
    match path:
        case ("prominent" | "banned" as name,):
            return edition.words[str(name)]
        case ("difficulty",):
            return w["difficulty"]
        case ("reading_winner",):
            return w["winner"]
        case ("seats", seat_id, name, *_) if name in w or name == "read":
            seat = table.seat(str(seat_id))
            return w("of", what=w["cards" if name == "read" else str(name)], name=seat.name if seat else "?")
        case ("library", name, *_) if name in w or name == "read":
            return w("of", what=w["cards" if name == "read" else str(name)], name=table.library.name)
        case ("seats", *_):
            return w["players"]
    return w["this"]


def _value(table: Table, path: Path, value: Any) -> str:
    """A short value of such a field, as people say it."""
    edition = load_edition(table.edition)
    if isinstance(value, (str, int)) and path[-1] in ("name", "hand", "difficulty"):
        return str(value)
    if path[-1] in ("prominent", "banned", "focus"):
        return edition.categories[Category(value)] if value else "–"
    return ""


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
