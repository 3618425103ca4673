"""Who wins as the table stands; or what stands in the way, with the way to each of it."""

from __future__ import annotations

from html import escape

import streamlit as st

from pages.saying import refuse
from pages.scoring.draft import go
from pages.scoring.missing import Missing, missing
from pages.state import Table
from pages.words import Words
from scorer.editions import Edition
from scorer.errors import RefusedInput
from scorer.game import GameFile
from scorer.result import Result, score


def filled_in(table: Table, edition: Edition, w: Words) -> tuple[Result | None, GameFile | None, str | None]:
    """The form as the table stands and its game file, or why it is refused; none while something is open."""
    if missing(table, edition, w):
        return None, None, None
    try:
        game = GameFile.from_dict(table.game())
        return score(game), game, None
    except RefusedInput as refused:
        return None, None, refused.sentence


def verdict(table: Table, edition: Edition, result: Result | None, refusal: str | None, w: Words) -> None:
    """Who wins as the table stands, or what stands in the way: always there, always in the same place."""
    if refusal:
        refuse(refusal)
        return
    if result is None:
        _say(w["not_yet"])
        with st.container(key="missing"):
            for number, each in enumerate(missing(table, edition, w)):
                _way(each, number, w)
        return
    doubts = sum(len(seat.doubtful) for seat in table.shelves)
    _say(result.explain, w("doubts_left", n=doubts) if doubts else w["no_doubt"])


def _say(said: str, why: str = "") -> None:
    lines = f'<p class="who">{escape(said)}</p>' + (f'<p class="why">{escape(why)}</p>' if why else "")
    st.html(f'<div class="verdict" role="status">{lines}</div>')


def _way(each: Missing, number: int, w: Words) -> None:
    """Something that is missing, and the way to where it is given."""
    with st.container(horizontal=True, vertical_alignment="center", key=f"missing-{number}"):
        st.html(f'<p class="why">{escape(each.said)}</p>', width="content")
        st.button(w[each.way], key=f"way-{number}", on_click=go, args=(each.step,))
