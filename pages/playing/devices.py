"""A game on several devices: who came and who plays whom, and the way in for the others.

At one device the curtain hides a hand. Here a device is sent what its own players may know, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from html import escape
from time import monotonic
from typing import TYPE_CHECKING

import streamlit as st

from pages.playing.sitting import Kind, Sitting
from pages.session.archive import archive
from pages.session.rights import Right, may, present
from pages.widgets.saying import in_words, plain
from pages.words import words
from scorer.errors import RefusedInput
from scorer.room.agents import agent

if TYPE_CHECKING:
    from scorer.archive.guests import Came, Company

state = st.session_state
#: Seconds after which a device is noted again as here, by a clock that nobody sets: others see the row.
NOTED_EVERY = 4.0


def arrive(sitting: Sitting) -> Company:
    """Notes now and then that this device has the game open; gives who came.

    Raises:
        ArchiveError: the archive cannot be used.
        NotAllowed: nobody was let in.
    """
    now, game = monotonic(), (sitting.kind, sitting.key)
    noted, when = state.get("noted", (None, now))
    if noted != game or now - when >= NOTED_EVERY:
        state.noted = (game, now)
        runs_on = agent(st.context.headers.get("User-Agent") or "")
        with suppress(RefusedInput):  # an archive that may only be read shows the game all the same
            archive().come(*game, runs_on.kind, runs_on.browser)
    return archive().seated(*game)


def seated(sitting: Sitting, company: Company | None = None) -> dict[str, str]:
    """The players whom a device plays, each with the person whose it is; asked unless ``company`` tells."""
    told = company or archive().seated(sitting.kind, sitting.key)
    return {name: came.person for name, came in told.seats.items()}


def here(sitting: Sitting, company: Company | None = None) -> list[str]:
    """The players who play at this device: at one device all people, else those whose places it has."""
    if not sitting.devices:
        return sitting.people
    mark = present().mark
    taken = seated(sitting, company)
    return [name for name in sitting.people if taken.get(name) == mark]


def places(sitting: Sitting, company: Company) -> None:
    """Who came and who plays where, with a button for each place that may be taken or left."""
    w = words("play")
    if not here(sitting, company):
        st.subheader(w["who_are_you"], anchor=False)
        st.markdown(w["who_are_you_why"])
        _all(sitting, company)
        return
    with st.expander(w["who_plays_where"], icon=":material/devices:"):
        _all(sitting, company)


def _all(sitting: Sitting, company: Company) -> None:
    for number, name in enumerate(sitting.people):
        with st.container(horizontal=True, vertical_alignment="center", key=f"chair-{number}"):
            _place(sitting, number, name, company.seats.get(name))
    without = [_device(came) for came in company.standing if came.here and came.person != present().mark]
    if without:
        st.caption(words("lobby")("standing", devices=plain(", ".join(without))))


def _place(sitting: Sitting, number: int, name: str, came: Came | None) -> None:
    w = words("play")
    if came is None:
        st.button(
            w("i_am", name=plain(name)),
            key=f"sit-{number}",
            type="primary",
            on_click=_tried,
            args=(archive().sit_down, sitting, name),
        )
        st.markdown(words("lobby")["free"])
        return
    st.html(_row(name, came))
    at_this = came.person == present().mark
    if at_this or may(Right.PLACES):
        st.button(
            w["stand_up"] if at_this else w["free_place"],
            key=f"stand-{number}",
            type="tertiary",
            on_click=_tried,
            args=(archive().stand_up, sitting, name),
        )


def _row(name: str, came: Came) -> str:
    """A player with the device that plays them, and whether it is here."""
    w = words("lobby")
    at_this = came.person == present().mark
    parts = [w["here" if came.here or at_this else "away"]]
    parts.append(words("play")["at_this_device"] if at_this else _device(came))
    lamp = "here" if came.here or at_this else "away"
    told = " · ".join(map(escape, filter(None, parts)))
    return f'<p class="came-in {lamp}"><b>{escape(name)}</b> · {told}</p>'


def _device(came: Came) -> str:
    """What a device is called: its kind, and its browser."""
    w = words("lobby")
    return ", ".join(filter(None, (w[came.device or "some_device"], came.browser)))


def _tried(do: Callable[[Kind, str, str], object], sitting: Sitting, player: str) -> None:
    """Does what was tapped; the table says why it is refused."""
    state.pop("trouble", None)
    try:
        do(sitting.kind, sitting.key, player)
    except RefusedInput as refused:
        state.trouble = plain(in_words(refused))


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
