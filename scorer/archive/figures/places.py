"""The locations of Ex Libris over several games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from scorer.archive.figures.who import played_out
from scorer.archive.rows import ArchivedGame
from scorer.archive.visits import Visits


@dataclass(frozen=True, slots=True)
class Place:
    """A location over several games: in how many somebody was there, how many assistants were sent, and the
    mean of the highest totals of these games. Games that somebody conceded are left out: bots played some of
    the assistants.
    """

    location: int
    games: int
    sent: int
    best: float


def places(games: Sequence[ArchivedGame], went: Visits) -> list[Place]:
    """The locations of these games, the one of most assistants first; games of which ``went`` knows nothing
    are left out.
    """
    kept: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for game in filter(played_out, games):
        for location, times in went.get(game.id, Counter()).items():
            kept[location].append((times, max(game.totals.values())))
    found = [
        Place(
            location,
            len(there),
            sum(times for times, _ in there),
            sum(best for _, best in there) / len(there),
        )
        for location, there in kept.items()
    ]
    return sorted(found, key=lambda each: (-each.sent, each.location))
