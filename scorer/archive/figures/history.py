"""The history of an archive as a spreadsheet: a row for each player of each game."""

from __future__ import annotations

from collections.abc import Iterable

from scorer.archive.figures.standing import SECTIONS
from scorer.archive.figures.who import conceded
from scorer.archive.rows import ArchivedGame
from scorer.cards import Category
from scorer.editions import EditionKey
from scorer.exchange.spreadsheet import spreadsheet

#: The parts of a total in all forms: those of the inspection form, then those of Fort.
PARTS = tuple(dict.fromkeys([*SECTIONS["B-7c"], *SECTIONS["fort"]]))
HEADS = (
    "game",
    "played",
    "form",
    "source",
    "player",
    "bot",
    "conceded",
    "winner",
    "total",
    *PARTS,
    "focus",
    *Category,
)
Row = list[str | int | float]


def history(games: Iterable[ArchivedGame]) -> list[Row]:
    """The heads, then the rows; what a form does not have is left empty. Times are in UTC.

    >>> history([])[0][:4]
    ['game', 'played', 'form', 'source']
    """
    rows: list[Row] = [[str(head) for head in HEADS]]
    for game in sorted(games, key=lambda each: (each.played, each.id)):
        gave_up = conceded(game)
        for player in game.result["players"]:
            name = player["name"]
            of_game = {
                "game": game.id,
                "played": game.played.strftime("%Y-%m-%dT%H:%M:%SZ"),
                "form": game.form,
                "source": game.source,
                "player": name,
                "bot": "no" if name in game.people else "yes",
                "conceded": "yes" if name in gave_up else "no",
                "winner": "yes" if name in game.winners else "no",
            }
            found = player | player.get("a2", {}) | of_game
            rows.append([found.get(str(head), "") for head in HEADS])
    return rows


def history_csv(games: Iterable[ArchivedGame], language: EditionKey = "en") -> str:
    """The same as a `spreadsheet` where people speak ``language``."""
    return spreadsheet(history(games), language)
