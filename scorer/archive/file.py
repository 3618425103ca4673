"""The JSON file that holds a whole archive, and the checks of its entries."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BeforeValidator,
    Field,
    SerializerFunctionWrapHandler,
    ValidationError,
    model_serializer,
)

from scorer.archive.drafts import DraftKind, checked_draft, checked_record
from scorer.archive.schema.database import ArchiveError
from scorer.archive.shelves import pictures_of
from scorer.errors import RefusedInput, phrase
from scorer.files import Strict, validate
from scorer.fort import FortResult, Sheet, score_fort
from scorer.gamefile import HOUSE, MOST_PLAYERS, GameFile
from scorer.limits import (
    ARCHIVE,
    MOST_ENTRIES,
    MOST_MEMORY,
    MOST_MINUTES,
    MOST_NOTE,
    MOST_PLACE,
    Limit,
    memory_of,
    parts_of,
)
from scorer.names import Name, tidy
from scorer.result import Result, score

Source = Literal["photo", "typed", "play", "solo", "fort"]
Key = Annotated[str, Field(min_length=1, max_length=200)]

#: No game of an archive is older than this.
EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)


def sensible(moment: datetime) -> datetime:
    """The moment in UTC, at most now: an entry from the future must not count as the newest."""
    return min(max(moment, EARLIEST), datetime.now(UTC)).astimezone(UTC)


Moment = Annotated[AwareDatetime, AfterValidator(sensible)]


#: A game that ended more minutes after its beginning was left for a while: it did not take so long.
LONGEST = 480


def _tidied(value: Any) -> Any:
    """A text of several lines, each as a name is kept (`tidy`)."""
    return "\n".join(map(tidy, value.splitlines())).strip() if isinstance(value, str) else value


def _line(value: Any) -> Any:
    """A text of one line, as a name is kept (`tidy`)."""
    return tidy(value) if isinstance(value, str) else value


class Evening(Strict):
    """What is told of the evening of a game; nothing of it has to be.

    ``began``: when the first photo was handed in or the game was dealt. ``minutes``: how long the game took,
    as somebody said. ``new``: who played for the first time.
    """

    began: Moment | None = None
    minutes: Annotated[int, Field(ge=1, le=MOST_MINUTES)] | None = None
    place: Annotated[str, Field(max_length=MOST_PLACE), BeforeValidator(_line)] = ""
    note: Annotated[str, Field(max_length=MOST_NOTE), BeforeValidator(_tidied)] = ""
    new: Annotated[tuple[Name, ...], Field(max_length=MOST_PLAYERS)] = ()

    def since(self, ended: datetime) -> int | None:
        """Minutes from when it began until then; None where that is not known, or more than `LONGEST`.

        >>> began, ended = (datetime(2026, 11, 20, hour, tzinfo=UTC) for hour in (19, 21))
        >>> Evening(began=began).since(ended)
        120
        """
        minutes = round((ended - self.began).total_seconds() / 60) if self.began else 0
        return minutes if 1 <= minutes <= LONGEST else None

    def of(self, people: Sequence[str]) -> Evening:
        """The same, where nobody else was new than these people."""
        return self.model_copy(update={"new": tuple(name for name in self.new if name in people)})

    @property
    def as_row(self) -> dict[str, Any] | None:
        """As the archive keeps it; None where nothing is told."""
        return None if self == NO_EVENING else self.model_dump(mode="json")


#: The evening of a game of which nothing is told.
NO_EVENING = Evening()


def people_of(game: Mapping[str, Any], result: Mapping[str, Any]) -> list[str]:
    """The players who are no bots, in the order of the table.

    >>> players = [{"name": "Ana"}, {"name": "Bo", "bot": "greedy"}]
    >>> people_of({"players": players}, {"players": players})
    ['Ana']
    """
    players = game.get("players")
    entries = [each for each in players if isinstance(each, dict)] if isinstance(players, list) else []
    bots = [each.get("name") for each in entries if each.get("bot")]
    return [player["name"] for player in result["players"] if player["name"] not in bots]


class GameEntry(Strict):
    """A finished game; times know their zone. An evening of which nothing is told stands in no file.

    ``shelves``: the small photo of each player's shelf as base64, where people asked for them.
    """

    id: Annotated[str, Field(min_length=1, max_length=64)]
    key: Key
    source: Source
    played: Moment
    changed: Moment
    game: dict[str, Any]
    result: dict[str, Any]
    record: dict[str, Any] | None = None
    evening: Evening = NO_EVENING
    shelves: Annotated[dict[Name, str], Field(default_factory=dict, max_length=MOST_PLAYERS + 1)]

    @model_serializer(mode="wrap")
    def _without_empty(self, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
        dumped: dict[str, Any] = dump(self)
        empty = {"evening": not self.evening.as_row, "shelves": not self.shelves}
        return {name: dumped[name] for name in dumped if not empty.get(name)}

    def checked(self) -> GameEntry:
        """The game with its result, computed anew; the entry's result is not trusted.

        Raises:
            RefusedInput: the game cannot be scored, or does not match its source.
        """
        checked_result(self.source, self.result)
        pictures_of(self.shelves)
        if ("form" in self.game) == (self.source == "fort"):
            raise ArchiveError(
                phrase(
                    'its "source" is {source}, but its game is of another kind: export it again from where '
                    "it came.",
                    source=self.source,
                )
            )
        result, _ = scored(self.game)
        result = checked_result(self.source, result)
        record = self.record and checked_record(self.record, len(result["players"]), self.source == "fort")
        evening = self.evening.of(people_of(self.game, result))
        return self.model_copy(update={"result": result, "record": record, "evening": evening})


class DraftEntry(Strict):
    """Something half done."""

    kind: DraftKind
    key: Key
    saved: Moment
    data: dict[str, Any]

    def checked(self) -> DraftEntry:
        """The draft in the shape of its kind. Raises RefusedInput: it does not have this shape."""
        return self.model_copy(update={"data": checked_draft(self.kind, self.data)})


Entry = TypeVar("Entry", GameEntry, DraftEntry)


class ArchiveFile(Strict):
    """The file of `Archive.export` and `Archive.take_in`; ``shelfmark_archive`` is the version."""

    shelfmark_archive: Literal[1]
    games: list[GameEntry]
    drafts: list[DraftEntry] = Field(default_factory=list)


def read_archive(data: Any) -> ArchiveFile:
    """A parsed archive file, each entry checked by its kind.

    The first entry that does not fit ends the check, so that a file full of wrong entries takes no memory.

    Raises:
        ArchiveError: it is not an archive file, or an entry is not whole; the sentence names the entry.
    """
    what = phrase("the archive file")
    given: dict[str, list[Any]] = {}
    if isinstance(data, dict):
        given = {name: data[name] for name in ("games", "drafts") if isinstance(data.get(name), list)}
        data = {name: [] if name in given else value for name, value in data.items()}
    file = validate(ArchiveFile, data, what, ArchiveError)
    for name, entries in given.items():
        if len(entries) > MOST_ENTRIES:
            raise ArchiveError(
                phrase(
                    "In {place}, {subject} has {there} entries: at most {most} are taken in at a time.",
                    place=what,
                    subject=f'"{name}"',
                    there=len(entries),
                    most=MOST_ENTRIES,
                )
            )
    games = [_read(GameEntry, entry, number) for number, entry in enumerate(given.get("games", ()), 1)]
    drafts = [_read(DraftEntry, entry, number) for number, entry in enumerate(given.get("drafts", ()), 1)]
    return file.model_copy(update={"games": games, "drafts": drafts})


def in_files(entries: Iterable[GameEntry | DraftEntry], limit: Limit = ARCHIVE) -> Iterator[bytes]:
    """Archive files with all the entries, each small enough for an import; at least one."""
    held = _Pieces(limit)
    for entry in entries:
        raw = json.dumps(entry.model_dump(mode="json"), ensure_ascii=False).encode()
        name = "games" if isinstance(entry, GameEntry) else "drafts"
        if not held.has_room(name, raw):
            yield held.file()
            held = _Pieces(limit)
        held.add(name, raw)
    yield held.file()


class _Pieces:
    """The entries of one file, as JSON texts."""

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self.entries: dict[str, list[bytes]] = {"games": [], "drafts": []}
        self.bytes = self.parts = self.memory = 100  # what is around the entries takes less

    def has_room(self, name: str, raw: bytes) -> bool:
        text = len(raw) * 4  # of a text with a picture sign each letter takes so much
        return (
            len(self.entries[name]) < MOST_ENTRIES
            and self.bytes + len(raw) + 1 <= self.limit.bytes
            and self.parts + parts_of(raw) <= self.limit.parts
            and self.memory + text + memory_of(raw) <= MOST_MEMORY
        )

    def add(self, name: str, raw: bytes) -> None:
        self.entries[name].append(raw)
        self.bytes += len(raw) + 1
        self.parts += parts_of(raw)
        self.memory += len(raw) * 4 + memory_of(raw) + _A_COMMA

    def file(self) -> bytes:
        games, drafts = (b",".join(self.entries[name]) for name in ("games", "drafts"))
        return b'{"shelfmark_archive":1,"games":[%b],"drafts":[%b]}' % (games, drafts)


#: Bytes in memory that a comma between two entries stands for.
_A_COMMA = memory_of(b",")


def _read(model: type[Entry], data: Any, number: int) -> Entry:
    one = phrase("game") if model is GameEntry else phrase("draft")
    where = phrase("{one} {number} of the archive file", one=one, number=number)
    entry = validate(model, data, where, ArchiveError)
    try:
        return entry.checked()
    except RefusedInput as error:
        raise ArchiveError(
            phrase("Game {number} of the archive file is not whole: {error}", number=number, error=error)
            if model is GameEntry
            else phrase(
                "Draft {number} of the archive file is not whole: {error}", number=number, error=error
            )
        ) from error


def checked_result(source: Source, result: dict[str, Any]) -> dict[str, Any]:
    """The result of a game as JSON holds it.

    Raises:
        ArchiveError: it is not a result, or its form does not belong to the source.
    """
    model = FortResult if source == "fort" else Result
    try:
        checked = model.model_validate(result)
    except ValidationError as error:
        place = ".".join(str(part) for part in error.errors()[0]["loc"]) or phrase("all of it")
        raise ArchiveError(
            phrase("the result does not fit ({place}): export it again from where it came.", place=place)
        ) from error
    if not checked.players:
        raise ArchiveError(phrase("the result has no players: export it again from where it came."))
    if isinstance(checked, FortResult):
        return checked.model_dump(mode="json")
    if {"play": "B-7c", "solo": "S-42a"}.get(source, checked.form) != checked.form:
        raise ArchiveError(
            phrase("the result does not fit ({place}): export it again from where it came.", place="form")
        )
    return checked.to_json()


def scored(
    data: dict[str, Any], folder: Path | None = None
) -> tuple[dict[str, Any], Literal["typed", "fort"]]:
    """The result and the source of a single game from a game file or a Fort sheet.

    Its deck is read from ``folder``; without a folder it may name the house deck only.

    Raises:
        RefusedInput: it is neither, or cannot be scored.
    """
    if "form" in data:
        return score(GameFile.from_dict(data, folder)).to_json(), "typed"
    if "plays" in data:
        raise ArchiveError(
            phrase(
                "This is an export of BG Stats. It holds each player’s total, but not the books and cards "
                "that a form is filled in from: nothing of it can be imported."
            )
        )
    if data.keys() != {"players"}:
        raise ArchiveError(
            phrase("This is no file of Shelfmark: give an archive, a game file or a Fort sheet.")
        )
    return score_fort(Sheet.from_dict(data)).model_dump(mode="json"), "fort"


def games_in(data: Any) -> int:
    """How many games a document of an archive holds, or the document of a single game.

    >>> games_in({"shelfmark_archive": 1, "games": []}), games_in({"form": "B-7c"})
    (0, 1)
    """
    return len(data.get("games", ())) if "shelfmark_archive" in data else 1


def with_books(data: dict[str, Any], folder: Path | None = None) -> dict[str, Any]:
    """A game file that needs no deck file any more: each card has its books, and no path is left.

    Raises:
        RefusedInput: as `scored`.
    """
    if data.get("deck") in (None, HOUSE):
        return data
    game = GameFile.from_dict(data, folder)
    shelves = [game.shelf_of(player) for player in range(len(game.players))]
    players = [
        entry if shelf is None else entry | {"shelf": str(shelf)}
        for entry, shelf in zip(data["players"], shelves, strict=True)
    ]
    fields = {name: value for name, value in data.items() if name != "deck"} | {"players": players}
    cards = game.library_cards()
    if cards is None:
        return fields
    return fields | {"library": data["library"] | {"cards": [str(card) for card in cards]}}
