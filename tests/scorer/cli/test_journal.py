"""The journal of the app: what is noted turns over, is for its user alone, and names nobody."""

from __future__ import annotations

import io
import logging
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from scorer.archive import Archive, ArchiveError
from scorer.cli import app as app_cli
from scorer.cli import journal
from scorer.cli.main import app
from scorer.folders import DATABASE_VARIABLE, FOLDER_VARIABLE
from tests.scorer.archive.archived import inspected

WHO = "Zbyněk Ottilie"


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    yield
    journal.end()


def failed(name: str) -> Exception:
    try:
        raise ValueError(f"no such player: {name}")
    except ValueError as error:
        return error


def test_an_error_is_noted_by_its_kind_and_place_without_what_it_says(tmp_path: Path) -> None:
    journal.begin(tmp_path)
    logging.getLogger("shelfmark.door").error("A page failed.", exc_info=failed(WHO))
    told = (tmp_path / journal.FILE).read_text("utf-8")
    assert "ERROR shelfmark.door: A page failed.\nValueError at test_journal.py:" in told
    assert told.rstrip().endswith(" failed")
    assert WHO not in told


def test_what_the_archive_does_names_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / WHO
    monkeypatch.setenv(FOLDER_VARIABLE, str(folder))
    monkeypatch.delenv(DATABASE_VARIABLE, raising=False)
    journal.begin(folder, verbose=True, out=(shown := io.StringIO()))
    archive = Archive.open()
    archive.finish(*inspected(WHO, "Bo"), "typed", key="table-evening")
    archive.save_draft("table", "morning", {"name": WHO})
    (folder / "archive.db").write_bytes(b"no archive of " + WHO.encode())
    with pytest.raises(ArchiveError):
        archive.games(WHO)
    told = (folder / journal.FILE).read_text("utf-8")
    assert "INFO shelfmark.archive: A state of the archive was kept." in told
    assert "WARNING shelfmark.archive: The archive cannot be used.\nDatabaseError at " in told
    assert shown.getvalue() == told
    for part in (*WHO.split(), "Bo"):
        assert part not in told


def test_the_file_turns_over_and_is_for_its_user_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "BYTES", 1000)
    journal.begin(tmp_path)
    for number in range(200):
        logging.getLogger("shelfmark.app").info("Tap %d.", number)
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == [journal.FILE, *(f"{journal.FILE}.{n}" for n in (1, 2, 3))]
    assert all(file.stat().st_size <= 1000 for file in files)
    assert "Tap 199." in files[0].read_text()
    if sys.platform != "win32":
        assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_a_folder_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    journal.begin(tmp_path / "file")
    logging.getLogger("shelfmark.door").error("A page failed.", exc_info=failed(WHO))
    assert (tmp_path / "file").read_bytes() == b""


@pytest.mark.parametrize("verbose", [False, True])
def test_the_command_notes_its_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, verbose: bool) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    ended: list[Any] = []
    monkeypatch.setattr(app_cli, "_serve", lambda *told: ended.append(told))
    monkeypatch.setattr(app_cli, "_tell", lambda *told: None)
    monkeypatch.setattr("signal.signal", lambda *told: None)
    told = CliRunner().invoke(app, ["app", "--no-browser", *(["--verbose"] if verbose else [])])
    assert (told.exit_code, len(ended)) == (0, 1)
    line = (tmp_path / journal.FILE).read_text("utf-8")
    assert " INFO shelfmark.app: Shelfmark " in line
    assert told.stderr == (line if verbose else "")
