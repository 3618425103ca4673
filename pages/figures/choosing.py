"""Which games the figures count: chosen by time, edition, players, on paper or on screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

import streamlit as st

from pages.widgets.saying import plain, zone
from pages.words import words
from scorer.archive import ArchivedGame
from scorer.archive.figures import Choosing, Form, played_out, years
from scorer.editions import EDITION_KEYS, load_edition

#: Choices that leave nothing out.
ALL = "all"
#: Spans of time that end now, by their words, in days.
SPANS = {"month": 30, "year": 365}


def filtered(games: Sequence[ArchivedGame], form: Form) -> list[ArchivedGame]:
    """The games of a form that fit what is chosen; ``games`` are all."""
    w = words("figures")
    kept = Choosing(form).of(games)
    there = {game.result.get("edition") for game in kept}
    tables = sorted({len(game.players) for game in kept})
    named = {key: load_edition(key).name for key in EDITION_KEYS} | {ALL: w["every_edition"]}
    where_names = {ALL: w["anywhere"], "paper": w["paper"], "screen": w["screen"]}
    edition, players = ALL, ALL
    with (
        st.expander(w["filters"], icon=":material/filter_alt:", key="figures-filters"),
        st.container(horizontal=True),
    ):
        span = _chosen(w["time"], [*SPANS, *map(str, years(kept, zone()))], f"figures-time-{form}", _span)
        if form != "fort" and len(there) > 1:
            editions = [key for key in EDITION_KEYS if key in there]
            edition = _chosen(w["edition"], editions, f"figures-edition-{form}", named.__getitem__)
        if len(tables) > 1:
            many, key = [*map(str, tables)], f"figures-players-{form}"
            players = _chosen(w["players"], many, key, lambda one: w["any_number"] if one == ALL else one)
        where = _chosen(w["where"], ["paper", "screen"], f"figures-where-{form}", where_names.__getitem__)
    parts = [
        _span(span),
        named[edition] if edition != ALL else "",
        w("table", count=players) if players != ALL else "",
        where_names[where],
    ]
    st.caption(plain(" · ".join(filter(None, parts))))
    since, until = _between(span)
    games = Choosing(
        since=since,
        until=until,
        edition=None if edition == ALL else edition,
        players=None if players == ALL else int(players),
        screen=None if where == ALL else where == "screen",
    ).of(kept)
    if gave_up := sum(not played_out(game) for game in games):
        st.caption(plain(w("conceded", count=gave_up)))
    return games


def _chosen(label: str, options: Sequence[str], key: str, say: Callable[[str], str]) -> str:
    """One of the options, or all of them: what was chosen before may be gone with its last game."""
    offered = [ALL, *options]
    if st.session_state.get(key) not in offered:
        st.session_state[key] = ALL
    return st.pills(label, offered, format_func=say, required=True, wrap=True, key=key) or ALL


def _span(span: str) -> str:
    w = words("figures")
    return w["always"] if span == ALL else w[span] if span in SPANS else span


def _between(span: str) -> tuple[datetime | None, datetime | None]:
    if span == ALL:
        return None, None
    if span in SPANS:
        return datetime.now(UTC) - timedelta(days=SPANS[span]), None
    return datetime(int(span), 1, 1, tzinfo=zone()), datetime(int(span) + 1, 1, 1, tzinfo=zone())


def counted(count: int, games: Sequence[ArchivedGame], left: str = "") -> None:
    """How many of the games a figure counts, and why the others are left out."""
    w = words("figures")
    sentence = w("counted", count=count, all=len(games))
    if left and count < len(games):
        sentence = f"{sentence} {w(left, count=len(games) - count)}"
    st.caption(plain(sentence))
