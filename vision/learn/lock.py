"""One program learns at a time: two would keep a mixture of what each found."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from scorer.errors import RefusedInput, phrase

#: The lock's file in the data folder.
FILE = "learning.lock"
#: What earlier versions, whose detector learned too, left in the data folder.
LEFT = ("card_detector.onnx", "card_detector.json", ".learning-*")


class LearnsElsewhere(RefusedInput):
    """Another program, or another page of the app, learns from the same data folder."""


@contextmanager
def learning(folder: Path) -> Iterator[None]:
    """Keeps others from learning in a data folder, and clears away the detectors of earlier versions.

    SQLite locks the file: alike on every system, and the lock ends with the program that holds it.

    Raises:
        LearnsElsewhere: another program learns.
        OSError: the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / FILE).touch()
    with closing(sqlite3.connect(folder / FILE, timeout=0, isolation_level=None)) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise OSError(f"{folder / FILE}: {error}") from error
            raise LearnsElsewhere(
                phrase("Another program or page is learning now: wait until it is done, then try again.")
            ) from error
        _clear(folder)
        yield


def _clear(folder: Path) -> None:
    for left in (each for pattern in LEFT for each in folder.glob(pattern)):
        if left.is_dir():
            shutil.rmtree(left, ignore_errors=True)
        else:
            left.unlink(missing_ok=True)
