"""What is told of the evening of a game: where, how long, who was new, a note. Folded until it is wanted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st

from pages.evening.shelves import shelves
from pages.session.archive import archive
from pages.session.fields import hand_on, show
from pages.widgets.numbers import number
from pages.widgets.people import People, offer_names
from pages.widgets.saying import plain, trying
from pages.words import Words, words
from scorer.errors import RefusedInput
from scorer.exchange.bgstats import Around
from scorer.limits import MOST_MINUTES, MOST_NOTE, MOST_PLACE

if TYPE_CHECKING:
    from pages.table.state import Table
    from scorer.archive import ArchivedGame

#: Places of earlier games that are offered.
OFFERED = 20

state = st.session_state


def around(game: ArchivedGame | None) -> Around:
    """What BG Stats takes of a game beside its result."""
    from scorer.archive.figures import conceded  # SQLAlchemy takes long to load

    if game is None:
        return Around()
    kept = game.evening
    return Around(game.minutes, kept.place, kept.note, kept.new, conceded(game))


def in_short(game: ArchivedGame) -> list[str]:
    """Where it was played and how long it took, as far as that is told."""
    minutes = words("evening")("short", n=game.minutes) if game.minutes else ""
    return [part for part in (game.evening.place, minutes) if part]


def evening(game: ArchivedGame | None, page: str, table: Table | None = None) -> None:
    """The fields, each kept as soon as it is changed, and photos of the ``table``'s shelves, if wanted;
    nothing for a game that is deleted, or not kept.

    ``page`` is where they stand: the fields of two pages are others, and each shows what is kept by then.
    """
    if game is None or game.deleted:
        return
    w, kept = words("evening"), game.evening
    key = f"evening-{page}-{game.id}"
    with st.expander(w["evening"], icon=":material/event_note:", key=key):
        _text(st.text_input, w["place"], f"{key}-place", kept.place, MOST_PLACE, _noting(game, "place"))
        offer_names(People(_places(game)), f".st-key-{key}-place input")
        _minutes(game, f"{key}-minutes", w)
        if game.people:
            show(f"{key}-new", list(kept.new))
            st.pills(
                w["new"],
                game.people,
                selection_mode="multi",
                format_func=plain,
                key=f"{key}-new",
                on_change=trying(hand_on),
                args=(f"{key}-new", _noting(game, "new")),
            )
        _text(st.text_area, w["note"], f"{key}-note", kept.note, MOST_NOTE, _noting(game, "note"))
        shelves(game, f"{key}-shelves", table)


def _noting(game: ArchivedGame, field: str) -> Callable[[Any], None]:
    return lambda value: archive().note_evening(game.id, **{field: value})


def _text(
    field: Callable[..., Any], label: str, key: str, value: str, most: int, write: Callable[[Any], None]
) -> None:
    show(key, value)
    field(label, key=key, max_chars=most, on_change=trying(hand_on), args=(key, write))


def _minutes(game: ArchivedGame, key: str, w: Words) -> None:
    """How long it took. The time from the first photo is offered: people may have played long before it."""
    note = _noting(game, "minutes")
    number(w["minutes"], key, game.minutes, MOST_MINUTES, note, least=1, forget=partial(note, None))
    since = None if game.minutes else game.evening.since(game.played)
    if since:
        st.button(
            w("from_photo", n=since),
            icon=":material/timer:",
            key=f"{key}-since",
            on_click=trying(partial(note, since)),
        )


def _places(game: ArchivedGame) -> tuple[str, ...]:
    """The places of earlier games, latest first; looked up once for each game."""
    kept, now = "evening-places", (game.id, game.changed)
    if state.get(kept, (None,))[0] != now:
        try:
            state[kept] = now, tuple(archive().places()[:OFFERED])
        except RefusedInput:  # what the page needs of the archive says what is wrong
            state[kept] = now, ()
    places: tuple[str, ...] = state[kept][1]
    return places
