"""How long the reading of a photo may take, and how long its steps took.

Between steps, and inside long loops, the reader calls `in_time`, which ends a reading that is overdue. The
deadline belongs to the thread that reads, so that no function has to pass it on.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field

from scorer.errors import RefusedInput, phrase


class Overdue(RefusedInput):
    """The reading of a photo took too long and was stopped."""


@dataclass(frozen=True)
class Deadline:
    """The time that each photo has.

    >>> ticks = iter(range(0, 100, 10))
    >>> with Deadline(15, lambda: next(ticks)).begun("the photo"):
    ...     in_time()
    ...     in_time()
    Traceback (most recent call last):
    vision.common.deadline.Overdue: Reading the photo took more than 15 seconds and was stopped: \
photograph fewer cards at once.
    """

    #: Many times as long as a slow laptop takes for a table of four.
    seconds: float = 30.0
    #: Gives the time in seconds.
    clock: Callable[[], float] = field(default=time.monotonic, compare=False)

    @contextmanager
    def begun(self, which: str) -> Iterator[None]:
        """The time runs within this context. ``which``: the photo, for a refusal."""
        end = self.clock() + self.seconds

        def check() -> None:
            if self.clock() > end:
                raise Overdue(
                    phrase(
                        "Reading {which} took more than {seconds} seconds and was stopped: photograph fewer "
                        "cards at once.",
                        which=which,
                        seconds=round(self.seconds),
                    )
                )

        token = _check.set(check)
        try:
            yield
        finally:
            _check.reset(token)


def in_time() -> None:
    """Does nothing while there is time, or where there is no deadline.

    Raises:
        Overdue: the deadline of this thread's reading has passed.
    """
    if check := _check.get():
        check()


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
        """Times a step; raises `Overdue` if the time is over before or after it."""
        in_time()
        if self.progress:
            self.progress(name)
        began = time.perf_counter()
        yield
        self.seconds[name] = round(self.seconds.get(name, 0.0) + time.perf_counter() - began, 4)
        in_time()


_check: ContextVar[Callable[[], None] | None] = ContextVar("check", default=None)
