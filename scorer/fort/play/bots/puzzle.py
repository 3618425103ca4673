"""A game of Fort for each day: everybody gets the same cards and the same rivals."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

#: The rivals of each day of the week, from Monday on.
RIVALS = (
    ("normal",),
    ("normal", "normal"),
    ("normal", "normal", "normal"),
    ("hard",),
    ("hard", "hard"),
    ("hard", "hard", "hard"),
    ("hard", "hard", "hard"),
)
SUNDAY = 7


def rivals_of(day: date) -> tuple[str, ...]:
    """The bots that one plays against on a day.

    >>> rivals_of(date(2026, 11, 30))
    ('normal',)
    """
    return RIVALS[day.isoweekday() - 1]


def called_by(rivals: Sequence[str], names: Sequence[str], person: str) -> dict[str, str]:
    """The rivals by names that are not the person's, whatever its capitals.

    >>> called_by(["hard", "hard"], ["Al", "Bo", "Cleo"], "bo")
    {'Al': 'hard', 'Cleo': 'hard'}
    """
    free = [name for name in names if name.casefold() != person.casefold()]
    return dict(zip(free, rivals, strict=False))


def puzzle_of(day: date) -> dict[str, Any]:
    """The fields of the setup that everybody plays on a day, but for the names; on Sundays with a draft.

    >>> puzzle_of(date(2026, 11, 29))
    {'edition': 'en', 'seed': 739949, 'variant': 'advanced'}
    """
    variant = "advanced" if day.isoweekday() == SUNDAY else "basic"
    return {"edition": "en", "seed": day.toordinal(), "variant": variant}
