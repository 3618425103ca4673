"""The app with its archive on a real PostgreSQL server: a game is kept, found, deleted and brought back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from bench.served import served
from scorer.archive import Archive
from tests.pages.conftest import PHONE, Visit, idle
from tests.pages.steps import GAME
from tests.scorer.archive.postgres import new_database, postgres

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with postgres() as server:
        yield new_database(server, "archive")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of the app beside the database."""
    return tmp_path_factory.mktemp("beside")


@pytest.fixture(scope="module")
def url(folder: Path, database: str) -> Iterator[str]:
    """The app, its archive in the database."""
    with served(folder, database=database) as address:
        yield address


def test_a_game_is_kept_and_found_there(visit: Visit, folder: Path, database: str) -> None:
    archive = Archive.open(database)
    archive.save_draft("table", "evening", {"game": GAME})
    laptop = visit("/?table=evening&step=form&lang=en")
    expect(laptop.get_by_text("Kept in the archive.")).to_be_visible()
    assert [game.players for game in archive.games()] == [["Ana", "Bo"]]
    assert not list(folder.glob("*.db")), "something is kept beside the database"
    phone = visit("/archive?lang=en", PHONE)
    kept = phone.locator("[class*='st-key-open-'] button")
    expect(kept).to_have_count(1)
    idle(phone)
    phone.get_by_role("button", name="Delete").click()
    expect(kept).to_have_count(0)
    assert not archive.games()
    idle(phone)
    phone.get_by_role("button", name="Undo").click()
    expect(kept).to_have_count(1)
    idle(phone)
