"""Score by photo, a step at a time: who played, the photos, the check, the form. Back and forth at will."""

from __future__ import annotations

import streamlit as st

from pages.reading import draw_again, legend_of_before
from pages.scoring.check import check_step, not_chosen
from pages.scoring.draft import keep, settle
from pages.scoring.photos import photos_step
from pages.scoring.players import players_step
from pages.scoring.sheet import form_step
from pages.scoring.steps import header
from pages.state import Table
from pages.words import chosen, words
from scorer.editions import load_edition

state = st.session_state
#: So many sit at a table that nobody has changed yet.
USUAL_PLAYERS = 2
STEPS = {"players": players_step, "photos": photos_step, "check": check_step, "form": form_step}


def page() -> None:
    if "refused" not in state:
        state.refused = {}  # a file's id to the sentence it was refused with
        state.taken = set()  # ids of the files that were read or refused
        state.legend = legend_of_before()
    table = settle()
    if not table.seats:
        table.seat_number(USUAL_PLAYERS)
    table.speak(chosen())
    draw_again(table)
    edition, w = load_edition(table.edition), words("score")
    done = {
        "players": not not_chosen(table, edition, w),
        "photos": _laid(table),
        "check": _laid(table) and not any(seat.doubtful for seat in table.shelves),
        "form": table.finished is not None,
    }
    header(table, done, w)
    STEPS[table.step](table, edition, w)
    keep(table)


def _laid(table: Table) -> bool:
    """Whether everybody has cards or counts."""
    return all(seat.cards or seat.tally for seat in table.everyone)


page()
