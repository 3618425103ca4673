"""A game on several devices: who plays which player on theirs, and the way in for the others.

At one device the curtain hides a hand. Here a device is sent what its own players may know, and nothing else.
"""

from __future__ import annotations

import streamlit as st

from pages.playing.sitting import Kind, Sitting
from pages.session.archive import archive
from pages.session.rights import Right, may, present
from pages.widgets.saying import plain
from pages.words import words


def seated(sitting: Sitting) -> dict[str, str]:
    """The players whom a device plays, each with the person whose it is."""
    return archive().seated(sitting.kind, sitting.key)


def here(sitting: Sitting) -> list[str]:
    """The players who play at this device: at one device all people, else those whose places it has."""
    if not sitting.devices:
        return sitting.people
    mark = present().mark
    taken = seated(sitting)
    return [name for name in sitting.people if taken.get(name) == mark]


def places(sitting: Sitting) -> None:
    """Who plays where, with a button for each place that may be taken or left; nothing at one device."""
    if not sitting.devices:
        return
    w = words("play")
    mark, taken = present().mark, seated(sitting)
    mine = here(sitting)
    if not mine:
        st.subheader(w["who_are_you"], anchor=False)
        st.markdown(w["who_are_you_why"])
        _all(sitting, taken, mark)
        return
    with st.expander(w["who_plays_where"], icon=":material/devices:"):
        _all(sitting, taken, mark)


def _all(sitting: Sitting, taken: dict[str, str], mark: str) -> None:
    for number, name in enumerate(sitting.people):
        with st.container(horizontal=True, vertical_alignment="center", key=f"chair-{number}"):
            _place(sitting, number, name, taken.get(name), mark)


def _place(sitting: Sitting, number: int, name: str, holder: str | None, mark: str) -> None:
    w = words("play")
    if holder is None:
        if st.button(w("i_am", name=plain(name)), key=f"sit-{number}", type="primary"):
            archive().sit_down(sitting.kind, sitting.key, name)
            st.rerun()
        return
    at_this = holder == mark
    st.markdown(f"**{plain(name)}** · {w['at_this_device' if at_this else 'at_another_device']}")
    if not (at_this or may(Right.PLACES)):
        return
    if st.button(w["stand_up"] if at_this else w["free_place"], key=f"stand-{number}", type="tertiary"):
        archive().stand_up(sitting.kind, sitting.key, name)
        st.rerun()


def to_join(kind: Kind) -> str | None:
    """The games that wait for players; the key of the one that somebody joins now."""
    w = words("play")
    waiting = archive().joinable(kind)
    if waiting:
        st.subheader(w["games_to_join"], anchor=False)
    joined = None
    for number, game in enumerate(waiting):
        with st.container(horizontal=True, vertical_alignment="center", border=True):
            free = w("free_places", names=plain(", ".join(game.free)))
            st.markdown(f"**{plain(', '.join(game.players))}**  \n{free}")
            if st.button(w["join"], key=f"join-{number}", type="primary"):
                joined = game.key
    return joined
