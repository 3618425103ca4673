"""Conceding in Ex Libris: the form names another winner, and no license is granted."""

from __future__ import annotations

import pytest

from scorer.gamefile import GameError, GameFile
from scorer.play import Game, Setup
from scorer.result import score
from tests.scorer.archive.archived import inspected, solo
from tests.scorer.engine.playing import over, play_on

NAMES = ["Ana", "Bo", "Cy"]


def played(setup: Setup, choices: int) -> Game:
    """A game after some random answers."""
    return play_on(Game(setup), choices, 0)


def test_who_conceded_cannot_win() -> None:
    game = over(played(Setup(players=NAMES, seed=3), 20))
    assert game.result is not None
    winner = game.result.winners[0]
    gone = played(Setup(players=NAMES, seed=3), 20)
    gone.concede(winner)
    left = over(gone)
    assert left.result is not None
    assert winner not in left.result.winners
    assert [one.total for one in left.result.players] == [one.total for one in game.result.players]
    assert left.result.explain.startswith(f"Conceded: {winner}. ")
    others = [one for one in left.result.players if one.name != winner]
    assert max(one.total for one in others) in [
        one.total for one in others if one.name in left.result.winners
    ]


def test_a_solo_game_that_was_conceded_is_lost() -> None:
    file, result = solo(books=9)
    assert result["won"] is True
    file["players"][0]["conceded"] = True
    lost = score(GameFile.from_dict(file))
    assert (lost.won, lost.winners) == (False, ["Public library"])
    assert lost.explain == "Ana conceded: the license is refused."
    game = played(Setup(players=["Ana"], seed=3, difficulty=1), 12)
    game.concede("Ana")
    result = over(Game.replay(game.record)).result
    assert result is not None
    assert result.won is False


def test_nobody_is_left_where_all_conceded() -> None:
    file, _ = inspected("Ana", "Bo")
    for player in file["players"]:
        player["conceded"] = True
    with pytest.raises(GameError, match="leave it out for whoever played to the end"):
        GameFile.from_dict(file)
