"""Every damage of the archive's file is told, and what can be read of it is saved."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from scorer.archive import Archive, ArchiveBroken, earlier_states
from scorer.archive.repair import damage, repair
from scorer.archive.schema.database import states_folder
from scorer.cli.main import app
from scorer.folders import DATABASE_VARIABLE
from tests.scorer.archive.archived import inspected, sheet


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an archive of a game and 300 drafts, on many pages, and a state of it."""
    folder = tmp_path_factory.mktemp("whole")
    archive = Archive.open(f"sqlite:///{folder / 'archive.db'}")
    archive.finish(*inspected("Ana", "Bo"), "typed")
    saved = {"kind": "fort", "saved": "2026-11-20T12:00:00Z"}
    drafts = [saved | {"key": f"k{number}", "data": sheet(number)} for number in range(300)]
    archive.take_in({"shelfmark_archive": 1, "games": [], "drafts": drafts})
    earlier_states.keep(archive._engine)
    return folder


@pytest.fixture
def filled(whole: Path, file: Path) -> Archive:
    """That archive, in a file of the test's own."""
    shutil.copytree(whole, file.parent, dirs_exist_ok=True)
    return Archive.open(f"sqlite:///{file}")


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def without_magic(file: Path) -> None:
    data = file.read_bytes()
    file.write_bytes(bytes(16) + data[16:])


def without_header(file: Path) -> None:
    data = file.read_bytes()
    file.write_bytes(b"\xff" * 100 + data[100:])


def halved(file: Path) -> None:
    data = file.read_bytes()
    file.write_bytes(data[: len(data) // 2])


def cut_short(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:50])


def other(file: Path) -> None:
    file.write_bytes(b"no database at all " * 1000)


def without_number(file: Path) -> None:
    """The page of the archive's number is gone."""
    with closing(sqlite3.connect(file)) as base:
        (page,) = base.execute("SELECT rootpage FROM sqlite_master WHERE name = 'shelfmark'").fetchone()
        (size,) = base.execute("PRAGMA page_size").fetchone()
        base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray(file.read_bytes())
    data[(page - 1) * size : page * size] = bytes(size)
    file.write_bytes(data)


DAMAGES = (emptied, without_magic, without_header, halved, cut_short, other)


@pytest.mark.parametrize("harm", DAMAGES)
def test_no_command_says_whole_of_a_damaged_archive(
    harm: Callable[[Path], None], filled: Archive, file: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    exported, (state, *_) = filled.export(), filled.states()
    harm(file)
    monkeypatch.setenv(DATABASE_VARIABLE, url)
    before = file.read_bytes()
    for command in ("list", "check", "export out.json"):
        done = CliRunner().invoke(app, ["archive", *command.split()])
        assert done.exit_code == 1, command
        assert "is damaged: `shelfmark archive repair`" in done.stderr, command
    with pytest.raises(ArchiveBroken):
        filled.games()  # an app that is running meanwhile
    assert file.read_bytes() == before
    listed = CliRunner().invoke(app, ["archive", "states"])
    assert state.name in listed.stdout
    done = CliRunner().invoke(app, ["archive", "repair"])
    assert done.exit_code == 0
    assert state.name in " ".join(done.stdout.split())
    assert filled.export() == exported
    assert damage(url) is None
    assert repair(url) is None
    (kept,) = file.parent.glob("archive.db.damaged-*")
    assert kept.read_bytes() == before


@pytest.mark.parametrize(
    ("harm", "least"),
    [(without_magic, 300), (without_header, 300), (without_number, 300), (halved, 30)],
    ids=["magic", "header", "number", "half"],
)
def test_rows_that_no_state_holds_are_saved_from_the_damaged_file(
    harm: Callable[[Path], None], least: int, filled: Archive, file: Path, url: str
) -> None:
    exported = filled.export()
    for state in states_folder(file).iterdir():
        state.unlink()
    harm(file)
    done = repair(url)
    assert done is not None
    assert done.state is None
    assert done.read >= least
    if least == 300:
        assert filled.export() == exported


def test_a_new_archive_is_whole(tmp_path: Path) -> None:
    file = tmp_path / "archive.db"
    file.touch()
    archive = Archive.open(f"sqlite:///{file}")
    assert archive.games() == []
    assert damage(f"sqlite:///{file}") is None
    assert repair(f"sqlite:///{file}") is None
