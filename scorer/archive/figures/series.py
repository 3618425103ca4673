"""The puzzle of the day of any game: how its games are known, and how many days in a row one finished it.

A game bears the day on which it was begun in its key, so the games of the archive tell all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Self

#: The key of such a game: the number of its day, and what nobody guesses.
KEY = re.compile(r"day(\d{1,7})-[\w-]{12,}", re.ASCII)
DAY = timedelta(1)


def key_of(day: date, secret: str) -> str:
    """The key of a game that is the puzzle of a day.

    >>> key_of(date(2026, 11, 30), "0eDc3e-JDRij")
    'day739950-0eDc3e-JDRij'
    """
    return f"day{day.toordinal()}-{secret}"


def day_of(key: str) -> date | None:
    """The day whose puzzle the game of this key is; None for other games.

    >>> day_of("day739950-0eDc3e-JDRij"), day_of("0eDc3e-JDRij")
    (datetime.date(2026, 11, 30), None)
    """
    found = KEY.fullmatch(key)
    number = int(found[1]) if found else 0
    return date.fromordinal(number) if 1 <= number <= date.max.toordinal() else None


@dataclass(frozen=True, slots=True)
class Series:
    """``days`` in a row up to now, and the ``best``; ``done``: the puzzle of today is among them."""

    days: int
    best: int
    done: bool

    @classmethod
    def of(cls, finished: Iterable[date], today: date) -> Self:
        """The series of whoever finished the puzzles of these days. A day that is missed ends it.

        Yesterday's series goes on until today is over. It may be tomorrow already where one was before, and
        a clock that was set ahead may have told any day: later days are of no series that lasts.

        >>> Series.of([date(2026, 11, 28), date(2026, 11, 29)], date(2026, 11, 30))
        Series(days=2, best=2, done=False)
        """
        known = set(finished)
        last = next((day for day in (today + DAY, today, today - DAY) if day in known), None)
        return cls(
            0 if last is None else _length(known, last),
            max((_length(known, day) for day in known if day + DAY not in known), default=0),
            today in known,
        )


def _length(days: set[date], last: date) -> int:
    """How many days in a row end with the last."""
    number = 0
    while last - number * DAY in days:
        number += 1
    return number
