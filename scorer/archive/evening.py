"""What is told of the evening of a game, noted by several devices at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, select

from scorer.archive.database import ArchiveError
from scorer.archive.file import Evening
from scorer.archive.rows import read_evening
from scorer.archive.schema.tables import games
from scorer.errors import phrase
from scorer.files import validate

Transaction = AbstractContextManager[Connection]


def note(begin: Callable[[], Transaction], game: str, told: Mapping[str, Any]) -> None:
    """Notes fields of the evening of the game with this id; what others noted of the other fields stays.

    Raises:
        ArchiveError: a field is not valid, there is no such game, or the database fails; nothing changed.
    """
    query = select(games.c.changed, games.c.evening).where(games.c.id == game)
    while True:
        with begin() as connection:
            row = connection.execute(query).first()
        if row is None:
            raise ArchiveError(phrase("The archive has no such game any more: nothing was noted of it."))
        known = read_evening(row.evening).model_dump()
        evening = validate(Evening, known | dict(told), phrase("the evening"), ArchiveError)
        changed = max(datetime.now(UTC), row.changed + timedelta(microseconds=1))
        same = (games.c.id == game) & (games.c.changed == row.changed)
        values = {"evening": evening.as_row, "changed": changed}
        with begin() as connection:
            if connection.execute(games.update().where(same).values(**values)).rowcount:
                return
