"""The archive: every finished game, and what is half done, kept in a database.

It outlives a reload, a closed browser and a restarted server, and takes many writers at once.
"""

from __future__ import annotations

import hashlib
import json
import unicodedata
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from pydantic import ValidationError
from sqlalchemy import ColumnElement, Connection, Engine, RowMapping, Table, Text, cast, delete, null, select
from sqlalchemy.exc import IntegrityError

from scorer.archive_file import ArchiveFile, DraftEntry, GameEntry, scored
from scorer.archive_tables import ArchiveError, database_url, drafts, engine_of, games, prepare, refusing
from scorer.errors import phrase
from scorer.files import validate
from scorer.fort import FortResult
from scorer.result import Result

__all__ = ["Archive", "ArchiveError", "ArchivedGame", "Draft", "Source"]

Source = Literal["photo", "typed", "play", "solo", "fort"]
#: A deleted game can be restored for so long, and an untouched draft lives so long.
DELETED_FOR = timedelta(days=30)
DRAFTS_FOR = timedelta(days=365)


@dataclass(frozen=True)
class ArchivedGame:
    """A finished game.

    ``game`` is the game file (or the Fort sheet) and ``result`` the filled-in form, both as JSON holds them;
    ``record`` replays a game that was played on screen, and is filled in by `Archive.get` alone.
    """

    id: str
    key: str
    source: Source
    played: datetime
    changed: datetime
    deleted: datetime | None
    game: dict[str, Any]
    result: dict[str, Any]
    has_record: bool
    record: dict[str, Any] | None = None

    @property
    def form(self) -> Literal["B-7c", "S-42a", "fort"]:
        return "fort" if self.source == "fort" else self.result["form"]

    @property
    def players(self) -> list[str]:
        """The names, in the order of the table."""
        return [player["name"] for player in self.result["players"]]

    @property
    def winners(self) -> list[str]:
        """The names of those who won; for a solo game that was lost, the public library's."""
        return list(self.result["winners"])

    @property
    def totals(self) -> dict[str, int]:
        """Each player's points."""
        return {player["name"]: player["total"] for player in self.result["players"]}


@dataclass(frozen=True)
class Draft:
    """Something half done, as its page keeps it."""

    kind: str
    key: str
    saved: datetime
    data: dict[str, Any]


class Archive:
    """A database of games. Any number of them may be open at once, in any threads and processes.

    >>> archive = Archive.open("sqlite:///" + str(getfixture("tmp_path") / "archive.db"))
    >>> archive.save_draft("fort", "k1", {"players": 2})
    >>> archive.draft("fort", "k1")
    {'players': 2}
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
            "search": _search_text(source, result),
            "game": game,
            "result": result,
            "record": record,
        }
        when = {"played": played.astimezone(UTC)} if played else {}
        new = values | {"id": uuid.uuid4().hex, "key": key, "played": now} | when
        with self._begin() as connection:
            _update_or_insert(connection, games, games.c.key == key, values | when, new)
            found = connection.scalar(select(games.c.id).where(games.c.key == key))
        return str(found)

    def games(self, search: str = "", source: Source | None = None) -> list[ArchivedGame]:
        """The games, latest first, without their records: those whose players, form or day hold every word
        of ``search``, whatever its case and accents.
        """
        query = _LIST.where(games.c.deleted.is_(None)).order_by(games.c.played.desc(), games.c.id)
        if source is not None:
            query = query.where(games.c.source == source)
        for word in _plain(search).split():
            day = cast(games.c.played, Text).startswith(word, autoescape=True)
            query = query.where(games.c.search.contains(word, autoescape=True) | day)
        with self._begin() as connection:
            return [_archived(row) for row in connection.execute(query).mappings()]

    def get(self, game: str) -> ArchivedGame | None:
        """A game by its id or its key, deleted ones too, with its record; None when there is no such game."""
        named = (games.c.id == game) | (games.c.key == game)
        with self._begin() as connection:
            row = connection.execute(_WHOLE.where(named)).mappings().first()
        return _archived(row) if row else None

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
        """All games and drafts as one JSON document; deleted games are left out."""
        with self._begin() as connection:
            kept = connection.execute(_WHOLE.where(games.c.deleted.is_(None)).order_by(games.c.played))
            entries = [GameEntry.model_validate(_entry(row)) for row in kept.mappings()]
            halves = connection.execute(select(drafts).order_by(drafts.c.kind, drafts.c.key))
            open_ones = [DraftEntry.model_validate(dict(row._mapping)) for row in halves]
        return ArchiveFile(shelfmark_archive=1, games=entries, drafts=open_ones).model_dump(mode="json")

    def take_in(self, data: Any) -> int:
        """Takes in what `export` gave and says how many games were new or newer than those here.

        All or nothing: a document that is refused changes nothing. A game that is here already is replaced
        only by a newer state of it. A game file or a Fort sheet is taken in as one game.

        Raises:
            ArchiveError: it is not such a document, or the database fails.
            RefusedInput: it is a game file or a Fort sheet that cannot be scored.
        """
        if isinstance(data, dict) and ("form" in data or "players" in data):
            return self._take_one(data)
        file = validate(ArchiveFile, data, phrase("the archive file"), ArchiveError)
        for number, entry in enumerate(file.games, 1):
            try:
                checked_result(entry.source, entry.result)
            except ArchiveError as error:
                raise ArchiveError(
                    phrase(
                        "Game {number} of the archive file is not whole: {error}", number=number, error=error
                    )
                ) from error
        taken = 0
        with self._begin() as connection:
            for entry in file.games:
                taken += _take_game(connection, entry)
            for draft in file.drafts:
                _take_draft(connection, draft)
        return taken

    def _take_one(self, game: dict[str, Any]) -> int:
        result, source = scored(game)
        if any(kept.game == game for kept in self.games()):
            return 0
        self.finish(game, result, source)
        return 1

    # Things half done

    def save_draft(self, kind: str, key: str, data: dict[str, Any]) -> None:
        """Keeps the present state of something half done, in place of the one before."""
        now = datetime.now(UTC)
        where = (drafts.c.kind == kind) & (drafts.c.key == key)
        values = {"saved": now, "data": data}
        with self._begin() as connection:
            _update_or_insert(connection, drafts, where, values, values | {"kind": kind, "key": key})

    def draft(self, kind: str, key: str) -> dict[str, Any] | None:
        """What was kept last, None when there is none."""
        query = select(drafts.c.data).where(drafts.c.kind == kind, drafts.c.key == key)
        with self._begin() as connection:
            return connection.scalar(query)

    def drafts(self, kind: str) -> list[Draft]:
        """All of a kind, latest first; those untouched for a year are cleared away."""
        query = select(drafts).where(drafts.c.kind == kind).order_by(drafts.c.saved.desc(), drafts.c.key)
        with self._begin() as connection:
            connection.execute(delete(drafts).where(drafts.c.saved < datetime.now(UTC) - DRAFTS_FOR))
            return [Draft(row.kind, row.key, row.saved, row.data) for row in connection.execute(query)]

    def drop_draft(self, kind: str, key: str) -> None:
        """Forgets what was kept, if anything was."""
        with self._begin() as connection:
            connection.execute(delete(drafts).where(drafts.c.kind == kind, drafts.c.key == key))

    @contextmanager
    def _begin(self) -> Iterator[Connection]:
        """A transaction. Raises ArchiveError: the database fails."""
        with refusing(self._engine), self._engine.begin() as connection:
            yield connection


def checked_result(source: Source, result: dict[str, Any]) -> Result | FortResult:
    """The result of a game as its own type.

    Raises:
        ArchiveError: it is none.
    """
    model = FortResult if source == "fort" else Result
    try:
        checked = model.model_validate(result)
    except ValidationError as error:
        place = ".".join(str(part) for part in error.errors()[0]["loc"]) or phrase("all of it")
        raise ArchiveError(
            phrase("the result does not fit ({place}): export it again from where it came.", place=place)
        ) from error
    if not checked.players:
        raise ArchiveError(phrase("the result has no players: export it again from where it came."))
    return checked


_COLUMNS = [column for column in games.c if column.name not in ("search", "record")]
_LIST = select(*_COLUMNS, games.c.record.is_not(None).label("has_record"), null().label("record"))
_WHOLE = select(*_COLUMNS, games.c.record.is_not(None).label("has_record"), games.c.record)


def _entry(row: RowMapping) -> dict[str, Any]:
    return {str(name): value for name, value in row.items() if name in GameEntry.model_fields}


def _archived(row: RowMapping) -> ArchivedGame:
    return ArchivedGame(**{str(name): value for name, value in row.items()})


def _update_or_insert(
    connection: Connection,
    table: Table,
    where: ColumnElement[bool],
    values: dict[str, Any],
    new: dict[str, Any],
) -> None:
    """Writes a row, whether it is there or not, on any database and beside other writers."""
    if connection.execute(table.update().where(where).values(**values)).rowcount:
        return
    try:
        with connection.begin_nested():
            connection.execute(table.insert().values(**new))
    except IntegrityError:  # somebody else put it there in between
        connection.execute(table.update().where(where).values(**values))


def _take_game(connection: Connection, entry: GameEntry) -> bool:
    """Whether the game was new, or newer than the one here."""
    same = (games.c.id == entry.id) | (games.c.key == entry.key)
    here = connection.execute(select(games.c.id, games.c.changed, games.c.deleted).where(same)).first()
    values = {
        "source": entry.source,
        "played": entry.played,
        "changed": entry.changed,
        "deleted": None,
        "search": _search_text(entry.source, entry.result),
        "game": entry.game,
        "result": entry.result,
        "record": entry.record,
    }
    if here is None:
        _update_or_insert(connection, games, same, values, values | {"id": entry.id, "key": entry.key})
        return True
    if here.deleted is None and entry.changed <= here.changed:
        return False
    connection.execute(games.update().where(games.c.id == here.id).values(**values))
    return True


def _take_draft(connection: Connection, entry: DraftEntry) -> None:
    where = (drafts.c.kind == entry.kind) & (drafts.c.key == entry.key)
    here = connection.scalar(select(drafts.c.saved).where(where))
    if here is None or here < entry.saved:
        values = {"saved": entry.saved, "data": entry.data}
        new = values | {"kind": entry.kind, "key": entry.key}
        _update_or_insert(connection, drafts, where, values, new)


def _digest(content: list[Any]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True, default=str).encode()).hexdigest()


def _plain(text: str) -> str:
    """Without case and accents, as search compares."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in parts if not unicodedata.combining(c) and (c.isprintable() or c.isspace()))


def _search_text(source: Source, result: dict[str, Any]) -> str:
    names = [player["name"] for player in result["players"]]
    return _plain(" ".join([*names, source, str(result.get("form", "Fort"))]))
