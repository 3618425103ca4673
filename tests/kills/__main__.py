"""Kills a program that writes, again and again: `python -m tests.kills`.

The program writes to every store in turn and says so after each write. It is killed at a random moment, often
in the middle of a write. All that it had said must be there, nothing may be damaged, and the next program
goes on in the same folder. The exit status is 1 if anything was lost.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import tempfile
import time
from pathlib import Path

from tests.kills.stores import NAMES, STORES, Write, heard, lost, told, use, whole

#: A program is killed after at most so many writes, and so many seconds into the next.
WRITES, INTO = 12, 0.06
#: All that was confirmed is looked for after so many kills, what the last program confirmed after each.
ALL = 25


def kill(first: int, rng: random.Random) -> tuple[list[Write], Write | None, int]:
    """Runs a program that writes, and kills it; gives its confirmed writes, the begun write, and a number."""
    reading, writing = os.pipe()
    begins = rng.sample(list(STORES), len(STORES))
    if (child := os.fork()) == 0:
        os.close(reading)
        try:
            for n in range(first, first + 10_000):
                write = Write(begins[n % len(begins)], n)
                os.write(writing, b"begins " + told(write))
                STORES[write.store](n)
                os.write(writing, b"done " + told(write))
        except BaseException as error:
            os.write(writing, f"failed {error!r}\n".encode())
        finally:
            os._exit(1)
    os.close(writing)
    confirmed, begun, wanted = list[Write](), None, rng.randint(0, WRITES)
    with open(reading, "rb") as said:
        while len(confirmed) < wanted:
            confirmed, begun = _hear(said.readline(), confirmed, begun)
        time.sleep(rng.random() * INTO)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        for line in said:  # what it said before it was killed
            if line.endswith(b"\n"):
                confirmed, begun = _hear(line, confirmed, begun)
    last = max([first, *(write.n for write in confirmed), *([begun.n] if begun else [])])
    return confirmed, begun, last + 1


def _hear(line: bytes, confirmed: list[Write], begun: Write | None) -> tuple[list[Write], Write | None]:
    kind, _, rest = line.partition(b" ")
    if kind == b"begins":
        return confirmed, heard(rest)
    if kind == b"done":
        return [*confirmed, heard(rest)], None
    raise RuntimeError(f"The program ended by itself: {line.decode(errors='replace')}")


def kills(times: int, folder: Path, seed: int = 1) -> tuple[int, int, list[str]]:
    """Kills so many programs; gives the confirmed writes, the kills within a write, and what is lost."""
    use(folder)
    rng, number, within = random.Random(seed), 0, 0
    every = list[Write]()
    for done in range(1, times + 1):
        confirmed, begun, number = kill(number, rng)
        every += confirmed
        within += begun is not None
        problems = lost(every if done % ALL == 0 or done == times else confirmed, begun) + whole()
        if begun is not None:  # from now on it counts as neither
            every = [write for write in every if not _same_name(write, begun)]
        if done % ALL == 0:
            print(f"{done} kills", file=sys.stderr, flush=True)
        if problems:
            return len(every), within, problems
    return len(every), within, []


def _same_name(write: Write, begun: Write) -> bool:
    return write.store == begun.store and write.n % NAMES == begun.n % NAMES and write.store in OVER


#: Stores that write over what was there.
OVER = ("draft", "game_record", "photo")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.kills", description=__doc__)
    parser.add_argument("--times", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1, help="other moments")
    told = parser.parse_args()
    if not hasattr(os, "fork"):
        print("This system cannot fork: run it on Linux or macOS.", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        confirmed, within, problems = kills(told.times, Path(folder) / "data", told.seed)
    print(
        f"{told.times} kills, {within} of them in the middle of a write; {confirmed} writes were confirmed."
    )
    for problem in problems:
        print(problem)
    print("Nothing was lost." if not problems else f"{len(problems)} are lost or damaged.")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
