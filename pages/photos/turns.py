"""Photos are read one or two at a time, whoever hands them in; the page says which place in line one has."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Condition

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from pages.words import words

#: How many photos are read at once: each takes two cores, and some hundred megabytes.
AT_ONCE = 2 if (os.cpu_count() or 1) >= 4 else 1
#: How often, in seconds, the page of who waits is told the place in line: a session that is over learns of it
#: when it tells its page something.
NEWS_EVERY = 0.5

#: Told the place in line, from 1, as long as it is waited.
Waiting = Callable[[int], None]


class Turns:
    """Lets so many in ``at_once``, the others in the order in which they came."""

    def __init__(self, at_once: int, news_every: float = NEWS_EVERY) -> None:
        self._free, self._news_every = at_once, news_every
        self._line: list[object] = []
        self._changed = Condition()

    @contextmanager
    def turn(self, waiting: Waiting) -> Iterator[None]:
        """Waits for a turn and holds it. Whatever ``waiting`` raises leaves the line."""
        self._wait(waiting)
        try:
            yield
        finally:
            with self._changed:
                self._free += 1
                self._changed.notify_all()

    def _wait(self, waiting: Waiting) -> None:
        ticket = object()
        with self._changed:
            self._line.append(ticket)
        try:
            while place := self._place(ticket):
                waiting(place)  # it may take its time: nobody is held up by it
                with self._changed:
                    if self._place(ticket):
                        self._changed.wait(self._news_every)
        finally:
            with self._changed:
                if ticket in self._line:
                    self._line.remove(ticket)
                    self._changed.notify_all()

    def _place(self, ticket: object) -> int:
        """The place in line, from 1; 0 where it is its turn, which it has taken then."""
        with self._changed:
            if ticket not in self._line:
                return 0
            place = self._line.index(ticket) + 1
            if place > self._free:
                return place - self._free
            self._free -= 1
            self._line.remove(ticket)
            return 0


_READERS = Turns(AT_ONCE)


@contextmanager
def turn_to_read() -> Iterator[None]:
    """Holds one of the turns to read a photo; while it is waited for, the page says which place in line, if
    it is a page that waits.
    """
    box = None

    def waiting(place: int) -> None:
        nonlocal box
        if get_script_run_ctx(suppress_warning=True) is None:
            return
        box = box or st.empty()
        box.caption(words("score")("reading_line", place=place))

    with _READERS.turn(waiting):
        if box:
            box.empty()
        yield
