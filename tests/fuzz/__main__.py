"""Tries inputs at every door: `python -m tests.fuzz`.

Each input must be taken, and come out and in again, or be refused in one sentence of at most 300 characters.
Either way it must take at most 2 seconds of the processor, and the program at most 700 MB. An input that
breaks this is written into `runs/fuzz/`; `--again FILE` tries it alone. The exit status is 1 if there was
one.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import sys
import time
from collections.abc import Callable
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Flaky

from tests.fuzz.doors import DOORS, photo_read
from tests.fuzz.inputs import INPUTS, SHARES
from tests.fuzz.trying import Broken, Longest, memory, tried

#: Hypothesis remembers what it tried: a new round forgets it.
ROUND = 1000
FOUND = Path("runs") / "fuzz"


def rounds(
    kind: str, inputs: int, first: int, door: Callable[[bytes], None], longest: Longest
) -> bytes | None:
    """Tries so many inputs; gives the smallest that breaks a promise."""
    worst: list[bytes] = []

    for number in range(0, inputs, ROUND):

        @seed(first * 1_000_003 + number)
        @settings(
            max_examples=min(ROUND, inputs - number),
            database=None,
            deadline=None,
            phases=[Phase.generate, Phase.shrink],
            suppress_health_check=list(HealthCheck),
            derandomize=False,
        )
        @given(INPUTS[kind])
        def one(raw: bytes) -> None:
            try:
                tried(door, raw, longest)
            except Broken:
                worst.append(raw)
                raise

        try:
            one()
        except (Broken, Flaky) as error:  # Flaky: at another try it kept it
            print(f"{kind}: {str(error)[-1000:]}", file=sys.stderr)
            return worst[-1]
        gc.collect()
        print(f"{door.__name__}: {longest.inputs} of {inputs}", file=sys.stderr)
    return None


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--texts", type=int, default=200_000, help="texts of all kinds together")
    parser.add_argument("--photos", type=int, default=3000, help="photos to open; one in 100 is read too")
    parser.add_argument("--only", choices=INPUTS, action="append", help="these kinds alone")
    parser.add_argument("--seed", type=int, default=1, help="other inputs")
    parser.add_argument("--again", type=Path, help="a file of runs/fuzz/")
    told = parser.parse_args()
    if told.again:
        tried(DOORS[told.again.name.partition("-")[0]], told.again.read_bytes(), Longest())
        return 0
    kinds = told.only or list(INPUTS)
    texts = [kind for kind in kinds if kind != "photo"]
    shares = sum(SHARES[kind] for kind in texts)
    work = [(kind, told.texts * SHARES[kind] // shares, DOORS[kind]) for kind in texts]
    if "photo" in kinds:
        work += [("photo", told.photos, DOORS["photo"]), ("photo", told.photos // 100, photo_read)]
    broken = 0
    for kind, inputs, door in work:
        began, longest = time.process_time(), Longest()
        found = rounds(kind, inputs, told.seed, door, longest)
        seconds = time.process_time() - began
        refused, most = longest.inputs - longest.taken, f"{longest.seconds:.2f} s, {memory() / 1e6:.0f} MB"
        counts = f"{longest.taken} taken, {refused} refused"
        print(f"{door.__name__}: {counts}; at most {most}; {seconds:.0f} s in all", flush=True)
        if found is not None:
            broken += 1
            FOUND.mkdir(parents=True, exist_ok=True)
            path = FOUND / f"{kind}-{hashlib.sha256(found).hexdigest()[:12]}"
            path.write_bytes(found)
            print(f"  one that breaks the promise: {path}", flush=True)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
