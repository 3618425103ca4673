"""What the first page did without is loaded while somebody reads it, so that nobody waits for it later."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from threading import Timer

#: The parts that read photos, draw forms and play, and what Streamlit looks at a component's data with.
#: None of them knows Streamlit: a thread may load them.
LATER = ("vision.pipeline", "scorer.forms", "scorer.exchange", "scorer.play.bots", "pandas")
#: Seconds that the first page has for itself.
PAUSE = 1.0


@cache
def warm_up() -> None:
    """Loads these parts beside what the server does; once, whoever calls it again."""
    timer = Timer(PAUSE, lambda: [import_module(part) for part in LATER])
    timer.daemon = True  # a server that is told to end ends
    timer.start()
