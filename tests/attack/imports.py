"""Damaged, huge and forged files, given to the app's pages: each is taken in, or refused in one sentence."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from html import unescape
from typing import Any
from urllib.parse import quote

from hypothesis import HealthCheck, Phase, given, settings
from streamlit.testing.v1 import AppTest

from scorer.archive import Archive
from scorer.errors import LONGEST
from scorer.fort.cards import CardSet
from scorer.limits import ARCHIVE, DECK, MOST_ENTRIES, SHEET, Limit
from tests.attack.outcome import Outcome
from tests.attack.stores import KEY
from tests.fuzz import corpus
from tests.fuzz.inputs import INPUTS
from tests.fuzz.photos import right
from tests.pages.session.owned import lost, owned
from tests.pages.steps import ROOT, drawn, errors
from tests.pages.under_way import OPENED

#: A file, with its name.
File = tuple[str, bytes]
#: Changed files of a kind that are tried.
MUTATIONS = 30
EVIL = '<img src=x onerror="alert(1)">'


@dataclass(frozen=True)
class Door:
    """``address``: the page; ``key``: of its field; ``kinds``: of right files, of others it takes none."""

    address: str
    key: str
    limit: Limit
    kinds: tuple[str, ...]


DOORS = {
    "archives, games and records": Door(
        "/archive?tab=file", "archive-import", ARCHIVE, ("archives", "games", "sheets")
    ),
    "decks": Door("/deck?tab=copy", "deck-import", DECK, ("decks",)),
    "own tiles": Door("/deck?tab=copy&part=tiles", "tiles-import", SHEET, ("tiles",)),
    "cards of Fort": Door("/fort?tab=play", "fort-cards", SHEET, ()),
}


def damaged(door: Door) -> Iterator[File]:
    """Each of these is refused."""
    whole = json.dumps(
        getattr(corpus, door.kinds[0])()[0] if door.kinds else CardSet.house().to_dict()
    ).encode()
    yield from {
        "empty": b"",
        "zeros": bytes(4096),
        "half": whole[: len(whole) // 2],
        "all but its end": whole[:-1],
        "a sign before it": b"x" + whole,
        "a zero in it": whole[:9] + b"\0" + whole[9:],
        "UTF-16": whole.decode().encode("utf-16"),
        "a photo": right()[0],
        "SQLite": b"SQLite format 3\0" + bytes(8000),
        "null": b"null",
        "a list": b"[]",
        "a text": b'"x"',
        "twice": b'{"a":1,"a":2}',
        "no number": b'{"a":NaN}',
        "too long a number": b'{"a":' + b"9" * 5000 + b"}",
        "the null character": b'{"a":"\\u0000"}',
        "half a letter": b'{"a":"\\ud800"}',
        "nested": b"[" * 200_000,
        "nested objects": b'{"a":' * 100_000,
        "huge": b" " * (door.limit.bytes + 1),
        "too many parts": b'{"a":[' + b"[]," * door.limit.parts + b"[]]}",
        "many texts": b'{"a":[' + b'"a",' * (door.limit.bytes // 4 - 10) + b'"a"]}',
    }.items()
    for kind in ("archives", "decks", "tiles", "records", "legends", "drafts"):
        if kind not in door.kinds:
            yield kind, json.dumps(getattr(corpus, kind)()[0]).encode()


def forged() -> Iterator[File]:
    """Archives that somebody made to hurt: refused, or taken in and harmless."""
    whole = corpus.archives()[0]
    game, solo, fort = (deepcopy(each) for each in whole["games"])
    drafts = {each["kind"]: each for each in deepcopy(whole["drafts"])}

    def file(name: str, entry: dict[str, Any], part: str = "games", **changes: Any) -> File:
        one = deepcopy(entry)
        for path, value in changes.items():
            *way, last = path.split("__")
            inner: Any = one
            for step in way:
                inner = inner[int(step) if step.isdecimal() else step]
            inner[last] = value
        told: dict[str, Any] = {"shelfmark_archive": 1, "games": [], "drafts": []}
        return name, json.dumps(told | {part: [one]}).encode()

    for day in ("0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2026-02-30T00:00:00Z", ""):
        yield file(f"played {day}", game, played=day, key=f"day {day}")
        yield file(f"saved {day}", drafts["table"], "drafts", saved=day, key=f"day {day}")
    for path in ("/etc/passwd", "../../archive.db", "/dev/zero", "//evil.example/share", "house"):
        yield file(f"deck {path}", game, game__deck=path)
        table = drafts["table"]
        if photos := table["data"].get("photos"):
            name = next(iter(photos))
            yield file(f"photo {path}", table, "drafts", **{f"data__photos__{name}__file": path})
            yield file(f"photo named {path}", table, "drafts", **{f"data__photos__{name}__name": path})
    for name in ("=1+1", EVIL, "![x](http://evil.example/a.png)", "\u202e", "x" * 5000, ""):
        yield file(f"named {name[:20]}", game, game__players__0__name=name, key=f"name {name[:20]}")
    for points in (10**9, -1, "x", None):
        yield file(f"points {points}", game, result__players__0__total=points, key=f"points {points}")
    yield file("difficulty", solo, game__difficulty=99, key="difficulty")
    yield file("another form", solo, game__form="B-7c", key="form")
    yield file("source", game, source="fort", key="source")
    yield file("sheet", fort, game__players__0__track=10**6, key="sheet")
    yield file("in place of another", game, key="table-hidden", changed="2001-01-01T00:00:00Z")
    records: list[Any] = [{}, {"version": 99}, [], "x", {"seed": 10**50}]
    for record in records:
        yield file(f"record {record}", solo, record=record, key=f"record {record}")
        yield file(f"draft {record}", drafts["play"], "drafts", data__record=record, key=f"draft {record}")
    yield file("in place of a draft", drafts["play"], "drafts", key=KEY, saved="2001-01-01T00:00:00Z")
    yield file("kind", drafts["play"], "drafts", kind="../x")
    yield file("markup", drafts["table"], "drafts", key=EVIL)
    yield "version", json.dumps(whole | {"shelfmark_archive": 2}).encode()
    yield "too many", json.dumps(whole | {"games": [{}] * (MOST_ENTRIES + 1)}).encode()


def pictures() -> Iterator[File]:
    """What is no photo, where icons are photographed."""
    photo = right()[0]
    wide = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 6, 0, 0, 0)
    yield from {
        "empty.jpg": b"",
        "zeros.jpg": bytes(4096),
        "half.jpg": photo[: len(photo) // 2],
        "header.jpg": photo[:40],
        "text.jpg": b"<svg onload='alert(1)'/>",
        "json.jpg": b"{}",
        "wide.png": b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + wide + bytes(200),
        "..": b"MZ" + bytes(500),
    }.items()


def _tried(app: AppTest, key: str, file: File) -> tuple[list[str], str | None]:
    """What the page says after a file was given, and what of it is no good answer."""
    name, raw = file
    given = name if "legend" in key else f"{name}.json"  # the field asks for that
    app.file_uploader(key=key).set_value((given, raw, "application/octet-stream")).run()
    said = [unescape(one) for one in errors(app)]
    if app.exception:
        return said, f"{name}: the page failed: {str(app.exception[0].message)[:200]}"
    if len(said) > 1 or any(len(one) > LONGEST or "\n" in one or "Traceback" in one for one in said):
        return said, f"{name}: no short sentence: {said}"
    return said, None


def opened(address: str) -> AppTest:
    return drawn(AppTest.from_file(str(ROOT / "app.py"), default_timeout=300), address)


def at_the_pages() -> Iterator[Outcome]:
    """Gives files to all pages that take some."""
    for what, door in DOORS.items():
        yield refused(f"imports: damaged and huge {what}", door.address, door.key, [*damaged(door)])
    yield refused("imports: pictures as icons", "/deck?tab=legend", "deck-legend-0", [*pictures()])
    archives, decks, tiles = (DOORS[what] for what in ("archives, games and records", "decks", "own tiles"))
    yield harmless("imports: forged archives", archives, [*forged()])
    kinds = {"archive": archives, "game": archives, "sheet": archives, "deck": decks, "tile": tiles}
    for kind, door in kinds.items():
        yield harmless(f"imports: changed files of a kind ({kind})", door, _changed(kind))


def refused(what: str, address: str, key: str, files: list[File]) -> Outcome:
    outcome, app, before = Outcome(what), opened(address), owned()
    for file in files:
        said, problem = _tried(app, key, file)
        if not problem and not said:
            problem = f"{file[0]}: it was taken in"
        if not problem and (changed := lost(before, owned())):
            problem = f"{file[0]}: {changed} changed"
        outcome.note(problem)
        if problem:
            app = opened(address)
    return outcome


def harmless(what: str, door: Door, files: list[File], pages: Sequence[str] = OPENED) -> Outcome:
    """Whatever was taken in, all games are there, and these pages and its own can be drawn."""
    outcome, app = Outcome(what), opened(door.address)
    before = {game.id for game in Archive.open().games()}
    for file in files:
        _, problem = _tried(app, door.key, file)
        outcome.note(problem)
        if problem:
            app = opened(door.address)
    if before - {game.id for game in Archive.open().games()}:
        outcome.broken.append("games are gone")
    there = [f"/archive?game={game.id}" for game in Archive.open().games()[:6]]
    places = {"table": "/", "play": "/play", "solo": "/solo", "fort": "/fort", "fort_play": "/fort"}
    for kind, page in places.items():
        field = "table" if kind == "table" else "game"
        there += [f"{page}?{field}={quote(draft.key)}" for draft in Archive.open().drafts(kind)[:4]]
    for address in [*pages, *there]:
        try:
            opened(address)
        except AssertionError as error:
            outcome.broken.append(f"{address} cannot be drawn afterwards: {str(error)[:100]}")
    return outcome


def _changed(kind: str) -> list[File]:
    found: list[File] = []

    @settings(
        max_examples=MUTATIONS,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(INPUTS[kind])
    def one(raw: bytes) -> None:
        found.append((f"{kind}-{len(found)}.json", raw))

    one()
    return found
