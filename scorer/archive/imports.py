"""Imports into the archive: entries taken in, entries that they replaced, and how to undo an import."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from time import monotonic, sleep
from typing import Any

from sqlalchemy import Connection, RowMapping, delete, func, select

from scorer.archive.file import NO_EVENING, DraftEntry, GameEntry
from scorer.archive.rows import (
    GAME,
    WHOLE,
    ArchivedGame,
    BadRow,
    Draft,
    forget_old,
    read_draft,
    read_game,
    search_text,
    update_or_insert,
)
from scorer.archive.schema.database import ArchiveError
from scorer.archive.schema.tables import drafts, games, replaced
from scorer.archive.shelves import keep_shelves, pictures_of, shelves_of
from scorer.errors import phrase

#: An import can be undone for so long.
UNDONE_FOR = timedelta(days=365)
#: The last so many rows stay, whatever the clock says.
SPARED = 5000
#: Games and drafts in one transaction: it takes a moment, and other writers wait.
PIECE = 50

Transaction = AbstractContextManager[Connection]


@dataclass(frozen=True)
class Import:
    """A file that was taken in, and how many of its games and drafts were new or newer."""

    id: str
    at: datetime
    games: int
    drafts: int


def take_all(begin: Callable[[], Transaction], entries: Sequence[GameEntry | DraftEntry]) -> int:
    """Takes in entries as one import, in transactions of a few; gives how many games were new or newer.

    After each transaction the database rests as long as it took: a waiting writer tries only now and then.

    Raises:
        ArchiveError: the database fails; the sentence says how much was taken in before.
    """
    name, taken, done = uuid.uuid4().hex, 0, 0
    for start in range(0, len(entries), PIECE):
        piece = entries[start : start + PIECE]
        began = monotonic()
        try:
            with begin() as connection:
                taken += sum(_take(connection, entry, name) for entry in piece)
        except ArchiveError as error:
            if not done:
                raise
            raise ArchiveError(
                phrase(
                    "Only {done} of {all} games and drafts were taken in, import the file once more for the "
                    "rest: {error}",
                    done=done,
                    all=len(entries),
                    error=error,
                )
            ) from error
        done += len(piece)
        if done < len(entries):
            sleep(monotonic() - began)
    return taken


def _take(connection: Connection, entry: GameEntry | DraftEntry, name: str) -> bool:
    """Whether it was a game, and new or newer than the stored game."""
    if isinstance(entry, GameEntry):
        return take_game(connection, entry, name)
    take_draft(connection, entry, name)
    return False


def take_game(connection: Connection, entry: GameEntry, taken: str) -> bool:
    """Whether the game was new, or newer than the stored game."""
    same = (games.c.id == entry.id) | (games.c.key == entry.key)
    row = connection.execute(WHOLE.where(same)).mappings().first()
    values = {
        "source": entry.source,
        "played": entry.played,
        "changed": entry.changed,
        "deleted": None,
        "search": search_text(entry.source, entry.result),
        "game": entry.game,
        "result": entry.result,
        "record": entry.record,
    }
    if evening := entry.evening.as_row:  # a file that tells nothing of it takes nothing away
        values["evening"] = evening
    if row is None:
        update_or_insert(connection, games, same, values, values | {"id": entry.id, "key": entry.key})
        keep_shelves(connection, entry.id, pictures_of(entry.shelves))
        _note(connection, taken, GAME, entry.id, entry.changed, None)
        return True
    here = read_game(row, opened=True)
    if isinstance(here, BadRow):
        before = None
    elif here.deleted is None and (entry.changed <= here.changed or _unchanged(here, entry)):
        return False
    else:
        kept = ("deleted", *GameEntry.model_fields)
        before = {name: getattr(here, name) for name in kept if name != "shelves"}
        before["evening"] = here.evening.as_row
    connection.execute(games.update().where(games.c.id == row["id"]).values(**values))
    if entry.shelves and not shelves_of(connection, row["id"]):  # photos that are here stay
        keep_shelves(connection, row["id"], pictures_of(entry.shelves))
        before = before and before | {"bare": True}
    _note(connection, taken, GAME, row["id"], entry.changed, before)
    return True


def take_draft(connection: Connection, entry: DraftEntry, taken: str) -> None:
    """Takes in a draft that is new, or newer than the stored draft."""
    where = (drafts.c.kind == entry.kind) & (drafts.c.key == entry.key)
    row = connection.execute(select(drafts).where(where)).mappings().first()
    here = row and read_draft(row)
    if isinstance(here, Draft) and (entry.saved <= here.saved or here.data == entry.data):
        return
    values = {"saved": entry.saved, "data": entry.data}
    update_or_insert(connection, drafts, where, values, values | {"kind": entry.kind, "key": entry.key})
    before = {"saved": here.saved, "data": here.data} if isinstance(here, Draft) else None
    _note(connection, taken, entry.kind, entry.key, entry.saved, before)


def _unchanged(here: ArchivedGame, entry: GameEntry) -> bool:
    compared = ("source", "played", "game", "result", "record")
    evening = entry.evening in (NO_EVENING, here.evening)
    return evening and all(getattr(here, name) == getattr(entry, name) for name in compared)


def _note(
    connection: Connection, taken: str, kind: str, key: str, after: datetime, before: dict[str, Any] | None
) -> None:
    """Keeps the row from before the import, its times as text for JSON."""
    if before is not None:
        before = {
            name: value.isoformat() if isinstance(value, datetime) else value
            for name, value in before.items()
        }
    row = {"taken": taken, "kind": kind, "key": key, "after": after, "before": before}
    connection.execute(replaced.insert().values(id=uuid.uuid4().hex, at=datetime.now(UTC), **row))


def imports(connection: Connection) -> list[Import]:
    """The imports that can be undone, latest first."""
    query = select(
        replaced.c.taken,
        replaced.c.kind,
        func.max(replaced.c.at).label("at"),
        func.count().label("rows"),
    ).group_by(replaced.c.taken, replaced.c.kind)
    found: dict[str, Import] = {}
    for taken, kind, at, rows in connection.execute(query):
        one = found.get(taken, Import(taken, at, 0, 0))
        read, half = (rows, 0) if kind == GAME else (0, rows)
        found[taken] = Import(taken, max(one.at, at), one.games + read, one.drafts + half)
    return sorted(found.values(), key=lambda one: one.at, reverse=True)


def undo(connection: Connection, taken: str) -> int:
    """Undoes an import; gives how many games and drafts it restored.

    Rows that were changed since stay as they are.
    """
    back = 0
    for row in connection.execute(select(replaced).where(replaced.c.taken == taken)).mappings().all():
        back += _back(connection, row)
    connection.execute(delete(replaced).where(replaced.c.taken == taken))
    return back


def _back(connection: Connection, row: RowMapping) -> bool:
    before, key = row["before"], row["key"]
    if row["kind"] == GAME:
        here = (games.c.id == key) & (games.c.changed == row["after"]) & games.c.deleted.is_(None)
        if before is None:
            statement = games.update().where(here).values(deleted=datetime.now(UTC))
        else:
            times = {name: _moment(before[name]) for name in ("played", "changed", "deleted")}
            kept = {name: before[name] for name in ("source", "game", "result", "record")}
            kept |= {"evening": before["evening"]} if "evening" in before else {}  # earlier, none was kept
            search = search_text(before["source"], before["result"])
            statement = games.update().where(here).values(**kept, **times, search=search)
        done = bool(connection.execute(statement).rowcount)
        if done and before and before.get("bare"):
            keep_shelves(connection, key, {})
        return done
    mine = (drafts.c.kind == row["kind"]) & (drafts.c.key == key) & (drafts.c.saved == row["after"])
    if before is None:
        return bool(connection.execute(delete(drafts).where(mine)).rowcount)
    values = {"saved": _moment(before["saved"]), "data": before["data"]}
    return bool(connection.execute(drafts.update().where(mine).values(**values)).rowcount)


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def clear_old(connection: Connection) -> None:
    """Forgets the rows that old imports replaced."""
    forget_old(connection, replaced.c.at, datetime.now(UTC) - UNDONE_FOR, SPARED)
