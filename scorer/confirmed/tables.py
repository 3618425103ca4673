"""The tables of what people confirmed, in the archive's database: register, titles and strips."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

from scorer.archive.schema import database
from scorer.archive.schema.database import ArchiveError, opened, transaction
from scorer.archive.schema.tables import UtcTime
from scorer.errors import RefusedInput

tables = MetaData()
#: The confirmations of the owner's copy, see `scorer.confirmed.confirmation.Confirmation`. ``books``: the
#: letters of the categories.
register = Table(
    "register",
    tables,
    Column("row", Integer, primary_key=True),
    Column("moment", UtcTime, nullable=False, index=True),
    Column("letter", String(1), nullable=False),
    Column("number", Integer, nullable=False),
    Column("of", Integer),
    Column("books", String(4), nullable=False),
)
#: Strips, see `scorer.confirmed.corrections.Correction`; ``read`` is JSON, ``strip`` a JPEG.
corrections = Table(
    "corrections",
    tables,
    Column("photo", String(64), primary_key=True),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("moment", UtcTime, nullable=False),
    Column("letter", String(1), nullable=False),
    Column("number", Integer, nullable=False),
    Column("of", Integer),
    Column("books", String(4), nullable=False),
    Column("read", Text, nullable=False),
    Column("strip", LargeBinary, nullable=False),
    Index("corrections_by_moment", "moment", "photo", "place"),
)
#: Titles, see `scorer.confirmed.catalogue.KeptTitle`; ``place``: the book on its card, from 0.
titles = Table(
    "titles",
    tables,
    Column("letter", String(1), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
    Column("sure", Float, nullable=False),
    Column("typed", Boolean, nullable=False),
)


@contextmanager
def transaction_at(path: Path | None, refusal: type[RefusedInput]) -> Iterator[Connection]:
    """A transaction on the archive's database, or on a file of its own at ``path``; all of it counts or
    nothing.

    Raises:
        refusal: the database fails.
    """
    try:
        with transaction(opened(path, tables)) as connection:
            yield connection
    except ArchiveError as error:
        raise refusal(error.sentence) from error


def leave_no_trace(path: Path | None) -> None:
    """Writes what was deleted into the file at once; until then SQLite's log still holds it."""
    database.leave_no_trace(opened(path, tables))
