"""Who takes part in what the archive keeps, who plays which player of a game, and who is here now.

A person is a mark, which tells a browser from others; names are nobody's here.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, and_, delete, null, select, union_all
from sqlalchemy.exc import IntegrityError

from scorer.archive.rows import forget_old, of_draft, update_or_insert
from scorer.archive.schema.database import ArchiveError
from scorer.archive.schema.tables import Now, drafts, guests, hands_seen, presence, seats
from scorer.errors import phrase

#: So long nobody is forgotten, as long as a draft that nobody touches; nor are the last so many.
REMEMBERED, SPARED = timedelta(days=365), 5000

#: A device that was seen so lately is here: it is noted every few seconds while its page is open.
SEEN_WITHIN = timedelta(seconds=12)

Begin = Callable[[], AbstractContextManager[Connection]]


@dataclass(frozen=True, slots=True)
class Came:
    """A person's device at a game: what it is (`scorer.room.agents`; "" is unknown), whether it was seen in
    the last few seconds, and whether its person said that they are ready.
    """

    person: str
    device: str = ""
    browser: str = ""
    here: bool = False
    ready: bool = False


@dataclass(frozen=True, slots=True)
class Company:
    """Who came to a game: ``seats`` are the players whom somebody plays, each with who it is; ``standing``
    those who play nobody.
    """

    seats: dict[str, Came] = field(default_factory=dict)
    standing: list[Came] = field(default_factory=list)


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
        where = _of_game(guests, kind, key, person)
        with self._begin() as connection:
            for since in (guests.c.since, seats.c.since, hands_seen.c.since, presence.c.seen):
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
        query = select(seats.c.player, seats.c.person).where(_of_game(seats, kind, key))
        with self._begin() as connection:
            return {row.player: row.person for row in connection.execute(query)}

    def company(self, kind: str, key: str) -> Company:
        """Who came to a game, and who plays whom: by one query, as every device asks it again and again.

        Who is here is told by the clock of the database, as devices may be at several servers. A clock that
        is set meanwhile shows them away until they are noted again.
        """
        came = select(
            null().label("player"),
            *(presence.c[name] for name in ("person", "device", "browser", "seen", "ready")),
            Now().label("now"),
        ).where(_of_game(presence, kind, key))
        taken = select(seats.c.player, seats.c.person, *[null()] * 5).where(_of_game(seats, kind, key))
        with self._begin() as connection:
            rows = connection.execute(union_all(came, taken)).all()
        devices = {
            row.person: Came(
                row.person, row.device, row.browser, _lately(row.seen, row.now, SEEN_WITHIN), bool(row.ready)
            )
            for row in rows
            if row.player is None
        }
        sitting = {
            row.player: devices.get(row.person, Came(row.person)) for row in rows if row.player is not None
        }
        persons = {one.person for one in sitting.values()}
        return Company(sitting, [one for one in devices.values() if one.person not in persons])

    def come(self, kind: str, key: str, person: str, device: str, browser: str) -> None:
        """Notes that a person's device has a game open now; not where the game was dropped meanwhile."""
        values = {"device": device, "browser": browser, "seen": Now()}
        new = values | {"kind": kind, "key": key, "person": person, "ready": False}
        kept = select(drafts.c.key).where(of_draft(kind, key)).with_for_update(read=True, key_share=True)
        with self._begin() as connection:
            if connection.scalar(kept) is None:
                return
            update_or_insert(connection, presence, _of_game(presence, kind, key, person), values, new)

    def say_ready(self, kind: str, key: str, person: str) -> None:
        """Notes that a person who came is ready to begin."""
        with self._begin() as connection:
            where = _of_game(presence, kind, key, person)
            connection.execute(presence.update().where(where).values(ready=True))

    def last_seats(self, kind: str, person: str, within: timedelta) -> list[str]:
        """The keys of the games with a seat of theirs that a person's device had open, the last one first;
        not where that was longer ago, or it went (`go`).
        """
        theirs = and_(*(presence.c[name] == seats.c[name] for name in ("kind", "key", "person")))
        query = (
            select(presence.c.key, presence.c.seen, Now().label("now"))
            .join(seats, theirs)
            .where(presence.c.kind == kind, presence.c.person == person)
            .order_by(presence.c.seen.desc())
        )
        with self._begin() as connection:
            rows = connection.execute(query).all()
        return list(dict.fromkeys(str(row.key) for row in rows if _lately(row.seen, row.now, within)))

    def go(self, kind: str, key: str, person: str | None = None) -> None:
        """Forgets that a person's device had a game open; without a person, everybody's."""
        with self._begin() as connection:
            connection.execute(delete(presence).where(_of_game(presence, kind, key, person)))

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
                for name in connection.scalars(
                    select(table.c.player).where(_of_game(table, kind, key, person))
                )
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

    def swap(self, kind: str, key: str, one: str, other: str) -> bool:
        """Whoever plays one of two players of a game plays the other from now on; nobody need play the other.
        False, and all is as before, where somebody just sat down there.

        Their seats are where they were put: of the two hands that they saw, the new one counts as seen.
        """
        both = _of_game(seats, kind, key) & seats.c.player.in_((one, other))
        now = datetime.now(UTC)
        with self._begin() as connection:
            connection.execute(seats.update().where(both).values(since=now))  # nobody else changes them now
            query = select(seats.c.player, seats.c.person).where(both)
            held = {row.player: row.person for row in connection.execute(query)}
            moved = {other if player == one else one: person for player, person in held.items()}
            try:
                with connection.begin_nested():
                    if len(held) == 1:
                        connection.execute(seats.update().where(both).values(player=next(iter(moved))))
                    for player, person in moved.items():
                        connection.execute(
                            seats.update().where(both & (seats.c.player == player)).values(person=person)
                        )
            except IntegrityError:
                return False
            saw = _of_game(hands_seen, kind, key) & hands_seen.c.player.in_((one, other))
            connection.execute(delete(hands_seen).where(saw & hands_seen.c.person.in_(moved.values())))
            for player, person in moved.items():
                row = {"kind": kind, "key": key, "player": player, "person": person, "since": now}
                _added(connection, hands_seen, row)
        return True

    def stand_up(self, kind: str, key: str, player: str) -> None:
        """Frees a player for another person."""
        where = _of_game(seats, kind, key) & (seats.c.player == player)
        with self._begin() as connection:
            connection.execute(delete(seats).where(where))


def _of_game(table: Table, kind: str, key: str, person: str | None = None) -> ColumnElement[bool]:
    """The rows of a game, or of a person in it."""
    wanted = {"kind": kind, "key": key} | ({} if person is None else {"person": person})
    return and_(*(table.c[name] == value for name, value in wanted.items()))


def _lately(seen: object, now: object, within: timedelta) -> bool:
    """Whether that was ``within`` a time. What cannot be read was long ago."""
    return isinstance(seen, datetime) and isinstance(now, datetime) and abs(now - seen) <= within


def _added(connection: Connection, table: Table, row: dict[str, Any]) -> bool:
    """Adds a row; False where there is one of its key."""
    try:
        with connection.begin_nested():
            connection.execute(table.insert().values(**row))
    except IntegrityError:
        return False
    return True
