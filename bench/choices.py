"""How long the table takes from a tap to the next question: `python -m bench.choices [KIND] [BOT] [FOLDER]`.

A whole game of KIND (play or fort_play, by default play) against BOT (by default hard) is played in Chromium,
on a laptop and on a phone: a person who taps at random, and the bot. Of each wait the bot's own time is taken
off: it thinks for a set time at each of its choices. Prints the median and the 95th percentile of what is
left, with the machine's load. Pictures of the game go into FOLDER.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import Browser

from bench.served import chromium, served
from pages.playing.common.sitting import RULES, Kind
from scorer.archive import Archive
from scorer.engine.search import SECONDS
from scorer.fort.play import Setup as FortSetup
from scorer.play import Setup

SIZES = {"laptop": (1280, 800), "phone": (390, 844)}
SETUPS: dict[str, Any] = {"play": Setup, "fort_play": FortSetup}
PERSON, BOT = "Ana", "Bo"
#: So many taps are between two pictures.
STRETCH = 20
PATIENCE = 300_000
#: Taps at random, so many times or to the end: the step before each tap, and the milliseconds it took.
_TAPS = """async ([most, seed]) => {
  const wait = () => new Promise((done) => setTimeout(done, 5));
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const table = (node) => node.shadowRoot?.querySelector(".game");
  const took = [];
  while (took.length < most) {
    const game = [...document.querySelectorAll("*")].map(table).find(Boolean);
    const options = [...(game?.querySelectorAll("[data-option]") ?? [])];
    if (!options.length) return took;
    const { step } = game.dataset;
    const began = performance.now();
    options[Math.floor(random() * options.length)].click();
    while (game.isConnected && game.dataset.step === step) await wait();
    took.push([Number(step), performance.now() - began]);
  }
  return took;
}"""


def played(
    browser: Browser, url: str, address: str, size: str, folder: Path | None
) -> list[tuple[int, float]]:
    """Plays the game at this address to its end: the step before each tap, and the seconds it took."""
    width, height = SIZES[size]
    touch = {"has_touch": True, "is_mobile": True} if size == "phone" else {}
    context = browser.new_context(
        viewport={"width": width, "height": height},
        reduced_motion="reduce",  # the bot's moves are not shown one by one
        locale="en",
        **touch,  # type: ignore[arg-type]
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(url + address)
    page.locator(".game [data-option]").first.wait_for()
    taps: list[tuple[int, float]] = []
    while stretch := page.evaluate(_TAPS, [STRETCH, len(taps) + 7]):
        taps += [(int(step), milliseconds / 1000) for step, milliseconds in stretch]
        if folder is not None:
            page.wait_for_timeout(500)
            page.screenshot(path=folder / f"{size}-{len(taps):03}.png")
    context.close()
    return taps


def without_bot(taps: list[tuple[int, float]], record: dict[str, Any], kind: Kind) -> list[float]:
    """Each wait in seconds, less the time that the bot's choices within it had."""
    story, _ = RULES[kind].story.replay(record)
    ends = [step for step, _ in taps[1:]] + [len(story.steps)]
    own = [
        SECONDS * sum(step.player == BOT and not step.forced for step in story.steps[began:end])
        for (began, _), end in zip(taps, ends, strict=True)
    ]
    return [took - less for (_, took), less in zip(taps, own, strict=True)]


def main(kind: Kind = "play", bot: str = "hard", pictures: str = "") -> None:
    folder = Path(pictures) if pictures else None
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, served(Path(data)) as url, chromium() as browser:
        archive = Archive.open(f"sqlite:///{data}/archive.db")
        for seed, size in enumerate(SIZES):
            game = RULES[kind].story.games(SETUPS[kind](players=[PERSON, BOT], seed=seed))
            key = f"bench-of-{size}"
            archive.save_draft(kind, key, {"record": game.record, "bots": {BOT: bot}})
            place = "/play?" if kind == "play" else "/fort?tab=play&"
            taps = played(browser, url, f"{place}game={key}", size, folder)
            kept = archive.draft(kind, key)
            assert kept is not None
            waits = without_bot(taps, kept["record"], kind)
            median, most = np.percentile(waits, [50, 95])
            load = os.getloadavg()[0]
            print(f"{size}: {len(waits)} choices, {median:.2f} s, 95 % within {most:.2f} s, load {load:.0f}")


if __name__ == "__main__":
    main(*sys.argv[1:4])  # type: ignore[arg-type]
