"""Files that are there as before or as a whole, never in part."""

from __future__ import annotations

import os
import time
from pathlib import Path
from uuid import uuid4

#: Seconds between two tries to replace a file that another program has open.
PAUSES = (0.01, 0.03, 0.1, 0.3, 1.0)


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file beside ``path`` and puts it in its place: at any moment the old or the new file is there.

    Raises OSError; the old file is then as it was.
    """
    beside = path.with_name(f".{path.name}.{uuid4().hex}")
    try:
        with beside.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        put(beside, path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def put(fresh: Path, path: Path) -> None:
    """Puts the file ``fresh`` in the place of ``path``. Raises OSError.

    Windows cannot replace a file that is being read, so this waits until it is not.
    """
    for pause in PAUSES:
        try:
            fresh.replace(path)
        except PermissionError:
            time.sleep(pause)
        else:
            return
    fresh.replace(path)
