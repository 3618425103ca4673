"""Names in the archive are found by their plain letters, in games of older programs too."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import update

from scorer.archive import Archive
from scorer.archive.schema.database import engine_of
from scorer.archive.schema.tables import games
from tests.scorer.archive.archived import inspected

NAMES = {"Łukasz": "Lukasz", "Søren": "Soren", "Đorđe": "Dorde", "Işık": "isik"}


@pytest.mark.parametrize(("name", "typed"), NAMES.items())
def test_a_game_is_found_by_plain_letters(tmp_path: Path, name: str, typed: str) -> None:
    url = f"sqlite:///{tmp_path / 'archive.db'}"
    archive = Archive.open(url)
    kept = archive.finish(*inspected(name, "Bo"), "typed")
    archive.finish(*inspected("Ana", "Bo"), "typed")
    for search in (typed, name, name.upper(), f"bo {typed}"):
        assert [game.id for game in archive.games(search)] == [kept], search
    with engine_of(url).begin() as connection:  # as the program of 28 November wrote it
        connection.execute(
            update(games).where(games.c.id == kept).values(search=f"{name.casefold()} bo typed")
        )
    assert [game.id for game in archive.games(typed)] == [kept]
