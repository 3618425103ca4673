"""Many people at once: `python -m bench.sessions [--sessions 50] [--minutes 10]`, in Chromium, on Linux.

Each session has a browser context of its own, in which somebody types names at a table, hands in a photo now
and then, plays, and fills in a sheet of Fort. Told are errors, fields that hold another session's name, the
median of a tap beside a tap on an empty Streamlit page under the same load, and the server's memory before
and after. The exit status is 1 if there was an error or such a field, if memory grew by more
than a tenth, or a tap took more than three times as long as on the empty page.
"""

from __future__ import annotations

import argparse
import random
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Error, Page

from bench.app import EMPTY, PATIENCE, PHONE, begin_tap, opened, write
from bench.served import ROOT, chromium, served
from scorer.archive import Archive
from scorer.play import Game, Setup

#: Browsers that drive the sessions, each its share of them, one tap after the other.
BROWSERS = 5
#: One step of so many hands in a photo, one of so many looks at the empty page.
PHOTO_EVERY, EMPTY_EVERY = 40, 5
PHOTO = ROOT / "samples" / "photos" / "dmitri.jpg"
#: The most that a tap may take in taps of an empty page, and memory afterwards in memory before.
MOST_TAPS, MOST_GROWTH = 3.0, 1.1
NAMED = re.compile(r"Guest \d+")


@dataclass
class Told:
    """What one browser saw: milliseconds of taps, of taps on the empty page, and what went wrong."""

    taps: list[float] = field(default_factory=list)
    empty: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Guest:
    """A session, its name, and its way through the app."""

    name: str
    page: Page
    rng: random.Random

    def step(self, url: str, number: int) -> Callable[[], object]:
        """What is done next; its address is open already."""
        kinds = [self.names, self.plays, self.fills]
        return self.hands_in if number % PHOTO_EVERY == PHOTO_EVERY - 1 else kinds[number // 4 % 3]

    def address(self, number: int) -> str:
        """The page of the step."""
        if number % PHOTO_EVERY == PHOTO_EVERY - 1:
            return "/?step=photos&lang=en"
        key = self.name.replace(" ", "-")
        return ("/?step=players&lang=en", f"/solo?game={key}&lang=en", "/fort?lang=en")[number // 4 % 3]

    def names(self) -> None:
        write(self.page, "Player", f"{self.name} {self.rng.randrange(1000)}")

    def plays(self) -> None:
        options = self.page.locator("[data-option]")
        if options.count():
            options.first.click()
        else:  # the game is over
            self.page.locator(".brand").click()

    def fills(self) -> None:
        write(self.page, "Name", f"{self.name} {self.rng.randrange(1000)}")

    def hands_in(self) -> None:
        self.page.locator("input[type=file]").first.set_input_files(PHOTO)


def drive(first: int, sessions: int, url: str, empty: str, seconds: float) -> Told:
    """Drives some sessions in one browser for some seconds, the first of them beginning with a photo."""
    told = Told()
    with chromium() as browser:
        guests = []
        for number in range(first, first + sessions):
            page = browser.new_context(viewport=PHONE).new_page()  # type: ignore[arg-type]
            page.set_default_timeout(PATIENCE)
            page.on("pageerror", lambda error: told.wrong.append(str(error)))
            guests.append(Guest(f"Guest {number}", page, random.Random(number)))
        nothing = browser.new_context(viewport=PHONE).new_page()  # type: ignore[arg-type]
        opened(nothing, empty)
        step, until = (PHOTO_EVERY - 1 + 7 * first) % PHOTO_EVERY, time.monotonic() + seconds
        while time.monotonic() < until:
            for guest in guests:
                try:
                    _step(guest, url, step, told)
                    if (step + first) % EMPTY_EVERY == 0:
                        begin_tap(nothing)
                        nothing.get_by_role("button", name="Again").click()
                        told.empty.append(float(nothing.evaluate("window.answered")))
                except Error as error:
                    told.wrong.append(f"{guest.name}: {str(error).splitlines()[0]}")
            step += 1
    return told


def _step(guest: Guest, url: str, number: int, told: Told) -> None:
    page, there = guest.page, guest.address(number)
    here = urlsplit(page.url)
    if urlsplit(there).path != here.path or number % 4 == 0 or "step=photos" in there:
        opened(page, url + there)
    photo = "step=photos" in there
    if not photo:
        begin_tap(page)
    guest.step(url, number)()
    if photo:  # it takes as long as the photos before it in the queue
        page.wait_for_timeout(2000)
    else:
        told.taps.append(float(page.evaluate("window.answered")))
    # the owner is shown everybody's tables, to go on with; what is filled in is one's own
    values = page.evaluate("[...document.querySelectorAll('input')].map((each) => each.value).join(' ')")
    others = {name for name in NAMED.findall(values) if name != guest.name}
    told.wrong += [f"{guest.name} has {other} at {there}" for other in sorted(others)]
    if page.locator("[data-testid=stException]").count():
        told.wrong.append(f"{guest.name}: an exception at {there}")


def memory(url: str) -> int:
    """Megabytes that the server at this address takes."""
    port = f"--server.port={urlsplit(url).port}".encode()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if port in (process / "cmdline").read_bytes().split(b"\0"):
                status = (process / "status").read_text()
                return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) // 1000
        except OSError:
            continue
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.sessions", description=__doc__)
    parser.add_argument("--sessions", type=int, default=50)
    parser.add_argument("--minutes", type=float, default=10)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        (data / "empty.py").write_text(EMPTY)
        archive = Archive.open(f"sqlite:///{data / 'archive.db'}")
        for number in range(asked.sessions):
            record = Game(Setup(players=[f"Guest {number}"], difficulty=2, seed=number)).record
            archive.save_draft("solo", f"Guest-{number}", {"record": record})
        with served(data, data / "empty.py") as empty, served(data) as url:
            drive(0, 1, url, empty, 30)  # all is loaded, reading photos too
            before = memory(url)
            share = -(-asked.sessions // BROWSERS)
            with ProcessPoolExecutor(BROWSERS, get_context("spawn")) as pool:
                parts = [
                    pool.submit(
                        drive, first, min(share, asked.sessions - first), url, empty, 60 * asked.minutes
                    )
                    for first in range(0, asked.sessions, share)
                ]
                told = [part.result() for part in parts]
            time.sleep(10)  # sessions that ended are forgotten
            after = memory(url)
    return report(asked.sessions, told, before, after)


def report(sessions: int, told: list[Told], before: int, after: int) -> int:
    taps = [each for one in told for each in one.taps]
    empty = [each for one in told for each in one.empty]
    wrong = [each for one in told for each in one.wrong]
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
