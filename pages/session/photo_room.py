"""Room for the photos that are kept in the data folder: so many days, and so many bytes of them."""

from __future__ import annotations

import time
from pathlib import Path
from weakref import WeakValueDictionary

from pages.table.state import Table
from scorer.errors import RefusedInput, phrase

#: Photos that nobody opened for so many days are cleared away, and the oldest of more than so many bytes.
PHOTOS_FOR, PHOTOS_BYTES = 60, 2 * 1024**3
#: The last so many bytes are kept, whatever the clock says.
SPARED = 200 * 1024**2

#: The tables that sessions have open, by their identity.
_open: WeakValueDictionary[int, Table] = WeakValueDictionary()


class NoRoom(RefusedInput):
    """The photos of open tables take all the room that there is for photos."""


def hold(table: Table) -> None:
    """Keeps the photos of a table as long as a session has it open."""
    _open[id(table)] = table


def make_room(folder: Path, name: str, size: int) -> None:
    """Removes old photos of the ``folder`` until one of ``size`` bytes has room; none of an open table.

    ``name``: that of the photo, which takes the place of one of this name.

    Raises:
        NoRoom: there is none, as all that is left is of open tables.
    """
    held = {name, *(photo.file.name for table in list(_open.values()) for photo in [*table.photos.values()])}
    files = sorted((*_time_and_size(path), path) for path in folder.iterdir() if path.name != name)
    taken, long_ago = size + sum(each for _, each, _ in files), time.time() - PHOTOS_FOR * 24 * 3600
    for opened, each, path in files:
        most = SPARED if opened < long_ago else PHOTOS_BYTES
        if path.name not in held and taken > most:
            path.unlink(missing_ok=True)
            taken -= each
    if taken > PHOTOS_BYTES:
        raise NoRoom(
            phrase(
                "The photos of the tables that are open take all of the {most} MB kept for photos: take some "
                "away there, then hand in this one again.",
                most=PHOTOS_BYTES >> 20,
            )
        )


def _time_and_size(path: Path) -> tuple[float, int]:
    """When a file was opened last, and its bytes; none of one that another session just removed."""
    try:
        stat = path.stat()
    except FileNotFoundError:
        return 0.0, 0
    return stat.st_mtime, stat.st_size
