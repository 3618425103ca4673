"""What people tell about a tie (T): the cards in hand, and who finished reading a book first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import streamlit as st

from pages.session.fields import hand_on, show
from pages.table.state import Seat
from pages.widgets.numbers import number
from pages.widgets.saying import plain, trying
from pages.words import words
from scorer.cards import CARDS_IN_DECK, Deck
from scorer.errors import RefusedInput
from scorer.gamefile import GameFile
from scorer.result import score


def tied(game: dict[str, Any], deck: Deck | None = None) -> list[str]:
    """The players tied where the first to finish reading a book wins; nobody where no tie ends so."""
    open_game = {name: value for name, value in game.items() if name != "reading_winner"}
    try:
        result = score(GameFile.from_dict(open_game, deck=deck))
    except RefusedInput:
        return []
    return result.open_tie if result.decided_by == "reading" else []


def tie(
    game: dict[str, Any],
    key: str,
    write: Callable[[str | None], None],
    stays: Callable[[], None] | None = None,
    deck: Deck | None = None,
) -> None:
    """Asks who of the `tied` read a book first; ``write`` gets the name, or None where it is taken back.
    ``stays`` keeps the game as a tie until somebody knows.
    """
    names = tied(game, deck)
    if not names:
        return
    w = words("form")
    named = game.get("reading_winner")
    with st.container(border=True, key=f"{key}-tie"):
        show(f"{key}-reader", named if named in names else None)
        st.pills(
            w["reader"],
            names,
            key=f"{key}-reader",
            on_change=trying(hand_on),
            args=(f"{key}-reader", write, names),
        )
        if stays and named not in names:
            st.button(w["tie_stays"], key=f"{key}-stays", on_click=stays)


def hands(why: str, seats: Sequence[Seat], key: str) -> None:
    """Asks them all; a field is empty while nobody has typed it."""
    with st.container(border=key == "tie", key=f"{key}-hands"):
        st.caption(why)
        with st.container(key=f"numbers-{key}"):
            for seat in seats:
                write = partial(setattr, seat, "hand")
                number(plain(seat.name), f"{key}-{seat.id}", seat.hand, CARDS_IN_DECK, write)
