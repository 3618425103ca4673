"""What the browser knows of its talk with the server, so that nothing of it is lost."""

from __future__ import annotations

import json
from functools import cache

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from pages.components import source
from pages.words import words
from scorer.editions import EDITION_KEYS

#: The hidden field of the numbers, as the browser's side knows it too.
HEARD = "wire-heard"
_SCRIPTS = ("messages.js", "uploads.js", "wire.js", "bar.js", "main.js")

_wire = st.components.v2.component(
    "shelfmark_wire",
    css=f"{source('wire', 'wire.css')}\n{source('page', 'forced.css')}",
    js=source("wire", *_SCRIPTS),
)


def wire() -> None:
    """Has the browser listen to it, first of all on a page.

    It numbers what it asks for, in a hidden field: each run says which number it heard.
    """
    run = get_script_run_ctx()
    assert run is not None, "the app runs in Streamlit"
    with st.container(key=f"unseen-{HEARD}"):
        heard = st.text_input(HEARD, key=HEARD, label_visibility="collapsed")
    with st.container(key="wire"):  # takes no room, see style.css
        st.html(f'<span class="heard-{heard if heard.isdecimal() else 0}"></span>')
        data = {"words": _sentences(), "page": run.pages_manager.current_page_script_hash}
        _wire(key="wire-bar", data=data, on_awake_change=_awake)


def _awake() -> None:
    """A page that was cut off says again what its fields say; nothing else is to be done for that."""


@cache
def _sentences() -> str:
    """What is said of it, in all languages: which one the page is in, the page says itself."""
    return json.dumps({language: dict(words("wire", language)) for language in EDITION_KEYS})
