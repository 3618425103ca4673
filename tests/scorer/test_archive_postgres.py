"""The archive on a real PostgreSQL server, which the test starts and stops."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from scorer.archive import Archive, ArchiveError
from tests.scorer.keeping import check_an_archive, check_many_at_once

#: PostgreSQL refuses to run as root; Debian's package brings this user.
USER = "postgres" if os.geteuid() == 0 else None


def program(name: str) -> str:
    """One of PostgreSQL's programs; Debian keeps them out of the path."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    path = str(found[-1]) if found else shutil.which(name)
    assert path, f"PostgreSQL's {name} is not here: make system installs it"
    return path


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """A folder that the server's user owns; its path is short, as a socket's must be."""
    folder = Path(tempfile.mkdtemp(prefix="shelfmark-"))
    if USER:
        shutil.chown(folder, USER)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[str]:
    """The server's address; it listens on a socket in its folder alone."""
    data, log = folder / "data", folder / "log"
    subprocess.run(
        [program("initdb"), "-D", data, "-U", "shelfmark", "--auth=trust", "-E", "UTF8", "--no-sync"],
        user=USER,
        cwd=folder,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    with log.open("w") as out:
        process = subprocess.Popen(
            [program("postgres"), "-D", data, "-k", folder, "-c", "listen_addresses=", "-F"],
            user=USER,
            cwd=folder,
            stdout=out,
            stderr=out,
        )
    try:
        for _ in range(240):
            try:
                psycopg.connect(f"host={folder} user=shelfmark dbname=postgres").close()
                break
            except psycopg.OperationalError:
                assert process.poll() is None, log.read_text()
                time.sleep(0.25)
        yield f"postgresql+psycopg://shelfmark@/DATABASE?host={folder}"
    finally:
        process.send_signal(signal.SIGINT)  # "fast": it does not wait for clients
        process.wait(timeout=60)


@pytest.fixture
def url(server: str, folder: Path, request: pytest.FixtureRequest) -> str:
    """A database of the test's own."""
    name = f"archive_{abs(hash(request.node.name))}"
    with psycopg.connect(f"host={folder} user=shelfmark dbname=postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return server.replace("DATABASE", name)


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


def test_a_database_that_is_not_there_is_one_sentence(server: str) -> None:
    with pytest.raises(ArchiveError) as refused:
        Archive.open(server.replace("DATABASE", "elsewhere"))
    assert "cannot be used" in str(refused.value)
    assert "see that it can be reached" in str(refused.value)
    assert "\n" not in str(refused.value)
