"""The archive's database: SQLite in the user's folder, or any that SQLAlchemy reaches; and its complaints.

Other parts keep their tables in it too (`opened`).
"""

from __future__ import annotations

import errno
import logging
import os
import shutil
import sqlite3
from collections.abc import Container, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, MetaData, create_engine, event, inspect
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    NoSuchModuleError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.pool import NullPool

from scorer.archive.schema.address import parsed, shown, without_secrets
from scorer.archive.schema.steps import SCHEMA, begin, migrate, number_of
from scorer.archive.schema.tables import games, tables
from scorer.errors import RefusedInput, phrase
from scorer.folders import DATABASE_VARIABLE, user_folder
from scorer.whole import make_private

_LOG = logging.getLogger("shelfmark.archive")
#: Seconds that a write waits for another write to finish.
PATIENCE = 30
#: Bytes that SQLite needs beside its file to write at all.
ROOM = 100_000
#: What the system says of a full disk, and of a file or folder that may not be written.
FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))
KEPT_OUT = (errno.EROFS, errno.EACCES, errno.EPERM)
#: What SQLite says where a file cannot be written, whatever the reason.
UNWRITTEN = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)
#: The states of an archive lie in a folder beside its file, of its name with this ending.
STATES = "-states"


class ArchiveError(RefusedInput):
    """An archive that cannot be used, or a file that cannot be taken into it."""


class ArchiveBroken(ArchiveError):
    """An archive that is gone or damaged: `scorer.archive.repair.repair` brings back what there is."""


def database_url() -> str | URL:
    """The URL of the environment, else that of the file in the user's folder."""
    return os.environ.get(DATABASE_VARIABLE) or sqlite_url(user_folder() / "archive.db")


def sqlite_url(file: Path) -> URL:
    """The URL of a SQLite file, whatever signs its name has; as text, some would begin another part."""
    return URL.create("sqlite", database=str(file))


@lru_cache(maxsize=16)
def engine_of(url: str | URL) -> Engine:
    """The engine of a database; nothing is connected yet.

    Raises:
        ArchiveError: the URL is not valid, or its driver is not installed.
    """
    try:
        place = url if isinstance(url, URL) else parsed(url)
        if place.get_backend_name() != "sqlite":
            return create_engine(place, pool_pre_ping=True, pool_size=10, max_overflow=20)
        # A connection a use: a file that was moved or deleted in between is noticed.
        engine = create_engine(place, poolclass=NullPool, connect_args={"timeout": PATIENCE})
        event.listen(engine, "do_connect", _as_it_is)
        event.listen(engine, "connect", _settled)
        return engine
    except (NoSuchModuleError, ModuleNotFoundError) as error:
        raise ArchiveError(
            phrase(
                "The driver for {url} is not installed: install it, for PostgreSQL with the extra "
                '"postgres", and write the URL as postgresql+psycopg://….',
                url=shown(url),
            )
        ) from error
    except ArgumentError as error:
        raise ArchiveError(
            phrase(
                "{variable} is no database URL: write one such as sqlite:////home/me/archive.db or "
                "postgresql+psycopg://user@host/shelfmark, and @ in a password as %40.",
                variable=DATABASE_VARIABLE,
            )
        ) from error


def _as_it_is(dialect: Any, record: Any, arguments: list[Any], options: dict[str, Any]) -> None:
    """Opens a file that is there and never makes one: an archive that was deleted must not look empty.

    Where nothing can be written, it is read without the files that SQLite otherwise makes beside it.
    """
    if arguments and (file := str(arguments[0])) != ":memory:":
        place = Path(file).absolute()
        log = place.with_name(place.name + "-wal")
        still = (_is_full(place) or not _is_writable(place)) and not (log.exists() and log.stat().st_size)
        arguments[0] = f"{place.as_uri()}?mode={'ro&immutable=1' if still else 'rw'}"
        options["uri"] = True


def _is_full(file: Path) -> bool:
    try:
        return shutil.disk_usage(file.parent).free < ROOM
    except OSError:
        return False


def _is_writable(file: Path) -> bool:
    return os.access(file.parent, os.W_OK) and (os.access(file, os.W_OK) or not file.exists())


def readable(raw: bytes) -> str:
    """Text as SQLite keeps it, with marks in place of bytes that are not UTF-8."""
    return raw.decode("utf-8", "replace")


def _settled(connection: Any, _: object) -> None:
    """Reads text with marks in place of bytes that are not UTF-8; else no row beside it could be read.

    Deleted rows are overwritten: forgotten pictures leave no trace.
    """
    connection.text_factory = readable
    connection.execute("PRAGMA secure_delete = ON")


def file_of(engine: Engine) -> Path | None:
    """The file of a SQLite database; None for another one."""
    url = engine.url
    there = url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:")
    return Path(str(url.database)) if there else None


def beside(file: Path) -> list[Path]:
    """What SQLite keeps beside its file."""
    return [file.with_name(file.name + suffix) for suffix in ("-wal", "-shm", "-journal")]


def states_folder(file: Path) -> Path:
    """Where the states of the archive in this file are kept."""
    return file.with_name(file.name + STATES)


#: The databases whose tables were seen to be there: URL, tables and the file's number.
_seen: set[tuple[str, int, int]] = set()


def prepare(engine: Engine, wanted: MetaData = tables) -> None:
    """Creates the database and its tables if they are missing, and brings older tables up to date.

    Raises:
        ArchiveError: the database was written by a newer Shelfmark.
        ArchiveBroken: its file is gone or was emptied, and states of it are there.
    """
    file = file_of(engine)
    if file is not None and not file.exists():
        if _has_states(file):
            raise _gone(engine)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(mode=0o600)
    status = file.stat() if file else None
    seen = (str(engine.url), id(wanted), status.st_ino if status else 0)
    if seen not in _seen or (status and not status.st_size):
        if file and file.parent == user_folder():  # elsewhere it may be meant for several
            make_private(file, *beside(file), states_folder(file), *states_folder(file).glob("*.db"))
        _make(engine, wanted)
        _seen.add(seen)
    if wanted is tables:
        _update(engine)


def _has_states(file: Path) -> bool:
    return any(states_folder(file).glob("*.db"))


def is_emptied(file: Path, there: Container[str]) -> bool:
    """Whether an archive with the tables ``there`` lost its games: states of it know some."""
    return games.name not in there and _has_states(file)


def _make(engine: Engine, wanted: MetaData) -> None:
    there, file = set(inspect(engine).get_table_names()), file_of(engine)
    if file and is_emptied(file, there):
        raise _damaged(engine)
    if not there and file:
        with suppress(OperationalError), engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA journal_mode=WAL")  # readers do not wait for a writer
    if wanted is tables:
        begin(engine)
        _update(engine)
        there = set(inspect(engine).get_table_names())
    if there.issuperset(wanted.tables):
        return
    for table in wanted.sorted_tables:  # several programs may start at once: the first creates it
        try:
            table.create(engine, checkfirst=True)
        except SQLAlchemyError:
            if not inspect(engine).has_table(table.name):
                raise


def _update(engine: Engine) -> None:
    number = number_of(engine) or 0
    try:
        if number < SCHEMA:
            number = migrate(engine)
    except SQLAlchemyError as error:
        _LOG.warning("The archive cannot be brought up to date.", exc_info=error)
        why = refusal(engine, error)
        if isinstance(why, ArchiveBroken):
            raise why from error
        raise ArchiveError(
            phrase("{why} It has to be brought up to date before it is used; it is as it was.", why=why)
        ) from error
    if number > SCHEMA:
        raise too_new(shown(engine.url))


def opened(path: Path | None, wanted: MetaData) -> Engine:
    """The archive's database with these tables, or a SQLite file of its own at ``path``.

    Raises:
        ArchiveError: the database cannot be used.
    """
    engine = engine_of(sqlite_url(path) if path else database_url())
    with refusing(engine):
        prepare(engine, wanted)
    return engine


@contextmanager
def transaction(engine: Engine) -> Iterator[Connection]:
    """A transaction. Raises ArchiveError: the database fails."""
    with refusing(engine), engine.begin() as connection:
        yield connection


def leave_no_trace(engine: Engine) -> None:
    """Writes what was deleted into the file at once; until then SQLite's log still holds it.

    Raises:
        ArchiveError: the database fails.
    """
    if file_of(engine):
        with refusing(engine), engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")


# What a database complains of


@contextmanager
def refusing(engine: Engine) -> Iterator[None]:
    """Turns a database's complaint into one sentence."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        _LOG.warning("The archive cannot be used.", exc_info=error)
        raise refusal(engine, error) from error


def refusal(engine: Engine, error: Exception) -> ArchiveError:
    """The complaint as a sentence: what is wrong, and how to mend it."""
    cause = getattr(error, "orig", None) or error
    archive, file = shown(engine.url), file_of(engine)
    code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
    number = cause.errno if isinstance(cause, OSError) else 0
    lost = file and "no such table" in str(cause) and _has_states(file)  # emptied while it is open
    if lost or code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return _damaged(engine)
    if code == sqlite3.SQLITE_CANTOPEN and file and file.parent.exists() and not file.exists():
        return _gone(engine)
    unwritten = file if code in UNWRITTEN else None
    if code == sqlite3.SQLITE_FULL or number in FULL or (unwritten and _is_full(unwritten)):
        return ArchiveError(
            phrase(
                "The disk is full, so the archive {archive} cannot be written: free some room.",
                archive=archive,
            )
        )
    if code == sqlite3.SQLITE_READONLY or number in KEPT_OUT or (unwritten and not _is_writable(unwritten)):
        return ArchiveError(
            phrase(
                "The archive {archive} may only be read: allow writing to it and its folder.",
                archive=archive,
            )
        )
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return ArchiveError(
            phrase(
                "Another program keeps the archive {archive} locked, for {seconds} seconds by now: end that "
                "program, or wait for it.",
                archive=archive,
                seconds=PATIENCE,
            )
        )
    return ArchiveError(
        phrase(
            "The archive {archive} cannot be used ({reason}): {mend}, or set {variable} to another database.",
            archive=archive,
            reason=without_secrets(_reason(cause), engine.url),
            mend=phrase("see that it can be written there") if file else phrase("see that it can be reached"),
            variable=DATABASE_VARIABLE,
        )
    )


def too_new(archive: str) -> ArchiveError:
    return ArchiveError(
        phrase(
            "The archive {archive} was written by a newer Shelfmark: install that version, or set "
            "{variable} to another database.",
            archive=archive,
            variable=DATABASE_VARIABLE,
        )
    )


def _damaged(engine: Engine) -> ArchiveBroken:
    return ArchiveBroken(
        phrase(
            "The archive {archive} is damaged: `shelfmark archive repair` keeps what can still be read, "
            "and puts back the rest from its last state.",
            archive=shown(engine.url),
        )
    )


def _gone(engine: Engine) -> ArchiveBroken:
    return ArchiveBroken(
        phrase(
            "The archive {archive} is gone: put the file back, or let `shelfmark archive repair` put back "
            "its last state.",
            archive=shown(engine.url),
        )
    )


def _reason(error: Exception) -> str:
    if isinstance(error, DBAPIError):
        error = Exception(error.orig)
    reason = error.strerror if isinstance(error, OSError) else error
    return str(reason).strip().partition("\n")[0].rstrip(".")
