"""Sessions in real browsers: people who type names, hand in photos, play, and fill in a sheet of Fort."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import Error, Page

from bench.app import PATIENCE, PHONE, begin_tap, opened, write
from bench.served import ROOT, chromium

#: One step of so many hands in a photo, one of so many looks at the empty page.
PHOTO_EVERY, EMPTY_EVERY = 40, 5
PHOTO = ROOT / "samples" / "photos" / "dmitri.jpg"
NAMED = re.compile(r"Guest \d+")


@dataclass
class Timings:
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
        write(self.page, "Player 1", f"{self.name} {self.rng.randrange(1000)}")

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


def drive(first: int, sessions: int, url: str, empty: str, seconds: float) -> Timings:
    """Drives some sessions in one browser for some seconds, the first of them beginning with a photo."""
    timings = Timings()
    with chromium() as browser:
        guests = []
        for number in range(first, first + sessions):
            page = browser.new_context(viewport=PHONE).new_page()  # type: ignore[arg-type]
            page.set_default_timeout(PATIENCE)
            page.on("pageerror", lambda error: timings.wrong.append(str(error)))
            guests.append(Guest(f"Guest {number}", page, random.Random(number)))
        nothing = browser.new_context(viewport=PHONE).new_page()  # type: ignore[arg-type]
        opened(nothing, empty)
        step, until = (PHOTO_EVERY - 1 + 7 * first) % PHOTO_EVERY, time.monotonic() + seconds
        while time.monotonic() < until:
            for guest in guests:
                try:
                    _step(guest, url, step, timings)
                    if (step + first) % EMPTY_EVERY == 0:
                        begin_tap(nothing)
                        nothing.get_by_role("button", name="Again").click()
                        timings.empty.append(float(nothing.evaluate("window.answered")))
                except Error as error:
                    timings.wrong.append(f"{guest.name}: {str(error).splitlines()[0]}")
            step += 1
    return timings


def _step(guest: Guest, url: str, number: int, timings: Timings) -> None:
    page, there = guest.page, guest.address(number)
    if number % 4 == 0 or there != guest.address(number - 1) or page.url == "about:blank":
        opened(page, url + there)
    photo = "step=photos" in there
    if not photo:
        begin_tap(page)
    guest.step(url, number)()
    if photo:  # it takes as long as the photos before it in the queue
        page.wait_for_timeout(2000)
    else:
        timings.taps.append(float(page.evaluate("window.answered")))
    # the owner is shown everybody's tables, to go on with; what is filled in is one's own
    values = page.evaluate("[...document.querySelectorAll('input')].map((each) => each.value).join(' ')")
    others = {name for name in NAMED.findall(values) if name != guest.name}
    timings.wrong += [f"{guest.name} has {other} at {there}" for other in sorted(others)]
    if page.locator("[data-testid=stException]").count():
        timings.wrong.append(f"{guest.name}: an exception at {there}")
