"""The games under way: go on with one, or forget it."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from pages.playing.common.sitting import Kind, Sitting
from pages.playing.session import sit_down
from pages.session.archive import archive
from pages.session.rights import Right, may
from pages.widgets.saying import bot_label, in_words, moment, plain
from pages.words import chosen, words
from scorer.archive import Draft
from scorer.editions import called, load_edition
from scorer.errors import RefusedInput

state = st.session_state
#: More than anybody plays at once; older ones come up when these are done.
SHOWN = 8
#: The drafts of the last so many finished games stay, whatever a clock says; the address of one before leads
#: to the game in the archive.
FINISHED = 20


def under_way(kind: Kind) -> None:
    """The list of unfinished games, latest first; nothing where there is none.

    Raises:
        ArchiveError: the archive cannot be used.
    """
    w = words("play")
    if (gone := state.get(f"forgotten-{kind}")) is not None:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(w["forgotten"])
            if st.button(w["restore"], key=f"restore-{gone.key}"):
                archive().save_draft(kind, gone.key, gone.data)
                del state[f"forgotten-{kind}"]
                st.rerun()
    kept = archive().drafts(kind)
    if may(Right.DELETE):
        for draft in [draft for draft in kept if _over(draft)][FINISHED:]:
            archive().drop_draft(kind, draft.key)
    drafts = [draft for draft in kept if not _over(draft)][:SHOWN]
    if not drafts:
        return
    st.subheader(w["under_way"], anchor=False)
    for draft in drafts:
        _entry(kind, draft)


def _over(draft: Draft) -> bool:
    """Whether the game is finished: in the archive, or a branch that is over."""
    return bool(draft.data.get("finished") or draft.data.get("over"))


def _named(name: str, bots: Mapping[str, str]) -> str:
    """A player as the list names them: of a bot, which one."""
    shown = called(name, chosen())
    return f"{shown} ({bot_label(bots[name])})" if name in bots else shown


def _entry(kind: Kind, draft: Draft) -> None:
    w = words("play")
    record = draft.data["record"]
    names = ", ".join(_named(name, draft.data.get("bots") or {}) for name in record["players"])
    if kind == "solo":
        names += f" · {load_edition(chosen()).difficulties[record['difficulty'] or 1]}"
    if record.get("branch") is not None:
        names += f" · {w['branch']}"
    with st.container(horizontal=True, vertical_alignment="center", border=True):
        st.markdown(
            f"**{plain(names)}**  \n{w('saved', round=draft.data.get('round', 0), day=moment(draft.saved))}"
        )
        with st.container(horizontal=True, width="content"):  # on a phone they go below together
            going = st.button(w["carry_on"], key=f"go-{draft.key}", type="primary")
            forgetting = may(Right.DELETE) and st.button(w["forget"], key=f"forget-{draft.key}")
    if going:
        try:
            sitting = Sitting.open(kind, draft.key)
        except RefusedInput as refused:
            st.error(plain(in_words(refused)))
            return
        if sitting is not None:
            sit_down(sitting)
            st.rerun()
    if forgetting:
        state[f"forgotten-{kind}"] = draft
        archive().drop_draft(kind, draft.key)
        st.rerun()
