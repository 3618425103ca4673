"""Hints while a game goes on, and the review of a finished one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

import streamlit as st

from pages.playing.aids.branching import BOT, PlayOn
from pages.playing.common.sitting import Sitting
from pages.widgets.saying import plain
from pages.words import Words, words
from scorer.editions import with_minus
from scorer.engine.choices import OptionT
from scorer.engine.search import Apart, Cost, Hint

state = st.session_state
#: How many options a hint names.
SHOWN = 3


def shown(found: Sequence[Hint[OptionT]], w: Words, named: Callable[[OptionT], str]) -> list[dict[str, Any]]:
    """Hints of any game as its table shows them, the best first: each with what it is compared with."""
    return [
        {
            "option": hint.option.key,
            "label": named(hint.option),
            "say": compared(hint, w, named(hint.other)),
        }
        for hint in found
    ]


def compared(hint: Hint[Any], w: Words, other: str) -> str:
    """How far an option leads ``other``, or that nothing tells them apart; and why it is good."""
    lead = hint.lead
    key = "hint_more" if lead.sure else "hint_less" if (-lead).sure else "hint_even"
    return w(key, points=max(1, round(abs(lead.points))), other=other, reason=hint.reason)


def reviewed(
    sitting: Sitting,
    w: Words,
    costs: Callable[[str], list[Cost[OptionT]]],
    named: Callable[[OptionT], str],
    apart: Callable[[Apart], str],
    play_on: PlayOn,
) -> None:
    """After a game of any kind: what cost each person most, when somebody asks. ``costs`` finds it by name,
    ``apart`` says which rows were better, and ``play_on`` goes on from there.
    """
    for name in sitting.people:
        key = f"review-{sitting.widget}-{name}"
        asked = w["review"] if len(sitting.people) == 1 else w("review_of", name=name)
        if st.button(plain(asked), key=f"{key}-button", icon=":material/history:"):
            with st.spinner(words("table_aids", w.language)["thinking"]):
                state[key] = costs(name)
        if key in state:
            _costs(state[key], w, named, apart)
            for cost in state[key]:
                there = w("play_on_from", round=cost.round, chosen=named(cost.chosen))
                if st.button(plain(there), key=f"{key}-{cost.step}", icon=":material/alt_route:"):
                    play_on(name, cost.step, BOT)


def _costs(
    costs: list[Cost[OptionT]], w: Words, named: Callable[[OptionT], str], apart: Callable[[Apart], str]
) -> None:
    if not costs:
        st.success(w["no_cost"])
        return
    lines = [
        w(
            "cost",
            round=cost.round,
            chosen=named(cost.chosen),
            points=max(1, round(cost.points)),
            better=named(cost.better),
            reason=cost.reason,
        )
        for cost in costs
    ]
    items = "".join(
        f"<li>{escape(line)}<p>{escape(apart(cost.apart))}</p></li>"
        for line, cost in zip(lines, costs, strict=True)
    )
    note = f"<p>{escape(w['apart_note'])}</p>"
    st.html(f'<div class="hints" role="status"><ol>{items}</ol>{note}</div>')


def rows_apart(apart: Apart, w: Words, form: str, rows: Mapping[str, str]) -> str:
    """By how much the better option leads in the rows of the "form" or the "sheet", which have names."""
    if not apart.rows:
        return w(f"equal_{form}", round=apart.until)
    leads = ", ".join(f"{rows[row]} {with_minus(points, '+')}" for row, points in apart.rows.items())
    return w(f"apart_{form}", round=apart.until, rows=leads)
