"""The steps of a reading: told as they begin, timed, and ended where the reading is overdue."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field

from vision.deadline import Deadline, in_time


@dataclass
class Stopwatch:
    """Seconds by step; a step may run several times. ``progress`` is told each step as it begins.

    ``deadline``: how long each photo may take, and how long what is decided of all of them.
    """

    seconds: dict[str, float] = field(default_factory=dict)
    progress: Callable[[str], None] | None = None
    deadline: Deadline | None = None

    def limited(self, which: str) -> AbstractContextManager[None]:
        """Within it the deadline counts, from its beginning; ``which`` photo a refusal is about."""
        return self.deadline.begun(which) if self.deadline else nullcontext()

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """A step of the name; raises `vision.deadline.Overdue` where there is no time for it, or was none."""
        in_time()
        if self.progress:
            self.progress(name)
        began = time.perf_counter()
        yield
        self.seconds[name] = round(self.seconds.get(name, 0.0) + time.perf_counter() - began, 4)
        in_time()
