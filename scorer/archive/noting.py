"""What is told of the evening of a game, noted by several devices at once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, select

from scorer.archive.file import Evening
from scorer.archive.rows import LIST, ArchivedGame, read_evening, read_game
from scorer.archive.schema.database import ArchiveError
from scorer.archive.schema.tables import games
from scorer.archive.shelves import rename_on_shelves
from scorer.errors import phrase
from scorer.files import validate

Transaction = AbstractContextManager[Connection]


def note(begin: Callable[[], Transaction], game: str, noted: Mapping[str, Any]) -> None:
    """Notes fields of the evening of the game with this id; what others noted of the other fields stays.

    Raises:
        ArchiveError: a field is not valid, there is no such game or it is deleted, or the database fails;
            nothing changed.
    """
    here = (games.c.id == game) & games.c.deleted.is_(None)
    query = select(games.c.changed, games.c.evening).where(here)
    while True:
        with begin() as connection:
            row = connection.execute(query).first()
        if row is None:
            raise ArchiveError(phrase("The archive has no such game any more: nothing was noted of it."))
        known = read_evening(row.evening).model_dump()
        evening = validate(Evening, known | dict(noted), phrase("the evening"), ArchiveError)
        changed = max(datetime.now(UTC), row.changed + timedelta(microseconds=1))
        same = here & (games.c.changed == row.changed)
        values = {"evening": evening.as_row, "changed": changed}
        with begin() as connection:
            if connection.execute(games.update().where(same).values(**values)).rowcount:
                return


def players_of(connection: Connection, key: str) -> list[str]:
    """Who plays in the game of this key as it is kept; nobody where there is none, or its row is damaged."""
    row = connection.execute(LIST.where(games.c.key == key)).mappings().first()
    kept = read_game(row) if row else None
    return kept.players if isinstance(kept, ArchivedGame) else []


def follow_names(connection: Connection, key: str, before: Sequence[str]) -> None:
    """Notes who was new, and whose shelf a photo shows, under their name of now, after a game was kept anew
    in which ``before`` played.

    A name that is gone was corrected to the one at its place, if as many play. A name that played before is
    somebody else.
    """
    now = players_of(connection, key)
    names = dict(zip(before, now, strict=True)) if len(before) == len(now) else {}
    corrected = {old: new for old, new in names.items() if old not in now and new not in before}
    if not corrected:
        return
    game, evening = connection.execute(select(games.c.id, games.c.evening).where(games.c.key == key)).one()
    for old, name in corrected.items():
        rename_on_shelves(connection, game, old, name)
    known = read_evening(evening)
    if corrected.keys() & set(known.new):
        new = tuple(corrected.get(name, name) for name in known.new)
        row = known.model_copy(update={"new": new}).as_row
        connection.execute(games.update().where(games.c.key == key).values(evening=row))


def places(connection: Connection, names: Collection[str] | None) -> list[str]:
    """The places of games, each once, latest first: of the games of these ids and keys, None: of all."""
    query = select(games.c.id, games.c.key, games.c.evening).where(
        games.c.deleted.is_(None), games.c.evening.is_not(None)
    )
    rows = connection.execute(query.order_by(games.c.played.desc(), games.c.id))
    theirs = [row for row in rows if names is None or row.id in names or row.key in names]
    found = (read_evening(row.evening).place for row in theirs)
    return list(dict.fromkeys(filter(None, found)))
