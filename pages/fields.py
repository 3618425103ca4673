"""Fields that show what is kept elsewhere."""

from __future__ import annotations

import streamlit as st


def show(key: str, value: object) -> None:
    """Makes the field ``key`` show ``value``, before the field is drawn.

    It is set only where it says something else: a field set anew forgets what is being typed into it while
    the page still answers something earlier.
    """
    if key not in st.session_state or st.session_state[key] != value:
        st.session_state[key] = value
