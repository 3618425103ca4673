"""A file taken out of the uploader: what came of its photo goes too, and can be taken back.

Only a ✕ takes anything away. After a reload, or on the way back from another step, the uploader is empty
though shelves are there: what it showed last is what it is asked about.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from html import escape
from typing import Any

import streamlit as st

from pages.photos.more_than_players import forget
from pages.photos.solo import UNPLACED
from pages.session.fields import as_seen
from pages.table.laying import take_away
from pages.table.state import Photo, Seat, Table
from pages.words import Words

state = st.session_state
#: The cards of all seats: while they are these, what went can come back to where it was.
Cards = list[tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Came:
    """What came of a file: its photo (`Table.photos`), and the players whom its shelves brought."""

    photo: str
    brought: frozenset[str]


@dataclass(slots=True)
class Removed:
    """What went with files, and the table's shelves as they were before."""

    table: str
    seats: list[Seat]
    away: list[Seat]
    photos: dict[str, Photo]
    shelves: dict[str, tuple[Any, ...]]
    files: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    after: Cards = field(default_factory=list)


def shown(key: str, files: list[Any]) -> None:
    """Notes what the uploader shows now."""
    state["uploader"] = (key, {file.file_id: file.name for file in files})


def came(file_id: str, photo: str, brought: set[str]) -> None:
    """Notes what came of a file."""
    state.setdefault("came", {})[file_id] = Came(photo, frozenset(brought))


def changed(key: str) -> None:
    """The uploader's files changed: what came of files that are gone goes."""
    before: tuple[str, dict[str, str]] = state.get("uploader", ("", {}))
    if before[0] != key:
        return
    came: dict[str, Came] = state.get("came", {})
    here = {file.file_id for file in state[key] or ()}
    photos = {came[file].photo for file in here if file in came}
    for file in before[1].keys() - here:
        state.get(UNPLACED, {}).pop(file, None)
        forget(file)
    for file, name in before[1].items():
        if file not in here and file in came and came[file].photo not in photos:
            _remove(state.table, came[file], name)


def _remove(table: Table, gone: Came, name: str) -> None:
    removed = _offered(table) or _before(table)
    lost, kept = take_away(table, gone.photo)
    for seat in lost:
        if seat.id in gone.brought and seat in table.seats and not seat.cards and table.is_blank(seat):
            table.leave(seat.id)
    state["just-laid"] = []
    if lost or kept:
        removed.files.append(name)
        removed.lost += [seat.name for seat in lost]
        removed.kept += [seat.name for seat in kept]
        removed.after = _cards(table)
        state["removed"] = removed


def _before(table: Table) -> Removed:
    shelves = {seat.id: (seat.read, seat.cards, seat.history, seat.undone) for seat in table.all_seats}
    return Removed(table.key, list(table.seats), list(table.away), dict(table.photos), shelves)


def _cards(table: Table) -> Cards:
    return [(seat.id, seat.read, seat.cards) for seat in table.all_seats]


def _offered(table: Table) -> Removed | None:
    """What can be taken back: nothing once other cards were laid or moved."""
    removed: Removed | None = state.get("removed")
    return removed if removed and removed.table == table.key and removed.after == _cards(table) else None


def _take_back(table: Table, removed: Removed) -> None:
    table.seats, table.away, table.photos = removed.seats, removed.away, removed.photos
    for seat in table.all_seats:
        seat.read, seat.cards, seat.history, seat.undone = removed.shelves[seat.id]
    state["removed"] = None


def removed_bar(table: Table, w: Words) -> None:
    """What went with the files taken out last and the way back, and what stayed."""
    removed = _offered(table)
    if removed is None:
        return
    sentences = []
    if removed.lost:
        sentences.append(w("went", files=", ".join(removed.files), names=", ".join(removed.lost)))
    if removed.kept:
        sentences.append(w("stays", names=", ".join(removed.kept)))
    with st.container(horizontal=True, vertical_alignment="center", key="removed"):
        st.html(f'<p class="said" role="status">{escape(" ".join(sentences))}</p>', width="content")
        if removed.lost:
            as_seen(
                w["take_back"],
                "take-back",
                lambda: _cards(table),
                partial(_take_back, table, removed),
                icon=":material/undo:",
            )
