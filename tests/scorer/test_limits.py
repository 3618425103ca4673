"""What comes from outside: sizes and counts at the door, and sentences that stay short."""

from __future__ import annotations

import json
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import event

from pages.widgets.saying import in_words
from scorer import files
from scorer.archive import Archive, ArchiveError
from scorer.archive import imports as archive_imports
from scorer.archive.file import in_files, read_archive
from scorer.archive.imports import PIECE
from scorer.archive.schema.database import engine_of
from scorer.cards import Deck
from scorer.confirmed.register import Register
from scorer.editions import EditionKey
from scorer.errors import LONGEST, Phrase, RefusedInput, phrase, several, within
from scorer.files import parse_json, shown
from scorer.fort import Sheet
from scorer.gamefile import GameFile
from scorer.limits import ARCHIVE, DECK, GAME, MB, MOST_ENTRIES, MOST_LEVELS, RECORD, SHEET, Limit
from scorer.play.record import Record
from scorer.shelf import NotationError, Shelf
from tests.scorer.archive.archived import inspected, sheet

LANGUAGES: tuple[EditionKey, ...] = ("en", "pt", "fr", "cs")
DAY = "2026-11-20T20:15:00Z"
#: What takes each kind of file, its limit, and its beginning, up to a list.
DOORS: dict[str, tuple[Callable[[Any], object], Limit, bytes]] = {
    "game": (GameFile.from_dict, GAME, b'{"form":"B-7c","players":['),
    "sheet": (Sheet.from_dict, SHEET, b'{"players":['),
    "deck": (Deck.from_dict, DECK, b'{"cards":['),
    "copy": (lambda data: Register().take_dict(data), DECK, b'{"partial":true,"cards":['),
    "record": (Record.read, RECORD, b'{"version":1,"players":["A","B"],"edition":"en","seed":1,"choices":['),
    "games": (read_archive, ARCHIVE, b'{"shelfmark_archive":1,"games":['),
    "drafts": (read_archive, ARCHIVE, b'{"shelfmark_archive":1,"games":[],"drafts":['),
}
FILLINGS = (b"{}", b'{"a":{}}', b"[]", b'"a"', b"1.5", b"9" * 5000, b"[" * 3000, b'"\\ud800"', b"1e999")
NESTED = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=400),
    lambda inner: st.lists(inner, max_size=8) | st.dictionaries(st.text(max_size=400), inner, max_size=8),
    max_leaves=40,
)
FIELDS = sorted(
    {"form", "players", "cards", "letters", "shelf", "tally", "name", "games", "drafts", "choices", "rule"}
    | {"letter", "order", "of", "categories", "titles", "library", "version", "shelfmark_archive", "partial"}
)
FILES = st.dictionaries(
    st.sampled_from(FIELDS), NESTED | st.lists(st.dictionaries(st.sampled_from(FIELDS), NESTED), max_size=6)
)


def refusal(take: Callable[[Any], object], data: Any) -> RefusedInput:
    try:
        take(data)
    except RefusedInput as refused:
        return refused
    return RefusedInput("taken in")


@settings(max_examples=40)
@given(st.sampled_from(sorted(DOORS)), FILES)
def test_a_sentence_is_short_in_every_language(kind: str, data: dict[str, Any]) -> None:
    told = refusal(DOORS[kind][0], data)
    assert len(str(told)) <= LONGEST
    for language in LANGUAGES:
        assert 0 < len(in_words(told, language)) <= LONGEST


@given(st.text(max_size=2000), st.text(max_size=2000), st.lists(st.text(max_size=300)))
def test_any_refusal_is_short(one: str, other: str, problems: list[str]) -> None:
    where = phrase("the deck file {path}", path=one)
    sentence = phrase(
        "{where:capital} breaks {rule!r}: {all}.", where=where, rule=other, all=several(problems)
    )
    refused = RefusedInput(sentence)
    assert len(str(refused)) <= LONGEST
    assert str(RefusedInput(one + other)) == within(one + other)
    assert str(refused) == str(sentence) or len(sentence) > LONGEST


def test_a_sentence_that_is_cut_can_still_be_translated() -> None:
    refused = RefusedInput(phrase("On the shelf of {name}, {error}", name="A" * 900, error=phrase("x" * 200)))
    assert isinstance(refused.sentence, Phrase)
    assert refused.sentence.template == "On the shelf of {name}, {error}"
    assert "…" in refused.sentence


@given(NESTED)
def test_what_is_shown_is_short_and_as_json_writes_it(value: Any) -> None:
    text = shown(value)
    assert len(text) <= 60
    whole = json.dumps(value, ensure_ascii=False)
    if whole.isprintable():
        assert text == whole or (text.endswith("…") and whole.startswith(text[:-1]))


@pytest.mark.parametrize("kind", DOORS)
@pytest.mark.parametrize("filling", FILLINGS)
def test_a_small_file_takes_little_memory(kind: str, filling: bytes) -> None:
    take, limit, start = DOORS[kind]
    raw = start + (filling + b",") * (300_000 // len(filling)) + filling + b"]}"
    tracemalloc.start()
    try:
        with pytest.raises(RefusedInput) as refused:
            take(parse_json(raw, "file.json", limit, RefusedInput))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 40 * MB
    assert len(str(refused.value)) <= LONGEST


_ALONE = """
import sys
from pathlib import Path
from scorer.archive.file import in_files, read_archive
from scorer.archive.imports import PIECE
from scorer.errors import RefusedInput
from scorer.files import parse_json
from scorer.limits import ARCHIVE
try:
    read_archive(parse_json(Path(sys.argv[1]).read_bytes(), "file.json", ARCHIVE, RefusedInput))
except RefusedInput as refused:
    # VmHWM begins anew with the program; ru_maxrss begins with what the process that started it held.
    status = Path("/proc/self/status").read_text().splitlines()
    print(int(next(line for line in status if line.startswith("VmHWM")).split()[1]) // 1000, refused)
"""


@pytest.mark.parametrize("filling", [b"1234567", b'{"a":1,"b":2}', b"[]", b'"a"'])
def test_more_than_an_archive_holds_is_refused_before_it_is_read(
    filling: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading it would take more than a second."""
    monkeypatch.setattr(json, "loads", lambda *_, **__: pytest.fail("it was read"))
    count = 36 * MB // (len(filling) + 1)
    raw = b'{"shelfmark_archive":1,"games":[' + (filling + b",") * count + filling + b"]}"
    with pytest.raises(RefusedInput, match=r"far too much|of memory"):
        parse_json(raw, "file.json", ARCHIVE, RefusedInput)


@pytest.mark.parametrize("filling", [b"{}", b'{"\xc4\x81":[]}', b'"a"'])
def test_the_largest_archive_takes_700_mb_at_most(tmp_path: Path, filling: bytes) -> None:
    start, text = b'{"shelfmark_archive":1,"games":[', '"\U0001f4d6'.encode()
    count = (ARCHIVE.parts - 10) // max(1, filling.count(b"{") + filling.count(b"["))
    parts = (filling + b",") * count
    room = ARCHIVE.bytes - len(start) - len(parts) - len(text) - 3
    file = tmp_path / "file.json"
    file.write_bytes(start + parts + text + b"x" * room + b'"]}')
    assert file.stat().st_size == ARCHIVE.bytes
    told = subprocess.run([sys.executable, "-c", _ALONE, file], capture_output=True, text=True, check=True)
    held, _, sentence = told.stdout.partition(" ")
    assert int(held) <= 700
    assert 0 < len(sentence.strip()) <= LONGEST


def test_a_file_larger_than_its_kind_is_refused_unread() -> None:
    with pytest.raises(RefusedInput, match="larger than 1 MB"):
        parse_json(b"\xff" * (GAME.bytes + 1), "game.json", GAME, RefusedInput)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('"\\ud83d\\ude00"', None),
        ('"\\\\ud800"', None),
        ('"\\ud800\\ud83d\\ude00"', "holds \\ud800"),
        ('"\\\\\\ud800"', "holds \\ud800"),
        ('"\\ude00"', "holds \\ude00"),
        ('"\\u0000"', "holds \\u0000"),
        ("9" * 40, None),
        ("9" * 41, "a number has more than 40 digits"),
        ("1e308", None),
        ("-1e309", "-1e309 is not a number"),
    ],
)
def test_texts_and_numbers_that_no_database_keeps(text: str, sentence: str | None) -> None:
    if sentence is None:
        assert parse_json(text.encode(), "file.json", GAME, RefusedInput) == json.loads(text)
        return
    with pytest.raises(RefusedInput) as refused:
        parse_json(text.encode(), "file.json", GAME, RefusedInput)
    assert sentence in str(refused.value)


def test_depth_is_limited_whatever_checks_it() -> None:
    deep: list[Any] = []
    for _ in range(MOST_LEVELS):
        deep = [deep]
    for take, _, _ in DOORS.values():
        entry = {"kind": "fort", "key": "k", "saved": DAY, "data": {"a": deep}}
        data = {"cards": deep, "partial": True, "shelfmark_archive": 1, "games": [entry], "drafts": [entry]}
        with pytest.raises(RefusedInput):
            take(data)
    with pytest.raises(ArchiveError, match="Draft 1 of the archive file is nested too deeply"):
        read_archive({"shelfmark_archive": 1, "games": [], "drafts": [entry]})


def test_a_notation_is_limited() -> None:
    with pytest.raises(NotationError, match="at most 5000 characters") as refused:
        Shelf.parse("A1/" * 1_000_000)
    assert len(str(refused.value)) <= LONGEST


def test_how_many_more_problems_there_are() -> None:
    with pytest.raises(RefusedInput, match=r'"form" is missing: add it. And 3 more\.$'):
        GameFile.from_dict({})
    with pytest.raises(RefusedInput, match=r"; and 453 more\.$"):
        Deck.from_dict({"cards": [{}] * 114})


# Large imports


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'archive.db'}"


def many(count: int) -> dict[str, Any]:
    game, result = inspected("Ana", "Bo")
    entry = {"source": "typed", "played": DAY, "changed": DAY, "game": game, "result": result}
    drafts = [{"kind": "fort", "key": f"d{n}", "saved": DAY, "data": sheet(n)} for n in range(count)]
    games = [entry | {"id": f"g{n}", "key": f"g{n}"} for n in range(count)]
    return {"shelfmark_archive": 1, "games": games, "drafts": drafts}


def test_a_large_import_lets_others_write_between_its_pieces(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive, file = Archive.open(url), many(2 * PIECE + 1)
    turns: list[int] = []

    def somebody_else(_seconds: float) -> None:
        turns.append(len(archive.games()))
        archive.save_draft("fort", f"turn {len(turns)}", sheet())

    monkeypatch.setattr(archive_imports, "sleep", somebody_else)
    assert archive.take_in(file) == 2 * PIECE + 1
    assert turns == [PIECE, 2 * PIECE, *[2 * PIECE + 1] * 2]
    assert len(archive.drafts("fort")) == 2 * PIECE + 1 + 4


def test_an_import_that_breaks_off_is_completed_by_another(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    archive, file = Archive.open(url), many(PIECE + 1)

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    def fill(_seconds: float) -> None:
        event.listen(engine_of(url), "begin", full)

    monkeypatch.setattr(archive_imports, "sleep", fill)
    with pytest.raises(ArchiveError, match=rf"^Only {PIECE} of {2 * PIECE + 2} .* once more") as refused:
        archive.take_in(file)
    assert len(str(refused.value)) <= LONGEST
    event.remove(engine_of(url), "begin", full)
    monkeypatch.undo()
    assert len(archive.games()) == PIECE
    assert archive.take_in(file) == 1
    assert archive.take_in(file) == 0
    assert (len(archive.games()), len(archive.drafts("fort"))) == (PIECE + 1, PIECE + 1)


class Small(Limit):
    """A limit of a few entries."""

    @property
    def bytes(self) -> int:
        return 50_000


@pytest.mark.parametrize("limit", [Small(1), Limit(40, parts=700)], ids=["bytes", "parts"])
def test_what_goes_out_comes_in_again_however_much_it_is(url: str, tmp_path: Path, limit: Limit) -> None:
    archive, file = Archive.open(url), many(PIECE)
    for entry in file["drafts"]:
        entry["data"]["players"][0]["name"] = "🦉" * 60
    for number in range(2):
        for entry in [*file["games"], *file["drafts"]]:
            entry["key"] += str(number)
        for entry in file["games"]:
            entry["id"] += str(number)
        archive.take_in(file)
    files = list(in_files([entry for part in archive._entries() for entry in part], limit))
    assert len(files) > 2
    other = Archive.open(f"sqlite:///{tmp_path / 'other.db'}")
    for each in files:
        other.take_in(parse_json(each, "part", limit, ArchiveError))
    assert other.export() == archive.export()
    (whole,) = other.export_files()
    assert json.loads(whole) == other.export()


@pytest.mark.parametrize("where", ["games", "drafts"])
def test_a_large_import_that_is_refused_changes_nothing(url: str, where: str) -> None:
    archive, file = Archive.open(url), many(PIECE + 1)
    file[where].append({})
    with pytest.raises(ArchiveError, match=f"{PIECE + 2} of the archive file"):
        archive.take_in(file)
    file[where] = file[where][:1] * (MOST_ENTRIES + 1)
    with pytest.raises(ArchiveError, match=f"at most {MOST_ENTRIES}"):
        archive.take_in(file)
    assert archive.games() == []
    assert archive.drafts("fort") == []


NUMBERS = st.one_of(
    st.integers().map(str),
    st.integers(38, 43).map(lambda digits: "9" * digits),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.builds("{}.{}e{}".format, st.integers(0, 99), st.integers(0, 99), st.integers(-400, 400)),
    st.builds("{}E+{}".format, st.integers(0, 99), st.integers(0, 400)),
    st.integers(300, 320).map(lambda digits: "9" * digits + ".5"),
)


@given(st.lists(NUMBERS, max_size=5))
def test_numbers_are_what_json_says_or_refused(numbers: list[str]) -> None:
    plain = [json.loads(number) for number in numbers]
    wrong = any(abs(one) == float("inf") if isinstance(one, float) else abs(one) >= 10**40 for one in plain)
    raw = f"[{','.join(numbers)}]".encode()
    if wrong:
        with pytest.raises(ArchiveError):
            parse_json(raw, "a file", ARCHIVE, ArchiveError)
    else:
        assert parse_json(raw, "a file", ARCHIVE, ArchiveError) == plain


def test_millions_of_numbers_are_not_looked_at_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of 36 MB holds as many; looking at each took three quarters of the time."""
    for look in ("_number", "_whole_number"):
        monkeypatch.setattr(files, look, lambda _: pytest.fail("a number was looked at"))
    raw = b"[" + b"1.25,-7," * 1000 + b"1]"
    assert len(parse_json(raw, "a file", ARCHIVE, ArchiveError)) == 2001
