"""The first step: who played, and the category cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from pages.photos.samples import Sample, sample
from pages.scoring.categories import category_cards
from pages.scoring.draft import KEY, STEP, STEPS, begin, open_drafts
from pages.scoring.missing import names_refused
from pages.scoring.steps import bound, onward
from pages.session.address import lead
from pages.session.archive import archive
from pages.session.fields import as_seen
from pages.session.rights import Right, may
from pages.table.state import Table
from pages.widgets.people import Seated, offer_names, people, same_people
from pages.widgets.room import can_invite, invite, invite_card
from pages.widgets.saying import moment, plain, refuse, title, trying
from pages.widgets.tie import hands
from pages.words import PARAMETER, Words, words
from scorer.editions import Edition, given_name
from scorer.errors import RefusedInput
from scorer.gamefile import MOST_DISCARDS, MOST_PLAYERS

if TYPE_CHECKING:
    from scorer.archive import Draft

state = st.session_state
#: Tables of others that a guest is shown.
MOST_TABLES = 6


def players_step(table: Table, edition: Edition, w: Words) -> None:
    # who has just come sees how a phone gets here too, where the page is wide enough for both
    beside = _is_new(table) and can_invite()
    left, right = st.columns([5, 2], gap="large") if beside else (st.container(), None)
    with left:
        _players(table, edition, w)
    if right:
        with right:
            invite_card(**at_phone(table))
    onward("photos", w["to_photos"])
    _others(table, w, invited=beside)


def _is_new(table: Table) -> bool:
    """Whether nobody has a shelf at this table yet."""
    return table.sample or not any(seat.cards or seat.tally for seat in table.seats)


def at_phone(table: Table) -> dict[str, str]:
    """Where a phone that is let in opens this table: where it hands in photos."""
    return {KEY: table.key, STEP: "photos"}


def _players(table: Table, edition: Edition, w: Words) -> None:
    _tables(table, w)
    _about(table, w)
    title(w["who_played"])
    known = people("B-7c", table.key)
    with st.container(horizontal=True, vertical_alignment="center", key="how-many"):
        bound(
            st.segmented_control,
            w["players"],
            "players",
            len(table.seats),
            partial(_number, table),
            options=range(1, MOST_PLAYERS + 1),
            format_func=lambda number: w["solo"] if number == 1 else str(number),
            required=True,
            label_visibility="collapsed",
            width="content",
        )
        if _is_new(table) and all(map(table.is_blank, table.seats)):
            same_people(known, "score", partial(_seat, table))
    offer_names(known, ".st-key-names input")
    with st.container(horizontal=True, key="names"):
        for place, seat in enumerate(table.seats, 1):
            bound(
                st.text_input,
                f"{edition.words['player']} {place}",
                f"name-{seat.id}",
                seat.name,
                partial(table.rename, seat.id),
                max_chars=60,
                label_visibility="collapsed",
            )
    if refused := names_refused(table):
        refuse(refused)
    category_cards(table, edition, w)
    if table.solo:
        bound(
            st.selectbox,
            w["difficulty"],
            "difficulty",
            table.difficulty,
            partial(setattr, table, "difficulty"),
            options=range(1, MOST_DISCARDS + 1),
            format_func=lambda number: f"{number} · {edition.difficulties[number]}",
            placeholder=w["choose"],
            filter_mode=None,
        )
    elif len(table.seats) > 1:
        _hands(table, w)


def _tables(table: Table, w: Words) -> None:
    """For a guest who came without a table's own address: the tables under way, each with the way to it."""
    if not _is_new(table):
        return
    try:
        there = archive().tables()
    except RefusedInput:
        return
    if not there:
        return
    with st.container(border=True, key="tables"):
        st.html(f'<p class="why"><b>{escape(w["tables_under_way"])}</b></p>')
        for draft in there[:MOST_TABLES]:
            with st.container(horizontal=True, vertical_alignment="center", key=f"join-{draft.key}"):
                st.html(f'<p class="why">{escape(_sitting(draft, w))} · {moment(draft.saved)}</p>')
                st.button(
                    words("play")["join"],
                    key=f"join-table-{draft.key}",
                    on_click=trying(_join),
                    args=(draft.key,),
                )


def _join(key: str) -> None:
    archive().join_table(key)
    lead({KEY: key, STEP: "photos"})


def _sitting(draft: Draft, w: Words) -> str:
    """Who sits at a table that was begun; how many, where nobody has a name."""
    seats = draft.data["seats"]
    names = [name for n, seat in enumerate(seats, 1) if (name := given_name(str(seat.get("name", "")), n))]
    return ", ".join(names) or w("so_many", n=len(seats))


def _number(table: Table, number: int) -> None:
    table.form = "S-42a" if number == 1 else "B-7c"
    table.seat_number(number)


def _seat(table: Table, those: Sequence[Seated]) -> None:
    """The people of the last game sit down, in its order."""
    _number(table, len(those))
    for seat, one in zip(table.seats, those, strict=True):
        table.rename(seat.id, one.name)


def _hands(table: Table, w: Words) -> None:
    """Cards in hand: asked for when somebody opens it; a tie asks for them by itself."""
    with st.expander(w["hands"], expanded=any(seat.hand is not None for seat in table.seats)):
        hands(w["hands_why"], table.seats, "hand")


def _about(table: Table, w: Words) -> None:
    """What this is, and the sample to see it: until somebody has a shelf here."""
    if not _is_new(table):
        return
    with st.container(horizontal=True, vertical_alignment="center", key="about"):
        st.html(f'<p class="lede">{escape(w["lede"])}</p>', width="content")
        found = sample()
        if found and st.button(w["sample"], key="score-sample", icon=":material/photo_library:"):
            score_sample(found, w)


# The sample, and what was begun before


def _others(table: Table, w: Words, invited: bool) -> None:
    begun = [draft for draft in open_drafts() if draft.key != table.key]
    with st.container(key="others"):
        _forgotten(w)
        if not invited:
            invite(**at_phone(table))
        for draft in begun:
            _begun(draft, w)


def _begun(draft: Draft, w: Words) -> None:
    """A table that was begun before: who sits there, when and how far; go on with it, or forget it."""
    who, step = _sitting(draft, w), draft.data.get("step")
    step = step if step in STEPS else STEPS[0]
    with st.container(horizontal=True, vertical_alignment="center", key=f"begun-{draft.key}"):
        st.page_link(
            "pages/score.py",
            label=w("go_on_with", names=plain(who)),
            icon=":material/history:",
            query_params={KEY: draft.key, STEP: step, PARAMETER: w.language},
        )
        st.caption(f"{moment(draft.saved)} · {w[f'step_{step}']}", width="content")
        if may(Right.DELETE):
            st.button(
                w("forget_draft", names=plain(who)),
                key=f"forget-{draft.key}",
                icon=":material/delete:",
                on_click=trying(_forget),
                args=(draft,),
            )


def _forget(draft: Draft) -> None:
    archive().drop_draft(draft.kind, draft.key)
    state["draft-forgotten"] = draft


def _forgotten(w: Words) -> None:
    """The table that was forgotten last, and the way back."""
    gone: Draft | None = state.get("draft-forgotten")
    if gone is None:
        return
    with st.container(horizontal=True, vertical_alignment="center", key="draft-gone"):
        st.html(f'<p class="said" role="status">{escape(words("play")["forgotten"])}</p>', width="content")
        gone_now = partial(state.get, "draft-forgotten")
        as_seen(words("play")["restore"], "draft-back", gone_now, trying(_restore))


def _restore() -> None:
    gone: Draft = state["draft-forgotten"]
    archive().save_draft(gone.kind, gone.key, gone.data)
    del state["draft-forgotten"]


def score_sample(found: Sample, w: Words) -> None:
    """A new table: the sample photo, and who sat there."""
    from pages.photos.reading import (  # the first page reads nothing
        hand_in,
        legend_in_use,
        look_at,
        sample_legend,
    )

    fresh = state.table.another(sample=True)
    with st.spinner(w["reading_sample"]):
        try:
            legend = sample_legend(found.legend) if found.legend else legend_in_use()
            photo = look_at(found.photo.name, found.photo.read_bytes(), legend, found.deck)
            hand_in(fresh, [photo], legend, found.deck)
        except RefusedInput as refused:
            refuse(refused)
            return
    if found.game:
        fresh.seat_game(found.game)
    fresh.step = "check"
    begin(fresh)
    st.rerun()
