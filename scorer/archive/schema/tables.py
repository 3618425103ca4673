"""The archive's tables of today, and the types of their columns.

Who changes a table adds a step to `scorer.archive.schema.steps`.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    DateTime,
    Dialect,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.expression import FunctionElement
from sqlalchemy.types import TypeDecorator

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


class Now(FunctionElement[datetime]):
    """Now by the clock of the database, in UTC: all servers of an archive share that clock, while their own
    may differ (https://docs.sqlalchemy.org/en/20/core/compiler.html#utc-timestamp-function).
    """

    type = UtcTime()
    inherit_cache = True


@compiles(Now)
def _now(element: Now, compiler: Any, **options: Any) -> str:
    return "CURRENT_TIMESTAMP"


@compiles(Now, "postgresql")
def _now_of_postgresql(element: Now, compiler: Any, **options: Any) -> str:
    return "timezone('utc', CURRENT_TIMESTAMP)"


tables = MetaData()
#: The number of the last step that the archive took.
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
    Column("evening", Json),
)
drafts = Table(
    "drafts",
    tables,
    Column("kind", String(16), primary_key=True),
    Column("key", String(200), primary_key=True),
    Column("saved", UtcTime, nullable=False),
    Column("data", Json, nullable=False),
)
#: Small photos of shelves, JPEGs, where people asked for them; states leave this table out.
shelf_photos = Table(
    "shelf_photos",
    tables,
    Column("game", String(64), primary_key=True),
    Column("player", String(60), primary_key=True),
    Column("moment", UtcTime, nullable=False),
    Column("picture", LargeBinary, nullable=False),
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
#: Who takes part in a draft, and in the game that it becomes (`scorer.archive.guests`).
guests = Table(
    "guests",
    tables,
    Column("kind", String(16), primary_key=True),
    Column("key", String(200), primary_key=True),
    Column("person", String(64), primary_key=True),
    Column("since", UtcTime, nullable=False),
)
#: The players of a game whose hands a person saw; no player: the owner lets them sit anywhere.
hands_seen = Table(
    "hands_seen",
    tables,
    Column("kind", String(16), primary_key=True),
    Column("key", String(200), primary_key=True),
    Column("person", String(64), primary_key=True),
    Column("player", String(60), primary_key=True),
    Column("since", UtcTime, nullable=False),
)
#: The players of a game that a person plays on a device of their own.
seats = Table(
    "seats",
    tables,
    Column("kind", String(16), primary_key=True),
    Column("key", String(200), primary_key=True),
    Column("player", String(60), primary_key=True),
    Column("person", String(64), nullable=False),
    Column("since", UtcTime, nullable=False),
)
#: Whose device has a game open that is played on several, when it was seen last by the clock of the database,
#: and whether its person said that they are ready. It goes with the game.
presence = Table(
    "presence",
    tables,
    Column("kind", String(16), primary_key=True),
    Column("key", String(200), primary_key=True),
    Column("person", String(64), primary_key=True),
    Column("device", String(16), nullable=False),
    Column("browser", String(24), nullable=False),
    Column("seen", UtcTime, nullable=False),
    Column("ready", Boolean, nullable=False),
)
