"""Looks for damage in the file of an archive, and mends it: what can be read stays, the last state fills in.

The damaged file is kept beside the new one.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

from scorer.archive.database import (
    ArchiveError,
    database_url,
    engine_of,
    file_of,
    prepare,
    readable,
    refusing,
)
from scorer.archive.states import columns_of, connected, created_in, states, tables_of
from scorer.errors import phrase
from scorer.whole import put


@dataclass(frozen=True)
class Repair:
    """What came of a repair: rows that were still read, rows from the last state, and the damaged file."""

    read: int
    brought_back: int
    damaged: Path | None


def damage(url: str | None = None) -> str | None:
    """The first damage that SQLite finds in the file of the archive; None if it is whole, or no file.

    Raises:
        ArchiveError: the file is gone or cannot be opened.
    """
    engine = engine_of(url or database_url())
    if file_of(engine) is None:
        return None
    with refusing(engine), engine.connect() as connection:
        found = str(connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar())
    return None if found == "ok" else found


def repair(url: str | None = None) -> Repair | None:
    """Makes a damaged or deleted archive whole again; None if it is whole already.

    Raises:
        ArchiveError: the archive lies in no SQLite file, or its folder cannot be written.
    """
    engine = engine_of(url or database_url())
    file = file_of(engine)
    if file is None:
        raise ArchiveError(
            phrase("Only an archive in a SQLite file can be mended here: ask whoever runs its database.")
        )
    with refusing(engine):
        if file.exists() and _is_whole(file):
            return None
        fresh = file.with_name(f".{uuid4().hex}.aside")
        try:
            return _made_whole(file, fresh)
        finally:
            for left in (fresh, *_beside(fresh)):
                left.unlink(missing_ok=True)


def _made_whole(file: Path, fresh: Path) -> Repair:
    made = engine_of.__wrapped__(f"sqlite:///{fresh}")
    prepare(made)
    with closing(connected(fresh)) as base:
        base.execute("PRAGMA journal_mode = DELETE")  # one file, to be put in place
        base.execute("BEGIN")
        read = _take_from(base, file) if file.exists() else 0
        last = next((state.file for state in states(engine_of(f"sqlite:///{file}"))), None)
        brought_back = _take_from(base, last) if last else 0
        base.execute("COMMIT")
        base.execute("VACUUM")
    damaged = file.with_name(f"{file.name}.damaged-{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}")
    for old in (file, *_beside(file)):  # all are kept before one is touched
        if old.exists():
            shutil.copyfile(old, damaged.with_name(damaged.name + old.name.removeprefix(file.name)))
    for old in _beside(file):  # a log of the damaged file would damage the new one
        old.unlink(missing_ok=True)
    put(fresh, file)
    with closing(connected(file)) as base:
        base.execute("PRAGMA journal_mode = WAL")
    return Repair(read, brought_back, damaged if damaged.exists() else None)


def _beside(file: Path) -> list[Path]:
    """What SQLite keeps beside its file."""
    return [file.with_name(file.name + suffix) for suffix in ("-wal", "-shm", "-journal")]


def _is_whole(file: Path) -> bool:
    try:
        with closing(connected(file)) as base:
            return [row[0] for row in base.execute("PRAGMA integrity_check(1)")] == ["ok"]
    except sqlite3.DatabaseError:
        return False


def _take_from(base: sqlite3.Connection, file: Path) -> int:
    """Takes the rows of a file that are not here yet; gives their number. Damaged pages are passed over."""
    taken = 0
    with suppress(sqlite3.DatabaseError), closing(connected(file)) as old:
        old.text_factory = readable
        for name, sql in tables_of(old, "main"):
            if not columns_of(base, "main", name):
                base.execute(created_in("main", sql))
            here = columns_of(base, "main", name)
            shared = [column for column in columns_of(old, "main", name) if column in here]
            listed, marks = ", ".join(f'"{column}"' for column in shared), ", ".join("?" * len(shared))
            for row in _rows(old, name, listed):
                done = base.execute(f"INSERT OR IGNORE INTO {name} ({listed}) VALUES ({marks})", row)
                taken += done.rowcount
    return taken


def _rows(old: sqlite3.Connection, table: str, columns: str) -> Iterator[tuple[object, ...]]:
    """The rows before the first damaged page and after the last, each as SQLite stores it."""
    for order in ("ASC", "DESC"):
        with suppress(sqlite3.DatabaseError):
            yield from old.execute(f"SELECT {columns} FROM {table} ORDER BY rowid {order}")
            return
