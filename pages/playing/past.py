"""Solo games of the past: how each difficulty went, and each deal once more."""

from __future__ import annotations

import streamlit as st

from pages.playing import frame
from pages.session.archive import archive
from pages.widgets.saying import HERE, day, figure, plain, table
from pages.words import chosen, words
from scorer.archive import ArchivedGame, figures
from scorer.editions import load_edition

#: Games listed below the figures.
SHOWN = 12


def by_difficulty() -> None:
    """A row a difficulty, and the latest games; nothing before the first one is over.

    Raises:
        ArchiveError: the archive cannot be used.
    """
    played = archive().games(source="solo")
    if not played:
        return
    w = words("solo")
    st.subheader(w["record"], anchor=False)
    st.html(HERE / "archive.css")
    table(_rows(played))
    for game in played[:SHOWN]:
        _entry(game)


def _rows(played: list[ArchivedGame]) -> list[dict[str, object]]:
    w = words("solo")
    levels = load_edition(chosen()).difficulties
    return [
        {
            w["level"]: f"{row.difficulty} · {levels[row.difficulty]}",
            w["games"]: row.games,
            w["won"]: row.wins,
            w["best"]: figure(row.best),
        }
        for row in figures.by_difficulty(played)
    ]


def _entry(game: ArchivedGame) -> None:
    """One game: who, when, how it went, and its deal once more."""
    w = words("solo")
    own, library = _totals(game)
    level = load_edition(chosen()).difficulties[_level(game)]
    went = w("went_won" if game.result["won"] else "went_lost", own=own, library=library)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"{day(game.played)} · {plain(game.players[0])} · {plain(level)}  \n{plain(went)}")
        if not game.has_record:
            return
        if st.button(w["once_more"], key=f"again-{game.id}", help=w["once_more_help"]):
            whole = archive().get(game.id)
            if whole is not None and whole.record is not None:
                kept = ("players", "edition", "seed", "difficulty")
                frame.begin("solo", {name: whole.record[name] for name in kept})


def _level(game: ArchivedGame) -> int:
    return int(game.result.get("difficulty") or 1)


def _totals(game: ArchivedGame) -> tuple[int, int]:
    """The player's points and the public library's."""
    return game.result["players"][0]["total"], game.result["library"]["total"]
