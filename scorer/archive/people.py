"""People of the archive renamed: a name put right in all games, or two names that are one person made one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, select

from scorer.archive.file import Evening, Source, checked_result, scored
from scorer.archive.rows import ArchivedGame, Draft, of_draft, read_draft, search_text
from scorer.archive.schema.database import ArchiveError
from scorer.archive.schema.tables import drafts, games
from scorer.archive.shelves import rename_on_shelves
from scorer.errors import RefusedInput, phrase
from scorer.names import person, tidy


@dataclass(frozen=True)
class Renamed:
    """A game by its id, as it is with the ``new`` name in place of the ``old``."""

    id: str
    source: Source
    game: dict[str, Any]
    result: dict[str, Any]
    evening: Evening
    old: str
    new: str


def renamed(kept: Sequence[ArchivedGame], old: str, new: str) -> list[Renamed]:
    """The games in which ``old`` played, however the name is spelled there, with ``new`` in its place.

    The record of a game on screen stays as it was played.

    Raises:
        ArchiveError: the new name is empty, or somebody of that name sat at the same table.
    """
    name, who = tidy(new), person(old)
    if not name:
        raise ArchiveError(phrase("The new name is empty: write one."))
    found = []
    for game in kept:
        if not any(person(each) == who for each in game.players):
            continue
        changed = _with(game.game, who, name)
        try:
            result, _ = scored(changed)
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
        beginners = tuple(name if person(each) == who else each for each in game.evening.new)
        evening = game.evening.model_copy(update={"new": beginners})
        found.append(
            Renamed(game.id, game.source, changed, checked_result(game.source, result), evening, old, name)
        )
    return found


def _with(game: dict[str, Any], who: str, name: str) -> dict[str, Any]:
    changed = game | {
        part: [each | {"name": name} if person(each["name"]) == who else each for each in game[part]]
        for part in ("players", "seats", "away")
        if part in game
    }
    # of a table it is a seat
    if "players" in changed and person(str(changed.get("reading_winner", ""))) == who:
        changed["reading_winner"] = name
    return changed


def write_renamed(connection: Connection, changed: Sequence[Renamed]) -> None:
    """Writes these games in place of what they were."""
    now = datetime.now(UTC)
    for each in changed:
        search = search_text(each.source, each.result)
        values = {"game": each.game, "result": each.result, "search": search, "changed": now}
        values |= {"evening": each.evening.as_row}
        connection.execute(games.update().where(games.c.id == each.id).values(**values))
        rename_on_shelves(connection, each.id, each.old, each.new)


def rename_in_drafts(connection: Connection, old: str, new: str) -> None:
    """Renames a person in tables and sheets: else a game would have the old name again as soon as somebody
    opens it there. A draft where somebody else has the new name stays, and so does a game on screen.
    """
    who, name = person(old), tidy(new)
    query = select(drafts).where(drafts.c.kind.in_(("table", "fort")))
    for row in connection.execute(query).mappings().all():
        draft = read_draft(row)
        if not isinstance(draft, Draft):
            continue
        data = _in_draft(draft.data, who, name)
        if data != draft.data:
            saved = max(datetime.now(UTC), draft.saved + timedelta(microseconds=1))
            connection.execute(
                drafts.update().where(of_draft(draft.kind, draft.key)).values(saved=saved, data=data)
            )


def _in_draft(data: dict[str, Any], who: str, name: str) -> dict[str, Any]:
    if "game" in data:
        return data | {"game": _in_draft(data["game"], who, name)}
    lists = {part: data[part] for part in ("seats", "away", "players") if part in data}
    taken = {person(one["name"]) for seats in lists.values() for one in seats} - {who}
    return data if person(name) in taken else _with(data, who, name)
