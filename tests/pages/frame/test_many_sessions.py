"""Many people at once, each in a browser session of their own: all finish, and nobody sees another's game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scorer.archive import Archive
from tests.pages.conftest import PHONE, ROOT, Visit, idle
from tests.pages.playing.at_table import answer_to_the_end, answering
from tests.pages.scoring.score_page import give, lay_down, there
from tests.pages.steps import GAME
from tests.pages.under_way import LEFT, nearly_over
from vision import Legend

pytestmark = pytest.mark.browser

Wait = Callable[[], object]
Step = Callable[[Page, str], Wait]


def begun(data_folder: Path, kind: str, name: str) -> str:
    """The address at which somebody begins: a table without cards, or a game near its end."""
    if kind == "play":
        key = name.replace(" ", "-")
        archive = Archive.open(f"sqlite:///{data_folder / 'archive.db'}")
        archive.save_draft(kind, key, {"record": nearly_over([name, "Bo"])})
        return f"/{kind}?game={key}&lang=en"
    counted = {"tally": {"monster_manuals": 4}, "stability": 6}
    players = [
        {"name": name, "focus": "spells_potions"},
        {"name": "Bo", "focus": "monster_manuals"} | counted,
    ]
    key = lay_down(data_folder, GAME | {"players": players})
    return f"/?table={key}&step=photos&lang=en"


def give_photo(page: Page, name: str) -> Wait:
    give(page, "bo.jpg")

    def wait() -> None:
        expect(page.locator(".place").first).to_contain_text(f"{there('bo')} cards")
        idle(page)

    return wait


def go_on(*seen: str) -> Step:
    def go(page: Page, name: str) -> Wait:
        page.locator(".st-key-onward").get_by_role("button").click()

        def wait() -> None:
            for each in seen:
                expect(page.get_by_text(each, exact=True).first).to_be_visible()
            idle(page)

        return wait

    return go


def play_on(page: Page, name: str) -> Wait:
    return answering(page, 2, lifts=True) if page.locator(".game").count() else lambda: None


def play_out(page: Page, name: str) -> Wait:
    answered = answering(page, LEFT, lifts=True) if page.locator(".game").count() else lambda: 0

    def wait() -> None:
        answered()
        idle(page)
        answer_to_the_end(page, page.get_by_text("The game is kept in the archive."), lifts=True)

    return wait


#: What is done, a step at a time; each step begins, and what it gives waits until it is done.
DONE: dict[str, list[Step]] = {
    "photo": [give_photo, go_on("Check what was read"), go_on("The form", "Kept in the archive.")],
    "play": [play_on, play_out],
}
#: How many do each.
MANY = 2


def test_sessions_at_once_all_finish_their_own_game(visit: Visit, data_folder: Path) -> None:
    Legend.from_photo(ROOT / "samples" / "legend.jpg").save(data_folder / "legend.json")
    guests = {f"{kind.title()} {number}": kind for kind in DONE for number in range(MANY)}
    pages = {name: visit(begun(data_folder, kind, name), PHONE) for name, kind in guests.items()}
    for turn in range(max(map(len, DONE.values()))):
        under_way = [
            step(pages[name], name) for name, kind in guests.items() for step in DONE[kind][turn : turn + 1]
        ]
        for wait in under_way:
            wait()
    kept = Archive.open(f"sqlite:///{data_folder / 'archive.db'}").games()
    assert {game.players[0]: game.source for game in kept} == guests
    assert len(kept) == len(guests)
    for game in kept:
        name = game.players[0]
        assert game.players[1:] == ["Bo"]
        won = game.result["explain"]
        expect(pages[name].locator(".verdict .who")).to_have_text(won)
    assert len({page.url for page in pages.values()}) == len(guests)
