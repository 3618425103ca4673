"""The worst files of each kind at the door: `python -m bench.doors`.

Each file has the greatest size, or holds the most values, that its kind may have. Another process parses and
checks it, and refuses it or takes it in. Printed are the seconds, the ratio to `json.loads` of the same bytes
in the same process, and the most memory that the process held. A refused file may take 2 s and 700 MB. A file
that is taken in rests between its pieces as long as it writes.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from scorer.archive import Archive
from scorer.cards import Deck
from scorer.confirmed.register import Register
from scorer.errors import RefusedInput
from scorer.files import parse_json
from scorer.fort import Sheet
from scorer.gamefile import GameFile
from scorer.limits import ARCHIVE, DECK, GAME, MOST_ENTRIES, RECORD, SHEET, Limit
from scorer.play import Game
from scorer.result import score

SAMPLE = Path(__file__).parents[1] / "samples" / "games" / "four-players.json"
DAY = "2026-11-20T20:15:00Z"
PLAYER = {"name": "", "track": 1, "fort_level": 0, "fort_points": 0, "rule": "", "big_pack": False}
DRAFT: dict[str, Any] = {"players": [PLAYER, PLAYER], "macaroni": -1}
#: The values that fill a list.
FILLINGS = (b"{}", b'{"a":1}', b'{"\xc4\x81":{}}', b"[]", b"[[],1.5]", b'"a"', b"1.5", b"[" * 2000)
#: Files that do not end with a list.
OTHERS = (b"[", b"9", b'{"a":', b"\\u0000", "\U0001f4d6".encode())


def take_in(data: Any) -> object:
    """An archive file, into a new archive."""
    with tempfile.TemporaryDirectory() as folder:
        return Archive.open(f"sqlite:///{folder}/archive.db").take_in(data)


#: For each kind of file the function that takes it, its limit, and its beginning up to a list.
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
    part = filling + b","
    return start + part * ((limit.bytes - len(start) - len(filling) - len(end)) // len(part)) + filling + end


def most(limit: Limit, start: bytes, filling: bytes) -> bytes:
    """A file of the largest size with the most lists and objects; a text fills the rest."""
    parts = (filling + b",") * ((limit.parts - 10) // (filling.count(b"{") + filling.count(b"[")))
    room = limit.bytes - len(start) - len(parts) - 10
    return start + parts + b'"\xf0\x9f\x93\x96' + b"x" * room + b'"]}'


def repeated(limit: Limit, part: bytes) -> bytes:
    """One value, repeated."""
    return part * (limit.bytes // len(part))


def archived(number: int) -> dict[str, Any]:
    """A game as an archive keeps it."""
    game = json.loads(SAMPLE.read_text(encoding="utf-8"))
    result = score(GameFile.from_dict(game)).to_json()
    entry = {"id": f"{number}", "key": f"{number}", "source": "typed", "played": DAY, "changed": DAY}
    return entry | {"game": game, "result": result}


def files(kind: str) -> dict[str, Callable[[], bytes]]:
    """The files that are tried at a door."""
    _, limit, start = DOORS[kind]
    tried: dict[str, Callable[[], bytes]] = {
        f"{filling[:8].decode()} in its list": partial(filled, limit, start, filling) for filling in FILLINGS
    }
    tried |= {f"as many {one.decode()}": partial(most, limit, start, one) for one in FILLINGS[:4]}
    tried |= {f"{one.decode()} alone": partial(repeated, limit, one) for one in OTHERS}
    if kind == "archive":
        tried["2,000 games"] = lambda: whole([archived(n) for n in range(2000)], [])
    if kind == "drafts":
        one = {"kind": "fort", "saved": DAY, "data": DRAFT}
        tried["drafts"] = lambda: whole([], [one | {"key": str(n)} for n in range(MOST_ENTRIES)])
    return tried


def whole(games: list[dict[str, Any]], drafts: list[dict[str, Any]]) -> bytes:
    """An archive file that is taken in."""
    return json.dumps({"shelfmark_archive": 1, "games": games, "drafts": drafts}).encode()


def at_the_door(kind: str, number: int) -> dict[str, Any]:
    """The outcome of one file; this process does nothing else."""
    take, limit, _ = DOORS[kind]
    name, make = list(files(kind).items())[number]
    raw = make()
    began, outcome = time.perf_counter(), "taken in"
    try:
        take(parse_json(raw, "file.json", limit, RefusedInput))
    except RefusedInput as refused:
        outcome = str(refused)
    seconds = time.perf_counter() - began
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    began = time.perf_counter()
    with suppress(ValueError, RecursionError):
        json.loads(raw)
    plain = time.perf_counter() - began
    return {"name": name, "seconds": seconds, "plain": plain, "held": held, "outcome": outcome}


def main() -> None:
    if len(sys.argv) > 1:
        print(json.dumps(at_the_door(sys.argv[1], int(sys.argv[2]))))
        return
    print(f"{'seconds':>8} {'× json.loads':>13} {'MB':>5}  door, file: outcome")
    for kind in DOORS:
        for number in range(len(files(kind))):
            call = [sys.executable, "-m", "bench.doors", kind, str(number)]
            one = json.loads(subprocess.run(call, check=True, capture_output=True, text=True).stdout)
            ratio = one["seconds"] / one["plain"]
            figures = f"{one['seconds']:8.2f} {ratio:13.1f} {one['held']:5.0f}"
            print(f"{figures}  {kind}, {one['name']}: {one['outcome']}", flush=True)


if __name__ == "__main__":
    main()
