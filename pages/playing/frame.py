"""What the pages Play and Solo share: from the list of games to the table, and from the table to the form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from pages.playing import ending, session
from pages.playing.sitting import PARAMETER, Kind, Sitting
from pages.saying import refuse
from pages.words import words
from scorer.errors import RefusedInput
from scorer.play import Setup

#: Seeds are below this, so that people can read them to each other.
SEEDS = 1_000_000


def run(kind: Kind, start: Callable[[], None], again: Callable[[Sitting], None]) -> None:
    """The page: ``start`` sets up a game, ``again`` is what may come after one."""
    w = words("play")
    sitting = None
    try:
        sitting = session.current(kind)
    except RefusedInput as refused:
        refuse(refused)
    else:
        if sitting is None and st.query_params.get(PARAMETER):
            refuse(w["lost"])
    if sitting is None:
        start()
    elif sitting.game.over:
        ending.show(sitting)
        with st.container(horizontal=True):
            again(sitting)
    else:
        session.play(sitting)
        with st.container(horizontal=True, vertical_alignment="center", key="below-table"):
            st.caption(w["saved_note"])
            st.button(w["leave"], key="leave", on_click=session.leave)


def begin(kind: Kind, fields: dict[str, Any], bots: Mapping[str, str] | None = None) -> None:
    """Deals a new game and sits down to it; says what is wrong where no game can begin so."""
    try:
        sitting = Sitting.begin(kind, Setup(**fields), bots or {})
    except RefusedInput as refused:
        refuse(refused)
        return
    session.sit_down(sitting)
    st.rerun()
