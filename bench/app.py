"""How fast the app answers: `python -m bench.app [TIMES]`, in Chromium, beside an empty Streamlit page.

For each page: milliseconds from the navigation, in a new browser, until everything is drawn; the first rows
are of new servers. For each tap: milliseconds from the event until the script ran and its result is drawn.
All are medians. The ratio compares them with a page with only a counter in the same run, as other work on the
machine slows both. The limits are 2 s for a first page and 0.3 s for a tap.
"""

from __future__ import annotations

import os
import random
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from playwright.sync_api import Browser, Page
from rich.console import Console
from rich.table import Table

from bench.served import ROOT, chromium, served, until
from scorer.archive import Archive
from scorer.cards import Category
from scorer.gamefile import GameFile
from scorer.play import Game, Setup
from scorer.result import score

TIMES = 5
PHONE = {"width": 360, "height": 780}
PATIENCE = 30_000
#: The least milliseconds that a person looks at a page before the first tap.
LOOKED = 2000
FIRST_PAGE_MS, TAP_MS = 2000, 300
#: Milliseconds after which the wait for an answer ends.
GIVEN_UP = 10_000
#: Milliseconds within which a page is drawn, or something is wrong.
LONGEST = 120_000
#: Games of the archive, who plays them, and the choices of a game.
GAMES, PEOPLE, CHOICES = 300, ("Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo"), 400
#: A page that counts its taps; its script runs unnoticeably fast.
EMPTY = """import streamlit as st
st.session_state.n = st.session_state.get("n", -1) + 1
st.button("Again")
st.html(f'<p class="tapped-{st.session_state.n}">{st.session_state.n}</p>')
"""
PATHS = {
    "Score": "/",
    "Score, check": "/?table=measured&step=check",
    "Score, form": "/?table=measured&step=form",
    "Play": "/play",
    "Play, a game": "/play?game=measured",
    "Solo": "/solo",
    "Deck": "/deck",
    "Archive": "/archive",
    "Archive, figures of 300 games": "/archive?tab=figures",
    "Fort": "/fort",
}
#: True when nothing runs and nothing on the page waits to be drawn anew.
_DRAWN = """() => document.querySelector("[data-testid=stApp]")?.dataset.testScriptState === "notRunning"
  && document.querySelector(".stMain [data-testid=stElementContainer]")
  && !document.querySelector("[data-stale=true], [data-testid=stSkeleton]")"""
_OPENED = """async () => {
  const drawn = DRAWN;
  const frame = () => new Promise(requestAnimationFrame);
  while (!drawn()) {
    if (performance.now() > LONGEST) throw new Error("the page was never drawn");
    await frame();
  }
  await document.fonts.ready;
  await frame();
  await frame();
  return performance.now();
}""".replace("DRAWN", _DRAWN).replace("LONGEST", str(LONGEST))
#: Begins to wait for a tap: from its event until the script ran, or until `shown` holds, if given.
_ARM = """(shown) => {
  const drawn = DRAWN;
  const frame = () => new Promise(requestAnimationFrame);
  const app = document.querySelector("[data-testid=stApp]");
  const deep = (selector, root = document) => root.querySelector(selector) ??
    [...root.querySelectorAll("*")].map((node) => node.shadowRoot && deep(selector, node.shadowRoot))
      .find(Boolean);
  let ran = false, began;
  new MutationObserver(() => (ran ||= app.dataset.testScriptState === "running"))
    .observe(app, { attributeFilter: ["data-test-script-state"] });
  window.answered = new Promise((tapped) => {
    for (const kind of ["click", "keydown"])
      addEventListener(kind, (event) => { began ??= event.timeStamp; tapped(); }, { capture: true });
  }).then(async () => {
    const waiting = () => shown ? !deep(shown) : !(ran && drawn());
    while (waiting() && performance.now() - began < GIVEN_UP) await frame();
    await frame();
    return performance.now() - began;
  });
}""".replace("DRAWN", _DRAWN).replace("GIVEN_UP", str(GIVEN_UP))


def fill(data: Path) -> None:
    """A table of two shelves and a game, half done."""
    archive = Archive.open(f"sqlite:///{data / 'archive.db'}")
    shelves = {"Ana": "A1:RR B1:SS D2:MM / C1:FFH D1:HM E2:HFS", "Bo": "A2:FS B2:SSM . / C2:R # ."}
    focus = {"Ana": "spells_potions", "Bo": "historic_volumes"}
    players = [{"name": name, "focus": focus[name], "shelf": shelf} for name, shelf in shelves.items()]
    game = {"form": "B-7c", "prominent": "reference_texts", "banned": "corrupted_codices", "players": players}
    archive.save_draft("table", "measured", {"game": game})
    record = Game(Setup(players=["Ana"], difficulty=2, seed=7)).record
    archive.save_draft("solo", "measured", {"record": record})
    record = Game(Setup(players=["Ana", "Bo"], seed=7)).record
    archive.save_draft("play", "measured", {"record": record, "bots": {"Bo": "normal"}})
    fill_games(archive)


def fill_games(archive: Archive) -> None:
    """Games of ten people at tables of two to four, every other one with a record as long as a game's."""
    chance, categories = random.Random(7), [*Category]
    record = Game(Setup(players=["Ana", "Bo"], seed=7)).record
    for number in range(GAMES):
        people = chance.sample(PEOPLE, chance.randint(2, 4))
        *focuses, prominent, banned = chance.sample(categories, len(people) + 2)
        players = [
            {
                "name": name,
                "focus": focus,
                "tally": {category: chance.randint(0, 9) for category in categories},
                "stability": chance.randint(2, 12),
            }
            for name, focus in zip(people, focuses, strict=True)
        ]
        game = {"form": "B-7c", "prominent": prominent, "banned": banned, "players": players}
        result = score(GameFile.from_dict(game)).to_json()
        places = [f"place:{chance.randint(1, 18)}:1" for _ in range(CHOICES)]
        kept = record | {"players": people, "choices": places} if number % 2 else None
        when = datetime(2025, 1, 1, tzinfo=UTC) + timedelta(days=number)
        archive.finish(game, result, "play" if kept else "typed", kept, when, f"measured-game-{number}")


def opened(page: Page, url: str) -> float:
    """Milliseconds until a page is drawn."""
    page.goto(url, wait_until="commit", timeout=PATIENCE)
    return float(page.evaluate(_OPENED))


def first_page(browser: Browser, url: str) -> float:
    """The same in a browser that has nothing of it yet."""
    context = browser.new_context(viewport=PHONE, has_touch=True)  # type: ignore[arg-type]
    try:
        return opened(context.new_page(), url)
    finally:
        context.close()


def just_started(browser: Browser, data: Path, script: Path, times: int) -> float:
    """The same as the very first page of a server, started anew each time; the median."""
    took = []
    for _ in range(times):
        with served(data, script) as url:
            took.append(first_page(browser, url))
    return statistics.median(took)


def begin_tap(page: Page, shown: str = "") -> None:
    """Makes ``window.answered`` the milliseconds from the next tap until its answer is drawn.

    The answer is drawn when the script ran, or when the selector ``shown`` is there. First it waits for the
    answer to an earlier tap.
    """
    until(page, _DRAWN)
    page.evaluate(_ARM, shown)


def tap(page: Page, act: Callable[[int], object], times: int, shown: str = "") -> float:
    """The median of the milliseconds until ``act``, which is given the number of the tap, is answered.

    ``shown``: a selector of the answer, with ``{}`` for the number of taps.
    """
    took = []
    for number in range(times):
        page.wait_for_timeout(200)
        begin_tap(page, shown.format(number + 1))
        act(number)
        took.append(float(page.evaluate("window.answered")))
    return statistics.median(took)


def write(page: Page, label: str, text: str) -> None:
    page.get_by_label(label, exact=True).first.fill(text)
    page.keyboard.press("Enter")


def first_step(browser: Browser, url: str, times: int) -> float:
    """The median of a tap on a step that the browser never saw, after `LOOKED` at the first."""
    took = []
    for _ in range(times):
        context = browser.new_context(viewport=PHONE)  # type: ignore[arg-type]
        page = context.new_page()
        opened(page, f"{url}/?table=measured&step=players")
        page.wait_for_timeout(LOOKED)
        photos = page.locator(".st-key-step [role=radio]").nth(1)
        took.append(tap(page, lambda n, photos=photos: photos.click(), 1))  # type: ignore[misc]
        context.close()
    return statistics.median(took)


def taps(page: Page, url: str, times: int) -> Iterator[tuple[str, float]]:
    """The most frequent taps."""
    opened(page, f"{url}/?table=measured&step=players")
    languages = ("CS", "EN")
    switch = page.locator(".st-key-language-switch")
    yield "the language", tap(page, lambda n: switch.get_by_text(languages[n % 2]).click(), 2 * times)
    yield "a name typed", tap(page, lambda n: write(page, "Player 1", f"Ana {n}"), times)
    steps = page.locator(".st-key-step [role=radio]")
    yield "a step of the four", tap(page, lambda n: steps.nth(1 - n % 2).click(), 2 * times)
    opened(page, f"{url}/?table=measured&step=check")
    cards = page.locator(".grid [data-card]")
    yield "a card on the shelf opened", tap(page, lambda n: cards.nth(n % 3).click(), times, ".card.chosen")
    face = page.locator(".card-sheet").get_by_label("Face up")
    yield "a card turned", tap(page, lambda n: face.click(), 2 * times)
    opened(page, f"{url}/?table=measured&step=form")
    # the first and the last in turn: the bubble of the first does not hide the last
    numbers = page.locator("[data-at]")
    bubble = ".bubble:not([hidden])"
    yield "a number of the form", tap(page, lambda n: numbers.nth(-(n % 2)).click(), times, bubble)
    opened(page, f"{url}/solo?game=measured")
    options = page.locator("[data-option]")
    yield "a choice in a solo game", tap(page, lambda n: options.first.click(), times)
    opened(page, f"{url}/play?game=measured")
    yield "a choice in a game", tap(page, lambda n: page.locator("[data-option], .lift").first.click(), times)
    opened(page, f"{url}/fort")
    yield "a number of Fort", tap(page, lambda n: write(page, "Victory track", str(n + 1)), times)


def first_pages(browser: Browser, data: Path, times: int) -> Table:
    """Every page as a new visitor sees it, beside an empty page."""
    table = Table("", "ms", "limit", "ratio", title="first page")
    nothing = just_started(browser, data, data / "empty.py", times)
    table.add_row("an empty page, the server just started", f"{nothing:.0f}", "", "1.0")
    took = just_started(browser, data, ROOT / "app.py", times)
    row(table, "Score, the server just started", took, nothing, FIRST_PAGE_MS)
    with served(data, data / "empty.py") as empty, served(data) as url:
        nothing = statistics.median(first_page(browser, empty) for _ in range(times))
        table.add_row("an empty page", f"{nothing:.0f}", "", "1.0")
        for name, path in PATHS.items():
            took = statistics.median(first_page(browser, url + path) for _ in range(times))
            row(table, name, took, nothing, FIRST_PAGE_MS)
    return table


def all_taps(browser: Browser, data: Path, times: int) -> Table:
    """The most frequent taps, beside a tap on an empty page."""
    table = Table("", "ms", "limit", "ratio", title="a tap answered")
    with served(data, data / "empty.py") as empty, served(data) as url:
        page = browser.new_context(viewport=PHONE).new_page()  # type: ignore[arg-type]
        page.set_default_timeout(PATIENCE)
        opened(page, empty)
        again = page.get_by_role("button", name="Again")
        nothing = tap(page, lambda n: again.click(), 2 * times, ".tapped-{}")
        table.add_row("an empty page", f"{nothing:.0f}", "", "1.0")
        for name, took in taps(page, url, times):
            row(table, name, took, nothing, TAP_MS)
        row(table, "a step for the first time", first_step(browser, url, times), nothing, TAP_MS)
    return table


def main(times: int = TIMES) -> None:
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        data = Path(folder)
        fill(data)
        (data / "empty.py").write_text(EMPTY)
        for measure in (first_pages, all_taps):
            Console().print(measure(browser, data, times))
    one, _, fifteen = os.getloadavg()
    print(f"{os.cpu_count()} cores, {one:.1f} processes at work in the last minute, {fifteen:.1f} in 15")


def row(table: Table, name: str, took: float, nothing: float, limit: int) -> None:
    table.add_row(name, f"{took:.0f}", str(limit), f"{took / nothing:.1f}")


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:2]))
