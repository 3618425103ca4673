"""Records of games: versioned JSON, checked line by line, safe from a kill while they are saved."""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, ClassVar, Self

from pydantic import Field, PrivateAttr

from scorer.engine.choices import IllegalChoice
from scorer.engine.setup import Setup
from scorer.errors import RefusedInput, phrase
from scorer.files import Strict, parse_json, read_bytes, validate, writing
from scorer.gamefile import MOST_PLAYERS
from scorer.limits import MOST_ADDRESS, MOST_CHOICES, MOST_FORKS, RECORD
from scorer.whole import write_whole

#: The fields that the setups of all games have.
SETUP_FIELDS = ("players", "edition", "variant", "seed")


class RecordError(RefusedInput):
    """A record that cannot be replayed."""


class Record(Strict, ABC):
    """A game as a file: its setup, its seed and its choices. A game adds the other fields of its setup."""

    #: The version of a record that somebody conceded in, by the version that it would have else: it has the
    #: same rules, and older programs, which know no conceding, do not read it.
    conceding: ClassVar[Mapping[int, int]]

    #: Raised when a change of the rules or of the option keys makes older records play differently.
    version: int
    players: Annotated[list[str], Field(max_length=MOST_PLAYERS)]
    edition: str
    variant: Annotated[str, Field(max_length=100)] = "standard"
    seed: Annotated[int, Field(strict=True)]
    forks: list[tuple[int, int]] = Field(
        default=[],
        max_length=MOST_FORKS,
        description="after so many choices the hidden cards were dealt anew with a seed",
    )
    branch: int | None = Field(
        default=None,
        ge=0,
        le=MOST_CHOICES,
        description="it was played on from another game, after so many of its choices",
    )
    conceded: list[tuple[Annotated[int, Field(strict=True, ge=0, le=MOST_CHOICES)], str]] = Field(
        default=[],
        max_length=MOST_PLAYERS,
        description="after so many choices a player gave up, and a bot played on in that seat",
    )
    choices: list[str] = Field(
        max_length=MOST_CHOICES, description="the keys of the options chosen, in order"
    )

    _lines: list[int] = PrivateAttr(default_factory=list)
    _path: Path | None = PrivateAttr(None)

    @classmethod
    def read(cls, data: Any) -> Self:
        """Checks a parsed record.

        Raises:
            RecordError: a field is missing, of the wrong kind, or unknown.
        """
        return data if isinstance(data, cls) else validate(cls, data, phrase("the game record"), RecordError)

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Reads a saved game.

        Raises:
            RecordError: it cannot be read, or is no record.
        """
        path = Path(path)
        raw = read_bytes(path, RECORD, RecordError)
        record = cls.read(parse_json(raw, str(path), RECORD, RecordError))
        record._path = path
        record._lines = list(_choice_lines(raw.decode("utf-8")))
        return record

    @abstractmethod
    def setup(self) -> Setup:
        """The setup that the record begins with.

        Raises:
            RefusedInput: no game can begin so.
        """

    @classmethod
    @abstractmethod
    def setup_fields(cls, setup: Any) -> dict[str, Any]:
        """A setup as a record holds it; a game adds its version and its own fields to these."""
        return {name: getattr(setup, name) for name in SETUP_FIELDS} | {"players": list(setup.players)}

    def shared_fields(self) -> dict[str, Any]:
        """The fields that the setups of all games have."""
        return {name: getattr(self, name) for name in SETUP_FIELDS}

    def _check_conceded(self) -> None:
        """Players of the game concede, each once, in order; of several one at least plays to the end."""
        numbers, names = [number for number, _ in self.conceded], [name for _, name in self.conceded]
        fits = set(names) <= set(self.players) and len(set(names)) == len(names)
        fits = fits and [*numbers, len(self.choices)] == sorted([*numbers, len(self.choices)])
        fits = fits and (len(names) < len(self.players) or len(self.players) == 1)
        versions = self.conceding.values()
        if self.conceded and not (fits and self.version in versions):
            own = self.version if self.version in versions else self.conceding.get(self.version)
            raise RecordError(
                phrase(
                    'In the game record, "conceded" does not fit: it is of version {version}, names players '
                    "each once and in order, and of several leaves one.",
                    version=own or max(versions),
                )
            )

    def illegal(self, number: int, error: IllegalChoice) -> RecordError:
        """The refusal of choice ``number`` (from 0)."""
        return RecordError(phrase("In {where}: {error}", where=self.place_of(number), error=error))

    def place_of(self, number: int) -> str:
        """Where choice ``number`` (from 0) stands, with its line of the file."""
        if self._path is None or number >= len(self._lines):
            return phrase("choice {number} of the game record", number=number + 1)
        return phrase(
            "line {line} of {path} (choice {number})",
            line=self._lines[number],
            path=self._path,
            number=number + 1,
        )


def save(record: dict[str, Any], path: str | Path) -> None:
    """Writes a record: at any moment the old or the new game is there.

    Raises:
        RecordError: it cannot be written there.
    """
    path = Path(path)
    text = json.dumps(record, ensure_ascii=False, indent=1) + "\n"
    with writing(path, RecordError):
        write_whole(path, text.encode("utf-8"))


# Records in addresses


def packed(record: dict[str, Any]) -> str | None:
    """A record as a text for an address; None where it is too long for one.

    >>> unpacked(packed({"choices": ["done"]}))
    {'choices': ['done']}
    """
    raw = json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    text = base64.urlsafe_b64encode(zlib.compress(raw, 9)).decode("ascii").rstrip("=")
    return text if len(text) <= MOST_ADDRESS else None


def unpacked(text: str) -> Any:
    """What `packed` made a text of; not yet a record that was checked.

    Raises:
        RecordError: it is no such text, or was cut.
    """
    try:
        if len(text) > MOST_ADDRESS:
            raise ValueError
        whole = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        unzip = zlib.decompressobj()
        raw = unzip.decompress(whole, RECORD.bytes)  # a short text may hold a long one
        if not unzip.eof or unzip.unused_data:
            raise ValueError
    except (ValueError, binascii.Error, zlib.error):
        raise RecordError(
            phrase(
                "The link holds no position, or was cut: copy all of it, or ask for the position as a file."
            )
        ) from None
    return parse_json(raw, phrase("the position of the link"), RECORD, RecordError)


def _choice_lines(text: str) -> Iterator[int]:
    """The line of each choice in a record's text, from 1."""
    start = re.search(r'"choices"\s*:\s*\[', text)
    place = start.end() if start else len(text)
    decoder, gap = json.JSONDecoder(), re.compile(r'[\s,]*(?=")')
    line, seen = 1, 0
    while (match := gap.match(text, place)) is not None:
        line, seen = line + text.count("\n", seen, match.end()), match.end()
        yield line
        _, place = decoder.raw_decode(text, match.end())
