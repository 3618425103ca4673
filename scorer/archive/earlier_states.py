"""The states of an archive in a SQLite file: its last ten are kept by themselves, and any can be put back.

A state is a SQLite file too. It holds all rows but pictures, for forgetting a picture must leave no trace.
"""

from __future__ import annotations

import logging
import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic
from uuid import uuid4

from sqlalchemy import Engine

from scorer.archive.schema.database import PATIENCE, ArchiveError, file_of, refusing, states_folder
from scorer.archive.schema.steps import GONE, SCHEMA
from scorer.archive.schema.tables import meta
from scorer.errors import phrase
from scorer.whole import put, sweep, write_whole

_LOG = logging.getLogger("shelfmark.archive")
#: So many states are kept. A new state is taken after a change, at most so often.
MOST, EVERY = 10, timedelta(minutes=10)
#: Tables that states leave out.
PICTURES = ("corrections", "shelf_photos")
#: What tells whether the archive has changed: the times of all rows of a table. The last alone would not do:
#: after the clock is set back, changes have earlier times.
_CHANGES = {"games": "changed", "drafts": "saved", "replaced": "at", "register": "moment"}
_NAME = "%Y-%m-%dT%H%M%S.%fZ.db"


@dataclass(frozen=True)
class EarlierState:
    """The archive as it was ``at`` a moment; ``file`` holds it."""

    file: Path
    at: datetime
    games: int
    drafts: int

    @property
    def name(self) -> str:
        """The name to put it back by: its time in UTC."""
        return self.file.stem


def states(engine: Engine) -> list[EarlierState]:
    """The states that are kept, latest first; those that cannot be read are left out."""
    file = file_of(engine)
    found = [_state(path) for path in _paths(file)] if file else []
    return [state for state in reversed(found) if state]


def _paths(file: Path) -> list[Path]:
    """The files of the states in the order in which they were taken: a clock may have been set in between."""
    found = [path for path in states_folder(file).glob("*.db") if _moment(path)]
    return sorted(found, key=lambda path: (_number(path), path))


def _number(path: Path) -> int:
    """How many states were taken before this one, as far as they count: its user version, which SQLite keeps
    at this place (https://sqlite.org/fileformat2.html, 1.3). States of before have 0.
    """
    with suppress(OSError), path.open("rb") as file:
        return int.from_bytes(file.read(64)[60:], "big")
    return 0


def _moment(path: Path) -> datetime | None:
    with suppress(ValueError):
        return datetime.strptime(path.name, _NAME).replace(tzinfo=UTC)
    return None


def _state(path: Path) -> EarlierState | None:
    at = _moment(path)
    with suppress(sqlite3.Error), closing(connected(path)) as base:
        count = [base.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ("games", "drafts")]
        return EarlierState(path, at, *count) if at else None
    return None


def connected(path: Path) -> sqlite3.Connection:
    """A connection to a file that is there, outside of any transaction."""
    where = f"{path.absolute().as_uri()}?mode=rw"
    return sqlite3.connect(where, uri=True, timeout=PATIENCE, isolation_level=None)


# Taking a state


#: When each archive is looked at again, by a clock that nobody sets.
_next: dict[Path, float] = {}


def keep_if_due(engine: Engine) -> None:
    """Takes a state, if the archive has changed and the last state is not of just now.

    What stands in the way, such as a full disk, stops nobody: the next change tries again.
    """
    file, now, clock = file_of(engine), datetime.now(UTC), monotonic()
    if file is None or clock < _next.get(file, clock):
        return
    with suppress(sqlite3.Error, OSError):
        wait = next((at - now + EVERY for at in map(_moment, reversed(_paths(file))) if at), timedelta())
        if not timedelta() < wait <= EVERY:  # later than now is no state: the clock was set back
            keep(engine)
            wait = EVERY
        _next[file] = clock + wait.total_seconds()


def keep(engine: Engine) -> None:
    """Takes a state now, if the archive has changed since the last.

    A damaged archive gives no state, so it cannot take the place of a good one.

    Raises:
        OSError, sqlite3.Error: it cannot be taken.
    """
    file = file_of(engine)
    if file is None:
        return
    folder, paths = states_folder(file), _paths(file)
    with closing(connected(file)) as base:
        base.execute("BEGIN")
        if paths and _changes(base) == _changes_of(paths[-1]):
            return
        base.execute("ROLLBACK")
        folder.mkdir(mode=0o700, exist_ok=True)
        sweep(folder)
        fresh = folder / f".{uuid4().hex}.aside"
        try:
            fresh.touch(mode=0o600)
            _copy(base, fresh, 1 + max(map(_number, paths), default=0))
            put(fresh, folder / datetime.now(UTC).strftime(_NAME))
        finally:
            fresh.unlink(missing_ok=True)
    _LOG.info("A state of the archive was kept.")
    _thin(_paths(file))


def _copy(base: sqlite3.Connection, fresh: Path, number: int) -> None:
    base.execute("ATTACH ? AS state", (str(fresh),))
    base.execute(f"PRAGMA state.user_version = {number}")
    base.execute("BEGIN")  # all tables as they are at one moment
    for name, sql in tables_of(base, "main"):
        if name not in (*PICTURES, *GONE):
            base.execute(created_in("state", sql))
            base.execute(f"INSERT INTO state.{name} SELECT * FROM main.{name}")
    base.execute("COMMIT")
    base.execute("DETACH state")


def tables_of(base: sqlite3.Connection, schema: str) -> list[tuple[str, str]]:
    """The names of our tables in the file ``schema``, and how they were created."""
    found = base.execute(f"SELECT name, sql FROM {schema}.sqlite_master WHERE type = 'table'").fetchall()
    return [(name, sql) for name, sql in found if re.fullmatch("[a-z_]+", name) and "sqlite" not in name]


def created_in(schema: str, sql: str) -> str:
    """The command that creates such a table in the file ``schema``."""
    return re.sub(r"^CREATE TABLE ", f"CREATE TABLE {schema}.", sql)


def _changes(base: sqlite3.Connection) -> list[list[tuple[object, ...]]]:
    there = {name for name, _ in tables_of(base, "main")}
    return [
        base.execute(f"SELECT {time} FROM {table} ORDER BY {time}").fetchall()
        for table, time in _CHANGES.items()
        if table in there
    ]


def _changes_of(path: Path) -> list[list[tuple[object, ...]]]:
    with suppress(sqlite3.Error), closing(connected(path)) as base:
        return _changes(base)
    return []


def _thin(paths: list[Path]) -> None:
    """Removes states until few enough are left: the older of the two that lie closest together in time.

    So one busy evening does not push out the state of last month.
    """
    found = [(at, path) for path in paths if (at := _moment(path))]
    while len(found) > MOST:
        gaps = [(abs(found[n + 1][0] - found[n][0]), n) for n in range(len(found) - 1)]
        found.pop(min(gaps)[1])[1].unlink(missing_ok=True)


# Putting a state back


def put_back(engine: Engine, name: str) -> EarlierState:
    """Brings the archive back to the state of this `EarlierState.name`; the present state is kept too.

    Raises:
        ArchiveError: there is no such state, or the database fails.
    """
    state = next((one for one in states(engine) if one.name == name), None)
    if state is None:
        raise ArchiveError(
            phrase(
                "There is no state {name} of the archive: name one that `shelfmark archive states` lists.",
                name=name,
            )
        )
    with refusing(engine), _with_state(engine, state.file) as base:
        version = base.execute("SELECT max(schema) FROM state.shelfmark").fetchone()[0]
        if version is not None and version > SCHEMA:
            raise ArchiveError(
                phrase("A newer Shelfmark took this state: install that version to put it back.")
            )
        there = {table for table, _ in tables_of(base, "main")}
        for table, sql in tables_of(base, "state"):
            if table == meta.name or table in GONE:  # the number of the tables here stays
                continue
            if table not in there:
                base.execute(created_in("main", sql))
            base.execute(f"DELETE FROM main.{table}")
            columns = _common(base, table)
            base.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM state.{table}")
    return state


@contextmanager
def _with_state(engine: Engine, state: Path) -> Iterator[sqlite3.Connection]:
    """A transaction on the archive with a state beside it; before it, the present is taken as a state."""
    file = file_of(engine)
    assert file is not None
    held = state.read_bytes()
    keep(engine)
    if not state.exists():  # it made room for the present
        write_whole(state, held, private=True)
    with closing(connected(file)) as base:
        base.execute("ATTACH ? AS state", (f"{state.absolute().as_uri()}?mode=ro",))
        base.execute("BEGIN IMMEDIATE")
        try:
            yield base
        except BaseException:
            base.execute("ROLLBACK")
            raise
        base.execute("COMMIT")


def _common(base: sqlite3.Connection, table: str) -> str:
    """The columns that the table has here and in the state."""
    columns = [columns_of(base, schema, table) for schema in ("main", "state")]
    return ", ".join(f'"{name}"' for name in columns[0] if name in columns[1])


def columns_of(base: sqlite3.Connection, schema: str, table: str) -> Sequence[str]:
    """The names of a table's columns; none if it is not there."""
    return [row[1] for row in base.execute(f"PRAGMA {schema}.table_info({table})")]
