"""How players stand: wins, bests, points by section, books by category, solo games by difficulty.

A game that somebody conceded counts as won and lost. Its points do not count: bots finished it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from scorer.archive.figures.who import is_theirs, played_out
from scorer.archive.rows import ArchivedGame
from scorer.cards import Category
from scorer.editions import nameless
from scorer.names import person, tidy

Form = Literal["B-7c", "S-42a", "fort"]
#: The parts of a player's total in the order of the form, by the names that the results give them.
SECTIONS: dict[Form, tuple[str, ...]] = {
    "B-7c": ("b1", "b2", "b3", "b4", "b5"),
    "S-42a": ("b1", "b2", "b3", "b4", "b5"),
    "fort": ("track", "fort", "rule", "macaroni"),
}


@dataclass(frozen=True)
class Standing:
    """A person over several games. A shared victory is a win; a tie that is still open (T) is none.

    ``mean`` and ``best`` are of the games that nobody conceded, None where there is no such game.
    """

    name: str
    games: int
    wins: int
    mean: float | None
    best: int | None
    best_game: str | None

    @property
    def rate(self) -> float:
        """The share of games won, from 0 to 1."""
        return self.wins / self.games


def standings(games: Sequence[ArchivedGame]) -> list[Standing]:
    """Every player who has a name, the largest share of games won first.

    Spellings of one name are one person, by the name that was written last.
    """
    played: dict[str, list[tuple[str, ArchivedGame]]] = defaultdict(list)
    for game in games:
        for name in filter(lambda one: not nameless(one), game.people):
            played[person(name)].append((name, game))
    found = [_standing(theirs) for theirs in played.values()]
    return sorted(found, key=lambda each: (-each.rate, -each.games, -(each.mean or 0), each.name))


def _standing(games: Sequence[tuple[str, ArchivedGame]]) -> Standing:
    """The standing of a person, by the names that they had in their games."""
    counted = [(name, game) for name, game in games if played_out(game)]
    totals = [game.totals[name] for name, game in counted]
    best = max(totals, default=None)
    return Standing(
        name=tidy(max(games, key=lambda each: each[1].played)[0]),
        games=len(games),
        wins=sum(name in game.winners for name, game in games),
        mean=sum(totals) / len(totals) if totals else None,
        best=best,
        best_game=None if best is None else counted[totals.index(best)][1].id,
    )


@dataclass(frozen=True)
class Points:
    """A player's points in one game, by section."""

    game: str
    played: datetime
    sections: dict[str, int]
    total: int


def points(games: Sequence[ArchivedGame], name: str) -> list[Points]:
    """The player's games that nobody conceded, earliest first."""
    found = [
        Points(
            game.id,
            game.played,
            {section: player[section] for section in SECTIONS[game.form]},
            player["total"],
        )
        for game in games
        for player in game.result["players"]
        if is_theirs(game, player["name"], name) and played_out(game)
    ]
    return sorted(found, key=lambda each: each.played)


def mean_books(games: Sequence[ArchivedGame], name: str | None = None) -> dict[Category, float]:
    """Books of each category on an average shelf, of a player or of all, in games that nobody conceded; empty
    where there is no such game. Fort has no books.
    """
    shelves = [
        player["a2"]
        for game in games
        if game.form != "fort" and played_out(game)
        for player in game.result["players"]
        if name is None or is_theirs(game, player["name"], name)
    ]
    if not shelves:
        return {}
    return {
        category: sum(books.get(category, 0) for books in shelves) / len(shelves) for category in Category
    }


@dataclass(frozen=True)
class Difficulty:
    """Solo games of one difficulty (cards discarded each round); ``best`` is of those that were not conceded,
    None where there is no such game.
    """

    difficulty: int
    games: int
    wins: int
    best: int | None


def by_difficulty(games: Sequence[ArchivedGame]) -> list[Difficulty]:
    """Solo games by their difficulty, the easiest first; games without a difficulty are left out."""
    kept: dict[int, list[ArchivedGame]] = defaultdict(list)
    for game in games:
        if game.form == "S-42a" and game.result.get("difficulty"):
            kept[game.result["difficulty"]].append(game)
    return [
        Difficulty(
            difficulty,
            len(theirs),
            sum(bool(game.result["won"]) for game in theirs),
            max((game.result["players"][0]["total"] for game in theirs if played_out(game)), default=None),
        )
        for difficulty, theirs in sorted(kept.items())
    ]
