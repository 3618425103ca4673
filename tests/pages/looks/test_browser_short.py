"""The tables of both games on short screens, in Chromium: at 400 % zoom, and on a phone held sideways."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scorer.archive import Archive
from scorer.fort.play import Game as FortGame
from scorer.fort.play import Setup as FortSetup
from scorer.fort.play.bots import make_bot as fort_bot
from scorer.play import Game, Setup
from scorer.play.bots import make_bot
from tests.pages.conftest import NOWHERE, Visit, turn, width_of

pytestmark = pytest.mark.browser

#: 1280x1024 at 400 %, phones held sideways, 1280x800 at 200 %.
ZOOMED, LONG, SIDEWAYS, HALF = (320, 256), (844, 390), (667, 375), (640, 400)
#: Each kind of question on the least of them and on another.
SEEN = {"place": (ZOOMED, SIDEWAYS), "space": (ZOOMED, LONG), "fort": (ZOOMED, HALF)}
#: Of all that answers the question: what is hidden when it is scrolled to, as a keyboard or a finger does.
_HIDDEN = """async () => {
  const roots = [...document.querySelectorAll("*")].map((node) => node.shadowRoot).filter(Boolean);
  const game = roots.map((root) => root.querySelector(".game")).find(Boolean);
  const hidden = [];
  for (const node of game.querySelectorAll(".lit, .answer, .undo, .prompt, .hand .card")) {
    if (!node.checkVisibility()) continue;
    node.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { x, y, width, height } = node.getBoundingClientRect();
    const top = game.getRootNode().elementFromPoint(x + width / 2, y + height / 2);
    if (!top || !(node.contains(top) || top.contains(node))) hidden.push(node.outerHTML.slice(0, 120));
  }
  return hidden;
}"""
#: How much of the board's part of the window the dock lies over.
_OVER = """() => {
  const roots = [...document.querySelectorAll("*")].map((node) => node.shadowRoot).filter(Boolean);
  const game = roots.map((root) => root.querySelector(".game")).find(Boolean);
  const [a, b] = [".dock", ".middle"].map((part) => game.querySelector(part).getBoundingClientRect());
  const shared = (from, to) => Math.max(0, Math.min(a[to], b[to]) - Math.max(a[from], b[from]));
  return shared("left", "right") * shared("top", "bottom");
}"""


@pytest.fixture
def games(data_folder: Path) -> dict[str, str]:
    """Addresses of games in which Ana is asked: for a free space, for a space of the shelf, for a kid."""
    archive = Archive.open(f"sqlite:///{data_folder / 'archive.db'}")
    for kind in ("place", "space"):
        game, bot = Game(Setup(players=["Ana", "Bo"], seed=3)), make_bot("normal", 5)
        while (choice := game.choice) is not None and (choice.kind, choice.player) != (kind, "Ana"):
            game.answer(bot.decide(game.view(choice.player), choice))
        archive.save_draft("play", kind, {"record": game.record, "bots": {"Bo": "normal"}})
    fort, kids = FortGame(FortSetup(players=["Ana", "Bo"], seed=5)), fort_bot("normal", 5)
    while (asked := fort.choice) is not None and asked.player != "Ana":
        fort.answer(kids.decide(fort.view(asked.player), asked))
    archive.save_draft("fort_play", "fort", {"record": fort.record, "bots": {"Bo": "normal"}})
    return {
        "place": "/play?game=place&lang=en",
        "space": "/play?game=space&lang=en",
        "fort": "/fort?tab=play&game=fort&lang=en",
    }


def test_nothing_that_answers_is_covered_on_a_short_screen(visit: Visit, games: dict[str, str]) -> None:
    page = visit(games["place"])
    for name, address in games.items():
        for size in SEEN[name]:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            turn(page, NOWHERE)
            turn(page, address)
            seen_whole(page, f"{name} at {size}", *size)


def seen_whole(page: Page, where: str, width: int, height: int) -> None:
    """The question is in sight as the page opens, the dock lies over nothing, all that answers is found."""
    expect(page.locator(".prompt")).to_contain_text("Ana")
    expect(page.locator(".prompt")).to_be_in_viewport()
    assert page.evaluate(_OVER) == 0, where
    assert page.evaluate(_HIDDEN) == [], where
    assert width_of(page) <= width, where
