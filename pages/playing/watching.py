"""After a game of any kind: watch it from its first choice to its last, as one of its players saw it."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.playing.common.sitting import Sitting
from pages.playing.screens import SCREENS
from pages.session.fields import switch
from pages.words import chosen, words

state = st.session_state


def on(sitting: Sitting) -> bool:
    """Whether this session watches the game."""
    return bool(state.get(f"watch-{sitting.widget}"))


def offer(sitting: Sitting) -> None:
    """The button that begins."""
    key = f"watch-{sitting.widget}"
    if st.button(words("hints")["watch"], key=f"{key}-button", icon=":material/play_circle:"):
        state[key] = True
        st.rerun()


def show(sitting: Sitting) -> None:
    """The table, which moves by itself; below it whose eyes see it, and the way back."""
    w, screen, key = words("hints"), SCREENS[sitting.kind], f"watch-{sitting.widget}"
    players = sitting.people or list(sitting.game.setup.players)
    viewer = state.get(f"{key}-as")
    viewer = viewer if viewer in players else players[0]
    screen.kit(sitting)
    screen.table(_scene(sitting, viewer), f"{key}-table", lambda: None)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if st.button(w["watch_leave"], key=f"{key}-leave"):
            del state[key]
            st.rerun()
        if len(players) > 1:
            # a list would close whenever the playing table moves the page
            switch(w["watch_as"], players, viewer, f"{key}-eyes", partial(state.__setitem__, f"{key}-as"))


def _scene(sitting: Sitting, viewer: str) -> dict[str, object]:
    """The game as ``viewer`` saw it; told once, as it takes a second."""
    now = (sitting.key, sitting.step, viewer, chosen())
    kept = state.get("watched")
    if kept is None or kept[0] != now:
        with st.spinner(words("table_aids")["watch_waits"]):
            kept = state["watched"] = now, SCREENS[sitting.kind].watched(sitting, viewer)
    scene: dict[str, object] = kept[1]
    return scene
