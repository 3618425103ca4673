"""More photos than people can play: which of them belong to the game is asked, and nobody else sits down."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import streamlit as st

from pages.photos.reading import Looked, hand_in, legend_in_use
from pages.session.fields import as_seen
from pages.table.state import Table
from pages.widgets.saying import plain, refuse
from pages.words import Words
from scorer.errors import RefusedInput

state = st.session_state

#: The photos that wait for an answer: the table's key, each by its file's id, and why they were not laid.
WAITING = "too-many"
#: The field for the answer.
WHICH = "too-many-which"


def wait(table: Table, looked: Mapping[str, Looked], why: RefusedInput) -> None:
    """Keeps photos that were looked at until somebody says which belong to the game."""
    state[WAITING] = (table.key, dict(looked), why.sentence)


def forget(file: str) -> None:
    """A file that was taken out of the uploader waits no more."""
    key, looked, _ = state.get(WAITING, ("", {}, ""))
    looked.pop(file, None)
    if key and not looked:
        del state[WAITING]


def ask_which(table: Table, w: Words, came: Callable[[str, str], None]) -> None:
    """Asks which of the photos that wait belong to the game, and lays these.

    ``came`` is told which photo (`Table.photos`) came of which file.
    """
    key, looked, why = state.get(WAITING, ("", {}, ""))
    if key != table.key:
        return
    # a phone may call all of its photos alike
    names = {file: f"{n} · {plain(one.photo.name)}" for n, (file, one) in enumerate(looked.items(), 1)}
    with st.container(border=True, key="too-many"):
        refuse(why)
        st.pills(
            w["which_photos"],
            [*looked],
            selection_mode="multi",
            format_func=names.__getitem__,
            key=WHICH,
        )
        with st.container(horizontal=True):
            these, gone = partial(_lay, table, came), partial(state.pop, WAITING, None)
            as_seen(w["these_photos"], "too-many-lay", lambda: state.get(WAITING), these, type="primary")
            as_seen(w["no_photos"], "too-many-none", lambda: state.get(WAITING), gone)


def _lay(table: Table, came: Callable[[str, str], None]) -> None:
    _, looked, _ = state[WAITING]
    chosen = {file: one for file, one in looked.items() if file in state.get(WHICH, ())}
    if not chosen:
        return
    try:
        hand_in(table, list(chosen.values()), legend_in_use())
    except RefusedInput as refused:
        wait(table, looked, refused)
        return
    del state[WAITING]
    for file, one in chosen.items():
        came(file, one.key)
