"""The first step: who played, and the category cards."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.photos.samples import Sample, sample
from pages.scoring.categories import category_cards
from pages.scoring.draft import KEY, STEP, begin, open_drafts
from pages.scoring.missing import names_refused
from pages.scoring.steps import bound, onward, title
from pages.table.state import Table
from pages.widgets.room import invite
from pages.widgets.saying import plain, refuse
from pages.words import PARAMETER, Words
from scorer.editions import Edition, called
from scorer.errors import RefusedInput
from scorer.gamefile import MOST_DISCARDS, MOST_PLAYERS

state = st.session_state


def players_step(table: Table, edition: Edition, w: Words) -> None:
    title(w["who_played"])
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
    )
    with st.container(horizontal=True, key="names"):
        for seat in table.seats:
            bound(
                st.text_input,
                edition.words["player"],
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
    onward("photos", w["to_photos"])
    _others(table, w)


def _number(table: Table, number: int) -> None:
    table.form = "S-42a" if number == 1 else "B-7c"
    table.seat_number(number)


def _hands(table: Table, w: Words) -> None:
    """Cards in hand: asked for when somebody opens it, or after a tie."""
    with st.expander(w["hands"], expanded=any(seat.hand for seat in table.seats)):
        st.caption(w["hands_why"])
        with st.container(horizontal=True):
            for seat in table.seats:
                bound(
                    st.number_input,
                    plain(seat.name),
                    f"hand-{seat.id}",
                    seat.hand,
                    partial(setattr, seat, "hand"),
                    min_value=0,
                    max_value=152,
                    step=1,
                    width=150,
                )


# The sample, and what was begun before


def _others(table: Table, w: Words) -> None:
    found = sample()
    begun = [draft for draft in open_drafts() if draft.key != table.key]
    with st.container(key="others"):
        empty = table.sample or not any(seat.cards or seat.tally for seat in table.seats)
        with st.container(horizontal=True):
            sampled = (
                found
                and empty
                and st.button(w["sample"], key="score-sample", icon=":material/photo_library:")
            )
            invite()
        if found and sampled:
            score_sample(found, w)
        for draft in begun:
            names = ", ".join(called(str(seat.get("name", "")), w.language) for seat in draft.data["seats"])
            st.page_link(
                "pages/score.py",
                label=w("go_on_with", names=plain(names)),
                icon=":material/history:",
                query_params={KEY: draft.key, STEP: "check", PARAMETER: w.language},
            )


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
