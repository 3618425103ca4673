"""The archive's tables and its database: SQLite in the user's folder, or any that SQLAlchemy reaches."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from sqlalchemy import (
    JSON,
    Column,
    DateTime,
    Dialect,
    Engine,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
    inspect,
    select,
)
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DatabaseError,
    IntegrityError,
    NoSuchModuleError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.pool import NullPool
from sqlalchemy.types import TypeDecorator

from scorer.errors import RefusedInput, phrase
from scorer.folders import DATABASE_VARIABLE, user_folder

#: Raised when an older Shelfmark could no longer use the tables.
SCHEMA = 1
#: Seconds that a write waits for another write to finish.
PATIENCE = 30


class ArchiveError(RefusedInput):
    """An archive that cannot be used, or a file that cannot be taken into it."""


#: Stands for an unreadable value of a damaged row.
UNREADABLE = "\0unreadable"
Reading = Callable[[Any], Any]


class UtcTime(TypeDecorator[datetime]):
    """A point in time: aware in Python, UTC without a zone in the database (SQLite keeps none)."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value and value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value and value.replace(tzinfo=UTC)

    def result_processor(self, dialect: Dialect, coltype: object) -> Reading:
        return _or_unreadable(super().result_processor(dialect, coltype))


class Json(TypeDecorator[Any]):
    """JSON. A value that is not JSON becomes `UNREADABLE`: one bad row must not close the archive."""

    impl = JSON(none_as_null=True)
    cache_ok = True

    def result_processor(self, dialect: Dialect, coltype: object) -> Reading:
        return _or_unreadable(super().result_processor(dialect, coltype))


def _or_unreadable(read: Reading | None) -> Reading:
    def tried(value: Any) -> Any:
        try:
            return read(value) if read else value
        except (ValueError, TypeError, AttributeError, OverflowError, RecursionError):
            return UNREADABLE

    return tried


tables = MetaData()
meta = Table("shelfmark", tables, Column("schema", Integer, primary_key=True, autoincrement=False))
games = Table(
    "games",
    tables,
    Column("id", String(64), primary_key=True),
    Column("key", String(200), nullable=False, unique=True),
    Column("source", String(16), nullable=False),
    Column("played", UtcTime, nullable=False, index=True),
    Column("changed", UtcTime, nullable=False),
    Column("deleted", UtcTime),
    Column("search", Text, nullable=False),
    Column("game", Json, nullable=False),
    Column("result", Json, nullable=False),
    Column("record", Json),
)
drafts = Table(
    "drafts",
    tables,
    Column("kind", String(16), primary_key=True),
    Column("key", String(200), primary_key=True),
    Column("saved", UtcTime, nullable=False),
    Column("data", Json, nullable=False),
)
#: The rows that an import replaced, so that it can be undone. ``before``: the old row, empty if there was no
#: row. ``after``: the time of the new row.
replaced = Table(
    "replaced",
    tables,
    Column("id", String(32), primary_key=True),
    Column("taken", String(32), nullable=False, index=True),
    Column("at", UtcTime, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("key", String(200), nullable=False),
    Column("after", UtcTime, nullable=False),
    Column("before", Json),
)


def database_url() -> str:
    """The URL of the environment, else the file in the user's folder."""
    return os.environ.get(DATABASE_VARIABLE) or f"sqlite:///{user_folder() / 'archive.db'}"


@lru_cache(maxsize=16)
def engine_of(url: str) -> Engine:
    """The engine of a database; nothing is connected yet.

    Raises:
        ArchiveError: the URL is not valid, or its driver is not installed.
    """
    try:
        place = make_url(url)
        if place.get_backend_name() != "sqlite":
            return create_engine(place, pool_pre_ping=True, pool_size=10, max_overflow=20)
        # A connection a use: a file that was moved or deleted in between is noticed.
        engine = create_engine(place, poolclass=NullPool, connect_args={"timeout": PATIENCE})
        event.listen(engine, "connect", _lenient)
        return engine
    except (NoSuchModuleError, ModuleNotFoundError) as error:
        raise ArchiveError(
            phrase(
                "The driver for {url} is not installed: install it, for PostgreSQL with the extra "
                '"postgres", and write the URL as postgresql+psycopg://….',
                url=_shown(url),
            )
        ) from error
    except ArgumentError as error:
        raise ArchiveError(
            phrase(
                "{variable} is no database URL: write one such as sqlite:////home/me/archive.db or "
                "postgresql+psycopg://user@host/shelfmark.",
                variable=DATABASE_VARIABLE,
            )
        ) from error


def _lenient(connection: Any, _: object) -> None:
    """Reads text with marks in place of bytes that are not UTF-8; else no row beside it could be read."""
    connection.text_factory = lambda raw: raw.decode("utf-8", "replace")


def prepare(engine: Engine) -> None:
    """Creates the tables if they are missing.

    Raises:
        ArchiveError: the database was written by a newer Shelfmark.
    """
    if engine.url.get_backend_name() == "sqlite" and engine.url.database:
        Path(engine.url.database).parent.mkdir(parents=True, exist_ok=True)
    there = set(inspect(engine).get_table_names())
    if not there.issuperset(tables.tables):
        if meta.name not in there and engine.url.get_backend_name() == "sqlite":
            with suppress(OperationalError), engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA journal_mode=WAL")  # readers do not wait for a writer
        for table in tables.sorted_tables:  # several programs may start at once: the first creates it
            try:
                table.create(engine, checkfirst=True)
            except SQLAlchemyError:
                if not inspect(engine).has_table(table.name):
                    raise
    with engine.begin() as connection:
        found = connection.scalar(select(meta.c.schema))
    if found is None:
        with suppress(IntegrityError), engine.begin() as connection:  # another program may be first
            connection.execute(meta.insert().values(schema=SCHEMA))
    elif found > SCHEMA:
        raise ArchiveError(
            phrase(
                "The archive {archive} was written by a newer Shelfmark: install that version, or set "
                "{variable} to another database.",
                archive=_shown(engine.url),
                variable=DATABASE_VARIABLE,
            )
        )


@contextmanager
def refusing(engine: Engine) -> Iterator[None]:
    """Turns a database's complaint into one sentence."""
    try:
        yield
    except (SQLAlchemyError, OSError) as error:
        said = error.strerror if isinstance(error, OSError) else getattr(error, "orig", error)
        reason = str(said).strip().partition("\n")[0].rstrip(".")
        mend = phrase("see that it can be reached")
        if engine.url.get_backend_name() == "sqlite":
            broken = type(error) is DatabaseError
            mend = phrase("move that file away") if broken else phrase("see that it can be written there")
        raise ArchiveError(
            phrase(
                "The archive {archive} cannot be used ({reason}): {mend}, or set {variable} to another "
                "database.",
                archive=_shown(engine.url),
                reason=reason,
                mend=mend,
                variable=DATABASE_VARIABLE,
            )
        ) from error


def _shown(url: str | URL) -> str:
    """A database as a sentence names it: the file, or the URL without its password."""
    place = make_url(url)
    if place.get_backend_name() == "sqlite":
        return place.database or phrase("in memory")
    return place.render_as_string(hide_password=True)
