"""Fields for whole numbers: what is refused is said, and the number that counts stands there again."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from pages.session.fields import MOST_DIGITS, digits, show, whole
from pages.widgets.saying import refuse
from scorer.errors import Phrase, phrase

state = st.session_state


def number(
    label: str,
    key: str,
    value: int | None,
    most: int,
    write: Callable[[Any], None],
    least: int = 0,
    **look: Any,
) -> None:
    """A field for a whole number from ``least`` to ``most``; it shows ``value``, and hands on what is typed.

    A browser's own field for numbers takes 1e1 for 1, and sends nothing of a number that it refuses. An empty
    field is a number that nobody typed; where there was one, that stays.
    """
    refused, shown = f"{key}-refused", "" if value is None else str(value)
    if key not in state:
        state.pop(refused, None)
    show(key, shown)

    def changed() -> None:
        said = state[key].strip()
        found = whole(said, least, most)
        state[refused] = said if found is None else ""
        state[key] = shown if found is None else str(found)
        if found is not None:
            write(found)

    with digits(key):
        st.text_input(label, key=key, max_chars=MOST_DIGITS, on_change=changed, **look)
        if said := state.get(refused):
            refuse(not_taken(said, least, most))


def chosen_number(label: str, key: str, value: int, most: int, least: int = 0) -> int:
    """A field that keeps its number itself, at first ``value``, for as long as it is drawn."""
    kept = f"{key}-kept"
    if key not in state:
        state[kept] = value
    number(label, key, state[kept], most, partial(state.__setitem__, kept), least)
    return int(state[kept])


def not_taken(said: str, least: int, most: int) -> Phrase:
    """Why a number is refused."""
    return phrase(
        "{said} is no whole number from {least} to {most}: it was not taken.",
        said=said,
        least=least,
        most=most,
    )
