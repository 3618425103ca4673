"""Files that are there as before or as a whole, never in part."""

from __future__ import annotations

import errno
import os
import re
import shutil
import stat
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from uuid import uuid4

#: Seconds between two tries to replace a file that another program has open.
PAUSES = (0.01, 0.03, 0.1, 0.3, 1.0)
#: The name of a file that is still being written.
ASIDE = re.compile(r"\.[0-9a-f]{32}\.aside")
#: Seconds after which nobody writes such a file any more.
ABANDONED = 600


def write_whole(path: Path, data: bytes, private: bool = False) -> None:
    """Writes a file beside ``path`` and puts it in its place: at any moment the old or the new file is there.

    A link stays, and the file behind it is written. A pipe or a device is written directly. A
    ``private`` file is for its user alone.

    Raises OSError; the old file is then as it was.
    """
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    path = path.resolve()
    if path.exists() and not os.access(path, os.W_OK):  # the folder alone would let a file be replaced
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    beside = path.with_name(f".{uuid4().hex}.aside")
    try:
        beside.touch(mode=0o600 if private else 0o666, exist_ok=False)
        with beside.open("wb") as file:
            file.write(data)
        if path.exists():
            shutil.copymode(path, beside)
        put(beside, path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def copy_private(old: Path, new: Path) -> None:
    """Copies a file, for its user alone. Raises OSError."""
    new.touch(mode=0o600)
    shutil.copyfile(old, new)


def make_private(*paths: Path) -> None:
    """Leaves these files and folders to their user alone, as far as they are there and the system allows."""
    for path in paths:
        with suppress(OSError):
            mode = stat.S_IMODE(path.stat().st_mode)
            if mode & 0o077:
                path.chmod(mode & 0o700)


def put(fresh: Path, path: Path) -> None:
    """Puts the file ``fresh`` in the place of ``path``, and both on the disk. Raises OSError.

    Windows cannot replace a file that is being read, so this waits until it is not.
    """
    with fresh.open("rb+") as file:
        os.fsync(file.fileno())
    for pause in PAUSES:
        try:
            fresh.replace(path)
            break
        except PermissionError:
            sleep(pause)
    else:
        fresh.replace(path)
    _sync(path.parent)


def _sync(folder: Path) -> None:
    """Puts the names in a folder on the disk; Windows does that by itself, and so do some drives."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


#: The half written files of each folder, and when they were first seen so: by a clock that nobody sets.
_seen: dict[Path, dict[tuple[str, int, int], float]] = {}


def sweep(folder: Path, older: float = ABANDONED) -> int:
    """Removes the files that killed programs left in a folder, and gives their number.

    ``older``: so many seconds after this program first saw a file as it is. A younger file may still be
    written, and the times of files tell nothing where somebody sets the clock.
    """
    now, before, swept = monotonic(), _seen.get(folder, {}), 0
    left = _seen[folder] = {}
    with suppress(OSError):
        for path in folder.iterdir():
            if not ASIDE.fullmatch(path.name):
                continue
            state = path.stat()
            seen = (path.name, state.st_size, state.st_mtime_ns)
            since = before.get(seen, now)
            if now - since > older:
                path.unlink(missing_ok=True)
                swept += 1
            else:
                left[seen] = since
    return swept
