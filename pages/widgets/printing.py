"""What is printed at home: the paper, and cards as a PDF that is drawn when it is asked for."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from pages.session.fields import download, show
from pages.words import chosen, words
from scorer.editions import EditionKey
from scorer.forms.sheets import PAPERS

state = st.session_state


#: The paper that a session chose last.
PAPER = "paper"


def chosen_paper(key: str) -> str:
    """A4 or Letter: a choice beside everything that is printed, wherever the session made it last."""

    def chose() -> None:
        state[PAPER] = state[f"{key}-paper"]

    show(f"{key}-paper", state.get(PAPER, "a4"))
    paper = st.segmented_control(
        words("deck")["paper"],
        [*PAPERS],
        format_func={"a4": "A4", "letter": "US Letter"}.__getitem__,
        required=True,
        key=f"{key}-paper",
        on_change=chose,
    )
    return paper or "a4"


def printing(key: str, name: str, draw: Callable[[str, bool, EditionKey], bytes]) -> None:
    """``draw`` makes the file of a paper, with backs or without, in a language; ``name`` is the file's."""
    w = words("deck")
    with st.container(horizontal=True, vertical_alignment="bottom", key=f"{key}-print"):
        paper = chosen_paper(key)
        backs = st.toggle(w["backs"], value=True, key=f"{key}-backs")
        if st.button(w["prepare"], icon=":material/print:", key=f"{key}-draw"):
            with st.spinner(w["drawing"]):
                state[f"{key}-pdf"] = (paper, backs, chosen())
        if state.get(f"{key}-pdf") == (paper, backs, chosen()):
            file = draw(paper, backs, chosen())
            download(
                w("download", size=max(1, len(file) // 1000)),
                file,
                name,
                "application/pdf",
                type="primary",
                key=f"{key}-download",
            )
