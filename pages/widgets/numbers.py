"""Fields for whole numbers.

They are text fields: a browser's own takes 1e1 for 1 and 3,5 for 35, and sends nothing of what it refuses.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Literal

import streamlit as st

from pages.session.fields import show
from pages.widgets.saying import refuse
from scorer.errors import Phrase, phrase

state = st.session_state

#: Signs that a field takes.
MOST_SIGNS = 12


def number(
    label: str,
    key: str,
    value: int | None,
    most: int,
    write: Callable[[int], None],
    least: int = 0,
    forget: Callable[[], None] | None = None,
    **look: Any,
) -> None:
    """A field for a whole number from ``least`` to ``most``; it shows ``value``, and hands on what is typed.

    What is refused is said, and ``value`` stands there again. An empty field is a number that nobody typed;
    where there was a number, that stays, unless ``forget`` takes it away.
    """
    refused, shown = f"{key}-refused", "" if value is None else str(value)
    if key not in state:
        state.pop(refused, None)  # of the field as another page drew it
    show(key, shown)

    def changed() -> None:
        if forget is not None and not state[key].strip():
            state.pop(refused, None)
            forget()
            return
        found = _typed(key, least, most)
        state[key] = shown if found is None else str(found)
        if found is not None:
            write(found)

    refused_text = state.get(refused)
    digits(
        label, key, not_taken(refused_text, least, most) if refused_text else None, on_change=changed, **look
    )


def chosen_number(label: str, key: str, value: int, most: int, least: int = 0) -> int:
    """A field that keeps its number itself, at first ``value``, for as long as it is drawn."""
    kept = f"{key}-kept"
    if key not in state:
        state[kept] = value
    number(label, key, state[kept], most, partial(state.__setitem__, kept), least)
    return int(state[kept])


def sheet_number(
    label: str, key: str, value: int | None, most: int, write: Callable[[int | None], None]
) -> str:
    """A field for a whole number from 0 to ``most`` of a sheet that waits for it.

    What is no such number is handed on as none, stays in the field, and comes back, to be refused.
    """
    refused = f"{key}-refused"
    show(key, state.get(refused) or ("" if value is None else str(value)))

    digits(label, key, on_change=lambda: write(_typed(key, 0, most)))
    return str(state.get(refused, ""))


def _typed(key: str, least: int, most: int) -> int | None:
    """The whole number that was typed in a field; what is none is kept as refused."""
    text = state[key].strip()
    found = whole(text, least, most)
    state[f"{key}-refused"] = text if found is None else ""
    return found


def digits(
    label: str,
    key: str,
    why: Phrase | None = None,
    width: int | Literal["stretch"] = "stretch",
    **look: Any,
) -> str:
    """The text field of a number; ``why`` says below it what was refused. A phone shows keys with digits
    there (``page/digits.js``).
    """
    with st.container(key=f"digits-{key}", width=width):
        text = st.text_input(label, key=key, max_chars=MOST_SIGNS, **look)
        if why:
            refuse(why)
    return str(text)


def whole(text: str, least: int, most: int) -> int | None:
    """The whole number that a text says; None where it says none, or one out of these bounds.

    >>> whole(" 12 ", 0, 85), whole("-3", 0, 85), whole("1e1", 0, 85), whole("999", 0, 85)
    (12, None, None, None)
    """
    text = text.strip()
    return int(text) if text.isdecimal() and least <= int(text) <= most else None


def not_taken(text: str, least: int, most: int) -> Phrase:
    """Why a number is refused."""
    return phrase(
        "{typed} is no whole number from {least} to {most}: it was not taken.",
        typed=text,
        least=least,
        most=most,
    )
