"""A solo game of Ex Libris for each day: everybody gets the same deal."""

from __future__ import annotations

from datetime import date
from typing import Any

from scorer.own_tiles import OwnTiles


def puzzle_of(day: date) -> dict[str, Any]:
    """The fields of the solo setup that everybody plays on a day; on Mondays it is easiest.

    >>> puzzle_of(date(2026, 11, 28))["difficulty"]
    6
    """
    return {
        "edition": "en",
        "seed": day.toordinal(),
        "difficulty": day.isoweekday(),
        "tiles": OwnTiles(),
    }
