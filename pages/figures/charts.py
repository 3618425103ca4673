"""The charts of the archive: tables whose bars stand beside their numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import streamlit as st

from pages.figures.bars import Bar, Part, Scale, ends, legend
from pages.figures.choosing import counted
from pages.widgets.saying import day, figure, grid, plain, table
from pages.words import Words
from scorer.archive import ArchivedGame
from scorer.archive.figures import (
    SECTIONS,
    Form,
    Points,
    Standing,
    by_difficulty,
    mean_books,
    points,
    standings,
)
from scorer.editions import Edition, nameless

#: So many of the latest games are shown.
MOST_GAMES = 24


def charts(games: Sequence[ArchivedGame], form: Form, w: Words, edition: Edition) -> str | None:
    """All charts of one kind of game; ``games`` are of this kind alone, and at least one. Gives the name of
    the player whose games are shown, if any has a name.
    """
    found = standings(games)
    if found:
        named = [game for game in games if not all(map(nameless, game.people))]
        counted(len(named), games, "without_names")
        together(found, games, w)
    else:
        st.info(w["unnamed"])
    if form == "S-42a":
        solo(games, w, edition)
    return one_of_them(found, games, form, w, edition) if found else None


def together(found: list[Standing], games: Sequence[ArchivedGame], w: Words) -> None:
    """All players beside one another."""
    left, right = st.columns(2)
    with left:
        st.subheader(w["win_rates"], anchor=False)
        win_rates(found, w)
    with right:
        st.subheader(w["bests"], anchor=False)
        bests(found, games, w)


def one_of_them(
    found: list[Standing], games: Sequence[ArchivedGame], form: Form, w: Words, edition: Edition
) -> str:
    """One player's games, at first those of whoever played most; gives the player's name."""
    names = sorted((each.name for each in found), key=str.casefold)
    often = max(found, key=lambda each: each.games).name
    name: str = st.selectbox(w["who"], names, index=names.index(often), key="archive-player")
    theirs = points(games, name)
    counted(len(theirs), games)
    if theirs:
        over_time(theirs, form, name, w, edition)
        if form != "fort":
            books(games, name, w, edition)
    return name


def win_rates(found: list[Standing], w: Words) -> None:
    """The share of games won, a bar a player."""
    whole = Scale(0, 1)
    grid(
        [w["who"], w["share"], w["wins"]],
        [[each.name, Bar([Part(each.rate)], whole), f"{each.wins}/{each.games}"] for each in found],
    )


def bests(found: list[Standing], games: Sequence[ArchivedGame], w: Words) -> None:
    days = {game.id: day(game.played) for game in games}
    table(
        [
            {
                w["who"]: each.name,
                w["count"]: each.games,
                w["wins"]: each.wins,
                w["mean"]: figure(each.mean, ".1f"),
                w["best"]: figure(each.best),
                w["on"]: days[each.best_game] if each.best_game else figure(None),
            }
            for each in found
        ]
    )


def solo(games: Sequence[ArchivedGame], w: Words, edition: Edition) -> None:
    kept = by_difficulty(games)
    if not kept:
        return
    st.subheader(w["by_difficulty"], anchor=False)
    counted(sum(each.games for each in kept), games, "without_difficulty")
    table(
        [
            {
                w["difficulty"]: f"{each.difficulty} {edition.difficulties[each.difficulty]}",
                w["count"]: each.games,
                w["wins"]: each.wins,
                w["best"]: figure(each.best),
            }
            for each in kept
        ]
    )


def over_time(found: list[Points], form: Form, name: str, w: Words, edition: Edition) -> None:
    """A bar a game, with a part for each section."""
    st.subheader(plain(w("over_time", player=name)), anchor=False)
    latest = found[-MOST_GAMES:]
    if len(latest) < len(found):
        st.caption(w("latest", count=len(latest)))
    sections = {section: section_name(section, w, edition) for section in SECTIONS[form]}
    games = labels([day(each.played) for each in found])[-MOST_GAMES:]
    legend([*sections.values()])
    drawn = [
        [Part(each.sections[key], number, label) for number, (key, label) in enumerate(sections.items())]
        for each in latest
    ]
    scale = Scale.over(end for parts in drawn for end in ends(parts))
    grid(
        [w["on"], w["points"], w["total"]],
        [
            [game, Bar(parts, scale), each.total]
            for game, parts, each in zip(games, drawn, latest, strict=True)
        ],
    )
    with st.expander(w["as_table"]):
        table(
            [
                {w["on"]: game}
                | {label: each.sections[section] for section, label in sections.items()}
                | {w["total"]: each.total}
                for game, each in zip(games, latest, strict=True)
            ]
        )


def labels(days: Sequence[str]) -> list[str]:
    """A label a game, each its own: its day, numbered where it is not the only game of that day.

    >>> labels(["2026-11-20", "2026-11-21", "2026-11-21"])
    ['2026-11-20', '2026-11-21 (1)', '2026-11-21 (2)']
    """
    games, seen = Counter(days), Counter[str]()
    found = []
    for each in days:
        seen[each] += 1
        found.append(f"{each} ({seen[each]})" if games[each] > 1 else each)
    return found


def section_name(section: str, w: Words, edition: Edition) -> str:
    if section in edition.rows:
        return f"{section.upper()} {edition.rows[section]}"
    return w["fort_points" if section == "fort" else section]


def books(games: Sequence[ArchivedGame], name: str, w: Words, edition: Edition) -> None:
    """Books by category, the player's and everybody's."""
    st.subheader(plain(w("books", player=name)), anchor=False)
    mine, everybody = mean_books(games, name), mean_books(games)
    scale = Scale.over([*mine.values(), *everybody.values()])
    grid(
        [w["category"], w["mean_books"], name, w["everybody"]],
        [
            [
                edition.categories[category],
                Bar([Part(mean)], scale, everybody[category]),
                figure(mean, ".1f"),
                figure(everybody[category], ".1f"),
            ]
            for category, mean in mine.items()
        ],
    )
    st.caption(w["line"])
