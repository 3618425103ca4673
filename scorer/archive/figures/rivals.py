"""Two opponents, head to head."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scorer.archive.figures.standing import SECTIONS
from scorer.archive.figures.who import Who, names, place, played_out, seats
from scorer.archive.rows import ArchivedGame


@dataclass(frozen=True, slots=True)
class Meeting:
    """A game in which both played. ``ahead`` is 1 where the first did better, -1 where the other did, 0 for a
    tie. ``mine`` and ``theirs`` are points by section, with the "total"; they count where nobody conceded
    (``counts``).
    """

    game: str
    played: datetime
    ahead: int
    mine: dict[str, int]
    theirs: dict[str, int]
    counts: bool

    @property
    def margin(self) -> int:
        """The points by which the first is ahead."""
        return self.mine["total"] - self.theirs["total"]


def meetings(games: Sequence[ArchivedGame], one: Who) -> dict[Who, list[Meeting]]:
    """All games that somebody played with others, by whom they met there, earliest first.

    Of a program that sat there more than once, the seat that did best counts.
    """
    found: defaultdict[Who, list[Meeting]] = defaultdict(list)
    for game in sorted(games, key=lambda each: (each.played, each.id)):
        best: dict[Who, str] = {}
        for name, who in seats(game).items():
            if who not in best or place(game, name) > place(game, best[who]):
                best[who] = name
        if one not in best:
            continue
        points = {player["name"]: _points(player, game) for player in game.result["players"]}
        mine = best.pop(one)
        for other, name in best.items():
            first, second = place(game, mine), place(game, name)
            ahead = (first > second) - (first < second)
            found[other].append(
                Meeting(game.id, game.played, ahead, points[mine], points[name], played_out(game))
            )
    return dict(found)


def _points(player: dict[str, Any], game: ArchivedGame) -> dict[str, int]:
    return {section: player[section] for section in (*SECTIONS[game.form], "total")}


def by_section(met: Sequence[Meeting]) -> dict[str, tuple[float, float]]:
    """The mean points of both by section, the "total" last, in games that nobody conceded; empty where there
    is no such game. All are of one form.
    """
    counted = [each for each in met if each.counts]
    return {
        section: (
            sum(each.mine[section] for each in counted) / len(counted),
            sum(each.theirs[section] for each in counted) / len(counted),
        )
        for section in (counted[0].mine if counted else ())
    }


@dataclass(frozen=True, slots=True)
class Rivalry:
    """How two stand against each other: games ``ahead``, ``behind`` and ``level``, and the mean margin in the
    games that nobody conceded, None where there is no such game.
    """

    other: Who
    name: str
    ahead: int
    behind: int
    level: int
    margin: float | None

    @property
    def games(self) -> int:
        """How many games both played."""
        return self.ahead + self.behind + self.level


def rivalries(games: Sequence[ArchivedGame], one: Who) -> list[Rivalry]:
    """Everybody whom somebody met, whom they met most first."""
    called = names(games)
    found = []
    for other, met in meetings(games, one).items():
        ahead, behind = sum(each.ahead > 0 for each in met), sum(each.ahead < 0 for each in met)
        margins = [each.margin for each in met if each.counts]
        margin = sum(margins) / len(margins) if margins else None
        found.append(Rivalry(other, called[other], ahead, behind, len(met) - ahead - behind, margin))
    return sorted(found, key=lambda each: (-each.games, each.other.bot, each.name))
