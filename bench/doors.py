"""The worst files of each kind at the door: `python -m bench.doors`.

Each file is as large as its kind may be, and goes its whole way in a process of its own: parsed, checked,
refused or taken in. Told are the seconds, how many times as long as `json.loads` of the same bytes in the same
process that is, and the most memory that the process held. A file that is refused may take 2 s and 700 MB.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from scorer.archive import Archive
from scorer.cards import Deck
from scorer.errors import RefusedInput
from scorer.files import parse_json
from scorer.fort import Sheet
from scorer.game import GameFile
from scorer.limits import ARCHIVE, DECK, GAME, MOST_ENTRIES, RECORD, SHEET, Limit
from scorer.play import Game
from scorer.result import score
from vision.register import Register

SAMPLE = Path(__file__).parents[1] / "samples" / "games" / "four-players.json"
DAY = "2026-11-20T20:15:00Z"
#: What a list is filled with.
FILLINGS = (b"{}", b'{"a":1}', b'{"\xc4\x81":{}}', b"[]", b"[[],1.5]", b'"a"', b"1.5", b"[" * 2000)
#: Files that end with none of their lists.
OTHERS = (b"[", b"9", b'{"a":', b"\\u0000", "\U0001f4d6".encode())


def take_in(data: Any) -> object:
    """An archive file, into a new archive."""
    with tempfile.TemporaryDirectory() as folder:
        return Archive.open(f"sqlite:///{folder}/archive.db").take_in(data)


#: What takes each kind of file, its limit, and its beginning, up to a list.
DOORS: dict[str, tuple[Callable[[Any], object], Limit, bytes]] = {
    "game": (GameFile.from_dict, GAME, b'{"form":"B-7c","players":['),
    "sheet": (Sheet.from_dict, SHEET, b'{"players":['),
    "deck": (Deck.from_dict, DECK, b'{"cards":['),
    "copy": (lambda data: Register().take_dict(data), DECK, b'{"partial":true,"cards":['),
    "record": (Game.replay, RECORD, b'{"version":1,"players":["A","B"],"edition":"en","seed":1,"choices":['),
    "archive": (take_in, ARCHIVE, b'{"shelfmark_archive":1,"games":['),
    "drafts": (take_in, ARCHIVE, b'{"shelfmark_archive":1,"games":[],"drafts":['),
}


def filled(limit: Limit, start: bytes, filling: bytes, end: bytes = b"]}") -> bytes:
    """A file of the largest size."""
    return start + b",".join([filling] * ((limit.bytes - len(start) - 2) // (len(filling) + 1))) + end


def archived(number: int) -> dict[str, Any]:
    """A game as an archive keeps it."""
    game = json.loads(SAMPLE.read_text(encoding="utf-8"))
    result = score(GameFile.from_dict(game)).to_json()
    entry = {"id": f"{number}", "key": f"{number}", "source": "typed", "played": DAY, "changed": DAY}
    return entry | {"game": game, "result": result}


def files(kind: str) -> Iterator[tuple[str, bytes]]:
    """The files that are tried at a door, and what they are called."""
    _, limit, start = DOORS[kind]
    for filling in FILLINGS:
        yield f"{filling[:8].decode()} in its list", filled(limit, start, filling)
    for filling in OTHERS:
        yield f"{filling.decode()} alone", filling * (limit.bytes // len(filling))
    if kind == "archive":
        entries = [archived(number) for number in range(2000)]
        yield "2,000 games", json.dumps({"shelfmark_archive": 1, "games": entries}).encode()
    if kind == "drafts":
        drafts = [{"kind": "fort", "key": f"{n}", "saved": DAY, "data": {}} for n in range(MOST_ENTRIES)]
        told = {"shelfmark_archive": 1, "games": [], "drafts": drafts}
        yield f"{MOST_ENTRIES:,} drafts", json.dumps(told).encode()


def at_the_door(kind: str, number: int) -> dict[str, Any]:
    """What became of one file; this process does nothing else."""
    take, limit, _ = DOORS[kind]
    name, raw = list(files(kind))[number]
    began, told = time.perf_counter(), "taken in"
    try:
        take(parse_json(raw, "file.json", limit, RefusedInput))
    except RefusedInput as refused:
        told = str(refused)
    seconds = time.perf_counter() - began
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    began = time.perf_counter()
    with suppress(ValueError, RecursionError):
        json.loads(raw)
    plain = time.perf_counter() - began
    return {"name": name, "seconds": seconds, "plain": plain, "held": held, "told": told}


def main() -> None:
    if len(sys.argv) > 1:
        print(json.dumps(at_the_door(sys.argv[1], int(sys.argv[2]))))
        return
    table = Table("Door", "File", "Seconds", "× json.loads", "MB", "Said")
    for kind in DOORS:
        for number in range(sum(1 for _ in files(kind))):
            call = [sys.executable, "-m", "bench.doors", kind, str(number)]
            done = subprocess.run(call, check=True, capture_output=True, text=True).stdout
            one = json.loads(done)
            ratio = f"{one['seconds'] / one['plain']:.1f}"
            table.add_row(kind, one["name"], f"{one['seconds']:.2f}", ratio, f"{one['held']:.0f}", one["told"])
    Console(width=200).print(table, markup=False)


if __name__ == "__main__":
    main()
