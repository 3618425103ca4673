"""The archive on a real PostgreSQL server, which the test starts and stops."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scorer.archive import Archive, ArchiveError
from scorer.archive.repair import damage, repair
from scorer.cards import BookCard, Category
from scorer.confirmed.corrections import Correction, CorrectionStore
from scorer.confirmed.register import Register, register_state
from tests.scorer.archive.keeping import (
    check_a_draft_that_many_change,
    check_an_archive,
    check_many_at_once,
    check_seats,
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


def test_a_database_that_is_not_there_is_one_sentence(server: Path) -> None:
    with pytest.raises(ArchiveError) as refused:
        Archive.open(address(server, "elsewhere"))
    assert "cannot be used" in str(refused.value)
    assert "see that it can be reached" in str(refused.value)
    assert "\n" not in str(refused.value)
