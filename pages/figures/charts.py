"""The charts of the archive: each drawn, told in words for who cannot see it, and laid out as a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import streamlit as st

from pages.figures.choosing import counted
from pages.widgets.saying import Rows, day, figure, grid, plain, table
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

#: Colours that stand out from paper and from the night's brown alike, at least 3 to 1.
COLOURS = ["#b9434f", "#3f7fb5", "#a8761f", "#4a8a4f", "#8a63b5"]
#: More bars than these are too narrow for a phone.
MOST_BARS = 24
BAR_HEIGHT = 34
#: A chart that was drawn for the night is printed on white paper.
CHART = "[data-testid=stVegaLiteChart] :is(canvas, svg)"
LIGHT_ON_PAPER = f"@media print {{ {CHART} {{ filter: invert(1) hue-rotate(180deg); }} }}"


def charts(games: Sequence[ArchivedGame], form: Form, w: Words, edition: Edition) -> str | None:
    """All charts of one kind of game; ``games`` are of this kind alone, and at least one. Gives the name of
    the player whose games are shown, if any has a name.
    """
    if st.context.theme.type == "dark":
        st.html(f"<style>{LIGHT_ON_PAPER}</style>")
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
    rows = [
        {"name": f"{each.wins}/{each.games}  {each.name}", "rate": each.rate} for each in found[:MOST_BARS]
    ]
    told = ", ".join(f"{each.name} {each.wins}/{each.games}" for each in found)
    bars(rows, "name", "rate", w["share"], w("win_rates_alt", figures=told), share=True)


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
    """Stacked bars, one a game, and a dot at the total."""
    st.subheader(plain(w("over_time", player=name)), anchor=False)
    latest = found[-MOST_BARS:]
    if len(latest) < len(found):
        st.caption(w("latest", count=len(latest)))
    sections = {section: section_name(section, w, edition) for section in SECTIONS[form]}
    games = labels([day(each.played) for each in found])[-MOST_BARS:]
    rows = [
        {
            "game": game,
            "section": label,
            "points": each.sections[section],
            "total": each.total,
            "order": order,
        }
        for game, each in zip(games, latest, strict=True)
        for order, (section, label) in enumerate(sections.items())
    ]
    told = ", ".join(f"{game}: {each.total}" for game, each in zip(games, latest, strict=True))
    axis = {"labelAngle": -60 if len(latest) > 4 else 0}
    x = {"field": "game", "type": "ordinal", "sort": None, "title": None, "axis": axis}
    bar = {
        "mark": {"type": "bar", "maxBarSize": 48},
        "encoding": {
            "x": x,
            "y": {"field": "points", "type": "quantitative", "title": w["points"]},
            "color": {
                "field": "section",
                "type": "nominal",
                "scale": {"domain": list(sections.values()), "range": COLOURS},
                "legend": {"orient": "bottom", "columns": 1, "title": None, "labelLimit": 280},
            },
            "order": {"field": "order"},
            "tooltip": [
                {"field": "game", "title": w["on"]},
                {"field": "section", "title": " "},
                {"field": "points", "title": w["points"]},
                {"field": "total", "title": w["total"]},
            ],
        },
    }
    dot = {
        "mark": {"type": "point", "filled": True, "size": 70, "color": "#8c7a55", "stroke": "white"},
        "encoding": {
            "x": x,
            "y": {"aggregate": "max", "field": "total", "type": "quantitative", "title": w["points"]},
        },
    }
    draw({"data": {"values": rows}, "layer": [bar, dot], "height": 380}, w("over_time_alt", figures=told))
    st.caption(w["dot"])
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
    named = {category: edition.categories[category] for category in mine}
    rows = [
        {"name": named[category], "books": mean, "everybody": everybody[category]}
        for category, mean in mine.items()
    ]
    told = ", ".join(f"{named[category]} {mean:.1f}" for category, mean in mine.items())
    bars(rows, "name", "books", w["mean_books"], w("books_alt", figures=told), line="everybody")
    st.caption(w["line"])
    with st.expander(w["as_table"]):
        grid(
            [w["category"], name, w["everybody"]],
            [
                [named[category], f"{mean:.1f}", f"{everybody[category]:.1f}"]
                for category, mean in mine.items()
            ],
        )


def bars(
    rows: Rows, label: str, value: str, title: str, alt: str, share: bool = False, line: str | None = None
) -> None:
    """Bars that lie, so that names stay readable on a phone; ``line`` names a second value, drawn across."""
    scale, form = ({"domain": [0, 1]}, ".0%") if share else ({}, ".1f")
    axis = {"format": ".0%" if share else "", "tickCount": 4}
    names_axis = {"labelLimit": 160, "labelOverlap": False}
    names = {"field": label, "type": "nominal", "sort": None, "title": None, "axis": names_axis}
    bar = {
        "mark": {"type": "bar", "color": COLOURS[0], "cornerRadiusEnd": 2},
        "encoding": {
            "y": names,
            "x": {"field": value, "type": "quantitative", "title": title, "scale": scale, "axis": axis},
            "tooltip": [
                {"field": label, "title": " "},
                {"field": value, "title": title, "format": form},
            ],
        },
    }
    across = {
        "mark": {"type": "tick", "thickness": 3, "color": ink()},
        "encoding": {"y": names, "x": {"field": line, "type": "quantitative"}},
    }
    height = BAR_HEIGHT * len(rows) + 60
    draw({"data": {"values": rows}, "layer": [bar, across] if line else [bar], "height": height}, alt)


def draw(spec: dict[str, Any], alt: str) -> None:
    """A chart with letters that can be read by day and by night."""
    colour = {"labelColor": ink(), "titleColor": ink(), "labelFontSize": 13, "titleFontSize": 13}
    quiet = {"aria": False}  # of its parts it would tell in English what `alt` and the table beside it say
    for layer in spec["layer"]:
        layer["mark"] |= quiet
    config = {"axis": colour | quiet, "legend": colour | quiet}
    st.vega_lite_chart(spec | {"config": config}, alt=alt)


def ink() -> str:
    return "#efe6d5" if st.context.theme.type == "dark" else "#2a2118"
