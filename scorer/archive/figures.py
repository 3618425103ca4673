"""Figures of an archive's players: wins, bests, points by section, books by category; its history."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from scorer.archive.rows import ArchivedGame
from scorer.cards import Category
from scorer.editions import EditionKey, nameless
from scorer.exchange.spreadsheet import spreadsheet
from scorer.gamefile.names import person, tidy

Form = Literal["B-7c", "S-42a", "fort"]
#: The parts of a player's total in the order of the form, by the names that the results give them.
SECTIONS: dict[Form, tuple[str, ...]] = {
    "B-7c": ("b1", "b2", "b3", "b4", "b5"),
    "S-42a": ("b1", "b2", "b3", "b4", "b5"),
    "fort": ("track", "fort", "rule", "macaroni"),
}


@dataclass(frozen=True)
class Standing:
    """A person over several games. A shared victory is a win; a tie that is still open (T) is none."""

    name: str
    games: int
    wins: int
    mean: float
    best: int
    best_game: str

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
    return sorted(found, key=lambda each: (-each.rate, -each.games, -each.mean, each.name))


def _standing(games: Sequence[tuple[str, ArchivedGame]]) -> Standing:
    """The standing of a person, by the names that they had in their games."""
    totals = [game.totals[name] for name, game in games]
    best = max(totals)
    return Standing(
        name=tidy(max(games, key=lambda each: each[1].played)[0]),
        games=len(games),
        wins=sum(name in game.winners for name, game in games),
        mean=sum(totals) / len(games),
        best=best,
        best_game=games[totals.index(best)][1].id,
    )


@dataclass(frozen=True)
class Points:
    """A player's points in one game, by section."""

    game: str
    played: datetime
    sections: dict[str, int]
    total: int


def points(games: Sequence[ArchivedGame], name: str) -> list[Points]:
    """The player's games, earliest first."""
    found = [
        Points(
            game.id,
            game.played,
            {section: player[section] for section in SECTIONS[game.form]},
            player["total"],
        )
        for game in games
        for player in game.result["players"]
        if person(player["name"]) == person(name)
    ]
    return sorted(found, key=lambda each: each.played)


def mean_books(games: Sequence[ArchivedGame], name: str | None = None) -> dict[Category, float]:
    """Books of each category on an average shelf, of a player or of all. Fort has no books."""
    shelves = [
        player["a2"]
        for game in games
        if game.form != "fort"
        for player in game.result["players"]
        if name is None or person(name) == person(player["name"])
    ]
    if not shelves:
        return {}
    return {
        category: sum(books.get(category, 0) for books in shelves) / len(shelves) for category in Category
    }


@dataclass(frozen=True)
class Difficulty:
    """Solo games of one difficulty (cards discarded each round)."""

    difficulty: int
    games: int
    wins: int
    best: int


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
            max(game.result["players"][0]["total"] for game in theirs),
        )
        for difficulty, theirs in sorted(kept.items())
    ]


#: The parts of a total in all forms: those of the inspection form, then those of Fort.
PARTS = tuple(dict.fromkeys([*SECTIONS["B-7c"], *SECTIONS["fort"]]))
HEADS = ("game", "played", "form", "source", "player", "bot", "winner", "total", *PARTS, "focus", *Category)
Row = list[str | int | float]


def history(games: Iterable[ArchivedGame]) -> list[Row]:
    """The heads, then the rows; what a form does not have is left empty. Times are in UTC.

    >>> history([])[0][:4]
    ['game', 'played', 'form', 'source']
    """
    rows: list[Row] = [[str(head) for head in HEADS]]
    for game in sorted(games, key=lambda each: (each.played, each.id)):
        for player in game.result["players"]:
            name = player["name"]
            said = {
                "game": game.id,
                "played": game.played.strftime("%Y-%m-%dT%H:%M:%SZ"),
                "form": game.form,
                "source": game.source,
                "player": name,
                "bot": "no" if name in game.people else "yes",
                "winner": "yes" if name in game.winners else "no",
            }
            found = player | player.get("a2", {}) | said
            rows.append([found.get(str(head), "") for head in HEADS])
    return rows


def history_csv(games: Iterable[ArchivedGame], language: EditionKey = "en") -> str:
    """The same as a `spreadsheet` where people speak ``language``."""
    return spreadsheet(history(games), language)
