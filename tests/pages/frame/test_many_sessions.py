"""Many people at once, each in a browser session of their own: all finish, and nobody sees another's game."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, BrokenBarrierError
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from bench.served import chromium
from scorer.archive import Archive
from scorer.play import Game, Setup
from scorer.play.bots import make_bot
from tests.pages.conftest import LAPTOP, PHONE, ROOT, idle, visits, write
from tests.pages.playing.at_table import answer
from tests.pages.scoring.score_page import give, lay_down, lay_shelf, onward, there
from tests.pages.steps import GAME
from vision import Legend

pytestmark = pytest.mark.browser

#: So many browsers are at work at once, each with a session for everything that is done: twenty in all.
BROWSERS = 4
#: Answers that are left to give in a game that is laid for somebody.
LEFT = 12

Step = Callable[[Page, str], None]


def begun(data_folder: Path, kind: str, name: str) -> str:
    """The address at which somebody begins: a table without cards, a game near its end, an empty sheet."""
    if kind == "fort":
        return "/fort?lang=en"
    if kind in ("play", "solo"):
        key = name.replace(" ", "-")
        archive = Archive.open(f"sqlite:///{data_folder / 'archive.db'}")
        archive.save_draft(kind, key, {"record": nearly_over([name] if kind == "solo" else [name, "Bo"])})
        return f"/{kind}?game={key}&lang=en"
    players = [{"name": name, "focus": "spells_potions"}, {"name": "Bo", "focus": "monster_manuals"}]
    key = lay_down(data_folder, GAME | {"players": players})
    step = "photos" if kind == "photo" else "check"
    return f"/?table={key}&step={step}&lang=en"


def nearly_over(players: list[str]) -> dict[str, Any]:
    """The record of a game that has few answers left."""
    game = Game(Setup(players=players, seed=3, difficulty=2 if len(players) == 1 else None))
    bot = make_bot("random", 5)
    while game.choice is not None:
        game.answer(bot.decide(game.view(game.choice.player), game.choice))
    return game.record | {"choices": game.record["choices"][:-LEFT]}


def play_on(page: Page, name: str) -> None:
    if page.locator(".game").count():
        answer(page, 3, lifts=True)


def play_out(page: Page, name: str) -> None:
    while page.locator(".game").count():
        answer(page, 100, lifts=True)
        idle(page)
    expect(page.get_by_text("The game is kept in the archive.")).to_be_visible()


def see_photos(page: Page, name: str) -> None:
    for place, photo in enumerate(("bo", "cleo")):
        expect(page.locator(".place").nth(place)).to_contain_text(f"Cards: {there(photo)}")
    onward(page)


def type_second(page: Page, name: str) -> None:
    page.get_by_role("tab", name="Bo").click()
    lay_shelf(page, "C1:FF D1:HM")


def see_form(page: Page, name: str) -> None:
    onward(page)
    expect(page.locator(".sheet").get_by_role("button", name=f"{name}, Total")).to_be_visible()
    expect(page.get_by_text("Kept in the archive.")).to_be_visible()


def fill_in(label: str, first: str, second: str) -> Step:
    def fill(page: Page, name: str) -> None:
        for player, value in enumerate((first, second)):
            write(page.get_by_label(label, exact=True).nth(player), value.format(name=name))

    return fill


def keep_sheet(page: Page, name: str) -> None:
    expect(page.locator(".verdict .who")).to_have_text(f"Winner: {name}, with 11 points.")
    page.get_by_role("button", name="Keep in the archive").click()
    expect(page.get_by_text("Kept in the archive.")).to_be_visible()


#: What everybody does, a step at a time.
DONE: dict[str, list[Step]] = {
    "photo": [lambda page, name: give(page, "bo.jpg", "cleo.jpg"), see_photos, see_form],
    "typed": [lambda page, name: lay_shelf(page, "A1:RR B1:SS"), type_second, see_form],
    "play": [play_on, play_on, play_out],
    "solo": [play_on, play_on, play_out],
    "fort": [
        fill_in("Name", "{name}", "Bo"),
        fill_in("Victory track", "10", "5"),
        fill_in("Points there", "1", "1"),
        keep_sheet,
    ],
}
SIZES = dict(zip(DONE, (PHONE, LAPTOP, PHONE, LAPTOP, PHONE), strict=True))


def take_part(url: str, begin: dict[str, tuple[str, str]], together: Barrier) -> list[str]:
    """Takes part with a browser of one's own, a session for each name and address in ``begin``.

    All browsers begin each turn together. Gives the addresses that the sessions came to; none where another
    browser failed, which tells of it itself.
    """
    try:
        with chromium() as browser, visits(browser, url) as visit:
            pages = {kind: visit(path, SIZES[kind]) for kind, (_, path) in begin.items()}
            for turn in range(max(map(len, DONE.values()))):
                together.wait()
                for kind, page in pages.items():
                    for step in DONE[kind][turn : turn + 1]:
                        step(page, begin[kind][0])
            return [page.url for page in pages.values()]
    except BrokenBarrierError:
        return []
    except Exception:
        together.abort()
        raise


def test_twenty_sessions_at_once_all_finish_their_own_game(url: str, data_folder: Path) -> None:
    Legend.from_photo(ROOT / "samples" / "legend.jpg").save(data_folder / "legend.json")
    guests = [{kind: f"{kind.title()} {number}" for kind in DONE} for number in range(BROWSERS)]
    assert sum(map(len, guests)) == 20
    together = Barrier(BROWSERS)
    with ThreadPoolExecutor(BROWSERS) as browsers:
        begin = [
            {kind: (name, begun(data_folder, kind, name)) for kind, name in each.items()} for each in guests
        ]
        under_way = [browsers.submit(take_part, url, each, together) for each in begin]
        addresses = [address for each in under_way for address in each.result()]
    archive = Archive.open(f"sqlite:///{data_folder / 'archive.db'}")
    kept = [(game.source, game.players) for game in archive.games()]
    assert sorted(kept) == sorted(
        (kind, [name] if kind == "solo" else [name, "Bo"]) for each in guests for kind, name in each.items()
    )
    assert len(set(addresses)) == 20
