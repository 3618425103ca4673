"""Figures as tables, each with the games that it counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import streamlit as st

from pages.figures.charts import section_name
from pages.figures.choosing import counted
from pages.session.fields import one_of
from pages.widgets.saying import bot_label, figure, grid, plain, table
from pages.words import Words, words
from scorer.archive import ArchivedGame
from scorer.archive.figures import (
    Form,
    Who,
    by_edition,
    by_focus,
    by_section,
    meetings,
    places,
    played_out,
    rated,
    ratings,
    rivalries,
)
from scorer.archive.visits import Visits
from scorer.editions import Edition, load_edition
from scorer.names import person


def called(who: Who, name: str) -> str:
    """A person's name, or what the bot is called."""
    return bot_label(who.key) if who.bot else name


def of_one(games: Sequence[ArchivedGame], name: str, form: Form, w: Words, edition: Edition) -> None:
    """What a person's games say of opponents and, but in Fort, of categories."""
    if form == "fort":
        rivals(games, name, form, w, edition)
        return
    left, right = st.columns(2)
    with left:
        focuses(games, name, w, edition)
    with right:
        rivals(games, name, form, w, edition)


def of_all(
    games: Sequence[ArchivedGame], form: Form, visits: Callable[[], Visits], w: Words, edition: Edition
) -> None:
    """What all games say: ratings, editions and locations."""
    left, right = st.columns(2)
    with left:
        elo(games, w)
        editions(games, w)
    with right:
        locations(games, form, visits, w, edition)


def elo(games: Sequence[ArchivedGame], w: Words) -> None:
    """The rating of people and bots; nothing where no game is rated."""
    f, found = words("figures"), ratings(games)
    if not found:
        return
    st.subheader(f["elo"], anchor=False)
    counted(len(rated(games)), games, "without_rating")
    table(
        [
            {w["who"]: called(each.who, each.name), f["rating"]: round(each.rating), w["count"]: each.games}
            for each in found
        ]
    )
    st.caption(f["elo_how"])


def rivals(games: Sequence[ArchivedGame], name: str, form: Form, w: Words, edition: Edition) -> None:
    """Everybody whom a person met, and who did better how often; one of them by section."""
    f, found = words("figures"), rivalries(games, Who(person(name)))
    if not found:
        return
    st.subheader(plain(f("rivals", player=name)), anchor=False)
    both = {each.game for met in meetings(games, Who(person(name))).values() for each in met}
    counted(len(both), games)
    table(
        [
            {
                f["opponent"]: called(each.other, each.name),
                w["count"]: each.games,
                f["ahead"]: each.ahead,
                f["behind"]: each.behind,
                f["level"]: each.level,
                f["margin"]: figure(each.margin, "+.1f"),
            }
            for each in found
        ]
    )
    two(games, name, {each.other: called(each.other, each.name) for each in found}, form, w, edition)


def two(
    games: Sequence[ArchivedGame],
    name: str,
    others: dict[Who, str],
    form: Form,
    w: Words,
    edition: Edition,
) -> None:
    """A person and one opponent by section, at first the opponent whom they met most."""
    f, me = words("figures"), Who(person(name))
    st.subheader(plain(f("by_section", player=name)), anchor=False)
    other = one_of(f["opponent"], [*others], f"figures-rival-{form}-{me.key}", others.__getitem__)
    met = meetings(games, me)[other]
    counted(sum(each.counts for each in met), games)
    if not (means := by_section(met)):
        return
    grid(
        [f["section"], name, others[other]],
        [
            [
                w["total"] if section == "total" else section_name(section, w, edition),
                figure(mine, ".1f"),
                figure(theirs, ".1f"),
            ]
            for section, (mine, theirs) in means.items()
        ],
    )


def focuses(games: Sequence[ArchivedGame], name: str, w: Words, edition: Edition) -> None:
    """How a person did with each category as their focus."""
    f, found = words("figures"), by_focus(games, name)
    st.subheader(plain(f("focuses", player=name)), anchor=False)
    counted(sum(each.games for each in found.values()), games)
    table(
        [
            {w["category"]: edition.categories[category], w["count"]: each.games, w["wins"]: each.wins}
            for category, each in found.items()
        ]
    )


def locations(
    games: Sequence[ArchivedGame], form: Form, visits: Callable[[], Visits], w: Words, edition: Edition
) -> None:
    """Where assistants were sent; ``visits`` is asked only where the game has locations."""
    if form == "fort":
        return
    f, here = words("figures"), edition.locations
    on_board = {
        game: {place: times for place, times in there.items() if place in here}
        for game, there in visits().items()
    }
    went = {game: Counter(there) for game, there in on_board.items() if there}
    found = places(games, went)
    if not found:
        return
    st.subheader(f["locations"], anchor=False)
    with_locations = sum(bool(went.get(game.id)) for game in games if played_out(game))
    counted(with_locations, games, "without_locations")
    table(
        [
            {
                f["location"]: f"{each.location} {here[each.location].name}",
                w["count"]: each.games,
                f["sent"]: each.sent,
                f["a_game"]: figure(each.sent / each.games, ".1f"),
                f["top"]: figure(each.best, ".1f"),
            }
            for each in found
        ]
    )


def editions(games: Sequence[ArchivedGame], w: Words) -> None:
    """What is played in which edition."""
    f, found = words("figures"), by_edition(games)
    if not found:
        return
    st.subheader(f["editions"], anchor=False)
    counted(sum(each.games for each in found), games)
    table(
        [
            {
                f["edition"]: load_edition(each.edition).name,
                w["count"]: each.games,
                w["mean"]: figure(each.mean, ".1f"),
                w["best"]: each.best,
            }
            for each in found
        ]
    )
