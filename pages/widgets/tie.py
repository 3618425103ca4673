"""Who finished reading a book first: the end of a tie that the rules leave to that (T)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from pages.session.fields import hand_on, show
from pages.widgets.saying import trying
from pages.words import words
from scorer.cards import Deck
from scorer.errors import RefusedInput
from scorer.gamefile import GameFile
from scorer.result import score


def tied(game: dict[str, Any], deck: Deck | None = None) -> list[str]:
    """Those of whom the first to finish reading a book wins this game file's game; nobody where its tie, if
    there is one, ends otherwise.
    """
    open_game = {name: value for name, value in game.items() if name != "reading_winner"}
    try:
        return score(GameFile.from_dict(open_game, deck=deck)).open_tie
    except RefusedInput:
        return []


def tie(
    game: dict[str, Any], key: str, write: Callable[[str | None], None], deck: Deck | None = None
) -> None:
    """Asks who of them it was; ``write`` is told, with None where the answer is taken back."""
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
