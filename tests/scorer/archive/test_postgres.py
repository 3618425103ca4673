"""The archive on a real PostgreSQL server, which the test starts and stops."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Connection, text

from scorer.archive import Archive, ArchiveError
from scorer.archive.repair import damage, repair
from scorer.archive.schema import steps
from scorer.archive.schema.database import engine_of, prepare
from scorer.archive.schema.steps import SCHEMA
from scorer.cards import BookCard, Category
from scorer.confirmed.corrections import Correction, CorrectionStore
from scorer.confirmed.register import Register, register_state
from tests.scorer.archive.keeping import (
    EARLIER,
    check_a_draft_that_many_change,
    check_an_archive,
    check_earlier,
    check_many_at_once,
    check_presence,
    check_seats,
    check_swaps,
    columns,
    left_by,
)
from tests.scorer.archive.postgres import address, new_database, postgres


@pytest.fixture(scope="module")
def server() -> Iterator[Path]:
    with postgres() as folder:
        yield folder


@pytest.fixture
def url(server: Path, request: pytest.FixtureRequest) -> str:
    """A database of the test's own."""
    return new_database(server, f"archive_{abs(hash(request.node.name))}")


def test_everything_an_archive_does(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELFMARK_DATABASE", url)
    check_an_archive(Archive.open)


def test_twenty_at_once_lose_nothing(url: str) -> None:
    check_many_at_once(lambda: Archive.open(url))


def test_of_changes_to_one_draft_none_is_lost(url: str) -> None:
    check_a_draft_that_many_change(lambda: Archive.open(url))


def test_a_player_is_one_devices(url: str) -> None:
    check_seats(lambda: Archive.open(url))


def test_two_people_change_places(url: str) -> None:
    check_swaps(lambda: Archive.open(url))


def test_who_came_is_told_until_the_game_goes(url: str) -> None:
    check_presence(lambda: Archive.open(url), engine_of(url))


def test_an_archive_moves_between_sqlite_and_postgresql(url: str, tmp_path: Path) -> None:
    sqlite = Archive.open(f"sqlite:///{tmp_path / 'archive.db'}")
    check_an_archive(lambda: sqlite)
    file = sqlite.export()
    postgres = Archive.open(url)
    assert postgres.take_in(file) == len(file["games"])
    assert postgres.export() == file


def test_what_people_confirmed_lies_there_too(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELFMARK_DATABASE", url)
    card = BookCard("E", 2, 7, (Category.HISTORIC_VOLUMES, Category.SPELLS_POTIONS))
    strip = b"a strip"
    one, other, store = Register.load(), Register.load(), CorrectionStore(most=3)
    one.confirm(card)
    one.save()
    other.confirm(BookCard("Q", 1, 2))
    other.save()
    assert {said.letter for said in Register.load().history} == {"E", "Q"}
    assert register_state() != ""
    one.forget("E", 2)
    one.save()
    assert [said.letter for said in Register.load().history] == ["Q"]
    when = datetime(2026, 11, 20, 12, tzinfo=UTC)
    store.record(*(Correction("a", n, card, strip, {"letter": "F"}, when + timedelta(n)) for n in range(5)))
    store.record(Correction("a", 4, card, strip, {}, when + timedelta(9)))
    assert [(each.place, each.mended) for each in store.all()] == [(n, ("letter",)) for n in (2, 3, 4)]
    store.forget()
    assert len(store) == 0
    archive = Archive.open()
    archive.save_draft("fort", "k", {"x": 1})
    assert (archive.states(), damage()) == ([], None)
    with pytest.raises(ArchiveError, match="Only an archive in a SQLite file can be mended"):
        repair()


def told_to_postgres(url: str, sql: Path) -> None:
    """Writes what an earlier version left, which is kept as SQLite tells it, in PostgreSQL's words."""
    told = left_by(sql)
    for sqlite, here in ((r"\bDATETIME\b", "TIMESTAMP"), (r"\bBLOB\b", "BYTEA"), (r"\bX'", r"'\\x")):
        told = re.sub(sqlite, here, told)
    as_number = "castsource = 'int4'::regtype AND casttarget = 'bool'::regtype"
    with psycopg.connect(url.replace("+psycopg", "")) as connection:
        connection.execute(f"UPDATE pg_cast SET castcontext = 'a' WHERE {as_number}; {told}".encode())


def rows(url: str) -> dict[str, list[tuple[tuple[str, object], ...]]]:
    """All rows of all tables, each as columns and values, but for the number."""
    with engine_of(url).begin() as connection:
        names = connection.scalars(text("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).all()
        return {
            name: [
                tuple(dict(row).items())
                for row in connection.execute(text(f"SELECT * FROM {name} ORDER BY 1, 2")).mappings()
            ]
            for name in names
            if name != "shelfmark"
        }


@pytest.mark.parametrize("sql", EARLIER, ids=lambda sql: sql.stem)
def test_an_earlier_archive_keeps_every_row(
    server: Path, sql: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told_to_postgres(url, sql)
    before = rows(url)
    assert len(before["games"]) == 5

    def fails(connection: Connection) -> None:
        connection.execute(text("ALTER TABLE games ADD COLUMN half INTEGER"))
        connection.execute(text("DELETE FROM no_such_table"))

    with monkeypatch.context() as patch:
        patch.setattr(steps, "STEPS", (steps.STEPS[0], fails))
        with pytest.raises(ArchiveError, match="has to be brought up to date before it is used"):
            Archive.open(url)
    assert rows(url) == before, "a step that fails leaves nothing of itself"
    with ThreadPoolExecutor(8) as pool:  # servers of a new version that start at once
        for archive in pool.map(lambda _: Archive.open(url), range(8)):
            assert [game.key for game in archive.games()] == ["fort-1", "solo-1", "photo-1", "taken-1"]
    check_earlier(before, rows(url))
    new = engine_of(new_database(server, f"new_{sql.stem.replace('-', '_')}"))
    prepare(new)
    assert columns(engine_of(url)) == columns(new)
    with engine_of(url).begin() as connection:
        assert connection.scalars(text("SELECT schema FROM shelfmark")).all() == [SCHEMA]


def test_a_database_that_is_not_there_is_one_sentence(server: Path) -> None:
    with pytest.raises(ArchiveError) as refused:
        Archive.open(address(server, "elsewhere"))
    assert "cannot be used" in str(refused.value)
    assert "see that it can be reached" in str(refused.value)
    assert "\n" not in str(refused.value)
