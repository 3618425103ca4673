"""How long the reading of a photo may take.

Between steps, and inside long loops, the reader calls `in_time`, which ends a reading that is overdue. The
deadline belongs to the thread that reads, so that no function has to pass it on.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
    vision.deadline.Overdue: Reading the photo took more than 15 seconds and was stopped: photograph fewer \
cards at once.
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


_check: ContextVar[Callable[[], None] | None] = ContextVar("check", default=None)
