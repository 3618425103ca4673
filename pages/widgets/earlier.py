"""The earlier states of the archive, to be put back, and its repair where it is damaged or gone."""

from __future__ import annotations

from html import escape

import streamlit as st

from pages.session.archive import PersonalArchive
from pages.session.rights import Right, ask
from pages.widgets.saying import moment, trying
from pages.words import Words
from scorer.archive.repair import repair

#: What was done last, to be said once: a word, and the numbers in it.
_DONE = "archive-mended"


def earlier(archive: PersonalArchive, w: Words) -> None:
    """The states that the archive keeps by itself, each with the way back to it."""
    kept = archive.states()
    if not kept:
        return
    st.subheader(w["states"], anchor=False)
    st.markdown(w["states_how"])

    def put_back(name: str) -> None:
        state = archive.put_back(name)
        st.session_state[_DONE] = ("state_back", {"games": state.games, "drafts": state.drafts})

    for state in kept:
        line = w("imported", day=moment(state.at), games=state.games, drafts=state.drafts)
        with st.container(horizontal=True, vertical_alignment="center"):
            st.html(f'<p class="kept-line">{escape(line)}</p>')
            st.button(
                w["put_back"],
                icon=":material/history:",
                key=f"put-back-{state.name}",
                on_click=trying(put_back),
                args=(state.name,),
            )


def mend(w: Words) -> None:
    """A button that makes a damaged archive whole, or brings back a deleted archive."""

    def whole() -> None:
        ask(Right.REPAIR)
        done = repair()
        if done is not None:
            st.session_state[_DONE] = ("mended", {"read": done.read, "back": done.brought_back})

    st.button(w["mend"], type="primary", icon=":material/build:", key="archive-mend", on_click=trying(whole))


def report(w: Words) -> None:
    """Says what was just done."""
    if done := st.session_state.pop(_DONE, None):
        word, values = done
        st.html(f'<p class="said" role="status">{escape(w(word, **values))}</p>')
