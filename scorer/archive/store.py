"""The archive: finished games and drafts, kept in a database.

It outlives a reload, a closed browser and a restarted server, and takes many writers at once.
"""

from __future__ import annotations

import sqlite3
import uuid
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, delete, select

from scorer.archive import earlier_states
from scorer.archive import imports as archive_imports
from scorer.archive.changing import change_draft
from scorer.archive.earlier_states import EarlierState
from scorer.archive.file import (
    ArchiveFile,
    DraftEntry,
    Evening,
    GameEntry,
    Source,
    checked_result,
    in_files,
    read_archive,
    scored,
    with_books,
)
from scorer.archive.guests import Guests
from scorer.archive.imports import Import
from scorer.archive.noting import follow_names, note, places, players_of
from scorer.archive.people import rename_in_drafts, renamed, write_renamed
from scorer.archive.rows import (
    LIST,
    WHOLE,
    ArchivedGame,
    BadRow,
    Draft,
    bad_rows,
    digest,
    entries,
    forget_old,
    found,
    not_whole,
    of_draft,
    read_draft,
    read_game,
    remove_bad_row,
    search_text,
    update_or_insert,
    whole,
)
from scorer.archive.schema.database import (
    ArchiveError,
    database_url,
    engine_of,
    leave_no_trace,
    prepare,
    refusing,
    transaction,
)
from scorer.archive.schema.tables import drafts, games
from scorer.archive.shelves import Shelves, forget_deleted, forget_strangers
from scorer.archive.visits import Visits, visits

__all__ = ["Archive", "ArchiveError", "ArchivedGame", "BadRow", "Draft", "EarlierState", "Import", "Source"]

#: A deleted game can be restored for so long, and an untouched draft lives so long. The latest of them stay
#: whatever the clock says.
DELETED_FOR, DELETED_SPARED = timedelta(days=30), 100
DRAFTS_FOR, DRAFTS_SPARED = timedelta(days=365), 1000


class Archive:
    """A database of games. Any number of them may be open at once, in any threads and processes.

    >>> archive = Archive.open("sqlite:///" + str(getfixture("tmp_path") / "archive.db"))
    >>> player = {"name": "", "track": 3, "fort_level": 0, "fort_points": 0, "rule": "", "big_pack": False}
    >>> archive.save_draft("fort", "k1", {"players": [player, player], "macaroni": -1})
    >>> archive.draft("fort", "k1")["players"][1]["track"]
    3
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @classmethod
    def open(cls, url: str | None = None) -> Archive:
        """The archive at a SQLAlchemy URL; its tables are created if they are missing.

        Without a URL it is at the URL of SHELFMARK_DATABASE, else the SQLite file in the user's data folder.

        Raises:
            ArchiveError: the database cannot be used, or a newer Shelfmark wrote it.
        """
        engine = engine_of(url or database_url())
        with refusing(engine):
            prepare(engine)
        return cls(engine)

    @property
    def guests(self) -> Guests:
        """Who takes part in its drafts and games."""
        return Guests(self._begin)

    @property
    def shelves(self) -> Shelves:
        """The small photos of shelves in its games."""
        return Shelves(self._engine, self._write)

    # Finished games

    def finish(
        self,
        game: dict[str, Any],
        result: dict[str, Any],
        source: Source,
        record: dict[str, Any] | None = None,
        played: datetime | None = None,
        key: str | None = None,
        began: datetime | None = None,
    ) -> str:
        """Keeps a finished game and gives its id.

        ``game`` is a game file or a Fort sheet, ``result`` its `Result.to_json()` or `FortResult` as a dict.
        A game with the same ``key`` is updated, and keeps the day it was played unless ``played`` is given.
        Without a key, equal content is the same game. A deleted game comes back.
        ``began`` is for a game that is new (`Evening`).

        Raises:
            ArchiveError: the result is not valid, or the database fails.
        """
        checked_result(source, result)
        key = key or digest([source, game, result, record])
        now = datetime.now(UTC)
        values: dict[str, Any] = {
            "source": source,
            "changed": now,
            "deleted": None,
            "search": search_text(source, result),
            "game": game,
            "result": result,
            "record": record,
        }
        when = {"played": played.astimezone(UTC)} if played else {}
        new = values | {"id": uuid.uuid4().hex, "key": key, "played": now} | when
        new["evening"] = Evening(began=began).as_row
        with self._write() as connection:
            before = players_of(connection, key)
            update_or_insert(connection, games, games.c.key == key, values | when, new)
            follow_names(connection, key, before)
            found = str(connection.scalar(select(games.c.id).where(games.c.key == key)))
            form, now_there = result.get("form", ""), players_of(connection, key)
            gone = forget_strangers(connection, found, form, now_there, before)
            gone |= forget_deleted(connection, now - DELETED_FOR)
        if gone:
            leave_no_trace(self._engine)
        return found

    def games(self, search: str = "", source: Source | None = None) -> list[ArchivedGame]:
        """The games, latest first, without their records and without damaged rows (`bad_rows`).

        Every word of ``search`` must stand in a game's players, form or day; case and accents do not matter.
        """
        query = LIST.where(games.c.deleted.is_(None)).order_by(games.c.played.desc(), games.c.id)
        if source is not None:
            query = query.where(games.c.source == source)
        with self._begin() as connection:
            rows = connection.execute(query).mappings().all()
            if search:
                having = found(connection, search)
                rows = [row for row in rows if row["id"] in having]
        return [game for game in map(read_game, rows) if isinstance(game, ArchivedGame)]

    def get(self, game: str) -> ArchivedGame | None:
        """A game by its id or its key, even a deleted game, with its record; None if there is no such game.

        Raises:
            ArchiveError: its row is damaged, or the database fails.
        """
        named = (games.c.id == game) | (games.c.key == game)
        with self._begin() as connection:
            row = connection.execute(WHOLE.where(named)).mappings().first()
        return whole(read_game(row, opened=True)) if row else None

    def note_evening(self, game: str, **noted: Any) -> None:
        """Notes fields of the `Evening` of a game by its id (`scorer.archive.noting.note`)."""
        note(self._write, game, noted)

    def places(self, names: Collection[str] | None = None) -> list[str]:
        """The places of games, as `scorer.archive.noting.places` tells them."""
        with self._begin() as connection:
            return places(connection, names)

    def visits(self) -> Visits:
        """Where assistants were sent in games on screen (`scorer.archive.visits`)."""
        with self._begin() as connection:
            return visits(connection)

    def rename_player(self, old: str, new: str) -> int:
        """Renames a person in all games, and in the tables and sheets that they came from; the name of
        another makes both one. Gives how many games changed.

        Raises:
            ArchiveError: see `scorer.archive.people.renamed`; nothing changed then. Or the database fails.
        """
        changed = renamed(self.games(), old, new)
        if changed:
            self._keep_state()
            with self._write() as connection:
                write_renamed(connection, changed)
                rename_in_drafts(connection, old, new)
        return len(changed)

    def delete(self, game: str) -> None:
        """Takes a game out of the archive; for 30 days `restore` brings it back."""
        now = datetime.now(UTC)
        with self._write() as connection:
            connection.execute(games.update().where(games.c.id == game).values(deleted=now, changed=now))
            forget_old(connection, games.c.deleted, now - DELETED_FOR, DELETED_SPARED)
            gone = forget_deleted(connection, now - DELETED_FOR)
        if gone:
            leave_no_trace(self._engine)

    def restore(self, game: str) -> None:
        """Undoes `delete`."""
        back = {"deleted": None, "changed": datetime.now(UTC)}
        with self._write() as connection:
            connection.execute(games.update().where(games.c.id == game).values(**back))

    # All in one file

    def export(self) -> dict[str, Any]:
        """All games and drafts as one JSON document, without deleted games and damaged rows."""
        kept, half = self._entries()
        return ArchiveFile(shelfmark_archive=1, games=kept, drafts=half).model_dump(mode="json")

    def export_files(self) -> list[bytes]:
        """All of it as JSON files, each small enough for `take_in`: one, but for very large archives."""
        kept, half = self._entries()
        return list(in_files([*kept, *half]))

    def _entries(self) -> tuple[list[GameEntry], list[DraftEntry]]:
        with self._begin() as connection:
            return entries(connection)

    def take_in(self, data: Any, folder: Path | None = None) -> int:
        """Takes in a document of `export`; gives how many games were new, or newer than the stored games.

        A refused document changes nothing. Only a newer state replaces a stored game, and `undo_import`
        brings the old state back. A game file or a Fort sheet is taken in as one game; its deck is read from
        ``folder``, and never without a folder.

        The document is written in pieces, and other writers write between them. If the database fails in
        between, earlier pieces stay; taking in the same document again adds the rest.

        Raises:
            ArchiveError: it is not an archive document, or the database fails.
            RefusedInput: it is a game file or a Fort sheet that cannot be scored.
        """
        if isinstance(data, dict) and ("form" in data or "players" in data):
            return self._take_one(data, folder)
        file = read_archive(data)
        self._keep_state()
        with self._begin() as connection:
            archive_imports.clear_old(connection)
        return archive_imports.take_all(self._begin, [*file.games, *file.drafts])

    def _take_one(self, game: dict[str, Any], folder: Path | None) -> int:
        result, source = scored(game, folder)
        game = with_books(game, folder)
        key = digest([source, game, result, None])
        if any(kept.game == game or kept.key == key for kept in self.games()):  # mended since, perhaps
            return 0
        self.finish(game, result, source)
        return 1

    def imports(self) -> list[Import]:
        """The imports of the last year that changed something, latest first."""
        with self._begin() as connection:
            return archive_imports.imports(connection)

    def undo_import(self, name: str) -> int:
        """Undoes an import; gives how many games and drafts it restored.

        Rows that were changed or deleted since stay as they are. A game that the import added can be restored
        for 30 days.
        """
        self._keep_state()
        with self._write() as connection:
            return archive_imports.undo(connection, name)

    # Rows that are not whole

    def bad_rows(self) -> list[BadRow]:
        """Games and drafts that cannot be used, each with the reason; the lists leave them out."""
        with self._begin() as connection:
            return bad_rows(connection)

    def remove_bad_row(self, row: BadRow) -> None:
        """Deletes a damaged row for good, unless it is whole by now."""
        self._keep_state()
        with self._write() as connection:
            remove_bad_row(connection, row)

    # Things half done

    def save_draft(self, kind: str, key: str, data: dict[str, Any]) -> None:
        """Keeps the present state of a draft, in place of the state before."""
        now, where = datetime.now(UTC), of_draft(kind, key)
        values = {"saved": now, "data": data}
        with self._write() as connection:
            update_or_insert(connection, drafts, where, values, values | {"kind": kind, "key": key})
            forget_old(connection, drafts.c.saved, now - DRAFTS_FOR, DRAFTS_SPARED)

    def change_draft(
        self, kind: str, key: str, change: Callable[[dict[str, Any] | None], dict[str, Any]]
    ) -> dict[str, Any]:
        """Keeps what ``change`` makes of a draft as it is kept, None where none is; gives what is kept then.

        If another writer is faster, ``change`` is called again, with what that one wrote: of two changes at
        once none is lost.

        Raises:
            ArchiveError: the database fails; nothing changed.
        """
        return change_draft(self._begin, self._write, kind, key, change, partial(self.save_draft, kind, key))

    def draft(self, kind: str, key: str) -> dict[str, Any] | None:
        """The draft as it was last kept; None if there is no such draft.

        Raises:
            ArchiveError: it does not have the shape of its kind, or the database fails.
        """
        with self._begin() as connection:
            row = connection.execute(select(drafts).where(of_draft(kind, key))).mappings().first()
        if row is None:
            return None
        if isinstance(draft := read_draft(row), BadRow):
            raise not_whole(draft)
        return draft.data

    def drafts(self, kind: str) -> list[Draft]:
        """All drafts of a kind, latest first, without damaged rows (`bad_rows`)."""
        query = select(drafts).where(drafts.c.kind == kind).order_by(drafts.c.saved.desc(), drafts.c.key)
        with self._begin() as connection:
            found = [read_draft(row) for row in connection.execute(query).mappings()]
        return [draft for draft in found if isinstance(draft, Draft)]

    def drop_draft(self, kind: str, key: str) -> None:
        """Forgets a draft, if there is one."""
        with self._write() as connection:
            connection.execute(delete(drafts).where(of_draft(kind, key)))
        self.guests.go(kind, key)

    # Its states

    def states(self) -> list[EarlierState]:
        """The last states of the archive, latest first; none if it lies in no SQLite file."""
        return earlier_states.states(self._engine)

    def put_back(self, name: str) -> EarlierState:
        """Brings the archive back to the state of this name; the present state is kept too.

        Raises:
            ArchiveError: there is no such state, or the database fails.
        """
        return earlier_states.put_back(self._engine, name)

    def _keep_state(self) -> None:
        """Takes a state before much is changed at once."""
        with suppress(sqlite3.Error, OSError):
            earlier_states.keep(self._engine)

    def _begin(self) -> AbstractContextManager[Connection]:
        """A transaction that reads. Raises ArchiveError: the database fails."""
        return transaction(self._engine)

    @contextmanager
    def _write(self) -> Iterator[Connection]:
        """A transaction that writes. Raises ArchiveError: the database fails."""
        with transaction(self._engine) as connection:
            yield connection
        earlier_states.keep_if_due(self._engine)
