"""Who takes part in what the archive keeps, and who plays which player of a game.

A person is a mark, which tells a browser from others; names are nobody's here.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, and_, delete, select
from sqlalchemy.exc import IntegrityError

from scorer.archive.database import ArchiveError
from scorer.archive.rows import forget_old
from scorer.archive.schema.tables import guests, hands_seen, seats
from scorer.errors import phrase

#: So long nobody is forgotten, as long as a draft that nobody touches; nor are the last so many.
REMEMBERED, SPARED = timedelta(days=365), 5000

Begin = Callable[[], AbstractContextManager[Connection]]


class Guests:
    """Who takes part, in an archive. All methods raise ArchiveError: the database fails.

    >>> archive = getfixture("tmp_path") / "archive.db"
    >>> from scorer.archive import Archive
    >>> there = Archive.open(f"sqlite:///{archive}").guests
    >>> there.take_part("play", "k1", "ana's phone")
    >>> there.taken_part("ana's phone")
    {('play', 'k1')}
    >>> there.sit_down("play", "k1", "Ana", "ana's phone"), there.sit_down("play", "k1", "Ana", "bo's phone")
    (True, False)
    """

    def __init__(self, begin: Begin) -> None:
        self._begin = begin

    def take_part(self, kind: str, key: str, person: str) -> None:
        """Notes that a person takes part in a draft, and in the game that it becomes."""
        now = datetime.now(UTC)
        where = (guests.c.kind == kind) & (guests.c.key == key) & (guests.c.person == person)
        with self._begin() as connection:
            for since in (guests.c.since, seats.c.since, hands_seen.c.since):
                forget_old(connection, since, now - REMEMBERED, SPARED)
            if connection.execute(guests.update().where(where).values(since=now)).rowcount:
                return
            row = {"kind": kind, "key": key, "person": person, "since": now}
            _added(connection, guests, row)  # if not, another window of theirs was first

    def taken_part(self, person: str) -> set[tuple[str, str]]:
        """The kinds and keys of all that a person takes part in."""
        query = select(guests.c.kind, guests.c.key).where(guests.c.person == person)
        with self._begin() as connection:
            return {(row.kind, row.key) for row in connection.execute(query)}

    def seated(self, kind: str, key: str) -> dict[str, str]:
        """The players of a game whom a device plays, each with the person whose it is."""
        query = select(seats.c.player, seats.c.person).where(seats.c.kind == kind, seats.c.key == key)
        with self._begin() as connection:
            return {row.player: row.person for row in connection.execute(query)}

    def sit_down(self, kind: str, key: str, player: str, person: str, anywhere: bool = False) -> bool:
        """Gives a person a player to play; False where another person has them.

        ``anywhere``: whatever they saw before.

        Raises:
            ArchiveError: they saw the hand of another player of this game.
        """
        row = {"kind": kind, "key": key, "player": player, "person": person, "since": datetime.now(UTC)}
        if holder := self.seated(kind, key).get(player):
            return holder == person
        with self._begin() as connection:
            seen = {
                name
                for table in (hands_seen, seats)
                for name in connection.scalars(select(table.c.player).where(_in_game(table, row)))
            }
            others = sorted(seen - {player})
            if others and "" not in seen and not anywhere:
                raise ArchiveError(
                    phrase(
                        "This device has seen the cards of {player}: sit there again, or ask the owner to "
                        "free that place while you sit there. Then you may sit anywhere.",
                        player=others[0],
                    )
                )
            if _added(connection, seats, row):
                _added(connection, hands_seen, row)
                return True
        return self.seated(kind, key).get(player) == person

    def let_sit_anywhere(self, kind: str, key: str, person: str) -> None:
        """Whatever a person saw in a game, they may sit anywhere in it."""
        row = {"kind": kind, "key": key, "player": "", "person": person, "since": datetime.now(UTC)}
        with self._begin() as connection:
            _added(connection, hands_seen, row)

    def stand_up(self, kind: str, key: str, player: str) -> None:
        """Frees a player for another person."""
        where = (seats.c.kind == kind) & (seats.c.key == key) & (seats.c.player == player)
        with self._begin() as connection:
            connection.execute(delete(seats).where(where))


def _in_game(table: Table, row: dict[str, Any]) -> ColumnElement[bool]:
    """The rows of a person in a game."""
    return and_(*(table.c[name] == row[name] for name in ("kind", "key", "person")))


def _added(connection: Connection, table: Table, row: dict[str, Any]) -> bool:
    """Adds a row; False where there is one of its key."""
    try:
        with connection.begin_nested():
            connection.execute(table.insert().values(**row))
    except IntegrityError:
        return False
    return True
