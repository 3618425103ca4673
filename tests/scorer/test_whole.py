"""A file that Shelfmark writes is there as before or as a whole, whoever reads it meanwhile."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import pytest

from scorer import whole
from scorer.cards import Category
from scorer.engine.record import save
from scorer.errors import RefusedInput
from vision.adapt import Adaptation
from vision.icons.legend import Legend

WRITERS: dict[str, Callable[[Path], None]] = {
    "record": lambda path: save({"version": 1}, path),
    "adaptation": lambda path: Adaptation({}).save(path),
    "legend": lambda path: Legend(
        tuple(np.zeros((1, 4), np.float32) for _ in Category),
        tuple(np.zeros((2, 2, 3), np.uint8) for _ in Category),
    ).save(path),
}


def full(*args: Any) -> NoReturn:
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
def test_a_file_that_cannot_be_written_is_as_before(
    write: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"as before")
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises((OSError, RefusedInput), match="No space"):
            write(path)
    assert path.read_bytes() == b"as before"
    assert list(tmp_path.iterdir()) == [path]
    write(path)
    assert path.read_bytes() != b"as before"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_and_a_files_mode_stay(tmp_path: Path) -> None:
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_bytes(b"old")
    path.chmod(0o640)
    link.symlink_to(path)
    whole.write_whole(link, b"new")
    assert link.is_symlink()
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_file_that_may_not_be_written_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"as before")
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write everywhere
    with pytest.raises(PermissionError):
        whole.write_whole(path, b"new")
    assert path.read_bytes() == b"as before"


def test_the_folder_is_put_on_the_disk_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[os.stat_result] = []
    fsync = os.fsync

    def noted(handle: int) -> None:
        synced.append(os.fstat(handle))
        fsync(handle)

    monkeypatch.setattr(os, "fsync", noted)
    whole.write_whole(tmp_path / "file", b"new")
    assert [stat.S_ISDIR(each.st_mode) for each in synced] == [False, True]
    assert synced[1].st_ino == tmp_path.stat().st_ino


def test_what_killed_programs_left_is_swept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(*_: Any) -> NoReturn:
        raise SystemExit

    mine, young = tmp_path / ".notes", tmp_path / "file"
    mine.write_bytes(b"of somebody else")
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", killed)
        patch.setattr(Path, "unlink", lambda *_, **__: None)  # a kill leaves no time for it
        with pytest.raises(SystemExit):
            whole.write_whole(young, b"new")
    assert len(list(tmp_path.iterdir())) == 2
    now = 0.0
    monkeypatch.setattr(whole, "monotonic", lambda: now)
    (left,) = tmp_path.glob(".*.aside")
    os.utime(left, (0, 0))
    assert whole.sweep(tmp_path) == 0, "whatever the clock says, it may still be written"
    now = whole.ABANDONED / 2
    left.write_bytes(b"more")
    assert whole.sweep(tmp_path) == 0
    now = whole.ABANDONED + 1
    assert whole.sweep(tmp_path) == 0, "it grew in between"
    now = whole.ABANDONED * 2
    assert whole.sweep(tmp_path) == 1
    assert list(tmp_path.iterdir()) == [mine]
    assert whole.sweep(tmp_path / "nowhere") == 0


def held(times: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next ``times`` replacements are refused, as on Windows while somebody reads the file."""
    replace, left = Path.replace, iter(range(times))

    def refuse(self: Path, target: Path) -> Path:
        if next(left, None) is not None:
            raise PermissionError(13, "Access is denied")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", refuse)
    monkeypatch.setattr(whole, "PAUSES", (0.0,) * 5)


def test_a_file_is_replaced_when_its_reader_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held(5, monkeypatch)
    whole.write_whole(tmp_path / "file", b"new")
    assert (tmp_path / "file").read_bytes() == b"new"


def test_a_file_that_stays_open_is_as_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"as before")
    held(6, monkeypatch)
    with pytest.raises(PermissionError):
        whole.write_whole(path, b"new")
    assert path.read_bytes() == b"as before"
    assert list(tmp_path.iterdir()) == [path]
