"""A file that Shelfmark writes is there as before or as a whole, whoever reads it meanwhile."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import pytest

from scorer import whole
from scorer.cards import Category
from scorer.engine.record import save
from scorer.errors import RefusedInput
from vision.icons.legend import Legend
from vision.learn.adapt import Adaptation
from vision.learn.register import Register

WRITERS: dict[str, Callable[[Path], None]] = {
    "record": lambda path: save({"version": 1}, path),
    "register": lambda path: Register().save(path),
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
