"""The end of a game of any kind: who won, and files to take along."""

from __future__ import annotations

import json
from collections.abc import Callable
from html import escape
from typing import Any

import streamlit as st

from pages.playing.common.sitting import Sitting
from pages.session.fields import download
from pages.session.rights import Right, may
from pages.widgets import saying
from pages.widgets.saying import address
from pages.words import words
from scorer.errors import RefusedInput


def with_bots(sitting: Sitting, players: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The players of a game's file, each with the program that played them."""
    bots = sitting.bots
    return [one | ({"bot": bots[one["name"]]} if one["name"] in bots else {}) for one in players]


def verdict(sitting: Sitting, keep: Callable[[Sitting], None], who: str) -> None:
    """Keeps the game, and says ``who`` won."""
    w = words("play")
    try:
        keep(sitting)
        note = w["branch_over" if sitting.branch else "kept"]
    except RefusedInput as error:
        note = w("unsaved", why=saying.in_words(error))
    lines = f'<p class="who">{escape(who)}</p><p class="why">{escape(note)}</p>'
    saying.title(w["over"])
    st.html(f'<div class="verdict" role="status">{lines}</div>')


def to_take_along(sitting: Sitting) -> None:
    """The record, for whom it tells no secret, and the way to the archive."""
    w = words("play")
    with st.container(horizontal=True):
        if may(Right.SEED):
            record = json.dumps(sitting.game.record, ensure_ascii=False, indent=1)
            name = f"shelfmark-{sitting.game.setup.seed}.json"
            download(w["record_file"], record, name, "application/json")
        if sitting.finished:
            st.page_link(
                "pages/archive.py",
                label=w["in_archive"],
                icon=":material/inventory_2:",
                query_params=address(game=sitting.finished),
            )
