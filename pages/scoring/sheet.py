"""The last step: the form filled in, kept in the archive, and what can be taken along."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from html import escape

import streamlit as st

from pages.evening.box import around, evening
from pages.scoring.draft import KIND, begin, go
from pages.scoring.keeping import keep_form, waits
from pages.scoring.missing import missing
from pages.scoring.verdict import filled_in, verdict
from pages.session.archive import archive
from pages.session.fields import as_seen
from pages.session.reopened import kept_file, kept_game
from pages.table.state import Table
from pages.widgets.form import exports, form
from pages.widgets.saying import figure, in_words, labelled, plain, title
from pages.words import Words
from scorer.editions import Edition
from scorer.errors import RefusedInput
from scorer.gamefile import GameFile
from scorer.result import Result

state = st.session_state


def form_step(table: Table, edition: Edition, w: Words) -> None:
    title(w["form"])
    result, game, refusal = filled_in(table, edition, w)
    _tell_changed(table, result, w)
    verdict(table, edition, result, refusal, w)
    if result and game:
        why = _keep(table, game, result, w)
        kept = kept_game(archive, KIND, table.key)
        played, key = (kept.played, kept.key) if kept else (None, f"{KIND}-{table.key}")
        form(result, edition, game, played=played)
        file = partial(kept_file, archive, KIND, table.key) if kept else None
        exports(result, edition, played=played, play=key, file=file, around=around(kept), game=game)
        evening(kept, "score", table)
        if why:
            st.caption(why)
    # What leads on is always in sight on a phone; from a form that is filled in, nothing leads by chance.
    with st.container(key="anew" if result else "onward", horizontal=True, horizontal_alignment="right"):
        as_seen(
            w["new_table"],
            "new-table",
            lambda: state.table.key,
            lambda: begin(table.another()),
            type="primary" if result else "tertiary",
        )
        if not result:
            step = next((each.step for each in missing(table, edition, w)), "check")
            st.button(w[f"back_{step}"], type="primary", key="go-back", on_click=go, args=(step,))


@dataclass(frozen=True, slots=True)
class Opened:
    """The form as it was last seen by who opened it, and how often the table had been taken over by then."""

    key: str
    taken: int
    totals: dict[str, int]


def _tell_changed(table: Table, result: Result | None, w: Words) -> None:
    """Says which totals of the open form another device changed, until somebody says OK."""
    totals = {player.name: player.total for player in result.players} if result else {}
    now = Opened(table.key, state.shared.taken, totals)
    seen: Opened | None = state.get("form-opened")
    if seen is None or seen.key != now.key or seen.taken == now.taken:
        state["form-opened"] = now
        return
    changed = [
        labelled(name, f"{figure(seen.totals[name])} → {figure(total)}", w.language)
        for name, total in totals.items()
        if seen.totals.get(name, total) != total
    ]
    with st.container(horizontal=True, vertical_alignment="center", key="form-changed"):
        sentence = " ".join([w["form_changed"], f"{', '.join(changed)}." if changed else ""])
        st.html(f'<p class="said" role="status">{escape(sentence.strip())}</p>', width="content")
        as_seen(
            w["ok"], "form-changed-ok", lambda: state.shared.taken, partial(state.pop, "form-opened", None)
        )


def _keep(table: Table, game: GameFile, result: Result, w: Words) -> str:
    """Keeps the form, unless it is the sample's or a tie is open; gives the sentence that says so."""
    if table.sample:
        return ""
    if waits(table, result):
        return w["tie_open"]
    try:
        keep_form(table, game, result)
    except RefusedInput as refused:
        st.warning(plain(in_words(refused)))
        return ""
    return w["archived"]
