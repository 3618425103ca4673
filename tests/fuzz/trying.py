"""One input at one door: what must hold, and what it took."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from scorer.errors import LONGEST, RefusedInput

#: Seconds of the processor that an input may take, and bytes of the program.
MOST_SECONDS, MOST_MEMORY = 2.0, 700_000_000


class Broken(AssertionError):
    """An input at which a door does not keep its promise."""


@dataclass
class Longest:
    """How many inputs were tried and taken, and the seconds of the slowest."""

    inputs: int = 0
    taken: int = 0
    seconds: float = 0.0


def memory() -> int:
    """The most bytes that this program has had; 0 where the system does not say."""
    if sys.platform == "win32":
        return 0
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def tried(door: Callable[[bytes], None], raw: bytes, longest: Longest | None = None) -> None:
    """Tries an input; with ``longest`` its time and memory count too.

    Raises:
        Broken: it is neither taken nor refused in one short sentence, or takes too much.
    """
    before = memory()
    taken, seconds = _once(door, raw)
    if longest is None:
        return
    if seconds > MOST_SECONDS:  # Python may have cleared away what others left: a slow input is slow again
        seconds = min(seconds, _once(door, raw)[1])
    longest.inputs += 1
    longest.taken += taken
    longest.seconds = max(longest.seconds, seconds)
    if seconds > MOST_SECONDS:
        raise Broken(f"{seconds:.1f} seconds")
    if memory() > max(before, MOST_MEMORY):
        raise Broken(f"{memory() / 1e6:.0f} MB")


def _once(door: Callable[[bytes], None], raw: bytes) -> tuple[bool, float]:
    """Whether the input is taken, and the seconds of the processor until that is clear."""
    began, taken = time.process_time(), False
    try:
        door(raw)
        taken = True
    except RefusedInput as error:
        said = str(error)
        if not said.strip() or len(said) > LONGEST or "\n" in said:
            raise Broken(f"no short sentence: {said[: 2 * LONGEST]!r}") from error
    except Exception as error:
        raise Broken(f"{type(error).__name__}: {error}"[:1000]) from error
    return taken, time.process_time() - began
