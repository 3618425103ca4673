"""The archive and what lies beside it are their owner's alone, whatever other files are."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pages.session.kept import clear_leftovers
from scorer.archive import Archive, earlier_states
from scorer.archive.repair import repair
from tests.scorer.archive.archived import inspected

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="waits for a system with modes of files")


@pytest.fixture(autouse=True)
def open_to_all() -> Iterator[None]:
    """A user whose other files anybody may read and write."""
    before = os.umask(0)
    yield
    os.umask(before)


def readable(folder: Path) -> list[str]:
    """What others may read or write there."""
    found = (path for path in sorted(folder.rglob("*")) if stat.S_IMODE(path.stat().st_mode) & 0o077)
    return [path.relative_to(folder).as_posix() for path in found]


def test_the_archive_its_states_and_what_repair_leaves_are_private(tmp_path: Path) -> None:
    url, file = f"sqlite:///{tmp_path / 'archive.db'}", tmp_path / "archive.db"
    archive = Archive.open(url)
    archive.finish(*inspected("Ana", "Bo"), "typed")
    earlier_states.keep(archive._engine)
    assert list(tmp_path.glob("archive.db-states/*.db"))
    assert readable(tmp_path) == []
    file.write_bytes(bytes(16) + file.read_bytes()[16:])
    assert repair(url)
    assert readable(tmp_path) == []


def test_an_archive_of_before_and_its_photos_become_private(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHELFMARK_DATA", str(tmp_path))
    monkeypatch.delenv("SHELFMARK_DATABASE", raising=False)
    (tmp_path / "archive.db").touch(0o666)
    (tmp_path / "photos").mkdir(0o777)
    (tmp_path / "photos" / f"{'0' * 16}.jpg").touch(0o666)
    Archive.open().games()
    clear_leftovers()
    assert readable(tmp_path) == []
