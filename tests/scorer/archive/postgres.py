"""A real PostgreSQL server, which a test starts and stops, on a socket in a folder of its own."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

#: PostgreSQL refuses to run as root; Debian's package brings this user.
USER = "postgres" if os.geteuid() == 0 else None


def program(name: str) -> str:
    """One of PostgreSQL's programs; Debian keeps them out of the path."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    path = str(found[-1]) if found else shutil.which(name)
    assert path, f"PostgreSQL's {name} is not here: make system installs it"
    return path


@contextmanager
def postgres() -> Iterator[Path]:
    """The server's folder; it listens on a socket in there alone."""
    folder = Path(tempfile.mkdtemp(prefix="shelfmark-"))  # a short path, as a socket's must be
    if USER:
        shutil.chown(folder, USER)
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
        yield folder
    finally:
        process.send_signal(signal.SIGINT)  # "fast": it does not wait for clients
        process.wait(timeout=60)
        shutil.rmtree(folder)


def address(folder: Path, name: str) -> str:
    """The address of this database of the server, as `SHELFMARK_DATABASE` takes it."""
    return f"postgresql+psycopg://shelfmark@/{name}?host={folder}"


def new_database(folder: Path, name: str) -> str:
    """The address of a database that was not there before."""
    with psycopg.connect(f"host={folder} user=shelfmark dbname=postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return address(folder, name)
