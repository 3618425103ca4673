"""Games in groups: by the edition that they were played in, by the focus that a player had."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from scorer.archive.figures.who import is_theirs, played_out
from scorer.archive.rows import ArchivedGame
from scorer.cards import Category


@dataclass(frozen=True, slots=True)
class Edition:
    """Games of one edition that nobody conceded; ``mean`` is the average total of all of their players,
    ``best`` the highest.
    """

    edition: str
    games: int
    mean: float
    best: int


def by_edition(games: Sequence[ArchivedGame]) -> list[Edition]:
    """The editions, that of most games first. Fort has none, and is left out."""
    kept: dict[str, list[ArchivedGame]] = defaultdict(list)
    for game in games:
        if played_out(game) and (edition := game.result.get("edition")):
            kept[edition].append(game)
    found = []
    for edition, theirs in kept.items():
        totals = [player["total"] for game in theirs for player in game.result["players"]]
        found.append(Edition(edition, len(theirs), sum(totals) / len(totals), max(totals)))
    return sorted(found, key=lambda each: (-each.games, each.edition))


@dataclass(frozen=True, slots=True)
class Focus:
    """A category as the focus of a player: in how many games, and how many of these were won."""

    category: Category
    games: int
    wins: int


def by_focus(games: Sequence[ArchivedGame], name: str | None = None) -> dict[Category, Focus]:
    """Each category as a focus, of one person or of every player, bots too. Fort has no focus."""
    played: dict[Category, list[bool]] = {category: [] for category in Category}
    for game in games:
        for player in game.result["players"]:
            theirs = name is None or is_theirs(game, player["name"], name)
            if theirs and (focus := player.get("focus")):
                played[Category(focus)].append(player["name"] in game.winners)
    return {category: Focus(category, len(won), sum(won)) for category, won in played.items()}
