"""Who is compared with whom in the ratings after somebody conceded."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorer.archive import Archive
from scorer.archive.figures import rated, ratings
from scorer.gamefile import GameFile
from scorer.result import score
from tests.scorer.archive.archived import inspected

BOTS = {"Easy 1": "easy", "Hard 1": "hard"}


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive.open(f"sqlite:///{tmp_path / 'archive.db'}")


def rating_of(archive: Archive, *names: str, conceded: tuple[str, ...]) -> dict[str, float]:
    """The ratings after one game on screen of people and `BOTS`; who is named first has the most points."""
    game, _ = inspected(*names)
    for player in game["players"]:
        if player["name"] in BOTS:
            player["bot"] = BOTS[player["name"]]
        if player["name"] in conceded:
            player["conceded"] = True
    archive.finish(game, score(GameFile.from_dict(game)).to_json(), "play")
    return {each.name: each.rating for each in ratings(archive.games())}


def test_bots_that_finished_a_game_alone_are_not_compared_with_each_other(archive: Archive) -> None:
    found = rating_of(archive, "Ana", "Hard 1", "Easy 1", conceded=("Ana",))
    assert found == {"Ana": 1484, "hard": 1508, "easy": 1508}


def test_all_who_conceded_are_compared_with_everybody(archive: Archive) -> None:
    found = rating_of(archive, "Ana", "Hard 1", "Easy 1", "Bo", conceded=("Ana", "Bo"))
    assert found["hard"] == found["easy"] == pytest.approx(1500 + 2 * 16 / 3)
    assert found["Ana"] == found["Bo"] == pytest.approx(1500 - 2 * 16 / 3)


def test_a_game_that_a_person_played_to_its_end_compares_everybody(archive: Archive) -> None:
    found = rating_of(archive, "Ana", "Hard 1", "Easy 1", "Bo", conceded=("Ana",))
    assert found["hard"] > found["easy"] > found["Bo"] > found["Ana"]
    assert found["hard"] == pytest.approx(1500 + 3 * 16 / 3)


def test_a_game_counts_only_if_somebody_is_compared(archive: Archive) -> None:
    assert rating_of(archive, "Player 1", "Hard 1", "Easy 1", conceded=("Player 1",)) == {}
    assert rated(archive.games()) == []
