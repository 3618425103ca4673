"""The steps from earlier tables of the archive to those of today.

An archive keeps the number of the last step that it took. A step and its number are one transaction: a step
that fails leaves the archive as it was, and of programs that start at once only one takes the step.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Engine,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    exists,
    func,
    inspect,
    literal,
    select,
)
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from scorer.archive.schema.tables import Json, UtcTime, meta

_LOG = logging.getLogger("shelfmark.archive")
Step = Callable[[Connection], None]

# A step never changes once it is released: it names its columns itself, for the tables of today may differ.


def _games_and_drafts(connection: Connection) -> None:
    """The tables of the first archive. Some or all may be there, where a program ended while it made them."""
    first = MetaData()
    Table(
        "games",
        first,
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
    Table(
        "drafts",
        first,
        *_of_a_draft(),
        Column("saved", UtcTime, nullable=False),
        Column("data", Json, nullable=False),
    )
    first.create_all(connection)


def _imports_and_guests(connection: Connection) -> None:
    """Imports to undo, and who takes part. Archives of number 1 have none, some or all of these tables."""
    added = MetaData()
    Table(
        "replaced",
        added,
        Column("id", String(32), primary_key=True),
        Column("taken", String(32), nullable=False, index=True),
        Column("at", UtcTime, nullable=False),
        Column("kind", String(16), nullable=False),
        Column("key", String(200), nullable=False),
        Column("after", UtcTime, nullable=False),
        Column("before", Json),
    )
    Table(
        "guests",
        added,
        *_of_a_draft(),
        Column("person", String(64), primary_key=True),
        Column("since", UtcTime, nullable=False),
    )
    Table(
        "seats",
        added,
        *_of_a_draft(),
        Column("player", String(60), primary_key=True),
        Column("person", String(64), nullable=False),
        Column("since", UtcTime, nullable=False),
    )
    Table(
        "hands_seen",
        added,
        *_of_a_draft(),
        Column("person", String(64), primary_key=True),
        Column("player", String(60), primary_key=True),
        Column("since", UtcTime, nullable=False),
    )
    added.create_all(connection)


def _evenings(connection: Connection) -> None:
    """What is told of the evening of a game."""
    connection.exec_driver_sql("ALTER TABLE games ADD COLUMN evening JSON")


def _no_photos(connection: Connection) -> None:
    """Photos that the card detector once learned from go: no program reads them."""
    connection.exec_driver_sql("DROP TABLE IF EXISTS confirmed_photos")


def _presence(connection: Connection) -> None:
    """Who has a game open on a device of their own."""
    added = MetaData()
    Table(
        "presence",
        added,
        *_of_a_draft(),
        Column("person", String(64), primary_key=True),
        Column("device", String(16), nullable=False),
        Column("browser", String(24), nullable=False),
        Column("seen", UtcTime, nullable=False),
        Column("ready", Boolean, nullable=False),
    )
    added.create_all(connection)


def _shelf_photos(connection: Connection) -> None:
    """Small photos of the shelves of a game."""
    added = MetaData()
    Table(
        "shelf_photos",
        added,
        Column("game", String(64), primary_key=True),
        Column("player", String(60), primary_key=True),
        Column("moment", UtcTime, nullable=False),
        Column("picture", LargeBinary, nullable=False),
    )
    added.create_all(connection)


def _of_a_draft() -> tuple[Column[str], Column[str]]:
    """The columns that name a draft."""
    return (
        Column("kind", String(16), primary_key=True),
        Column("key", String(200), primary_key=True),
    )


#: The first step leads from an empty database to number 1.
STEPS: tuple[Step, ...] = (
    _games_and_drafts,
    _imports_and_guests,
    _evenings,
    _no_photos,
    _presence,
    _shelf_photos,
)
#: Tables that steps took away: no state or damaged file brings them back.
GONE = ("confirmed_photos",)
#: The number of an archive of this version.
SCHEMA = len(STEPS)


def begin(engine: Engine) -> None:
    """Gives a database the table of the number, and number 0, unless it has them.

    Raises:
        SQLAlchemyError: the database fails.
    """
    try:
        meta.create(engine, checkfirst=True)
    except SQLAlchemyError:  # another program may be first
        if not inspect(engine).has_table(meta.name):
            raise
    if number_of(engine) is None:
        nothing = select(literal(0)).where(~exists(select(meta.c.schema)))
        with suppress(IntegrityError), engine.begin() as connection:
            connection.execute(meta.insert().from_select([meta.c.schema], nothing))


def migrate(engine: Engine) -> int:
    """Takes the steps that an archive lacks; gives its number, which is higher than `SCHEMA` if a newer
    Shelfmark wrote it. Such an archive stays as it is.

    Raises:
        SQLAlchemyError: the database fails; the archive has its last number.
    """
    while (number := number_of(engine) or 0) < SCHEMA:
        here = meta.c.schema == number
        with engine.begin() as connection:  # the new number first: it keeps other programs waiting
            if connection.execute(meta.update().where(here).values(schema=number + 1)).rowcount:
                STEPS[number](connection)
                _LOG.info("The archive takes step %d of its tables.", number + 1)
    return number


def number_of(engine: Engine) -> int | None:
    """The number of the last step that an archive took, None before it has a number.

    Raises:
        SQLAlchemyError: the database fails.
    """
    with engine.begin() as connection:
        number: int | None = connection.scalar(select(func.max(meta.c.schema)))
    return number
