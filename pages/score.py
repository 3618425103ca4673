"""Score by photo, a step at a time: who played, the photos, the check, the form. Back and forth at will."""

from __future__ import annotations

import streamlit as st

from pages.scoring.draft import keep, news, settle
from pages.scoring.missing import missing
from pages.scoring.players import at_phone, players_step
from pages.scoring.steps import header
from pages.session.live import live
from pages.session.photo_room import hold
from pages.table.state import Table
from pages.widgets.room import invite
from pages.words import Words, chosen, words
from scorer.editions import Edition, load_edition

state = st.session_state
#: So many sit at a table that nobody has changed yet.
DEFAULT_PLAYERS = 4


def page() -> None:
    if "refused" not in state:
        state.refused = {}  # a file's id to the sentence it was refused with
        state.taken = set()  # ids of the files that were read or refused
    table = settle()
    hold(table)
    if not table.seats:
        table.seat_number(DEFAULT_PLAYERS)
    table.speak(chosen())
    edition, w = load_edition(table.edition), words("score")
    open_steps = {each.step for each in missing(table, edition, w)}
    done = {
        "players": "players" not in open_steps,
        "photos": "photos" not in open_steps,
        "check": not (open_steps & {"photos", "check"} or any(seat.to_check for seat in table.shelves)),
        "form": table.finished is not None and not open_steps,
    }
    header(table, done, w)
    lay_out(table, edition, w)
    keep(table)
    live(news)


def lay_out(table: Table, edition: Edition, w: Words) -> None:
    """The step that is shown, and nothing of the others: what reads photos and draws forms takes long to
    load, and whoever opens the app is asked for names first.
    """
    if table.step == "players":
        players_step(table, edition, w)
    elif table.step == "photos":
        from pages.scoring.photos import photos_step

        photos_step(table, edition, w)
    elif table.step == "check":
        from pages.scoring.check import check_step

        check_step(table, edition, w)
    else:
        from pages.scoring.sheet import form_step

        form_step(table, edition, w)
    if table.step != "form":
        state.pop("form-opened", None)
    if table.step != "players":
        with st.container(key="others"):
            invite(**at_phone(table))


page()
