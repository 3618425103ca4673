"""A table as a draft: by its key in the address it survives a reload and a restarted server."""

from __future__ import annotations

import re
import secrets
from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st
from pydantic import TypeAdapter, ValidationError

from pages.session.address import lead, went_back
from pages.session.archive import archive
from pages.session.reopened import opened
from pages.table.devices import OF_ITS_OWN, own, take_over
from pages.table.devices import settle as put_right
from pages.table.state import Table
from pages.widgets.saying import in_words, refuse
from pages.widgets.shared import Shared
from pages.widgets.tie import tied
from pages.words import chosen, words
from scorer.editions import given_name
from scorer.errors import RefusedInput

if TYPE_CHECKING:
    from scorer.archive import Draft

#: The kind of these drafts, and what the address calls the table and the step; the switch between the steps
#: has the step's name too.
KIND, KEY, STEP = "table", "table", "step"
STEPS = ("players", "photos", "check", "form")

_TABLE: TypeAdapter[Table] = TypeAdapter(Table)
_HERE = {"history", "undone", "notation_typed", "refusal"}  # of a seat: what only this session needs
_LEFT_OUT: dict[str, Any] = {
    "client": True,
    "done": True,
    "rules": True,  # of the owner's copy, as it is now
    "seats": {"__all__": _HERE},
    "library": _HERE,
    "away": {"__all__": _HERE},
    "photos": {"__all__": {"picture", "crops"}},
}

state = st.session_state


def new_key() -> str:
    return secrets.token_urlsafe(9)


def as_data(table: Table) -> dict[str, Any]:
    """The table as JSON holds it, without what is drawn or counted anew, and without any path."""
    data: dict[str, Any] = _TABLE.dump_python(table, mode="json", exclude=_LEFT_OUT)
    for place, seat in enumerate(data["seats"], 1):
        seat["name"] = given_name(seat["name"], place)  # who has no name is called in each device's language
    data["library"]["name"] = ""  # and so is the public library
    for key, photo in table.photos.items():
        data["photos"][key]["file"] = photo.file.name
    return data


def from_data(data: dict[str, Any], key: str) -> Table | None:
    """The table that ``data`` says, None where it says none.

    ``{"game": …}`` with a game file is a table too: a game of the archive, opened again.
    """
    try:
        if "game" in data:
            table = Table(key=key, step="form", finished=data.get("finished"))
            table.seat_game(data["game"])
            table.tie_stays = table.finished is not None and bool(tied(data["game"]))
            return table
        table = _TABLE.validate_python({**data, "key": key})
        if table.photos:
            from pages.session.kept import kept_photo  # the first page reads no photos

            for photo in table.photos.values():
                photo.file = kept_photo(photo.file.name)
        return table
    except (ValidationError, RefusedInput, KeyError, TypeError, ValueError):
        return None


def settle() -> Table:
    """The table of this session and its step: those that the address names, else those of before.

    On the way back an address without a step names the first one; a link without one changes no step.
    """
    named, step = st.query_params.get(KEY), st.query_params.get(STEP)
    table: Table | None = state.get("table")
    key = named if named and re.fullmatch("[A-Za-z0-9_-]{6,64}", named) else None
    if table is None or (key and key != table.key):
        found = _opened(key) if key else None
        state.table = table = found or Table(key=key or new_key())
        state.shared = _shared(table.key)
        if found:
            state.shared.kept_as(as_data(found))
        if step in STEPS:
            table.step = step
    elif step or went_back():
        _pull(table)
        table.step = _named(step)
    else:
        _pull(table)
    if table.step not in STEPS:
        table.step = STEPS[0]
    if table.step != _named(step):
        go(table.step)
    return table


def _shared(key: str) -> Shared:
    return Shared(KIND, key, partial(_read, key), own, put_right, OF_ITS_OWN)


def _named(step: str | None) -> str:
    """The step that an address means."""
    return step if step in STEPS else STEPS[0]


def _opened(key: str) -> Table | None:
    try:
        data = opened(archive(), KIND, key)
    except RefusedInput:
        data = None
    return from_data(data, key) if data else None


def go(step: str) -> None:
    """Goes to a step; the browser's back button leads back from it."""
    state.table.step = step
    lead({KEY: state.table.key, STEP: step})


def begin(table: Table) -> None:
    """Makes this the session's table, under a key of its own."""
    table.key = new_key()
    state.table = table
    state.shared = _shared(table.key)
    state.shared.base = {} if table.seats else None
    lead({KEY: table.key, STEP: table.step})


def keep(table: Table) -> None:
    """Saves the table when it changed; one that nobody has touched yet is no draft."""
    now, shared = as_data(table), state.shared
    if shared.base is None or shared.untouched(now, but="edition"):
        shared.base = now
    if shared.base == now:
        return
    lead({KEY: table.key})
    try:
        kept = shared.push(archive(), now)
    except RefusedInput as refused:  # the next run tries again; meanwhile the session holds everything
        w = words("score")
        refuse(w("unsaved", why=in_words(refused)))
        return
    if kept is not None:
        write(table, kept)
        st.rerun()


def _read(key: str, data: dict[str, Any]) -> dict[str, Any] | None:
    """What a draft says, as `as_data` says it."""
    table = from_data(data, key)
    return as_data(table) if table else None


def _pull(table: Table) -> None:
    """Takes over what another device changed on this table."""
    try:
        merged = state.shared.pull(archive, as_data(table))
    except RefusedInput:
        return
    if merged is not None:
        write(table, merged)


def news() -> bool:
    """Whether another device changed this table, or gave the legend that is kept for all."""
    if state.shared.news(archive):
        return True
    if "legend" not in state:  # this session has read nothing yet
        return False
    from pages.photos.reading import legend_in_use

    known = state.legend
    return legend_in_use() is not known


def write(table: Table, data: dict[str, Any]) -> None:
    """Makes the table what the data say; what they do not say of it stays."""
    new = from_data(data, table.key)
    if new is not None:
        take_over(table, new)
        table.speak(chosen())


def open_drafts(most: int = 3) -> list[Draft]:
    """The tables that were begun last and not finished."""
    try:
        drafts = archive().drafts(KIND)
    except RefusedInput:
        return []
    return [draft for draft in drafts if draft.data.get("seats") and not draft.data.get("finished")][:most]
