"""Looks for damage in the file of an archive, and mends it: what can be read stays, the last state fills in.

The damaged file is kept beside the new one.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

from scorer.archive.earlier_states import columns_of, connected, created_in, states, tables_of
from scorer.archive.schema.database import (
    ArchiveError,
    beside,
    database_url,
    engine_of,
    file_of,
    is_emptied,
    prepare,
    readable,
    refusing,
    sqlite_url,
    too_new,
)
from scorer.archive.schema.steps import GONE, SCHEMA
from scorer.archive.schema.tables import meta
from scorer.errors import phrase
from scorer.whole import copy_private, put


@dataclass(frozen=True)
class Repair:
    """What came of a repair: rows that were still read, rows from the last state, its name, and the damaged
    file.
    """

    read: int
    brought_back: int
    state: str | None
    damaged: Path | None


_LOG = logging.getLogger("shelfmark.archive")
#: What a SQLite file begins with, up to the first table (https://sqlite.org/fileformat2.html, 1.3).
_MAGIC, _HEADER = b"SQLite format 3\0", 100


def damage(url: str | None = None) -> str | None:
    """The first damage that SQLite finds in the file of the archive; None if it is whole, or no file.

    Raises:
        ArchiveError: the file is gone, was emptied, or cannot be opened.
    """
    engine = engine_of(url or database_url())
    if file_of(engine) is None:
        return None
    with refusing(engine):
        prepare(engine)
    with refusing(engine), engine.connect() as connection:
        found = str(connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar())
    return None if found == "ok" else found


def repair(url: str | None = None) -> Repair | None:
    """Makes a damaged or deleted archive whole again; None if it is whole already.

    Raises:
        ArchiveError: the archive lies in no SQLite file, its folder cannot be written, or a newer Shelfmark
            wrote it.
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
        fresh, copy = (file.with_name(f".{uuid4().hex}.aside") for _ in range(2))
        try:
            return _made_whole(file, fresh, copy)
        finally:
            for left in (fresh, *beside(fresh), copy, *beside(copy)):
                left.unlink(missing_ok=True)


def _made_whole(file: Path, fresh: Path, copy: Path) -> Repair:
    made = engine_of.__wrapped__(sqlite_url(fresh))
    prepare(made)
    with closing(connected(fresh)) as base:
        base.execute("PRAGMA journal_mode = DELETE")  # one file, to be put in place
        base.execute("BEGIN")
        read = _read_copy(base, file, copy, fresh) if file.exists() else 0
        last = next(iter(states(engine_of(sqlite_url(file)))), None)
        brought_back = _take_from(base, last.file, file) if last else 0
        base.execute("COMMIT")
        base.execute("VACUUM")
    damaged = file.with_name(f"{file.name}.damaged-{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}")
    for old in (file, *beside(file)):  # all are kept before one is touched
        if old.exists():
            copy_private(old, damaged.with_name(damaged.name + old.name.removeprefix(file.name)))
    for old in beside(file):  # a log of the damaged file would damage the new one
        old.unlink(missing_ok=True)
    put(fresh, file)
    with closing(connected(file)) as base:
        base.execute("PRAGMA journal_mode = WAL")
    _LOG.warning("The archive was mended: rows read %d, brought back %d.", read, brought_back)
    kept = damaged if damaged.exists() else None
    return Repair(read, brought_back, last.name if last else None, kept)


def _read_copy(base: sqlite3.Connection, file: Path, copy: Path, fresh: Path) -> int:
    """Takes the rows of a damaged file, from a ``copy``: reading alone may change it. What its header hides
    is read with the header of a ``fresh`` archive.
    """
    read = 0
    for mended in (False, True):
        for left in beside(copy):
            left.unlink(missing_ok=True)
        for old in (file, *beside(file)):
            if old.exists():
                copy_private(old, copy.with_name(copy.name + old.name.removeprefix(file.name)))
        if mended:
            _give_header(copy, fresh)
        read += _take_from(base, copy, file)
    return read


def _give_header(file: Path, fresh: Path) -> None:
    """Gives a file the header of a ``fresh`` archive, and the number of its pages that are there."""
    with fresh.open("rb") as source:
        header = bytearray(source.read(_HEADER))
    with file.open("r+b") as target:
        old = target.read(_HEADER)
        if old.startswith(_MAGIC) and _page_size(old):
            header[16:21] = old[16:21]
        size = _page_size(header)
        header[28:32] = (file.stat().st_size // size).to_bytes(4, "big")
        header[32:40] = bytes(8)  # no list of unused pages
        header[92:96] = header[24:28]  # so the number of pages counts
        target.seek(0)
        target.write(header)


def _page_size(header: bytes | bytearray) -> int:
    """Bytes of a page, and 0 where the header tells none."""
    stored = int.from_bytes(header[16:18], "big")
    size = 65536 if stored == 1 else stored
    return size if size >= 512 and size & (size - 1) == 0 else 0


def _is_whole(file: Path) -> bool:
    try:
        with closing(connected(file)) as base:
            whole = [row[0] for row in base.execute("PRAGMA integrity_check(1)")] == ["ok"]
            return whole and not is_emptied(file, [name for name, _ in tables_of(base, "main")])
    except sqlite3.DatabaseError:
        return False


def _take_from(base: sqlite3.Connection, file: Path, archive: Path) -> int:
    """Takes the rows of a ``file`` that are not here yet; gives their number. Damaged pages are passed over.

    Raises ArchiveError where a newer Shelfmark wrote the ``archive``.
    """
    taken = 0
    with suppress(sqlite3.DatabaseError), closing(connected(file)) as old:
        old.text_factory = readable
        for name, sql in tables_of(old, "main"):
            if name == meta.name:  # the number of its tables; those here have another
                number = 0
                with suppress(sqlite3.DatabaseError):
                    number = old.execute(f"SELECT max(schema) FROM {name}").fetchone()[0] or 0
                if number > SCHEMA:
                    raise too_new(str(archive))
                continue
            if name in GONE:
                continue
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
