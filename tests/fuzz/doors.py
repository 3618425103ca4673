"""Where input comes in: each door takes the bytes of a file, and what it took must go out and come in again.

A door raises `RefusedInput` where it refuses; everything else that it raises is a fault.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from scorer.archive import ArchiveError
from scorer.archive.drafts import checked_draft
from scorer.archive.file import DraftEntry, in_files, read_archive
from scorer.cards import DeckError
from scorer.confirmed.register import Register
from scorer.engine.record import RecordError
from scorer.errors import RefusedInput, phrase
from scorer.files import parse_json, validate
from scorer.fort import Sheet, score_fort
from scorer.gamefile import GameError, GameFile
from scorer.limits import ARCHIVE, DECK, GAME, RECORD, SHEET
from scorer.own_tiles import OwnTiles, TilesError
from scorer.play import Game
from scorer.result import score
from scorer.shelf import Shelf
from vision import Legend, PhotoReader
from vision.common.deadline import Deadline
from vision.photo.load import load_photo

NAME = "file.json"
#: Where files are written fast, on systems that have such a folder.
IN_MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None


def as_json(data: Any) -> Any:
    """What comes back of a document that is written and read."""
    return json.loads(json.dumps(data))


def notation(raw: bytes) -> None:
    shelf = Shelf.parse(raw.decode("utf-8", "surrogatepass"))
    assert Shelf.parse(str(shelf)) == shelf


def game(raw: bytes) -> None:
    taken = GameFile.from_dict(parse_json(raw, NAME, GAME, GameError))
    result = score(taken).to_json()
    again = GameFile.from_dict(as_json(taken.model_dump(mode="json", exclude_none=True)))
    assert score(again).to_json() == as_json(result)


def deck(raw: bytes) -> None:
    register = Register()
    register.take_dict(parse_json(raw, NAME, DECK, DeckError))
    again = Register()
    again.take_dict(as_json(register.to_dict()))
    assert (again.cards, again.counts) == (register.cards, register.counts)


def archive(raw: bytes) -> None:
    file = read_archive(parse_json(raw, NAME, ARCHIVE, ArchiveError))
    (out,) = in_files([*file.games, *file.drafts])
    assert read_archive(parse_json(out, NAME, ARCHIVE, ArchiveError)) == file


def draft(raw: bytes) -> None:
    data = parse_json(raw, NAME, ARCHIVE, ArchiveError)
    taken = validate(DraftEntry, data, phrase("the draft"), ArchiveError).checked()
    assert checked_draft(taken.kind, as_json(taken.data)) == taken.data


def record(raw: bytes) -> None:
    told = Game.replay(parse_json(raw, NAME, RECORD, RecordError)).record
    assert Game.replay(as_json(told)).record == told


def legend(raw: bytes) -> None:
    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as folder:
        path, again = Path(folder) / "legend.json", Path(folder) / "again.json"
        path.write_bytes(raw)
        taken = Legend.load(path)
        taken.save(again)
        taken = Legend.load(again)
        taken.save(path)
        assert path.read_bytes() == again.read_bytes()


def sheet(raw: bytes) -> None:
    taken = Sheet.from_dict(parse_json(raw, NAME, SHEET, GameError))
    again = Sheet.from_dict(as_json(taken.model_dump(mode="json", exclude_none=True)))
    assert score_fort(again) == score_fort(taken)


def tile(raw: bytes) -> None:
    own = OwnTiles.from_dict(parse_json(raw, NAME, SHEET, TilesError))
    own.check()
    assert OwnTiles.from_dict(json.loads(own.text)) == own


@cache
def reader() -> PhotoReader:
    return PhotoReader()


def photo(raw: bytes) -> None:
    picture = load_photo(raw)
    assert picture.ndim == 3
    assert picture.shape[2] == 3


def photo_read(raw: bytes) -> None:
    """A photo that is not only opened but read, which takes long."""
    reader().read(load_photo(raw), deadline=Deadline())


DOORS: dict[str, Callable[[bytes], None]] = {
    "notation": notation,
    "game": game,
    "deck": deck,
    "archive": archive,
    "draft": draft,
    "record": record,
    "legend": legend,
    "sheet": sheet,
    "tile": tile,
    "photo": photo,
}

__all__ = ["DOORS", "RefusedInput", "photo_read"]
