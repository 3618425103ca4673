"""What the first page did without is loaded while somebody reads it, so that nobody waits for it later.

Two threads that load the same package at once may each get half of it, or an error: OpenCV refuses, and
Python breaks up two that wait for one another. So until all is loaded one of them runs at a time: the page
of one session, or this.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from threading import Event, RLock, Timer
from time import sleep

from scorer.whole import ABANDONED

#: The parts that read photos, draw forms and play, and what Streamlit looks at a component's data with, in
#: pieces for which nobody waits long. None of them knows Streamlit: a thread may load them.
LATER = (
    "numpy",
    "cv2",
    "vision",  # says how onnxruntime is to be loaded
    "onnxruntime",
    "vision.pipeline",
    "scorer.forms",
    "scorer.exchange.bgstats",
    "scorer.exchange.spreadsheet",
    "scorer.play.bots",
    "pyarrow",
    "pandas",
)
#: Seconds that the first page has for itself, and that whoever waits has between two parts.
PAUSE, BREATH = 1.0, 0.01
#: Seconds until what killed programs left is cleared away: nobody has written there since the first look.
CLEARED_AGAIN = ABANDONED + 60.0

_turn, _warm = RLock(), Event()


@contextmanager
def alone() -> Iterator[None]:
    """Until all is loaded, no other thread loads anything within this; then it holds nobody up."""
    if _warm.is_set():
        yield
        return
    with _turn:
        yield


@cache
def warm_up() -> None:
    """Loads these parts beside what the server does; once, whoever calls it again."""
    for pause, work in ((PAUSE, _load), (PAUSE, _clear), (CLEARED_AGAIN, _clear)):
        timer = Timer(pause, work)
        timer.daemon = True  # a server that is told to end ends
        timer.start()


def _clear() -> None:
    """Clears away what killed programs left, once all is loaded: files that are as at the look before."""
    _warm.wait()
    import_module("pages.session.kept").clear_leftovers()


def _load() -> None:
    try:
        for part in LATER:
            with _turn:
                import_module(part)
            sleep(BREATH)
    finally:
        # Streamlit looks for garbage after every run: through all that is loaded it takes as long as a run
        gc.freeze()
        _warm.set()
