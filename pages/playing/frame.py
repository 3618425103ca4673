"""What the pages Play and Solo share: from the list of games to the table, and from the table to the form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from functools import partial
from typing import Any

import streamlit as st

from pages.playing import games, positions, session, watching
from pages.playing.aids import series
from pages.playing.aids.branching import branching
from pages.playing.common import seeds
from pages.playing.common.sitting import PARAMETER, RULES, Kind, Sitting
from pages.playing.devices import back, to_join
from pages.playing.screens import SCREENS
from pages.session.address import lead
from pages.session.rights import Right, may
from pages.widgets.room import invite
from pages.widgets.saying import address, refuse, title
from pages.words import Words, chosen, words
from scorer.errors import RefusedInput
from scorer.own_tiles import kept_tiles, owned_edition

#: The page of each kind of game, and what its address says to lead there.
PAGES: dict[Kind, tuple[str, dict[str, str]]] = {
    "play": ("play", {}),
    "solo": ("solo", {}),
    "fort_play": ("fort", {"tab": "play"}),
}


def run(
    kind: Kind,
    new_game: Callable[[Words], None],
    again: Callable[[Sitting], None],
    record: Callable[[], None] | None = None,
    head: Callable[[], None] | None = None,
) -> None:
    """The page: ``new_game`` asks what a game needs, ``again`` is what may come after one.

    ``record`` draws what became of the games played, below those under way; ``head`` what stands above a new
    game in place of the title.
    """
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
        start(kind, new_game, record, head)
    elif sitting.game.over and watching.on(sitting):
        watching.show(sitting)
    elif sitting.game.over:
        SCREENS[kind].over(sitting)
        series.after(sitting)
        with st.container(horizontal=True):
            again(sitting)
        play_on = partial(_play_on, sitting)
        SCREENS[kind].afterwards(sitting, play_on)
        watching.offer(sitting)
        page, there = PAGES[kind]
        share = partial(positions.share, sitting, page, there)
        branching(sitting, partial(SCREENS[kind].named, sitting), play_on, share)
    else:
        session.play(sitting)
        with st.container(horizontal=True, vertical_alignment="center", key="below-table"):
            st.caption(w["branch_note" if sitting.branch else "saved_note"])
            _let_in(kind, sitting)
            st.button(w["leave"], key="leave", on_click=session.leave, args=(sitting,))


def _play_on(sitting: Sitting, player: str, step: int, bot: str) -> None:
    """Sits down to a new game that goes on from a moment of one that is over."""
    try:
        session.sit_down(sitting.played_on(player, step, seeds.new_seed(), bot))
    except RefusedInput as refused:
        refuse(refused)
        return
    st.rerun()


def _let_in(kind: Kind, sitting: Sitting | None) -> None:
    """Where a phone that is let in opens this game, or the page where it is begun or joined."""
    page, there = PAGES[kind]
    if kind != "solo":
        invite(page, **there, **({PARAMETER: sitting.key} if sitting and sitting.devices else {}))


def start(
    kind: Kind,
    new_game: Callable[[Words], None],
    record: Callable[[], None] | None,
    head: Callable[[], None] | None,
) -> None:
    """Setting up a new game, beside the games under way."""
    w = words(kind)
    if head:
        head()
    else:
        title(w["title"])
    join(kind)
    positions.arrived(kind)
    left, right = st.columns([3, 2], gap="large")
    with left:
        new_game(w)
        _let_in(kind, None)
    with right:
        try:
            games.under_way(kind)
            if record:
                record()
        except RefusedInput as refused:
            refuse(refused)
        positions.from_file(kind)


def join(kind: Kind, **there: str) -> None:
    """The games that wait for players, before all else: who comes by phone looks for them. Who sat at a table
    is back there.

    ``there``: what more of the address leads to the game. It is another part of the page then, which people
    came to for itself: nobody is led away.
    """
    try:
        joined = (None if there else back(kind)) or to_join(kind)
    except RefusedInput:
        return  # said beside the games under way
    if joined:
        lead({PARAMETER: joined, **there})
        st.rerun()


def begin(
    kind: Kind,
    fields: dict[str, Any],
    bots: Mapping[str, str] | None = None,
    devices: bool = False,
    guided: bool = False,
    day: date | None = None,
) -> None:
    """Deals a new game, or the puzzle of a ``day``, and sits down to it; says what is wrong where no game can
    begin so.
    """
    try:
        sitting = Sitting.begin(kind, RULES[kind].setup(**fields), bots or {}, devices, guided, day)
    except RefusedInput as refused:
        refuse(refused)
        return
    session.sit_down(sitting)
    st.rerun()


def first_game(kind: Kind, why: str, fields: Callable[[], dict[str, Any]], bots: Mapping[str, str]) -> None:
    """Offers the guided game to whoever plays for the first time; ``fields`` are those of its setup."""
    w = words("guided")
    with st.container(horizontal=True, vertical_alignment="center", border=True, key="first-game"):
        st.markdown(f"**{w['offer']}**  \n{why}")
        if st.button(w["start"], key="first-game-start", icon=":material/school:"):
            begin(kind, fields(), bots, guided=True)


def put_right(w: Words, solo: bool = False) -> None:
    """Leads to the page where the owner of a copy says what its tiles print, where that is only assumed."""
    if not may(Right.COPY):
        return
    try:
        assumed = owned_edition(chosen(), kept_tiles()).assumed
    except RefusedInput as refused:
        refuse(refused)
        return
    if solo and assumed & {"solo.locations", "solo.libraries"}:
        st.caption(w["assumed_solo"])
    if any(path.startswith(("locations.", "libraries.", "assistants.", "solo.")) for path in assumed):
        st.page_link(
            "pages/deck.py",
            label=w["put_right"],
            icon=":material/tune:",
            query_params=address(tab="copy", part="tiles"),
        )
