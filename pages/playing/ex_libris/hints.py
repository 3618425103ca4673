"""Hints of Ex Libris, the review of a finished game, and what the bots made of the same deal."""

from __future__ import annotations

from html import escape
from typing import Any

import streamlit as st

from pages.playing.aids.branching import PlayOn
from pages.playing.aids.hints import SHOWN, reviewed, rows_apart, shown
from pages.playing.common.sitting import Sitting
from pages.playing.ex_libris.telling import label
from pages.words import words
from scorer.editions import Edition
from scorer.engine.search import HINT_TRIES
from scorer.play.bots.advice import hints, review
from scorer.play.bots.puzzle import BASELINE, Baseline, baseline

state = st.session_state


def hinted(sitting: Sitting, who: str, screen: Edition) -> list[dict[str, Any]]:
    """The best options of the open question, for the player who is asked, as the table shows them."""
    choice = sitting.game.choice
    assert choice is not None
    found = hints(sitting.game.view(who), choice, SHOWN, screen, HINT_TRIES)
    return shown(found, words("hints", screen.key), lambda option: label(option, screen))


def looking_back(sitting: Sitting, screen: Edition, play_on: PlayOn) -> None:
    """After a game: the choices of each person that cost most, when somebody asks."""
    w = words("hints", screen.key)
    reviewed(
        sitting,
        w,
        lambda name: review(sitting.game.record, name, HINT_TRIES, words=screen),
        lambda option: label(option, screen),
        lambda apart: rows_apart(apart, w, "form", screen.rows),
        play_on,
    )


def beside_bots(sitting: Sitting, screen: Edition) -> None:
    """After a solo game: what each bot made of the same deal, when somebody asks; nothing where the person
    conceded, for a bot made some of the points.
    """
    if sitting.game.conceded:
        return
    w, result = words("hints", screen.key), sitting.game.result
    key = f"baseline-{sitting.widget}"
    if st.button(w["compare"], key=f"{key}-button", icon=":material/smart_toy:"):
        with st.spinner(words("table_aids", screen.key)["thinking"]):
            state[key] = [baseline(sitting.game.setup, bot) for bot in BASELINE]
    if key in state and result is not None:
        bots: list[Baseline] = state[key]
        own = w("you", total=result.players[0].total)
        others = [w(f"made_{one.bot}", total=one.total, library=one.library) for one in bots]
        st.html(f'<p class="hints" role="status">{escape("; ".join([own, *others]))}.</p>')
