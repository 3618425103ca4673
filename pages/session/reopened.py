"""Games of the archive opened again, each at the address of the draft that it came from."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pages.session.archive import PersonalArchive, archive
from pages.session.rights import Right, may
from scorer.errors import RefusedInput

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorer.archive import ArchivedGame


def key_of(kind: str, game: ArchivedGame) -> str:
    """The key of the draft that the game came from, its own id where it came from elsewhere: pages finish a
    game under "kind-key", so that it is the same game when it is finished again.
    """
    key = game.key.removeprefix(f"{kind}-")
    return game.id if key == game.key else key


def opened(archive: PersonalArchive, kind: str, key: str) -> dict[str, Any] | None:
    """The draft of this key, else the game of this key (`key_of`): its game file or sheet as "game", with its
    record and as what it is "finished"; None where there is neither.
    """
    draft = archive.draft(kind, key)
    if draft is not None:
        return draft
    game = archive.game_of(kind, key)
    if game is None:
        return None
    return {"game": game.game, "record": game.record, "finished": game.id}


def kept_game(archive: Callable[[], PersonalArchive], kind: str, key: str) -> ArchivedGame | None:
    """The game that the draft of this key became, even deleted; None where the archive keeps none, or cannot
    be used.
    """
    try:
        return archive().game_of(kind, key)
    except RefusedInput:
        return None


def kept_file(archive: Callable[[], PersonalArchive], kind: str, key: str) -> str:
    """The game that the draft of this key became, as a file that the archive takes in (`file_of`)."""
    game = archive().game_of(kind, key)
    return file_of(game) if game else ""


def file_of(game: ArchivedGame) -> str:
    """A game with its form and its day as a file that the archive takes in; with the record of its choices,
    which tells the seed, for the owner alone.
    """
    kept = game if may(Right.SEED) else replace(game, record=None)
    return json.dumps(kept.as_file(archive().shelves(game.id)), ensure_ascii=False, indent=2) + "\n"


def named_reader(game: dict[str, Any], name: str | None) -> dict[str, Any]:
    """The game file with the ``name`` of who was the first to finish reading a book, None: nobody."""
    file = {field: value for field, value in game.items() if field != "reading_winner"}
    return file | ({"reading_winner": name} if name else {})


def noted_reader(draft: dict[str, Any], players: list[str], name: str | None) -> dict[str, Any]:
    """The draft that the game came from, with who it was: by the name, or on a table by the seat."""
    if "game" in draft:
        return draft | {"game": named_reader(draft["game"], name)}
    if "seats" not in draft:
        return draft | {"reading_winner": name}
    seats = {player: seat["id"] for player, seat in zip(players, draft["seats"], strict=False)}
    return draft | {"reading_winner": seats.get(name or "")}
