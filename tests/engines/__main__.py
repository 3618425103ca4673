"""A short way through Score, Play and Fort in other browsers: `python -m tests.engines [Firefox] [WebKit]`.

Every iPhone is WebKit. An engine whose programs are not on this computer is told and passed over; `make
engines` installs them. The exit status is 1 if a way fails.
"""

from __future__ import annotations

import functools
import json
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from bench.served import served
from tests.engines.driving import ENGINES, Engine, missing

#: Seconds that a page has for what a tap brings: a photo is read meanwhile.
PATIENCE, PAUSE = 300.0, 0.25
#: Taps of a game.
TAPS = 12
#: Sizes of the page: a laptop, and a phone as narrow as a window of WebKit goes.
LAPTOP, PHONE = (1280, 800), (450, 800)
#: Whether a node fits a selector and holds a text, and can be seen and used.
_FITS = """(node, selector, text) => node.matches?.(selector) && node.getClientRects().length &&
  !node.disabled && `${node.textContent} ${node.getAttribute("aria-label") ?? ""}`.includes(text)"""
#: All such nodes, in shadow roots too.
_FIND = f"""((selector, text) => {{
  const all = (root) => [...root.querySelectorAll(selector), ...[...root.querySelectorAll("*")]
    .flatMap((node) => (node.shadowRoot ? all(node.shadowRoot) : []))];
  return all(document).filter((node) => ({_FITS})(node, selector, text));
}})"""
#: Where the middle of the first such node lies.
_PLACE = f"""((nodes) => {{
  if (!nodes.length) return null;
  nodes[0].scrollIntoView({{ block: "center", inline: "center", behavior: "instant" }});
  const {{ x, y, width, height }} = nodes[0].getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}})({_FIND}"""
#: From now on it is noted whether a tap reaches such a node.
_WATCH = f"""((selector, text) => {{
  window.reached = false;
  window.addEventListener("click", (event) => {{
    window.reached ||= event.composedPath().some((node) => ({_FITS})(node, selector, text));
  }}, {{ capture: true, once: true }});
}})"""


class Way:
    """A person at a page: finds, taps, waits."""

    def __init__(self, engine: Engine, address: str) -> None:
        self.engine, self.address = engine, address

    def open(self, path: str) -> None:
        self.engine.open(self.address + path)

    def count(self, selector: str, text: str = "") -> int:
        return int(self.engine.ask(f"{_FIND}({json.dumps(selector)}, {json.dumps(text)}).length"))

    def see(self, selector: str, text: str = "") -> None:
        """Waits until something is there. Raises TimeoutError."""
        self._waited(f"{selector} {text}", lambda: self.count(selector, text))

    def tap(self, selector: str, text: str = "") -> None:
        """Taps the first of what fits, as soon as it lies still; anew where the tap missed it."""
        what = f"({json.dumps(selector)}, {json.dumps(text)})"

        def reached() -> Any:
            place = self.engine.ask(f"{_PLACE}{what})")
            if not place or place != self.engine.ask(f"{_PLACE}{what})"):
                return False
            self.engine.ask(f"{_WATCH}{what} ?? null")
            self.engine.tap(*place)
            return self.engine.ask("window.reached")

        self._waited(f"{selector} {text}", reached)

    def step(self) -> str:
        """The number of the open question of a game; empty without one."""
        return str(self.engine.ask(f"{_FIND}('.game', '').map((node) => node.dataset.step)[0] ?? ''"))

    def play(self, taps: int) -> None:
        """Answers so many questions, each with the first that can be tapped."""
        for _ in range(taps):
            before = self.step()
            self.tap(".game [data-option]")
            self._waited("the next question", functools.partial(self._goes_on, before))

    def _goes_on(self, before: str) -> bool:
        return self.step() not in ("", before)

    def _waited(self, what: str, look: Callable[[], Any]) -> Any:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if self.count("[data-testid=stException]"):
                raise AssertionError("The page shows an exception.")
            if found := look():
                return found
            time.sleep(PAUSE)
        raise TimeoutError(f"{what} never came")


def score(way: Way) -> None:
    """The sample table from its photo to the form, and a number of it explained."""
    way.open("/?lang=en")
    way.tap("button", "Score the sample table")
    way.see("[role=tab]")
    way.tap("button", "Next: form")
    way.see(".verdict .who", "wins")
    way.tap(".sheet [role=group] > button")
    way.see(".bubble")


def play(way: Way) -> None:
    """Taps of a game of Ex Libris."""
    way.open("/play?lang=en")
    way.tap("button", "Start the game")
    way.see(".game")
    way.play(TAPS)


def fort(way: Way) -> None:
    """Taps of a game of Fort."""
    way.open("/fort?lang=en")
    way.tap("[role=tab], [role=radio]", "Play")
    way.tap("button", "Start the game")
    way.see(".game")
    way.play(TAPS)


WAYS = ((score, PHONE), (play, LAPTOP), (fort, PHONE))


def main(names: Sequence[str]) -> int:
    """Tries every engine that is here, or those that are named. The number of ways that failed."""
    failed = 0
    for name in names or ENGINES:
        engine, programs = ENGINES[name]
        if lacking := missing(programs):
            print(f"{name}: passed over, {' and '.join(lacking)} not found: make engines")
            continue
        with tempfile.TemporaryDirectory() as data, served(Path(data)) as address, engine() as browser:
            for walk, (width, height) in WAYS:
                try:
                    browser.resize(width, height)
                    walk(Way(browser, address))
                    print(f"{name}, {width} pixels wide: {walk.__name__} works", flush=True)
                except Exception:
                    failed += 1
                    print(f"{name}, {width} pixels wide: {walk.__name__} fails", flush=True)
                    traceback.print_exc()
    return failed


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1:]) else 0)
