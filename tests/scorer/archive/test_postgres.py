"""The archive on a real PostgreSQL server, which the test starts and stops."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorer.archive import Archive, ArchiveError
from tests.scorer.archive.keeping import check_an_archive, check_many_at_once
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


def test_an_archive_moves_between_sqlite_and_postgresql(url: str, tmp_path: Path) -> None:
    sqlite = Archive.open(f"sqlite:///{tmp_path / 'archive.db'}")
    check_an_archive(lambda: sqlite)
    file = sqlite.export()
    postgres = Archive.open(url)
    assert postgres.take_in(file) == len(file["games"])
    assert postgres.export() == file


def test_a_database_that_is_not_there_is_one_sentence(server: Path) -> None:
    with pytest.raises(ArchiveError) as refused:
        Archive.open(address(server, "elsewhere"))
    assert "cannot be used" in str(refused.value)
    assert "see that it can be reached" in str(refused.value)
    assert "\n" not in str(refused.value)
