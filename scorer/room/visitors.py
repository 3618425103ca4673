"""Who came in of late, for the owner to see: which device, and when it was seen last. It is kept nowhere."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock

#: So many are remembered, and for so many seconds after they were seen last.
MOST, LASTS = 40, 12 * 3600.0
#: What a browser says of its device, and what people call it. The first that fits counts.
DEVICES = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "Chromebook"),
    ("Macintosh", "Mac"),
    ("Windows", "Windows"),
    ("Linux", "Linux"),
)


def device(agent: str) -> str:
    """What people call the device of a browser, by its User-Agent; "" where it does not say.

    >>> device("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)"), device("curl/8.5")
    ('iPhone', '')
    """
    return next((name for sign, name in DEVICES if sign in agent), "")


@dataclass(frozen=True, slots=True)
class Visitor:
    """A guest's browser: its ``mark`` (`scorer.room.codes.Room.token`), its device, when it was seen last."""

    mark: str
    device: str
    seen: float


@dataclass(slots=True)
class Visitors:
    """The guests of this program, the last one last; ``clock`` counts seconds since 1970."""

    clock: Callable[[], float] = time.time
    _known: OrderedDict[str, Visitor] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def note(self, mark: str, agent: str) -> None:
        """Notes that a guest asked for a page."""
        with self._lock:
            self._known[mark] = Visitor(mark, device(agent), self.clock())
            self._known.move_to_end(mark)
            while len(self._known) > MOST:
                self._known.popitem(last=False)

    def here(self) -> list[Visitor]:
        """Those who were seen of late, the last one first."""
        with self._lock:
            since = self.clock() - LASTS
            return [one for one in reversed(self._known.values()) if one.seen >= since]


#: The guests of this program.
visitors = Visitors()
