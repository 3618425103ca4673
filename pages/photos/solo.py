"""Where the photos of a solo game belong: on the player's shelf, or with the public library's cards.

A player alone has one shelf. A photo that seems to show several is most likely the public library's cards,
spread out: people are asked. What went to the wrong place can be moved.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from html import escape

import streamlit as st

from pages.photos.reading import Kind, Looked, hand_in, legend_in_use, look_at, shows_one_shelf
from pages.table.state import Seat, Table, TableCard
from pages.widgets.saying import refuse
from pages.words import Words
from scorer.errors import RefusedInput

state = st.session_state

#: The photos that nobody has placed yet, by their file's id; each of a table.
UNPLACED = "unplaced"
OTHER: dict[Kind, Kind] = {"shelf": "pile", "pile": "shelf"}


def put_aside(table: Table, looked: dict[str, Looked], kind: Kind) -> dict[str, Looked]:
    """Of the photos ``looked`` at, the ones to be laid; others wait until somebody says where they belong."""
    if not table.solo or kind == "pile":
        return looked
    laid = {}
    for file_id, one in looked.items():
        if shows_one_shelf(one, legend_in_use()):
            laid[file_id] = _as_one(one)
        else:
            state.setdefault(UNPLACED, {})[file_id] = (table.key, one)
    return laid


def _as_one(one: Looked) -> Looked:
    """The photo looked at again, as one of a single shelf."""
    return look_at(one.photo.name, one.photo.file.read_bytes(), legend_in_use(), shelves=(1, 1))


def ask_where(table: Table, w: Words, came: Callable[[str, str], None]) -> None:
    """Asks where the next photo belongs that nobody has placed, and lays it there.

    ``came`` is told which photo (`Table.photos`) came of which file.
    """
    waiting: dict[str, tuple[str, Looked]] = state.get(UNPLACED, {})
    file_id, one = next(
        ((key, one) for key, (of, one) in waiting.items() if of == table.key and table.solo), (None, None)
    )
    if file_id is None or one is None:
        return
    with st.container(border=True, key="where", horizontal=True, vertical_alignment="center"):
        if crop := next(iter(one.photo.crops), ""):
            st.html(f'<img class="thumb" src="{crop}" alt="">', width=48)
        st.html(
            f'<p class="said" role="status">{escape(w("where", name=one.photo.name))}</p>', width="content"
        )
        for kind in OTHER:
            if st.button(w[f"kind_{kind}"], key=f"where-{kind}-{file_id}"):
                del waiting[file_id]
                _lay(table, one, kind, partial(came, file_id))


def _lay(table: Table, one: Looked, kind: Kind, came: Callable[[str], None]) -> None:
    """Lays a photo as what it is: one that was looked at as something else is looked at again."""
    legend = legend_in_use()
    try:
        if one.photo.kind != kind:
            one = look_at(one.photo.name, one.photo.file.read_bytes(), legend, kind=kind)
        elif kind == "shelf":
            one = _as_one(one)
        hand_in(table, [one], legend, kind=kind)
    except (RefusedInput, OSError) as refused:
        refuse(refused)
        return
    came(one.key)
    st.rerun()


def move_button(table: Table, seat: Seat, w: Words) -> None:
    """Moves all cards of the shelf to the public library, or of that to the shelf."""
    if not table.solo or not seat.cards:
        return
    to: Kind = "shelf" if seat.pile else "pile"
    if st.button(w[f"move_{to}"], key=f"move-{seat.id}", icon=":material/drive_file_move:"):
        with st.spinner(w["moving"]):
            move(table, seat, to)


def move(table: Table, seat: Seat, to: Kind) -> None:
    """The same for a click: photos are read anew as what they show, cards put down by hand go along."""
    goal = table.library if to == "pile" else table.seats[0]
    by_hand = [card for card in seat.cards if not card.looks]
    legend = legend_in_use()
    try:
        looked = [
            look_at(
                photo.name,
                photo.file.read_bytes(),
                legend,
                kind=to,
                shelves=(1, 1) if to == "shelf" else None,
            )
            for photo in (table.photos[key] for key in seat.photos if key in table.photos)
        ]
        if looked:
            hand_in(table, looked, legend, kind=to)
    except (RefusedInput, OSError) as refused:
        refuse(refused)
        return
    table.clear(seat.id)
    goal.lay([*goal.cards, *_behind(goal, by_hand)])
    st.rerun()


def _behind(goal: Seat, cards: list[TableCard]) -> list[TableCard]:
    """The cards behind those of the goal: in a row on a shelf, in a column of a pile."""
    free, after = goal.next_id(), max((card.column for card in goal.cards), default=-1) + 1
    return [
        replace(card, id=free + n, row=n if goal.pile else 0, column=after if goal.pile else after + n)
        for n, card in enumerate(cards)
    ]
