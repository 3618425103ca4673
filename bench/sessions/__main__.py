"""Many people at once: `python -m bench.sessions [--sessions 50] [--minutes 10]`, in Chromium, on Linux.

Each session has a browser context of its own, in which somebody types names at a table, hands in a photo now
and then, plays, and fills in a sheet of Fort. Told are errors, fields that hold another session's name, the
median of a tap beside a tap on an empty Streamlit page under the same load, and the server's memory before
and after. The exit status is 1 if there was an error or such a field, if memory grew by more
than a tenth, or a tap took more than three times as long as on the empty page.

With `--servers 2` the app runs twice, behind HAProxy, its archive in PostgreSQL (docs/servers.md).
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from bench.app import EMPTY
from bench.served import served
from bench.sessions.browsers import Timings, drive
from bench.sessions.servers import app, memory
from scorer.archive import Archive
from scorer.play import Game, Setup

#: Browsers that drive the sessions, each its share of them, one tap after the other.
BROWSERS = 5
#: The most that a tap may take in taps of an empty page, and memory afterwards in memory before.
MOST_TAPS, MOST_GROWTH = 3.0, 1.1
#: Seconds that one person uses the app before memory is looked at, and again afterwards.
WARM = 30
#: Seconds until Streamlit forgets a session whose browser is gone.
FORGOTTEN = 125


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.sessions", description=__doc__)
    parser.add_argument("--sessions", type=int, default=50)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--servers", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        (data / "empty.py").write_text(EMPTY)
        with served(data, data / "empty.py") as empty, app(data, asked.servers) as (url, servers, database):
            archive = Archive.open(database)
            for number in range(asked.sessions):
                record = Game(Setup(players=[f"Guest {number}"], difficulty=2, seed=number)).record
                archive.save_draft("solo", f"Guest-{number}", {"record": record})
            for one in servers:  # all is loaded, reading photos too
                drive(0, 1, one, empty, WARM)
            before = memory(servers)
            share = -(-asked.sessions // BROWSERS)
            with ProcessPoolExecutor(BROWSERS, get_context("spawn")) as pool:
                parts = [
                    pool.submit(
                        drive, first, min(share, asked.sessions - first), url, empty, 60 * asked.minutes
                    )
                    for first in range(0, asked.sessions, share)
                ]
                reports = [part.result() for part in parts]
            time.sleep(FORGOTTEN)
            for one in servers:  # the next visitor clears the others away
                drive(0, 1, one, empty, WARM)
            after = memory(servers)
    return report(asked.sessions, reports, before, after)


def report(sessions: int, reports: list[Timings], before: int, after: int) -> int:
    taps = [each for one in reports for each in one.taps]
    empty = [each for one in reports for each in one.empty]
    wrong = [each for one in reports for each in one.wrong]
    print(f"{sessions} sessions, {len(taps)} taps, {len(wrong)} things wrong.")
    print(*wrong[:20], sep="\n")
    ratio = statistics.median(taps) / statistics.median(empty) if taps and empty else 0.0
    if ratio:
        medians = f"{statistics.median(taps):.0f} ms, {statistics.median(empty):.0f} ms on the empty page"
        print(f"A tap: {medians}, {ratio:.1f} times as long.")
    print(f"Memory: {before} MB before, {after} MB after.")
    return int(bool(wrong) or not 0 < ratio <= MOST_TAPS or after > before * MOST_GROWTH)


if __name__ == "__main__":
    sys.exit(main())
