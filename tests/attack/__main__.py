"""Attacks the app as somebody in its network would: `python -m tests.attack`.

Everything happens on this computer: servers behind a proxy, alone and two on one data store, in SQLite and in
PostgreSQL where that is installed; forged requests and messages; damaged, huge and forged files at every page
that takes some; and a guest at every button that is the owner's. The exit status is 1 if anything did not
hold.
"""

from __future__ import annotations

import argparse
import io
import sys
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from tests.attack.door import at_the_door
from tests.attack.imports import at_the_pages
from tests.attack.outcome import Outcome
from tests.attack.stores import store
from tests.scorer.archive.postgres import new_database, postgres, program

PARTS = ("proxy", "servers", "postgres", "imports", "rights")
#: The tests that walk through what is the owner's as a guest.
RIGHTS = ("tests/pages/session/test_callbacks.py", "tests/pages/session/test_guests.py")


class Counted:
    """Counts pytest's tests."""

    def __init__(self, outcome: Outcome) -> None:
        self._outcome = outcome

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" or report.failed:
            self._outcome.note(report.nodeid if report.failed else None)


def rights() -> Iterator[Outcome]:
    outcome = Outcome("rights: pages and actions that are the owner's, as a guest")
    with redirect_stdout(io.StringIO()):
        pytest.main(["-q", "-p", "no:cacheprovider", *RIGHTS], [Counted(outcome)])
    if not outcome.tried:
        outcome.broken.append("no test ran")
    yield outcome


def in_postgres(folder: Path) -> Iterator[Outcome]:
    what = "two servers in PostgreSQL"
    try:
        program("postgres")
    except AssertionError:
        yield Outcome(what, passed_over="not tried: no PostgreSQL here")
        return
    with postgres() as server, store(folder, new_database(server, "attacked")) as there:
        yield from at_the_door(what, there, 2)


def tried(part: str, folder: Path) -> Iterator[Outcome]:
    """Tries a part; its stores lie in the folder."""
    match part:
        case "rights":
            yield from rights()
        case "postgres":
            yield from in_postgres(folder / part)
        case "imports":
            with store(folder / part):
                yield from at_the_pages()
        case "proxy":
            with store(folder / part) as there:
                yield from at_the_door("a proxy", there, 1)
        case "servers":
            with store(folder / part) as there:
                yield from at_the_door("two servers", there, 2)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.attack", description=__doc__)
    parser.add_argument("--only", choices=PARTS, action="append", help="these parts alone")
    told, broken = parser.parse_args(), 0
    print(f"{'what':<58} {'tried':>6}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for part in told.only or PARTS:
            for outcome in tried(part, Path(folder)):
                print(outcome.line, flush=True)
                broken += len(outcome.broken)
                for line in outcome.broken[:10]:
                    print(f"  {line}", flush=True)
    print("All held." if not broken else f"{broken} did not hold.")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
