"""The one JSON file that holds a whole archive."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, Field

from scorer.files import Strict
from scorer.fort import Sheet, score_fort
from scorer.game import GameFile
from scorer.result import score

Key = Annotated[str, Field(min_length=1, max_length=200)]


class GameEntry(Strict):
    """A finished game; times know their zone."""

    id: Annotated[str, Field(min_length=1, max_length=64)]
    key: Key
    source: Literal["photo", "typed", "play", "solo", "fort"]
    played: AwareDatetime
    changed: AwareDatetime
    game: dict[str, Any]
    result: dict[str, Any]
    record: dict[str, Any] | None = None


class DraftEntry(Strict):
    """Something half done."""

    kind: Annotated[str, Field(min_length=1, max_length=16)]
    key: Key
    saved: AwareDatetime
    data: dict[str, Any]


class ArchiveFile(Strict):
    """What `Archive.export` gives and `Archive.take_in` takes; ``shelfmark_archive`` is the version."""

    shelfmark_archive: Literal[1]
    games: list[GameEntry]
    drafts: list[DraftEntry] = Field(default_factory=list)


def scored(data: dict[str, Any]) -> tuple[dict[str, Any], Literal["typed", "fort"]]:
    """The result of one game that somebody kept as a file, a game file or a Fort sheet, and its source.

    Raises:
        RefusedInput: it is neither, or cannot be scored.
    """
    if "form" in data:
        return score(GameFile.from_dict(data)).to_json(), "typed"
    return score_fort(Sheet.from_dict(data)).model_dump(mode="json"), "fort"
