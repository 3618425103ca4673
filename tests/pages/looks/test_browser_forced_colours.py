"""Forced colours (contrast themes), in a real Chromium: what is chosen and what can be tapped is seen."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from scorer.archive import Archive
from scorer.fort.play import Game as FortGame
from scorer.fort.play import Setup as FortSetup
from scorer.play import Game, Setup
from scorer.play.bots import make_bot
from tests.pages.conftest import Visit, turn
from tests.pages.under_way import lay_down

pytestmark = pytest.mark.browser

#: Members of one group, some of them chosen, whose looks do not tell which. Bold letters are too little.
_ALIKE = """() => {
  const nodes = (root) => [...root.querySelectorAll("*")].flatMap(
    (node) => [node, ...(node.shadowRoot ? nodes(node.shadowRoot) : [])]);
  const all = nodes(document.querySelector(".stMain")).filter((node) => node.checkVisibility());
  const look = (node) => {
    const style = getComputedStyle(node);
    const line = (name) => {
      const [width, kind, colour] = ["Width", "Style", "Color"].map((part) => style[name + part]);
      return kind === "none" || width === "0px" ? "" : `${width} ${kind} ${colour}`;
    };
    return [style.backgroundColor, ...["outline", "borderTop", "borderBottom"].map(line)].join("/");
  };
  const alike = [];
  for (const state of ["aria-selected", "aria-checked", "aria-pressed"]) {
    const are = (value) => all.filter((node) => node.matches(`[${state}=${value}]:not(input)`));
    for (const node of are("true")) {
      const others = are("false").filter((one) => one.parentElement === node.parentElement);
      if (others.some((one) => look(one) === look(node))) alike.push(node.outerHTML.slice(0, 160));
    }
  }
  return alike;
}"""
#: The outlines of what can be tapped on a table, and of the cards beside that cannot.
_LIT = """() => {
  const roots = [...document.querySelectorAll("*")].map((node) => node.shadowRoot).filter(Boolean);
  const game = roots.map((root) => root.querySelector(".game")).find(Boolean);
  const outlines = (what) => [...new Set([...game.querySelectorAll(what)].map(
    (node) => getComputedStyle(node).outlineStyle))];
  const others = [".hand .card", ".space", ".gap"].map((what) => `${what}:not(.lit)`);
  return [outlines(".lit:not(:focus-visible)"), outlines(others.join(", "))];
}"""


@pytest.fixture
def archive(data_folder: Path) -> Archive:
    lay_down(data_folder)
    return Archive.open(f"sqlite:///{data_folder / 'archive.db'}")


def test_what_can_be_tapped_on_a_table_has_an_outline_and_nothing_else_has(
    visit: Visit, archive: Archive
) -> None:
    game, bot = Game(Setup(players=["Ana", "Bo"], seed=24)), make_bot("random", 24)
    while (choice := game.choice) is not None:
        hand = game.view(choice.player).hand
        lit = [option.card for option in choice.options if option.card in hand]
        if choice.player == "Ana" and lit and len(lit) < len(hand):
            break
        game.answer(bot.decide(game.view(choice.player), choice))
    archive.save_draft("play", "one-lit", {"record": game.record, "bots": {"Bo": "normal"}})
    fort = FortGame(FortSetup(players=["Ana", "Bo"], seed=5))
    archive.save_draft("fort_play", "kids", {"record": fort.record, "bots": {"Bo": "normal"}})
    page = visit("/play?game=one-lit&lang=en")
    page.emulate_media(forced_colors="active")
    for address in ("/play?game=one-lit&lang=en", "/fort?tab=play&game=kids&lang=en"):
        turn(page, address)
        expect(page.locator(".lit").first).to_be_visible()
        lit, others = page.evaluate(_LIT)
        assert lit == ["solid"], address
        assert others in ([], ["none"]), address
    page.emulate_media(forced_colors="none")


def test_what_is_chosen_differs_by_more_than_bold_letters(visit: Visit, archive: Archive) -> None:
    page = visit("/?lang=en")
    page.emulate_media(forced_colors="active")
    for address in (
        "/?step=players&lang=en",
        "/?table=checking&step=check&lang=en",
        "/play?lang=en",
        "/play?game=at-play&lang=en",
        "/deck?tab=copy&lang=en",
        "/archive?lang=en",
    ):
        turn(page, address)
        assert page.evaluate(_ALIKE) == [], address
    page.set_viewport_size({"width": 360, "height": 640})
    turn(page, "/play?game=one-lit&lang=en")
    assert page.evaluate(_ALIKE) == []
    page.emulate_media(forced_colors="none")
