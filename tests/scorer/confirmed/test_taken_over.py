"""What people confirmed lies in the archive's database: many programs write it, and older files come in."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scorer.archive import Archive
from scorer.cards import BookCard, Category
from scorer.confirmed import corrections, register
from scorer.confirmed.corrections import Correction, CorrectionError, CorrectionStore
from scorer.confirmed.register import Register, RegisterError, forget_register, register_state
from scorer.folders import CODE
from vision.learn.fit import LearnsElsewhere, learning_lock

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
BOOKS = (Category.HISTORIC_VOLUMES, Category.SPELLS_POTIONS)
#: A program that confirms 60 cards, each on its own.
CONFIRMS = """
import sys
from scorer.cards import BookCard, Category
from scorer.confirmed.register import Register
first, second = sys.argv[1:]
for letter in "ABCDEF":
    for number in range(1, 11):
        own = Register.load()
        own.confirm(BookCard(letter, number, 10, (Category(first), Category(second))))
        own.save()
"""
#: A program that learns until it is killed.
LEARNS = """
import sys, time
from pathlib import Path
from vision.learn.fit import learning_lock
with learning_lock(Path(sys.argv[1])):
    print("learning", flush=True)
    time.sleep(600)
"""


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SHELFMARK_DATA", str(tmp_path))
    monkeypatch.delenv("SHELFMARK_DATABASE", raising=False)
    return tmp_path


def program(code: str, *arguments: str) -> subprocess.Popen[str]:
    told = [sys.executable, "-c", code, *arguments]
    environment = os.environ | {"PYTHONPATH": str(CODE)}
    return subprocess.Popen(told, env=environment, stdout=subprocess.PIPE, text=True)


@pytest.mark.usefixtures("data")
def test_two_programs_that_confirm_at_once_lose_nothing() -> None:
    pairs = [("historic_volumes", "spells_potions"), ("monster_manuals", "reference_texts")]
    both = [program(CONFIRMS, *pair) for pair in pairs]
    assert [each.wait(120) for each in both] == [0, 0]
    said = Register.load().history
    assert len(said) == 120
    assert len({(each.key, each.categories) for each in said}) == 120


@pytest.mark.usefixtures("data")
def test_two_pages_keep_what_the_other_confirmed_and_forgot() -> None:
    Register.load().save()
    one, other = Register.load(), Register.load()
    one.confirm(BookCard("E", 2, 7, BOOKS))
    one.save()
    other.confirm(BookCard("Q", 1, 2, BOOKS))
    other.save()
    assert {said.letter for said in Register.load().history} == {"E", "Q"}
    again = Register.load()
    one.forget("E", 2)
    one.save()
    again.confirm(BookCard("A", 1, 4, BOOKS))
    again.save()
    assert {said.letter for said in Register.load().history} == {"A", "Q"}


@pytest.mark.usefixtures("data")
def test_the_registers_state_changes_with_it() -> None:
    assert register_state() == ""
    states = {register_state()}
    own = Register.load()
    for card in (BookCard("E", 2, 7, BOOKS), BookCard("E", 3, 7, BOOKS), BookCard("E", 2, 7, BOOKS)):
        own.confirm(card)
        own.save()
        states.add(register_state())
    own.forget("E", 2)
    own.save()
    states.add(register_state())
    assert len(states) == 5
    forget_register()
    assert register_state() == ""


def test_a_register_of_before_is_taken_over_once(data: Path) -> None:
    old = data / register.FILE
    said = {"letter": "E", "order": 2, "of": 7, "categories": ["historic_volumes", "spells_potions"]}
    old.write_text(json.dumps({"history": [said | {"when": "2026-11-20T12:00:00Z"}]}))
    for _ in range(2):
        (kept,) = Register.load().history
        assert (kept.key, kept.of, kept.categories, kept.when) == (("E", 2), 7, BOOKS, NOON)
        assert not old.exists()
    forget_register()
    assert Register.load().history == []


def test_a_takeover_that_was_killed_takes_nothing_twice(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = data / register.FILE
    history = [{"letter": "E", "order": n, "when": "2026-11-20T12:00:00Z"} for n in range(1, 5)]
    old.write_text(json.dumps({"history": history}))
    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", lambda *_, **__: None)  # killed before the file was deleted
        Register.load()
    own = Register.load()
    own.confirm(BookCard("Q", 1, 2, BOOKS))
    own.save()
    assert len(Register.load().history) == 5
    assert not old.exists()


def test_a_register_of_before_that_is_none_is_refused_until_it_is_forgotten(data: Path) -> None:
    (data / register.FILE).write_text('{"history": [{"letter": "E", "order": 0}]}')
    for _ in range(2):
        with pytest.raises(RegisterError, match=r"no deck register that Shelfmark saved \(at history.0"):
            Register.load()
    forget_register()
    assert Register.load().history == []


def store_of_before(path: Path) -> None:
    """Two strips of a photo, as the file of its own held them."""
    with closing(sqlite3.connect(path)) as base, base:
        base.execute(
            "CREATE TABLE corrections (photo TEXT NOT NULL, place INTEGER NOT NULL, moment TEXT NOT NULL, "
            "letter TEXT NOT NULL, number INTEGER NOT NULL, of INTEGER, books TEXT NOT NULL, "
            "read TEXT NOT NULL, strip BLOB NOT NULL, PRIMARY KEY (photo, place))"
        )
        for place in (0, 1):
            when = (NOON + timedelta(minutes=place)).isoformat(timespec="microseconds")
            row = ("a", place, when, "E", place + 1, 14, "HS", '{"letter": "F"}', b"a strip")
            base.execute("INSERT INTO corrections VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)


def test_corrections_of_before_are_taken_over_once(data: Path) -> None:
    store_of_before(data / corrections.FILE)
    store = CorrectionStore()
    newer = Correction("a", 1, BookCard("M", 8, 9), b"a strip", {}, NOON)
    corrections.CorrectionStore(data / "archive.db").record(newer)
    assert [(each.place, each.card.letter, each.when) for each in store.all()] == [
        (0, "E", NOON),
        (1, "M", NOON),
    ]
    assert store.all()[0].mended == ("letter",)
    assert not (data / corrections.FILE).exists()
    store.forget()
    assert len(store) == 0


def test_corrections_of_before_that_are_none_are_refused_until_they_are_forgotten(data: Path) -> None:
    (data / corrections.FILE).write_text("holiday pictures" * 100)
    with pytest.raises(CorrectionError, match="cannot be used as the store of corrections"):
        CorrectionStore().all()
    CorrectionStore().forget()
    assert len(CorrectionStore()) == 0


def test_they_lie_in_the_archive_that_the_environment_names(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHELFMARK_DATABASE", f"sqlite:///{data / 'other.db'}")
    own = Register.load()
    own.confirm(BookCard("E", 2, 7, BOOKS), NOON)
    own.save()
    assert Archive.open().games() == []
    assert Register.load(data / "other.db") == own


def test_one_program_learns_at_a_time_and_a_killed_one_is_no_hindrance(data: Path) -> None:
    with program(LEARNS, str(data)) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "learning\n"
        with pytest.raises(LearnsElsewhere, match="is learning now"), learning_lock(data):
            pass
        other.kill()
    left = [data / "card_detector.onnx", data / "card_detector.json", data / ".learning-x"]
    left[0].touch()
    left[1].touch()
    left[2].mkdir()
    with learning_lock(data), pytest.raises(LearnsElsewhere), learning_lock(data):
        pass
    assert not any(path.exists() for path in left), "of versions whose detector learned"
    with learning_lock(data):
        pass
