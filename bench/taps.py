"""Taps that come fast: `python -m bench.taps [SERIES] [WINDOWS] [BUSY]`, in Chromium.

In each series somebody deals the six category cards to two to four players, with a pause of 0.03 to 1 s
between two taps. Then the page is opened anew: what it shows must be what was tapped. Prints each series that
went wrong, and how many did. Series run in several WINDOWS at once, while BUSY other processes, by default as
many as there are cores, keep the machine at work.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page

from bench.served import ROOT, chromium, served, until

SERIES, WINDOWS = 200, 2
PHONE = {"width": 360, "height": 780}
PATIENCE = 120_000
#: Seconds between two taps.
GAPS = (0.03, 1.0)
#: Milliseconds in which the page sends what was tapped.
REST = 500
#: Taps buttons of the six by their place, each after its pause in milliseconds, as a finger would.
_TAP = """async (six, taps) => {
  for (const [place, pause] of taps) {
    await new Promise((done) => setTimeout(done, pause));
    six.querySelectorAll("button")[place].click();
  }
}"""
#: Who has each card, in the order of the six.
_HOLDERS = "(six) => [...six.querySelectorAll('button')].map((button) => button.dataset.holder)"
#: Notes in the page whether the app has answered the last thing that was asked of it.
TALK = ROOT / "tests" / "pages" / "talk.js"
_SETTLED = """() => talk.answered
  && document.querySelector("[data-testid=stApp]")?.dataset.testScriptState === "notRunning"
  && !document.querySelector("[data-stale=true], [data-testid=stSkeleton]")"""


def series(page: Page, url: str, chance: random.Random) -> tuple[list[int], list[str], list[str]]:
    """Deals the cards on a new table: the places tapped in order, who is to have each, and who has."""
    page.goto(f"{url}/?lang=en")
    players = chance.randint(2, 4)
    page.locator(".st-key-players [role=radio]").nth(players - 1).click()
    page.wait_for_timeout(REST)
    settle(page)
    places = page.locator(".whose [role=radio]").all_inner_texts()
    order = chance.sample(range(6), players + 2)
    pauses = [round(1000 * chance.uniform(*GAPS)) for _ in order]
    page.locator(".six").evaluate(_TAP, list(zip(order, pauses, strict=True)))
    page.wait_for_timeout(REST)
    settle(page)
    page.reload()
    page.locator(".six button").nth(5).wait_for()
    settle(page)
    meant = [places[order.index(card)] if card in order else "" for card in range(6)]
    return order, meant, list(page.locator(".six").evaluate(_HOLDERS))


def settle(page: Page) -> None:
    until(page, _SETTLED)


def wrong(url: str, seeds: Sequence[int]) -> Iterator[str]:
    """Goes through one series a seed, in a browser of its own; says which went wrong."""
    with chromium() as browser:
        page = browser.new_page(viewport=PHONE, has_touch=True)  # type: ignore[arg-type]
        page.set_default_timeout(PATIENCE)
        page.add_init_script(path=TALK)
        for seed in seeds:
            order, meant, got = series(page, url, random.Random(seed))
            if meant != got:
                yield f"series {seed}: tapped {order}, meant {meant}, got {got}"


@contextmanager
def load(processes: int) -> Iterator[None]:
    """Keeps so many cores busy."""
    busy = [multiprocessing.Process(target=_burn, daemon=True) for _ in range(processes)]
    for each in busy:
        each.start()
    try:
        yield
    finally:
        for each in busy:
            each.terminate()


def _burn() -> None:
    while True:
        sum(range(100_000))


def main(many: int = SERIES, windows: int = WINDOWS, busy: int = os.cpu_count() or 1) -> int:
    with (
        tempfile.TemporaryDirectory() as data,
        served(Path(data)) as url,
        load(busy),
        ThreadPoolExecutor(windows) as pool,
    ):
        parts = [range(window, many, windows) for window in range(windows)]
        found = [line for part in pool.map(lambda seeds: list(wrong(url, seeds)), parts) for line in part]
    for line in found:
        print(line)
    print(f"{len(found)} of {many} series went wrong.")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(*(int(argument) for argument in sys.argv[1:4])))
