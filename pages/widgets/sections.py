"""The parts of a page, of which one is open; the address says which."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from pages.session.address import lead
from pages.session.fields import switch
from pages.words import Words


def sections(w: Words, names: Sequence[str], forget: Sequence[str] = ()) -> str:
    """The part that is open, of these by the word that names each: the first, unless the address says more.

    ``forget``: what the address says of one part alone.

    A `switch`, as the steps of scoring are. Streamlit's own tabs go back to the first of two that are
    tapped in a row when its answer comes, and take the focus from who goes through them by keyboard.
    """
    wanted = st.query_params.get("tab", "")
    opened = wanted if wanted in names else names[0]
    switch(
        w["title"],
        names,
        opened,
        f"sections-{names[0]}",
        lambda name: lead({"tab": name} | dict.fromkeys(forget)),
        format_func=w.__getitem__,
        label_visibility="collapsed",
    )
    return opened
