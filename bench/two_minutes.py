"""How long a new person needs for a game of four: `python -m bench.two_minutes [PHOTO_SECONDS]`.

A bench has no new person. So it goes the whole way on a phone-sized page in Chromium, from the first page to
the winner, and adds up a person's time:

- Every new word is read once, at 238 words a minute (Brysbaert, Journal of Memory and Language, 2019), though
  people read about a quarter of a page's words (Weinreich and others, ACM Transactions on the Web, 2008).
- Each choice takes 1.35 s and each tap 1.1 s (the keystroke-level model: Card, Moran and Newell,
  Communications of the ACM, 1980).
- The app's own time is measured.
- Each of five photos, that of the category cards included, takes PHOTO_SECONDS, by default 10, from holding
  the phone over a shelf to keeping the picture. This is the only guess. The shelves are photographed one by
  one from the page, each with the tap that opens the camera; or all with the phone's own camera, and picked
  from its pictures with a tap each, which are the phone's taps and not the app's.

Names stay as they are offered. The game is scored when the form names the winner; reading the form, number by
number, is counted apart. The limit is two minutes.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Locator, Page, expect
from rich.console import Console
from rich.table import Table

from bench.app import PATIENCE, PHONE, begin_tap, opened
from bench.served import ROOT, chromium, served

LIMIT, PHOTO_SECONDS = 120, 10.0
WORDS_A_SECOND, SKIMMED, THOUGHT, TAP = 238 / 60, 0.25, 1.35, 1.1
FORM = "Form"  #: the step that comes after the winner is named
PLAYERS = ("ana", "bo", "cleo", "dmitri")
#: In the order of the page: prominent, banned, then a focus each.
CATEGORIES = (
    "Reference Texts",
    "Corrupted Codices",
    "Spells & Potions",
    "Historic Volumes",
    "Monster Manuals",
    "Fantastical Fictions",
)
KINDS = ("reading", "thinking", "tapping", "waiting for the app", "taking photos")
#: The lines that can be read, fields and their options too: not the names of symbols.
_LINES = """() => {
  const symbols = new Set(
    [...document.querySelectorAll("[data-testid=stIconMaterial]")].map((node) => node.innerText));
  const parts = (place) => [place, ...[...place.querySelectorAll("*")]
    .flatMap((node) => node.shadowRoot ? [...node.shadowRoot.children].flatMap(parts) : [])];
  return parts(document.querySelector(".stMain"))
    .flatMap((part) => (part.innerText ?? "").split("\\n")).map((line) => line.trim())
    .filter((line) => line && !symbols.has(line));
}"""


class Somebody:
    """A person who has never seen the app: ``seconds`` by step and `KINDS`, ``counts`` of words and taps."""

    def __init__(self, page: Page, photo_seconds: float) -> None:
        self.page, self.photo_seconds, self.step = page, photo_seconds, ""
        self.seconds: dict[str, dict[str, float]] = defaultdict(lambda: dict.fromkeys(KINDS, 0.0))
        self.counts: dict[str, dict[str, int]] = defaultdict(lambda: {"words": 0, "taps": 0})
        self._read: set[str] = set()

    def spend(self, kind: str, seconds: float) -> None:
        """Time of the step that is being done."""
        self.seconds[self.step][kind] += seconds

    def read(self) -> None:
        """Reads the new words."""
        lines = set(self.page.evaluate(_LINES)) - self._read
        self._read |= lines
        words = sum(any(map(str.isalnum, word)) for line in lines for word in line.split())
        self.counts[self.step]["words"] += words
        self.spend("reading", words / WORDS_A_SECOND)

    def think(self) -> None:
        """Thinks about the next step."""
        self.spend("thinking", THOUGHT)

    def tap(self, place: Locator, shown: str = "") -> None:
        """Taps and waits for the answer: for a run of the app, or until ``shown`` is there."""
        begin_tap(self.page, shown)
        place.click()
        self.spend("tapping", TAP)
        self.spend("waiting for the app", float(self.page.evaluate("window.answered")) / 1000)
        self.counts[self.step]["taps"] += 1
        self.read()

    def take_photos(self, field: Locator, photos: Sequence[Path], shown: Locator) -> None:
        """Takes photos, taps on the field, picks them if there are several, and waits until they are read."""
        self.counts[self.step]["taps"] += 1
        picked = len(photos) if len(photos) > 1 else 0
        self.spend("taking photos", len(photos) * self.photo_seconds + (1 + picked) * TAP)
        began = time.perf_counter()
        field.set_input_files(photos)
        expect(shown).to_be_visible(timeout=PATIENCE)
        self.spend("waiting for the app", time.perf_counter() - began)
        self.read()


def onward(somebody: Somebody, step: str) -> None:
    """On to the next step, which is then read."""
    somebody.think()
    somebody.step = step
    somebody.tap(somebody.page.locator(".st-key-onward").get_by_role("button"))


def whole_way(somebody: Somebody, url: str, at_once: bool) -> None:
    """From the first page to the winner; the photos of the shelves ``at_once``, or one by one."""
    page = somebody.page
    somebody.step = "Players"
    somebody.spend("waiting for the app", opened(page, url) / 1000)
    somebody.read()
    for category in CATEGORIES[:-1]:  # the last photo goes to the last player
        somebody.think()
        somebody.tap(page.locator(".six").get_by_role("button", name=category))
    onward(somebody, "Photos")
    fields = page.locator("input[type=file]")
    legend = ROOT / "samples" / "legend.jpg"
    somebody.take_photos(fields.nth(1), [legend], page.get_by_text("Shelfmark knows your printing’s icons"))
    photos = [ROOT / "samples" / "photos" / f"{name}.jpg" for name in PLAYERS]
    for number in [len(PLAYERS)] if at_once else range(1, len(PLAYERS) + 1):
        given = photos if at_once else photos[number - 1 : number]
        somebody.take_photos(fields.first, given, page.locator(".place").nth(number - 1).get_by_text(" card"))
    onward(somebody, "Check")
    answers = page.locator(".st-key-answers button")
    while answers.count():
        somebody.think()
        somebody.tap(answers.first)
    onward(somebody, FORM)
    expect(page.locator(".verdict")).to_be_visible()


def shown(somebody: Somebody, winner: str) -> None:
    """Prints the time of each step."""
    table = Table("step", "words", "taps", *KINDS, "seconds", title=winner)

    def row(step: str, counts: dict[str, int], spent: dict[str, float]) -> None:
        cells = [f"{spent[kind]:.1f}" for kind in KINDS]
        table.add_row(step, str(counts["words"]), str(counts["taps"]), *cells, f"{sum(spent.values()):.0f}")

    for step, spent in somebody.seconds.items():
        row(step, somebody.counts[step], spent)
    table.add_section()
    counts = {what: sum(each[what] for each in somebody.counts.values()) for what in ("words", "taps")}
    spent = {kind: sum(each[kind] for each in somebody.seconds.values()) for kind in KINDS}
    row("all", counts, spent)
    Console().print(table)
    after = somebody.seconds[FORM]["reading"]
    reading, others = spent["reading"] - after, sum(spent.values()) - spent["reading"]
    for share, who in ((1.0, "Reading every word"), (SKIMMED, "Reading as people do")):
        needed = others + share * reading
        photos = spent["taking photos"] / needed
        print(
            f"{who}: {needed:.0f} of {LIMIT} seconds until the winner is named, {photos:.0%} of them "
            f"taking photos; {share * after:.0f} more for the form."
        )


def main(photo_seconds: float = PHOTO_SECONDS) -> None:
    for at_once, way in ((False, "photos one by one"), (True, "all photos at once")):
        with tempfile.TemporaryDirectory() as data, served(Path(data)) as url, chromium() as browser:
            page = browser.new_page(viewport=PHONE, has_touch=True, locale="en")  # type: ignore[arg-type]
            page.set_default_timeout(PATIENCE)
            somebody = Somebody(page, photo_seconds)
            whole_way(somebody, url, at_once)
            winner = page.locator(".verdict .who").inner_text()
        shown(somebody, f"{winner} ({way})")


if __name__ == "__main__":
    main(*(float(argument) for argument in sys.argv[1:2]))
