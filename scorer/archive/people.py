"""People of the archive renamed: a name put right in all games, or two names that are one person made one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorer.archive.database import ArchiveError
from scorer.archive.file import Source, checked_result, scored
from scorer.archive.rows import ArchivedGame
from scorer.errors import RefusedInput, phrase
from scorer.gamefile.names import person, tidy


@dataclass(frozen=True)
class Renamed:
    """A game by its id, as it is with the other name."""

    id: str
    source: Source
    game: dict[str, Any]
    result: dict[str, Any]


def renamed(games: Sequence[ArchivedGame], old: str, new: str) -> list[Renamed]:
    """The games in which ``old`` played, however the name is spelled there, with ``new`` in its place.

    The record of a game on screen stays as it was played.

    Raises:
        ArchiveError: the new name is empty, or somebody of that name sat at the same table.
    """
    name, who = tidy(new), person(old)
    if not name:
        raise ArchiveError(phrase("The new name is empty: write one."))
    found = []
    for game in games:
        if not any(person(each) == who for each in game.players):
            continue
        told = _with(game.game, who, name)
        try:
            result, _ = scored(told)
        except RefusedInput as refused:
            raise ArchiveError(
                phrase(
                    "In the game of {day} {old} cannot be called {name}: {why}",
                    day=f"{game.played:%Y-%m-%d}",
                    old=old,
                    name=name,
                    why=refused,
                )
            ) from refused
        found.append(Renamed(game.id, game.source, told, checked_result(game.source, result)))
    return found


def _with(game: dict[str, Any], who: str, name: str) -> dict[str, Any]:
    players = [
        each | {"name": name} if person(each["name"]) == who else each for each in game.get("players", ())
    ]
    told = game | {"players": players}
    if person(str(told.get("reading_winner", ""))) == who:
        told["reading_winner"] = name
    return told
