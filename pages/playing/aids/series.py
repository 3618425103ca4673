"""The puzzle of the day of any game: its button, and the series of who finishes it day by day."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime

import streamlit as st

from pages.playing.common.sitting import RULES, Kind, Sitting
from pages.session.archive import archive
from pages.session.reopened import key_of
from pages.widgets.saying import day, plain
from pages.words import words
from scorer.archive.figures.series import Series, day_of
from scorer.editions import nameless
from scorer.errors import RefusedInput
from scorer.names import person


def today() -> date:
    """The day where the browser is."""
    return date.fromisoformat(day(datetime.now(UTC)))


def puzzle(kind: Kind, on: date, level: str, name: str, begin: Callable[[], None]) -> None:
    """The button that begins the puzzle of a day, and the series of whom ``name`` names."""
    h = words("hints")
    label = h("puzzle", day=on.isoformat(), level=level)
    if st.button(label, key=f"{kind}-puzzle", icon=":material/calendar_today:", help=h["puzzle_help"]):
        begin()
    show(kind, name)


def show(kind: Kind, name: str) -> None:
    """The series of one person, by the games in the archive; nothing before the first."""
    series = series_of(kind, name)
    if series is None or not series.best:
        return
    key = "series_done" if series.done else "series_open" if series.days else "series_over"
    values = {"name": plain(name), "n": series.days, "best": series.best}
    st.caption(f":material/local_fire_department: {words('hints')(key, **values)}")


def after(sitting: Sitting) -> None:
    """The series of who has just finished the puzzle of a day."""
    if day_of(sitting.key) is not None and len(sitting.people) == 1:
        show(sitting.kind, sitting.people[0])


def series_of(kind: Kind, name: str) -> Series | None:
    """The series of a person, by games that nobody conceded; None where the archive cannot be used, which is
    said beside the games.
    """
    from scorer.archive.figures import played_out  # SQLAlchemy takes long to load

    try:
        games = archive().games(source=RULES[kind].source)
    except RefusedInput:
        return None
    theirs = [game for game in games if played_out(game) and _who(name) in map(_who, game.people)]
    days = {day_of(key_of(kind, game)) for game in theirs}
    return Series.of((one for one in days if one is not None), today())


def _who(name: str) -> str:
    """Whose name it is; all who gave none are the person at this device."""
    return "" if nameless(name) else person(name)
