"""What a position is worth: a player's features, weighed by numbers fitted to games (`scorer.engine.train`).

Each feature counts by itself, by what is left of the game, and in the last round.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path


def row(left: float, last: bool, features: Sequence[float]) -> list[float]:
    """A player's features as they are weighed; ``left`` is the part of the game to come, from 1 to 0.

    >>> row(0.5, False, [4])
    [1.0, 0.5, 0.0, 4, 2.0, 0.0]
    """
    final = float(last)
    return [
        1.0,
        left,
        final,
        *features,
        *[left * value for value in features],
        *[final * value for value in features],
    ]


def width(features: Sequence[str]) -> int:
    """How long a row with those features is."""
    return 3 * (len(features) + 1)


@cache
def weights(file: Path) -> dict[int, tuple[float, ...]]:
    """The fitted weights by number of players, each as long as a row."""
    data = json.loads(file.read_text(encoding="utf-8"))
    return {int(players): tuple(row) for players, row in data["weights"].items()}


def totals(rows: Sequence[Sequence[float]], weighed: Sequence[float]) -> list[float]:
    """The totals that players are expected to end with."""
    return [sum(map(float.__mul__, map(float, one), weighed)) for one in rows]


def margins(totals: Sequence[float]) -> list[float]:
    """By how much each is ahead of the best of the others.

    >>> margins([50, 40, 45])
    [5, -10, -5]
    """
    best = max(totals)
    if len(totals) == 1:
        return [best]
    second = max(total for seat, total in enumerate(totals) if seat != totals.index(best))
    return [total - (second if seat == totals.index(best) else best) for seat, total in enumerate(totals)]
