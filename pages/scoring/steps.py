"""What all steps share: where one stands, the one main button, texts that are shown as texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from pages.components import source
from pages.scoring.draft import STEP, STEPS, go
from pages.session.fields import hand_on, show, switch
from pages.table.state import Table
from pages.widgets.saying import plain
from pages.words import Words

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
    with st.container(key="to-top"):  # takes no room, see style.css
        _to_top(key="step-begun", data={"step": table.step})  # a bare text would import pandas


def title(text: str) -> None:
    st.title(plain(text), anchor=False)


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
