"""Archives of earlier versions, opened today: no row is lost or changed, no step leaves half of itself."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from scorer.archive import Archive, ArchiveError, earlier_states
from scorer.archive.repair import repair
from scorer.archive.schema import steps
from scorer.archive.schema.database import engine_of, prepare, states_folder
from scorer.archive.schema.steps import SCHEMA
from scorer.archive.schema.tables import tables
from scorer.confirmed.register import Register
from tests.scorer.archive.archived import inspected
from tests.scorer.archive.keeping import EARLIER, Rows, check_earlier, columns, left_by


def written(file: Path, sql: Path) -> str:
    """The URL of an archive that an earlier version wrote."""
    with closing(sqlite3.connect(file)) as base:
        base.executescript(left_by(sql))
    return f"sqlite:///{file}"


def rows(file: Path) -> Rows:
    """All rows of all tables, each as columns and values, but for the number."""
    with closing(sqlite3.connect(file)) as base:
        base.row_factory = sqlite3.Row
        names = [row[0] for row in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            name: [tuple(dict(row).items()) for row in base.execute(f"SELECT * FROM {name} ORDER BY 1, 2")]
            for name in names
            if name != "shelfmark"
        }


def numbers(url: str) -> list[int]:
    with engine_of(url).begin() as connection:
        return list(connection.scalars(text("SELECT schema FROM shelfmark")))


def test_there_are_earlier_archives() -> None:
    assert len(EARLIER) >= 6


@pytest.mark.parametrize("sql", EARLIER, ids=lambda sql: sql.stem)
def test_an_earlier_archive_keeps_every_row(tmp_path: Path, sql: Path) -> None:
    file = tmp_path / "archive.db"
    url = written(file, sql)
    before = rows(file)
    assert len(before["games"]) == 5
    assert before["drafts"]
    archive = Archive.open(url)
    check_earlier(before, rows(file))
    assert numbers(url) == [SCHEMA]
    assert [game.key for game in archive.games()] == ["fort-1", "solo-1", "photo-1", "taken-1"]
    assert archive.bad_rows() == []
    assert len(archive.export()["games"]) == 4
    archive.finish(*inspected("Di", "Eva"), "typed")
    assert archive.games("Eva")[0].players == ["Di", "Eva"]


@pytest.mark.parametrize("sql", EARLIER, ids=lambda sql: sql.stem)
def test_an_earlier_archive_has_the_tables_of_a_new_archive(tmp_path: Path, sql: Path) -> None:
    old, new = engine_of(written(tmp_path / "old.db", sql)), engine_of(f"sqlite:///{tmp_path / 'new.db'}")
    prepare(old)
    prepare(new)
    assert columns(old) == columns(new)


def test_the_steps_make_the_tables_that_the_archive_reads(tmp_path: Path) -> None:
    stepped = engine_of(f"sqlite:///{tmp_path / 'stepped.db'}")
    said = engine_of(f"sqlite:///{tmp_path / 'said.db'}")
    for engine in (stepped, said):
        (tmp_path / f"{Path(str(engine.url.database)).name}").touch()
    steps.begin(stepped)
    assert steps.migrate(stepped) == SCHEMA
    tables.create_all(said)
    assert columns(stepped) == columns(said)


@pytest.mark.parametrize("sql", EARLIER, ids=lambda sql: sql.stem)
def test_a_step_that_fails_leaves_the_archive_as_it_was(
    tmp_path: Path, sql: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "archive.db"
    url = written(file, sql)
    before, told = rows(file), schema(file)

    def fails(connection: Connection) -> None:
        connection.execute(text("ALTER TABLE games ADD COLUMN half INTEGER"))
        connection.execute(text("UPDATE games SET half = 1, search = ''"))
        connection.execute(text("CREATE TABLE halves (half INTEGER)"))
        connection.execute(text("DELETE FROM no_such_table"))

    with monkeypatch.context() as patch:
        patch.setattr(steps, "STEPS", (steps.STEPS[0], fails))
        patch.setattr(steps, "SCHEMA", 2)
        with pytest.raises(ArchiveError, match=r"cannot be used \(no such table"):
            Archive.open(url)
    assert (rows(file), schema(file), numbers(url)) == (before, told, [1])
    Archive.open(url)
    check_earlier(before, rows(file))


def schema(file: Path) -> list[tuple[str, ...]]:
    with closing(sqlite3.connect(file)) as base:
        return sorted(base.execute("SELECT type, name, sql FROM sqlite_master").fetchall())


def test_a_program_that_ended_while_it_made_the_tables_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "archive.db"
    url = written(file, EARLIER[-1])
    with closing(sqlite3.connect(file)) as base:
        base.executescript("DELETE FROM shelfmark; DROP TABLE seats; DROP TABLE drafts;")
    before = rows(file)
    Archive.open(url)
    check_earlier(before, rows(file))
    assert numbers(url) == [SCHEMA]


@pytest.mark.parametrize("sql", EARLIER, ids=lambda sql: sql.stem)
@pytest.mark.parametrize("hindrance", ["a full disk", "a read-only folder"])
def test_an_earlier_archive_that_cannot_be_written_stays_as_it_is(
    tmp_path: Path, sql: Path, hindrance: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "archive.db"
    url = written(file, sql)
    before = file.read_bytes()
    with monkeypatch.context() as patch:
        if hindrance == "a full disk":
            patch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(1, 1, 0))
            said = r"^The disk is full, so .* free some room\. It has to be brought up to date before"
        else:
            patch.setattr(os, "access", lambda *_: False)
            said = r"may only be read: allow writing .* It has to be brought up to date before"
        with pytest.raises(ArchiveError, match=said):
            Archive.open(url)
    assert file.read_bytes() == before
    assert len(Archive.open(url).games()) == 4
    assert numbers(url) == [SCHEMA]


def test_a_newer_archive_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "archive.db"
    url = written(file, EARLIER[0])
    with engine_of(url).begin() as connection:
        connection.execute(text("UPDATE shelfmark SET schema = :s"), {"s": SCHEMA + 1})
    before = schema(file)
    with pytest.raises(ArchiveError, match=r"was written by a newer Shelfmark: install that version"):
        Archive.open(url)
    assert schema(file) == before


@pytest.mark.parametrize("sql", EARLIER, ids=lambda sql: sql.stem)
def test_a_state_of_an_earlier_version_is_put_back(tmp_path: Path, sql: Path) -> None:
    file = tmp_path / "archive.db"
    url = written(file, sql)
    earlier_states.keep(engine_of(url))
    archive = Archive.open(url)
    kept = rows(file)
    (state,) = archive.states()
    archive.finish(*inspected("Di", "Eva"), "typed")
    archive.put_back(state.name)
    assert numbers(url) == [SCHEMA]
    assert Archive.open(url).games("Eva") == []
    assert rows(file)["games"] == kept["games"]


def test_a_deleted_archive_is_made_whole_from_a_state_of_an_earlier_version(tmp_path: Path) -> None:
    file = tmp_path / "archive.db"
    url = written(file, EARLIER[0])
    before = rows(file)
    earlier_states.keep(engine_of(url))
    file.unlink()
    assert repair(url)
    check_earlier(before, rows(file))
    assert numbers(url) == [SCHEMA]


def test_what_a_step_took_away_comes_back_from_no_damaged_file_and_no_state(tmp_path: Path) -> None:
    file = tmp_path / "archive.db"
    url = written(file, EARLIER[-1])
    before = rows(file)
    earlier_states.keep(engine_of(url))
    assert all("confirmed_photos" not in rows(state) for state in states_folder(file).glob("*.db"))
    data = file.read_bytes()
    file.write_bytes(bytes(16) + data[16:])
    assert repair(url)
    check_earlier(before, rows(file))
    (state,) = states_folder(file).glob("*.db")
    with sqlite3.connect(state) as base:
        base.execute("CREATE TABLE confirmed_photos (photo VARCHAR(64) PRIMARY KEY)")
        base.execute("INSERT INTO confirmed_photos VALUES ('b')")
    archive = Archive.open(url)
    archive.put_back(archive.states()[-1].name)
    assert "confirmed_photos" not in rows(file)


def test_a_state_of_a_newer_version_mends_nothing(tmp_path: Path) -> None:
    file = tmp_path / "archive.db"
    url = written(file, EARLIER[-1])
    with engine_of(url).begin() as connection:
        connection.execute(text("UPDATE shelfmark SET schema = :s"), {"s": SCHEMA + 1})
    earlier_states.keep(engine_of(url))
    file.unlink()
    with pytest.raises(ArchiveError, match=f"{file} was written by a newer Shelfmark"):
        repair(url)
    assert not file.exists()
    assert len(list(states_folder(file).glob("*.db"))) == 1


def test_the_owners_copy_is_read_from_an_earlier_archive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for sql in EARLIER[2:]:
        monkeypatch.setenv("SHELFMARK_DATABASE", written(tmp_path / f"{sql.stem}.db", sql))
        assert [said.letter for said in Register.load().history] == ["E"]
