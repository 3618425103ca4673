"""Open files: how many the system allows this program, how many are open, and which can be spared.

Every page takes some: its connection, and what Streamlit keeps beside it. A save needs some too, so the door
turns away a page before they run out.
"""

from __future__ import annotations

import asyncio
import builtins
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from time import monotonic
from typing import Any

from streamlit.runtime import get_instance
from streamlit.runtime.session_manager import SessionInfo, SessionStorage

#: Open files that are kept for saving, for reading photos and for answering.
RESERVE = 64
#: Open files that one more page takes.
A_PAGE = 6
#: Names another whole number of seconds for `KEPT` in the environment.
KEPT_VARIABLE = "SHELFMARK_KEPT"


def _seconds_kept() -> float:
    named = os.environ.get(KEPT_VARIABLE, "")
    return float(named) if named.isdecimal() else 120.0


#: Seconds that a page which was cut off is kept for its browser to come back, and most pages that are.
KEPT, MOST_KEPT = _seconds_kept(), 128
#: Seconds between two looks at them.
PAUSE = 5.0
#: More open files than this nothing here needs.
ENOUGH = 65_536


class CutOff(SessionStorage):
    """The sessions of pages that were cut off, oldest first.

    Streamlit's own storage forgets them when somebody else comes in, and leaves open what they hold.
    """

    def __init__(self) -> None:
        self._since: dict[str, tuple[SessionInfo, float]] = {}

    def get(self, session_id: str) -> SessionInfo | None:
        found = self._since.get(session_id)
        return found[0] if found and monotonic() - found[1] < KEPT else None

    def save(self, session_info: SessionInfo) -> None:
        self._since.pop(session_info.session.id, None)
        self._since[session_info.session.id] = (session_info, monotonic())

    def delete(self, session_id: str) -> None:
        del self._since[session_id]

    def list(self) -> builtins.list[SessionInfo]:
        return [info for info, _ in [*self._since.values()]]

    def free(self, sparing: int = MOST_KEPT) -> int:
        """Ends the sessions that waited too long, and the oldest of more than ``sparing``; gives how many."""
        now, freed = monotonic(), 0
        for name, (info, since) in [*self._since.items()]:
            if now - since < KEPT and len(self._since) <= sparing:
                break
            if self._since.pop(name, None):  # another thread may have taken it
                info.session.shutdown()
                freed += 1
        return freed


cut_off = CutOff()


@asynccontextmanager
async def files_watched(_: Any) -> AsyncIterator[None]:
    """While the app runs: as many open files as the system allows, and none held for who is gone."""
    raise_limit()
    get_instance()._session_mgr._session_storage = cut_off  # type: ignore[attr-defined]
    watching = asyncio.create_task(_free_by_time())
    try:
        yield
    finally:
        watching.cancel()


async def _free_by_time() -> None:
    while True:
        await asyncio.sleep(PAUSE)
        cut_off.free()


def has_room() -> bool:
    """Whether one more page can be opened and all still be saved; pages that were cut off make room."""
    cut_off.free()
    while files_left() < RESERVE + A_PAGE:
        if not cut_off.free(sparing=len(cut_off.list()) - 1):
            return False
    return True


def files_left() -> int:
    """How many more files this program may open; where the system does not say, enough."""
    if sys.platform == "win32":  # it has no such limit
        return ENOUGH
    with suppress(ImportError, OSError, ValueError):
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        if most != resource.RLIM_INFINITY:
            return most - len(os.listdir("/proc/self/fd" if sys.platform == "linux" else "/dev/fd"))
    return ENOUGH


def raise_limit() -> None:
    """Raises the limit on open files as far as the system lets this program."""
    if sys.platform == "win32":
        return
    import resource

    least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH if most == resource.RLIM_INFINITY else min(most, ENOUGH)
    while least < wanted:
        with suppress(OSError, ValueError):  # macOS names a limit that it then refuses
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
            return
        wanted //= 2
