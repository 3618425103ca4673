"""The rows of the archive: reads and checks them, names damaged rows, and writes rows."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any, Literal, get_args

from pydantic import ValidationError
from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    RowMapping,
    Table,
    Text,
    cast,
    delete,
    null,
    select,
)
from sqlalchemy.exc import IntegrityError

from scorer.archive.drafts import checked_draft, checked_record
from scorer.archive.file import (
    NO_EVENING,
    ArchiveFile,
    DraftEntry,
    Evening,
    GameEntry,
    Source,
    checked_result,
    people_of,
    sensible,
)
from scorer.archive.schema.database import ArchiveError
from scorer.archive.schema.tables import drafts, games
from scorer.archive.shelves import all_shelves, as_text
from scorer.errors import Phrase, RefusedInput, phrase
from scorer.fort import Sheet
from scorer.inspection import DECIDED_BY_PEOPLE
from scorer.titles import folded


@dataclass(frozen=True)
class ArchivedGame:
    """A finished game.

    ``game`` is the game file (or the Fort sheet) and ``result`` the filled-in form, both as JSON holds them;
    ``record`` replays a game that was played on screen, and is filled in by `Archive.get` alone.
    ``evening`` is what is told of when and where it was played.
    """

    id: str
    key: str
    source: Source
    played: datetime
    changed: datetime
    deleted: datetime | None
    game: dict[str, Any]
    result: dict[str, Any]
    has_record: bool
    record: dict[str, Any] | None = None
    evening: Evening = NO_EVENING

    @property
    def form(self) -> Literal["B-7c", "S-42a", "fort"]:
        return "fort" if self.source == "fort" else self.result["form"]

    @property
    def players(self) -> list[str]:
        """The names, in the order of the table."""
        return [player["name"] for player in self.result["players"]]

    @property
    def winners(self) -> list[str]:
        """The winners' names; for a lost solo game, the public library's; none while a tie is open (T)."""
        return [] if self.open_tie else list(self.result["winners"])

    @property
    def open_tie(self) -> list[str]:
        """The players still tied, until somebody says what decides (T)."""
        tied = list(self.result["winners"])
        return tied if self.result["decided_by"] in DECIDED_BY_PEOPLE and len(tied) > 1 else []

    @property
    def people(self) -> list[str]:
        """The players who are no bots."""
        return people_of(self.game, self.result)

    @property
    def minutes(self) -> int | None:
        """How long it took: as somebody said, else from the deal to the end of a game on screen. A photo is
        taken when a game is over, so nothing is counted from it unless somebody says so.
        """
        return self.evening.minutes or (self.evening.since(self.played) if self.has_record else None)

    def as_file(self, shelves: Mapping[str, bytes] | None = None) -> dict[str, Any]:
        """The game alone, with the photos of its shelves, as a document that `Archive.take_in` takes."""
        entry = _as_entry(self, as_text(shelves or {}))
        return ArchiveFile(shelfmark_archive=1, games=[entry]).model_dump(mode="json")

    @property
    def totals(self) -> dict[str, int]:
        """Each player's points."""
        return {player["name"]: player["total"] for player in self.result["players"]}


@dataclass(frozen=True)
class Draft:
    """Something half done, as its page keeps it."""

    kind: str
    key: str
    saved: datetime
    data: dict[str, Any]


@dataclass(frozen=True)
class BadRow:
    """A damaged row: a game's id or a draft's kind and key, and the problem."""

    kind: str
    key: str
    why: Phrase

    @property
    def name(self) -> Phrase:
        """Its name in a sentence."""
        return row_name(self.kind, self.key)


#: The kind of a row that is a game.
GAME = "game"
LISTED = [column for column in games.c if column.name not in ("search", "record")]
LIST = select(*LISTED, games.c.record.is_not(None).label("has_record"), null().label("record"))
WHOLE = select(*LISTED, games.c.record.is_not(None).label("has_record"), games.c.record)


def row_name(kind: str, key: str) -> Phrase:
    if kind == GAME:
        return phrase("the game {key}", key=key)
    return phrase("the draft {kind} {key}", kind=kind, key=key)


def read_game(row: RowMapping, opened: bool = False) -> ArchivedGame | BadRow:
    """A row of `LIST` or `WHOLE` as a game, or the problem with it.

    Some columns are read and checked only if a page has it ``opened``. A record that can no longer be played
    is left out, and the form stays.
    """
    game = ArchivedGame(**{str(name): value for name, value in row.items()})
    try:
        _check_columns(game)
        result = checked_result(game.source, game.result)
        if opened and game.source == "fort":
            Sheet.from_dict(game.game)
    except RefusedInput as error:
        return BadRow(GAME, str(game.id), _why(error))
    record = _playable(game.record, len(result["players"]), game.source == "fort")
    has_record = record is not None if opened else game.has_record
    return replace(
        game,
        played=sensible(game.played),
        changed=sensible(game.changed),
        result=result,
        record=record,
        has_record=has_record,
        evening=read_evening(row["evening"]).of(people_of(game.game, result)),
    )


def read_evening(stored: object) -> Evening:
    """The evening of a row; one that cannot be read tells nothing, and the form stays."""
    with suppress(ValidationError):
        return Evening.model_validate(stored or {})
    return NO_EVENING


def _playable(record: object, players: int, fort: bool) -> dict[str, Any] | None:
    if not isinstance(record, dict):
        return None
    with suppress(RefusedInput):
        return checked_record(record, players, fort)
    return None


def _why(error: RefusedInput) -> Phrase:
    sentence = error.sentence
    return sentence if isinstance(sentence, Phrase) else Phrase(sentence)


def _check_columns(game: ArchivedGame) -> None:
    for name, value, kind in (
        ("id", game.id, str),
        ("key", game.key, str),
        ("played", game.played, datetime),
        ("changed", game.changed, datetime),
        ("deleted", game.deleted, datetime | None),
        ("game", game.game, dict),
        ("result", game.result, dict),
    ):
        if not isinstance(value, kind):
            raise ArchiveError(phrase('its "{column}" cannot be read.', column=name))
    if game.source not in get_args(Source):
        raise ArchiveError(phrase('its "{column}" cannot be read.', column="source"))


def read_draft(row: RowMapping) -> Draft | BadRow:
    """A row of drafts as a draft, or the problem with it."""
    kind, key, saved = row["kind"], row["key"], row["saved"]
    try:
        if not isinstance(saved, datetime) or not isinstance(key, str):
            raise ArchiveError(phrase('its "{column}" cannot be read.', column="saved"))
        return Draft(kind, key, sensible(saved), checked_draft(kind, row["data"]))
    except RefusedInput as error:
        return BadRow(str(kind), str(key), _why(error))


def whole(row: ArchivedGame | BadRow) -> ArchivedGame:
    """The game of a row. Raises ArchiveError: the row is damaged."""
    if isinstance(row, BadRow):
        raise not_whole(row)
    return row


def not_whole(row: BadRow) -> ArchiveError:
    return ArchiveError(
        phrase(
            "{row:capital} cannot be used: remove it in the archive, under export and import. {why}",
            row=row.name,
            why=row.why,
        )
    )


def bad_rows(connection: Connection) -> list[BadRow]:
    """All rows that are not whole."""
    read = [read_game(row, opened=True) for row in connection.execute(WHOLE).mappings()]
    half = [read_draft(row) for row in connection.execute(select(drafts)).mappings()]
    return [row for row in [*read, *half] if isinstance(row, BadRow)]


def remove_bad_row(connection: Connection, row: BadRow) -> None:
    """Deletes a damaged row, unless it is whole by now."""
    if any((row.kind, row.key) == (bad.kind, bad.key) for bad in bad_rows(connection)):
        one_game, one_draft = games.c.id == row.key, of_draft(row.kind, row.key)
        gone = delete(games).where(one_game) if row.kind == GAME else delete(drafts).where(one_draft)
        connection.execute(gone)


def entries(connection: Connection) -> tuple[list[GameEntry], list[DraftEntry]]:
    """All games and drafts as the archive's file has them, without deleted games and damaged rows."""
    kept = connection.execute(WHOLE.where(games.c.deleted.is_(None)).order_by(games.c.played))
    read = [read_game(row, opened=True) for row in kept.mappings()]
    halves = connection.execute(select(drafts).order_by(drafts.c.kind, drafts.c.key))
    half = [read_draft(row) for row in halves.mappings()]
    shelves = all_shelves(connection)
    return (
        [_as_entry(game, shelves.get(game.id, {})) for game in read if not isinstance(game, BadRow)],
        [DraftEntry.model_validate(asdict(draft)) for draft in half if not isinstance(draft, BadRow)],
    )


def _as_entry(game: ArchivedGame, shelves: Mapping[str, str]) -> GameEntry:
    fields = {name: getattr(game, name) for name in GameEntry.model_fields if name != "shelves"}
    return GameEntry.model_validate(fields | {"shelves": shelves})


def update_or_insert(
    connection: Connection,
    table: Table,
    where: ColumnElement[bool],
    values: dict[str, Any],
    new: dict[str, Any],
) -> None:
    """Writes a row, whether it is there or not, on any database and beside other writers."""
    if connection.execute(table.update().where(where).values(**values)).rowcount:
        return
    try:
        with connection.begin_nested():
            connection.execute(table.insert().values(**new))
    except IntegrityError:  # another writer added it in between
        connection.execute(table.update().where(where).values(**values))


def search_text(source: Source, result: dict[str, Any]) -> str:
    names = [player["name"] for player in result["players"]]
    return folded(" ".join([*names, source, str(result.get("form", "Fort"))]))


def found(connection: Connection, search: str) -> set[str]:
    """The ids of the games that have every word of ``search`` in their text, or begin their day with it.

    The text is folded once more: an older Shelfmark has left more letters apart.
    """
    words = folded(search).split()
    texts = connection.execute(select(games.c.id, games.c.search, cast(games.c.played, Text)))
    rows = ((str(key), folded(text), str(day)) for key, text, day in texts)
    return {key for key, text, day in rows if all(word in text or day.startswith(word) for word in words)}


def of_draft(kind: str, key: str) -> ColumnElement[bool]:
    """The row of a draft."""
    return (drafts.c.kind == kind) & (drafts.c.key == key)


def digest(content: list[Any]) -> str:
    """A name for what a row holds."""
    return hashlib.sha256(json.dumps(content, sort_keys=True, default=str).encode()).hexdigest()


def forget_old(connection: Connection, time: Column[datetime], before: datetime, spared: int) -> None:
    """Deletes the rows of a table whose ``time`` lies ``before``, but for the latest ``spared``.

    A clock may be set years ahead for a day: by that alone nothing is lost.
    """
    first = select(time).where(time.is_not(None)).order_by(time.desc()).offset(spared - 1).limit(1)
    latest = connection.scalar(first)
    if isinstance(latest, datetime):
        connection.execute(delete(time.table).where(time < min(before, latest)))
