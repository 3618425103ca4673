"""Fort on screen in a real Chromium: set up, played, explained, at both sizes."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pages.playing.aids.guide import PERSON
from pages.playing.fort.examples import EXAMPLES
from pages.playing.fort.guide import BOT, OTHER, first_game
from scorer.archive import Archive
from scorer.archive.figures import conceded
from scorer.fort.play import Game, Setup, Story
from scorer.fort.play.bots import make_bot
from tests.pages.conftest import LAPTOP, PHONE, Visit, idle, turn, width_of, write
from tests.pages.frame.looks import faults, small
from tests.pages.playing.at_table import answer, ask_for_hints, concede, seen, step
from tests.pages.playing.guiding import to_the_end_of_the_guide

pytestmark = pytest.mark.browser


@pytest.fixture
def archive(data_folder: Path) -> Archive:
    return Archive.open(f"sqlite:///{data_folder / 'archive.db'}")


def start(page: Page, seed: str = "5") -> None:
    """Sets up Ana against a bot."""
    write(page.get_by_label("Name 1"), "Ana")
    write(page.get_by_label("Seed"), seed)
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".game")).to_be_visible()


def no_wider(page: Page, size: dict[str, int]) -> None:
    assert width_of(page) <= size["width"]
    cut = page.locator(".card .top b, .tile h2, .answer, .sum").evaluate_all(
        "(nodes) => nodes.filter((n) => n.offsetParent && n.offsetWidth < 8).map((n) => n.outerHTML)"
    )
    assert cut == []


def in_even_rows(page: Page) -> None:
    """The state of the game is read in the order in which it is told, in rows that are level."""
    centres = page.locator(".state > *").evaluate_all(
        """nodes => nodes.map((node) => node.getBoundingClientRect())
           .map(({ left, top, height }) => [Math.round(top + height / 2), Math.round(left)])"""
    )
    assert centres == sorted(centres)


def test_a_game_against_a_bot_is_set_up_and_outlasts_a_reload(visit: Visit) -> None:
    page = visit("/fort?lang=en", PHONE)
    page.get_by_text("Play", exact=True).last.click()
    idle(page)
    start(page)
    expect(page.locator(".hand .card")).to_have_count(5)
    expect(page.locator(".park .card")).to_have_count(4)
    assert page.locator(".seat").count() == 2
    no_wider(page, PHONE)
    in_even_rows(page)
    assert faults(page) == []
    assert small(page) == []
    answer(page, 6)
    at, question = step(page), page.locator(".prompt").inner_text()
    page.reload()
    idle(page)
    expect(page.locator(".prompt")).to_have_text(question)
    assert step(page) == at


def test_a_card_is_explained_when_it_is_held_or_tapped(revisit: Visit) -> None:
    page = revisit("/fort?tab=play&lang=en", PHONE)
    start(page)
    page.locator(".park .card[data-key]").first.click()
    sheet = page.locator(".close-up")
    expect(sheet).to_be_visible()
    expect(sheet.locator(".act p").first).not_to_be_empty()
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_be_hidden()
    page.locator(".tool.help").click()
    expect(sheet).to_contain_text("Stay Cool")
    expect(sheet).to_contain_text("each rival in turn may discard one card")
    expect(sheet.locator(".figure")).to_have_count(len(EXAMPLES))
    expect(sheet.locator(".figure .symbol").first).to_be_visible()
    expect(sheet.locator(".figure [data-symbol]")).to_have_count(0)
    assert faults(page) == []


def test_the_page_shows_the_figures_of_how_to_play(revisit: Visit) -> None:
    page = revisit("/fort?tab=play&lang=en", PHONE)
    page.get_by_text("How to play", exact=True).click()
    shown = page.locator(".figure [data-symbol]")
    expect(shown.first).to_be_visible()
    pictures = shown.evaluate_all(
        "(all) => all.map((one) => getComputedStyle(one).backgroundImage.slice(0, 9))"
    )
    assert set(pictures) == {'url("data'}
    no_wider(page, PHONE)
    assert faults(page) == []


def test_a_hint_stands_on_what_it_is_about_and_is_compared_in_sight(revisit: Visit, archive: Archive) -> None:
    game = Game(Setup(players=["Ana", "Bo"], seed=3))
    archive.save_draft("fort_play", "hinted", {"record": game.record, "bots": {"Bo": "normal"}})
    page = revisit("/fort?tab=play&lang=en&game=hinted", PHONE)
    before = step(page)
    ask_for_hints(page)
    best = page.locator("[data-option].hinted", has=page.locator(".rank[data-says='1']"))
    expect(best).to_be_in_viewport()
    assert sorted(seen(page.locator("[data-option].hinted > .rank"))) == ["1", "2", "3"]
    assert faults(page) == []
    assert small(page) == []
    no_wider(page, PHONE)
    assert step(page) == before
    best.click()
    expect(page.locator(".hints")).to_be_hidden()


def test_a_guided_game_says_a_sentence_and_ends_with_the_points_so_far(
    revisit: Visit, archive: Archive
) -> None:
    game, story, bot = Game(Setup(**first_game("en", 3))), Story(), make_bot("normal", 5)
    told = {"bots": {OTHER: BOT}, "guided": True}
    archive.save_draft("fort_play", "guided", {"record": game.record} | told)
    page = revisit("/fort?tab=play&lang=en&game=guided")
    expect(page.locator(".guide")).to_contain_text("Your turn begins with one card")
    assert faults(page) == []
    in_even_rows(page)
    no_wider(page, LAPTOP)
    to_the_end_of_the_guide(game, story, bot, PERSON)
    archive.save_draft("fort_play", "guided-two", {"record": game.record} | told)
    turn(page, "/fort?tab=play&lang=en&game=guided-two")
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("Your points so far")
    expect(sheet).to_contain_text("Victory track: ")
    assert faults(page) == []
    sheet.get_by_role("button", name="Play this game to its end").click()
    expect(sheet).to_have_count(0)
    idle(page)
    assert not (archive.draft("fort_play", "guided-two") or {}).get("guided")


def test_who_concedes_is_asked_first_and_the_game_is_lost(revisit: Visit, archive: Archive) -> None:
    game, key = Game(Setup(players=["Ana", "Bo"], seed=3)), "conceded"
    archive.save_draft("fort_play", key, {"record": game.record, "bots": {"Bo": "normal"}})
    page = revisit(f"/fort?tab=play&lang=en&game={key}")
    concede(page, LAPTOP)
    expect(page.locator(".verdict")).to_contain_text("Conceded: Ana. Winner: Bo")
    kept = next(one for one in archive.games(source="fort") if one.key == f"fort_play-{key}")
    assert (kept.winners, conceded(kept)) == (["Bo"], {"Ana"})
    no_wider(page, LAPTOP)
    assert faults(page) == []


def test_every_disc_on_the_victory_track_is_seen(revisit: Visit, archive: Archive) -> None:
    game, bot = Game(Setup(players=["Ana", "Al", "Bo", "Bea"], seed=3)), make_bot("random", 7)
    page = revisit("/fort?tab=play&lang=en")
    for many, size in ((0, PHONE), (24, LAPTOP), (24, PHONE)):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        while len(game.record["choices"]) < many and game.choice is not None:
            game.answer(bot.decide(game.view(game.choice.player), game.choice))
        key = f"a-crowd-{many}-{size['width']}"
        archive.save_draft("fort_play", key, {"record": game.record, "bots": {}})
        turn(page, f"/fort?tab=play&lang=en&game={key}")
        page.locator(".lift").click()
        assert covered(page) == []


def covered(page: Page) -> list[str]:
    """The discs of the victory track that another disc or a figure of the track lies on or under."""
    if page.locator("[data-opens=board]").is_visible():
        page.locator("[data-opens=board]").click()
    expect(page.locator(".track .disc")).to_have_count(4)
    found: list[str] = page.locator(".track .line").evaluate(
        """(line) => {
          const parts = [...line.children].map((node) => [node, node.getBoundingClientRect()]);
          const beside = (a, b) => a.right <= b.left || b.right <= a.left;
          const apart = (a, b) => beside(a, b) || a.bottom <= b.top || b.bottom <= a.top;
          const free = (node, box) => parts.every(([other, its]) => other === node || apart(box, its));
          const discs = parts.filter(([node]) => node.classList.contains("disc"));
          return discs.filter(([node, box]) => !free(node, box)).map(([node]) => node.ariaLabel);
        }"""
    )
    return found
