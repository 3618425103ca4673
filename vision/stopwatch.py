"""The steps of a reading: announced, timed, and ended where the reading is overdue."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field

from vision.deadline import Deadline, in_time


@dataclass
class Stopwatch:
    """Seconds by step; a step may run several times. ``progress`` is called with each step as it begins.

    >>> clock = Stopwatch(progress=print)
    >>> with clock.step("propose"):
    ...     pass
    propose
    >>> list(clock.seconds)
    ['propose']

    ``deadline``: how long each photo may take, and how long the decision about all photos may take.
    """

    seconds: dict[str, float] = field(default_factory=dict)
    progress: Callable[[str], None] | None = None
    deadline: Deadline | None = None

    def limited(self, which: str) -> AbstractContextManager[None]:
        """The deadline runs within this context. ``which``: the photo, for a refusal."""
        return self.deadline.begun(which) if self.deadline else nullcontext()

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Times a step; raises `vision.deadline.Overdue` if the time is over before or after it."""
        in_time()
        if self.progress:
            self.progress(name)
        began = time.perf_counter()
        yield
        self.seconds[name] = round(self.seconds.get(name, 0.0) + time.perf_counter() - began, 4)
        in_time()
