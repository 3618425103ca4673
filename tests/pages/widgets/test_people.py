"""People of earlier games: who is offered, in which order; who sat there last; the colour of a person."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import permutations
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from pages.widgets.people import COLOURS, People, Seated, colours, people_of
from scorer.archive import Archive
from tests.scorer.archive.archived import fort, inspected, solo


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive.open(f"sqlite:///{tmp_path / 'archive.db'}")


def keep(archive: Archive, *names: str, day: int, bot: str | None = None) -> None:
    game, result = inspected(*names)
    if bot:
        game["players"][-1]["bot"] = bot
    archive.finish(game, result, "typed", played=datetime(2026, 11, day, tzinfo=UTC), key=f"evening-{day}")


def test_who_plays_often_is_offered_first_and_nobody_without_a_name(archive: Archive) -> None:
    keep(archive, "Rita", "Player 2", day=1)
    keep(archive, "bo", "ANA", day=2)
    keep(archive, "Bo", "Ana", "Rita", day=3)
    keep(archive, "Bo", "Al", day=4, bot="normal")
    names = people_of(archive.games(), "B-7c", bots=False).names
    assert names == ("Bo", "Ana", "Rita")  # who played as often as another: as in the last game
    assert "Al" not in names


def test_the_last_table_is_one_where_everybody_has_a_name(archive: Archive) -> None:
    assert people_of(archive.games(), "B-7c", bots=True) == People()
    keep(archive, "Ana", "Bo", "Cleo", day=1)
    keep(archive, "Ana", "Player 2", day=2)
    archive.finish(*solo("Dan"), "solo", played=datetime(2026, 11, 5, tzinfo=UTC))
    archive.finish(*fort(), "fort", played=datetime(2026, 11, 6, tzinfo=UTC))
    assert [one.name for one in people_of(archive.games(), "B-7c", bots=True).last] == ["Ana", "Bo", "Cleo"]
    assert [one.name for one in people_of(archive.games(), "fort", bots=True).last][:2] == ["Rulico", "Lui"]
    keep(archive, "Ana", "Al", day=3, bot="hard")
    assert people_of(archive.games(), "B-7c", bots=True).last == (Seated("Ana"), Seated("Al", "hard"))
    assert [one.name for one in people_of(archive.games(), "B-7c", bots=False).last] == ["Ana", "Bo", "Cleo"]


def test_a_person_has_one_colour_wherever_they_sit() -> None:
    names = ["Ana", "Bo", "Cleo", "Dmitri"]
    for order in permutations(names):
        assert colours(order, ()) == colours(names, ())
    assert len(set(colours(names, ()).values())) == 4
    assert colours(["ana", "Al"], {"Al"})["ana"] == colours(["Ana"], ())["Ana"]
    assert set(colours(["Player 1", "Player 2", "Al"], {"Al"}).values()) == {0, 1, 2}
    assert max(colours(names, ()).values()) < COLOURS


def last_time(app: AppTest, key: str) -> AppTest:
    return app.button(key=f"{key}-same-people").click().run()


def test_the_people_of_the_last_game_sit_down_in_one_tap(opened: AppTest, tmp_path: Path) -> None:
    """On Score and on Play; a table on which somebody has a name offers it no more."""
    assert not [button for button in opened.button if button.key == "score-same-people"]
    kept = Archive.open(f"sqlite:///{tmp_path / 'data' / 'archive.db'}")
    keep(kept, "Ana", "Bo", "Cleo", day=1)
    del opened.session_state["people-B-7c"]
    seated = last_time(opened.run(), "score")
    assert not seated.exception
    assert [seat.name for seat in seated.session_state.table.seats] == ["Ana", "Bo", "Cleo"]
    assert not [button for button in seated.button if button.key == "score-same-people"]
    played = last_time(seated.switch_page("pages/play.py").run(), "play")
    assert not played.exception
    assert [played.text_input(key=f"play-name-{chair}").value for chair in range(3)] == ["Ana", "Bo", "Cleo"]
    who = [played.selectbox(key=f"play-who-{chair}").value for chair in range(4)]
    assert who == ["person", "person", "person", "nobody"]
    assert not [button for button in played.button if button.key == "play-same-people"]
