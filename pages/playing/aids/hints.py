"""Hints while a game goes on, the review of a finished one, and what the bots made of the same deal."""

from __future__ import annotations

from html import escape

import streamlit as st

from pages.playing.sitting import Sitting
from pages.playing.telling import label
from pages.widgets.saying import plain
from pages.words import Words, words
from scorer.editions import Edition
from scorer.play import Advice
from scorer.play.bots.advice import Cost, advise, review
from scorer.play.bots.baseline import BASELINE, Baseline, baseline

state = st.session_state
#: Seconds that a hint takes, and how many options it names.
SECONDS, SHOWN = 1.0, 3
#: Tries a choice in the review of a game.
TRIES = 24


def hint(sitting: Sitting, who: str | None, screen: Edition) -> None:
    """A button that ranks the options of the open question for the player who is asked."""
    choice = sitting.game.choice
    if choice is None or choice.player != who or len(choice.options) < 2:
        return
    w = words("hints", screen.key)
    with st.container(key="hint"):
        if st.button(w["hint"], icon=":material/lightbulb:", key="hint-button"):
            with st.spinner(w["thinking"]):
                ranked = advise(sitting.game.view(who), choice, SECONDS, words=screen)
            state["hint"] = (sitting.key, sitting.step, ranked[:SHOWN])
        key, step, ranked = state.get("hint", ("", -1, []))
        if (key, step) == (sitting.key, sitting.step):
            _list([told(advice, w, screen) for advice in ranked])


def _list(lines: list[str]) -> None:
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    st.html(f'<ol class="hints" role="status">{items}</ol>')


def told(advice: Advice, w: Words, screen: Edition) -> str:
    """One option of a hint as a sentence."""
    option = label(advice.option, screen)
    return w("option", option=option, margin=_signed(advice.margin), reason=advice.reason)


def _signed(points: float) -> str:
    return f"{round(points):+d}".replace("-", "−")


def looking_back(sitting: Sitting, screen: Edition) -> None:
    """After a game: the choices of each person that cost most, when somebody asks."""
    w = words("hints", screen.key)
    for name in sitting.people:
        key = f"review-{sitting.widget}-{name}"
        asked = w["review"] if len(sitting.people) == 1 else w("review_of", name=name)
        if st.button(plain(asked), key=f"{key}-button", icon=":material/history:"):
            with st.spinner(w["thinking"]):
                state[key] = review(sitting.game.record, name, TRIES, words=screen)
        if key in state:
            _costs(state[key], w, screen)


def _costs(costs: list[Cost], w: Words, screen: Edition) -> None:
    if not costs:
        st.success(w["no_cost"])
        return
    lines = [
        w(
            "cost",
            round=cost.round,
            chosen=label(cost.chosen, screen),
            points=max(1, round(cost.points)),
            better=label(cost.better.option, screen),
            reason=cost.better.reason,
        )
        for cost in costs
    ]
    _list(lines)


def beside_bots(sitting: Sitting, screen: Edition) -> None:
    """After a solo game: what each bot made of the same deal, when somebody asks."""
    w, result = words("hints", screen.key), sitting.game.result
    key = f"baseline-{sitting.widget}"
    if st.button(w["compare"], key=f"{key}-button", icon=":material/smart_toy:"):
        with st.spinner(w["thinking"]):
            state[key] = [baseline(sitting.game.setup, bot) for bot in BASELINE]
    if key in state and result is not None:
        bots: list[Baseline] = state[key]
        own = w("you", total=result.players[0].total)
        others = [w(f"made_{one.bot}", total=one.total, library=one.library) for one in bots]
        st.html(f'<p class="hints" role="status">{escape("; ".join([own, *others]))}.</p>')
