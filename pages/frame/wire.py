"""What the browser knows of its talk with the server, so that nothing of it is lost."""

from __future__ import annotations

import streamlit as st

from pages.components import source

_SCRIPTS = ("messages.js", "wire.js", "main.js")

_wire = st.components.v2.component("shelfmark_wire", js=source("wire", *_SCRIPTS))


def wire() -> None:
    """Has the browser listen to it: first of all on a page."""
    with st.container(key="wire"):  # takes no room, see style.css
        _wire(key="wire-heard")
