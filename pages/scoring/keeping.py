"""A form that is filled in goes into the archive; a kept game that is corrected goes back there."""

from __future__ import annotations

import streamlit as st

from pages.evening.shelves import cut_out
from pages.learning.confirmed import accepted
from pages.scoring.draft import KIND
from pages.session.archive import archive
from pages.table.state import Table
from pages.widgets.saying import address, in_words, refuse
from pages.words import Words
from scorer.errors import RefusedInput
from scorer.gamefile import GameFile
from scorer.names import person
from scorer.result import Result

state = st.session_state


def waits(table: Table, result: Result) -> bool:
    """Whether the archive waits until somebody tells what decides a tie (T)."""
    stays = result.decided_by == "reading" and table.tie_stays
    return bool(result.open_tie) and not stays


def keep_form(table: Table, game: GameFile, result: Result) -> None:
    """Keeps the form in the archive; mended later, it is the same game. Its cards are learned.

    Raises:
        RefusedInput: the archive cannot be used.
    """
    given = game.model_dump(mode="json", exclude_none=True, exclude_unset=True)
    finished = (table.key, given)
    if state.get("finished") != finished:
        table.finished = archive().finish(
            given,
            result.to_json(),
            "photo" if any(seat.read for seat in table.shelves) else "typed",
            key=f"{KIND}-{table.key}",
            began=min((photo.added for photo in table.photos.values() if photo.added), default=None),
        )
        accepted(table)
        state.finished = finished
        _cut_anew(table, table.finished)


def _cut_anew(table: Table, game: str) -> None:
    """Where the archive has photos of the game's shelves, photos of the table as it is now replace them."""
    if (kept := archive().shelves(game)) and (cut := cut_out(table)):
        anew = set(map(person, cut))
        archive().keep_shelves(game, {name: kept[name] for name in kept if person(name) not in anew} | cut)


def back_to_archive(table: Table, game: GameFile, result: Result, w: Words) -> None:
    """Of a game that the archive keeps: keeps it as it is corrected, and goes back to it there."""
    if table.finished is None or waits(table, result):
        return
    with st.container(key="corrected", horizontal=True, horizontal_alignment="right"):
        if not st.button(w["corrected"], key="corrected-back", icon=":material/inventory_2:"):
            return
    try:
        keep_form(table, game, result)
    except RefusedInput as refused:
        refuse(in_words(refused))
        return
    st.switch_page("pages/archive.py", query_params=address(game=table.finished))
