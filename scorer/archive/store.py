"""The archive: every finished game, and what is half done, kept in a database.

It outlives a reload, a closed browser and a restarted server, and takes many writers at once.
"""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Text, cast, delete, select

from scorer.archive import imports as archive_imports
from scorer.archive.file import (
    ArchiveFile,
    DraftEntry,
    GameEntry,
    Source,
    checked_result,
    read_archive,
    scored,
    with_books,
)
from scorer.archive.imports import Import
from scorer.archive.rows import (
    GAME,
    LIST,
    WHOLE,
    ArchivedGame,
    BadRow,
    Draft,
    bad_rows,
    not_whole,
    plain,
    read_draft,
    read_game,
    search_text,
    update_or_insert,
    whole,
)
from scorer.archive.tables import ArchiveError, database_url, drafts, engine_of, games, prepare, refusing

__all__ = ["Archive", "ArchiveError", "ArchivedGame", "BadRow", "Draft", "Import", "Source"]

#: A deleted game can be restored for so long, and an untouched draft lives so long.
DELETED_FOR = timedelta(days=30)
DRAFTS_FOR = timedelta(days=365)

Entry = TypeVar("Entry", GameEntry, DraftEntry)


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
        """The archive at a SQLAlchemy URL, made where there is none; without a URL the one that
        SHELFMARK_DATABASE names, else the SQLite file in the user's data folder.

        Raises:
            ArchiveError: the database cannot be used, or a newer Shelfmark wrote it.
        """
        engine = engine_of(url or database_url())
        with refusing(engine):
            prepare(engine)
        return cls(engine)

    # Finished games

    def finish(
        self,
        game: dict[str, Any],
        result: dict[str, Any],
        source: Source,
        record: dict[str, Any] | None = None,
        played: datetime | None = None,
        key: str | None = None,
    ) -> str:
        """Keeps a finished game and gives its id.

        ``game`` is a game file or a Fort sheet, ``result`` its `Result.to_json()` or `FortResult` as a dict.
        A game with the same ``key`` is updated in place, and keeps the day it was played unless ``played``
        says otherwise; without a key, the same content is the same game. A deleted game comes back.

        Raises:
            ArchiveError: the result is no result, or the database fails.
        """
        checked_result(source, result)
        key = key or _digest([source, game, result, record])
        now = datetime.now(UTC)
        values = {
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
        with self._begin() as connection:
            update_or_insert(connection, games, games.c.key == key, values | when, new)
            found = connection.scalar(select(games.c.id).where(games.c.key == key))
        return str(found)

    def games(self, search: str = "", source: Source | None = None) -> list[ArchivedGame]:
        """The games, latest first, without their records: those whose players, form or day hold every word
        of ``search``, whatever its case and accents. Rows that are not whole are left out (`bad_rows`).
        """
        query = LIST.where(games.c.deleted.is_(None)).order_by(games.c.played.desc(), games.c.id)
        if source is not None:
            query = query.where(games.c.source == source)
        for word in plain(search).split():
            day = cast(games.c.played, Text).startswith(word, autoescape=True)
            query = query.where(games.c.search.contains(word, autoescape=True) | day)
        with self._begin() as connection:
            found = [read_game(row) for row in connection.execute(query).mappings()]
        return [game for game in found if isinstance(game, ArchivedGame)]

    def get(self, game: str) -> ArchivedGame | None:
        """A game by its id or its key, deleted ones too, with its record; None when there is no such game.

        Raises:
            ArchiveError: its row is not whole, or the database fails.
        """
        named = (games.c.id == game) | (games.c.key == game)
        with self._begin() as connection:
            row = connection.execute(WHOLE.where(named)).mappings().first()
        return whole(read_game(row, opened=True)) if row else None

    def delete(self, game: str) -> None:
        """Takes a game out of the archive; for 30 days `restore` brings it back."""
        now = datetime.now(UTC)
        with self._begin() as connection:
            connection.execute(games.update().where(games.c.id == game).values(deleted=now, changed=now))
            connection.execute(delete(games).where(games.c.deleted < now - DELETED_FOR))

    def restore(self, game: str) -> None:
        """Undoes `delete`."""
        values = {"deleted": None, "changed": datetime.now(UTC)}
        with self._begin() as connection:
            connection.execute(games.update().where(games.c.id == game).values(**values))

    # All in one file

    def export(self) -> dict[str, Any]:
        """All games and drafts as one JSON document, without what is deleted or not whole."""
        with self._begin() as connection:
            kept = connection.execute(WHOLE.where(games.c.deleted.is_(None)).order_by(games.c.played))
            read = [read_game(row, opened=True) for row in kept.mappings()]
            halves = connection.execute(select(drafts).order_by(drafts.c.kind, drafts.c.key))
            half = [read_draft(row) for row in halves.mappings()]
        entries = [_entry(GameEntry, game) for game in read if not isinstance(game, BadRow)]
        open_ones = [_entry(DraftEntry, draft) for draft in half if not isinstance(draft, BadRow)]
        return ArchiveFile(shelfmark_archive=1, games=entries, drafts=open_ones).model_dump(mode="json")

    def take_in(self, data: Any, folder: Path | None = None) -> int:
        """Takes in what `export` gave and says how many games were new or newer than those here.

        A document that is refused changes nothing. A game that is here already is replaced only by a newer
        state of it, and `undo_import` brings back what was replaced. A game file or a Fort sheet is taken in
        as one game; the deck that it names is read from ``folder``, never without one.

        What is taken in is written in pieces, others write between them. Where the database fails in between,
        the pieces before it stay; taking in the same document again adds what is missing.

        Raises:
            ArchiveError: it is not such a document, or the database fails.
            RefusedInput: it is a game file or a Fort sheet that cannot be scored.
        """
        if isinstance(data, dict) and ("form" in data or "players" in data):
            return self._take_one(data, folder)
        file = read_archive(data)
        with self._begin() as connection:
            archive_imports.clear_old(connection)
        return archive_imports.take_all(self._begin, [*file.games, *file.drafts])

    def _take_one(self, game: dict[str, Any], folder: Path | None) -> int:
        result, source = scored(game, folder)
        game = with_books(game, folder)
        if any(kept.game == game for kept in self.games()):
            return 0
        self.finish(game, result, source)
        return 1

    def imports(self) -> list[Import]:
        """The imports of the last year that changed something, latest first."""
        with self._begin() as connection:
            return archive_imports.imports(connection)

    def undo_import(self, name: str) -> int:
        """Puts back what an import changed and says how many games and drafts that were.

        What was changed or deleted since stays as it is; a game that was new can be restored for 30 days.
        """
        with self._begin() as connection:
            return archive_imports.undo(connection, name)

    # Rows that are not whole

    def bad_rows(self) -> list[BadRow]:
        """Games and drafts that cannot be used, each with the reason; the lists leave them out."""
        with self._begin() as connection:
            return bad_rows(connection)

    def remove_bad_row(self, row: BadRow) -> None:
        """Takes such a row out for good, unless it is whole by now."""
        with self._begin() as connection:
            if not any((row.kind, row.key) == (bad.kind, bad.key) for bad in bad_rows(connection)):
                return
            if row.kind == GAME:
                connection.execute(delete(games).where(games.c.id == row.key))
            else:
                connection.execute(delete(drafts).where(drafts.c.kind == row.kind, drafts.c.key == row.key))

    # Things half done

    def save_draft(self, kind: str, key: str, data: dict[str, Any]) -> None:
        """Keeps the present state of something half done, in place of the one before."""
        now = datetime.now(UTC)
        where = (drafts.c.kind == kind) & (drafts.c.key == key)
        values = {"saved": now, "data": data}
        with self._begin() as connection:
            update_or_insert(connection, drafts, where, values, values | {"kind": kind, "key": key})

    def draft(self, kind: str, key: str) -> dict[str, Any] | None:
        """What was kept last, None when there is none.

        Raises:
            ArchiveError: it is none of its kind, or the database fails.
        """
        query = select(drafts).where(drafts.c.kind == kind, drafts.c.key == key)
        with self._begin() as connection:
            row = connection.execute(query).mappings().first()
        if row is None:
            return None
        draft = read_draft(row)
        if isinstance(draft, BadRow):
            raise not_whole(draft)
        return draft.data

    def drafts(self, kind: str) -> list[Draft]:
        """All of a kind, latest first, without those that are none of it (`bad_rows`); those untouched for a
        year are cleared away.
        """
        query = select(drafts).where(drafts.c.kind == kind).order_by(drafts.c.saved.desc(), drafts.c.key)
        with self._begin() as connection:
            connection.execute(delete(drafts).where(drafts.c.saved < datetime.now(UTC) - DRAFTS_FOR))
            found = [read_draft(row) for row in connection.execute(query).mappings()]
        return [draft for draft in found if isinstance(draft, Draft)]

    def drop_draft(self, kind: str, key: str) -> None:
        """Forgets what was kept, if anything was."""
        with self._begin() as connection:
            connection.execute(delete(drafts).where(drafts.c.kind == kind, drafts.c.key == key))

    @contextmanager
    def _begin(self) -> Iterator[Connection]:
        """A transaction. Raises ArchiveError: the database fails."""
        with refusing(self._engine), self._engine.begin() as connection:
            yield connection


def _entry(model: type[Entry], row: ArchivedGame | Draft) -> Entry:
    return model.model_validate({name: getattr(row, name) for name in model.model_fields})


def _digest(content: list[Any]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True, default=str).encode()).hexdigest()
