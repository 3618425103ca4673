"""Fields that show what is kept elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import streamlit as st


def show(key: str, value: object) -> None:
    """Makes the field ``key`` show ``value``, before the field is drawn.

    It is set only where it says something else: a field set anew forgets what is being typed into it while
    the page still answers something earlier.
    """
    if key not in st.session_state or st.session_state[key] != value:
        st.session_state[key] = value


def download(
    label: str,
    data: bytes | str | Callable[[], bytes | str],
    name: str,
    mime: str,
    icon: str = ":material/download:",
    **options: Any,
) -> None:
    """A button that gives a file ``name`` to keep; the page stays as it is."""
    st.download_button(label, data, name, mime, icon=icon, on_click="ignore", **options)


def hand_on(key: str, write: Callable[[Any], None], options: Collection[object] | None = None) -> None:
    """Hands on what the field ``key`` was changed to.

    A list hands on only one of its ``options``, or that nothing is chosen: just after a change of language a
    browser may still send the words that an option had in the former one, and Streamlit gives these as they
    are.
    """
    value = st.session_state[key]
    if options is None or value is None or value in options:
        write(value)
