"""Players of the archive renamed, or two names that are one person made one."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import streamlit as st

from pages.session.archive import PersonalArchive
from pages.session.fields import one_of
from pages.widgets.saying import plain, trying
from pages.words import Words
from scorer.archive import ArchivedGame
from scorer.archive.figures import standings
from scorer.names import LONGEST, person, tidy

WHO, NAME, ASKED, DONE = "rename-who", "rename-to", "rename-asked", "rename-done"

state = st.session_state


def naming(archive: PersonalArchive, games: Sequence[ArchivedGame], w: Words) -> None:
    """For the owner: a name put right in all games. Two people are made one only when that is said."""
    names = sorted((each.name for each in standings(games)), key=str.casefold)
    if not names:
        return
    if state.get(WHO) not in names:
        state.pop(WHO, None)
    with st.expander(w["naming"], icon=":material/badge:", expanded=DONE in state or ASKED in state):
        st.caption(w["naming_how"])
        with st.container(horizontal=True, vertical_alignment="bottom"):
            old = one_of(w["who"], names, WHO, str)
            st.text_input(w["new_name"], key=NAME, max_chars=LONGEST)
            st.button(w["rename"], key="rename", on_click=trying(_rename), args=(archive, old, names))
        if (asked := state.get(ASKED)) and asked == (old, tidy(state[NAME])):
            _ask(archive, old, _known(asked[1], names), w)
        if done := state.pop(DONE, None):
            was, name, count = done
            sentence = w("renamed", old=was, name=name, count=count)
            st.html(f'<p class="said" role="status">{escape(sentence)}</p>')


def _ask(archive: PersonalArchive, old: str, other: str | None, w: Words) -> None:
    if other is None:
        return
    st.html(f'<p class="refused" role="alert">{escape(w("merge_why", name=other, old=old))}</p>')
    st.button(
        plain(w("merge", old=old, name=other)),
        key="rename-merge",
        type="primary",
        on_click=trying(_write),
        args=(archive, old, other),
    )


def _known(name: str, names: Sequence[str]) -> str | None:
    """The player who has this name already, as it is spelled in the figures."""
    return next((each for each in names if person(each) == person(name)), None)


def _rename(archive: PersonalArchive, old: str, names: Sequence[str]) -> None:
    new = tidy(state[NAME])
    other = _known(new, names)
    if other is not None and other != old:
        state[ASKED] = (old, new)
    else:
        _write(archive, old, new)


def _write(archive: PersonalArchive, old: str, new: str) -> None:
    count = archive.rename_player(old, new)
    state[DONE] = (old, new, count)
    state[WHO] = state["archive-player"] = new
    state[NAME] = ""
    state.pop(ASKED, None)
