"""Conceding: the record keeps it, the form names another winner, and what does not fit is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scorer.archive.drafts import checked_record
from scorer.engine.choices import IllegalChoice
from scorer.engine.record import RecordError
from scorer.engine.story import moments
from scorer.gamefile import GameError, GameFile
from scorer.play import Game, Setup, Story
from scorer.result import score
from tests.scorer.archive.archived import inspected, solo
from tests.scorer.engine.playing import play_on

NAMES = ["Ana", "Bo", "Cy"]


def played(setup: Setup, choices: int) -> Game:
    """A game after some random answers."""
    return play_on(Game(setup), choices, 0)


def conceded(player: str = "Bo", at: int = 20) -> Game:
    game = played(Setup(players=NAMES, seed=3), at)
    game.concede(player)
    return game


def over(game: Game) -> Game:
    while game.choice is not None:
        game.answer(game.choice.options[0])
    return game


def test_a_record_keeps_who_conceded_and_when() -> None:
    game = conceded()
    assert (game.record["version"], game.record["conceded"]) == (4, [[20, "Bo"]])
    told = json.loads(json.dumps(over(game).record))
    again = Game.replay(told)
    assert again.record == told
    assert again.conceded == ["Bo"]
    assert again.result == game.result
    _, by_story = Story.replay(told)
    assert by_story.record == told
    assert checked_record(told, len(NAMES))["conceded"] == [[20, "Bo"]]


def test_a_game_that_nobody_conceded_is_of_the_version_that_older_programs_read() -> None:
    record = played(Setup(players=NAMES, seed=3), 5).record
    assert record["version"] == 3
    assert "conceded" not in record
    assert Game.replay(record | {"version": 4}).record == record


def test_who_conceded_cannot_win() -> None:
    game = over(played(Setup(players=NAMES, seed=3), 20))
    assert game.result is not None
    winner = game.result.winners[0]
    left = over(conceded(winner))
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


def test_conceding_is_refused_where_nothing_is_left_to_concede() -> None:
    game = conceded("Bo")
    for player in ("Bo", "Nobody"):
        with pytest.raises(IllegalChoice):
            game.concede(player)
    game.concede("Ana")
    with pytest.raises(IllegalChoice, match="cannot concede"):
        game.concede("Cy")
    assert game.conceded == ["Bo", "Ana"]
    ended = over(played(Setup(players=NAMES, seed=3), 20))
    with pytest.raises(IllegalChoice, match="cannot concede"):
        ended.concede("Ana")


def test_undo_behind_it_takes_it_back_and_a_fork_keeps_it() -> None:
    game = conceded("Bo", 20)
    assert game.fork(5).conceded == ["Bo"]
    assert game.choice is not None
    game.answer(game.choice.options[0])
    assert game.undo()
    assert (len(game.record["choices"]), game.conceded) == (20, ["Bo"])
    assert game.undo()
    assert (len(game.record["choices"]), game.conceded, game.record["version"]) == (19, [], 3)


def test_who_plays_on_from_a_moment_has_everybody_back() -> None:
    game = over(conceded("Bo", 20))
    branch = Game.played_on(game.record, 30, 1)
    assert branch.conceded == []
    assert branch.record["choices"] == game.record["choices"][:30]


def test_what_a_bot_chose_for_somebody_is_no_moment_of_theirs() -> None:
    game = over(conceded("Bo", 20))
    found = moments(Game, game.record)
    assert max(one.step for one in found if one.player == "Bo") < 20
    assert max(one.step for one in found if one.player == "Ana") > 20
    assert [game.chose("Bo", step) for step in (19, 20)] == [True, False]


def test_once_nobody_is_left_to_win_against_nobody_chose() -> None:
    game = played(Setup(players=["Ana", "Bo"], seed=3), 20)
    game.concede("Ana")
    over(game)
    for player in ("Ana", "Bo"):
        assert [game.chose(player, step) for step in (19, 20)] == [True, False]
    assert max(one.step for one in moments(Game, game.record)) < 20
    three = played(Setup(players=NAMES, seed=3), 20)
    three.concede("Bo")
    play_on(three, 5, 0)
    three.concede("Ana")
    assert [three.chose("Cy", step) for step in (20, 24, 25)] == [True, True, False]
    assert [three.chose("Ana", step) for step in (24, 25)] == [True, False]


@pytest.mark.parametrize(
    "change",
    [
        {"version": 3},
        {"conceded": [[20, "Di"]]},
        {"conceded": [[21, "Bo"]]},
        {"conceded": [[3, "Bo"], [4, "Bo"]]},
        {"conceded": [[5, "Bo"], [4, "Ana"]]},
        {"conceded": [[3, "Bo"], [4, "Ana"], [5, "Cy"]]},
        {"conceded": [[-1, "Bo"]]},
        {"conceded": [["3", "Bo"]]},
        {"conceded": [[3]]},
        {"conceded": [[3, None]]},
        {"conceded": [[0, "Bo"]] * 9},
        {"conceded": "Bo"},
    ],
)
def test_what_does_not_fit_is_refused_at_the_door(change: dict[str, Any]) -> None:
    record = conceded().record | change
    for door in (Game.replay, lambda told: checked_record(told, len(NAMES))):
        with pytest.raises(RecordError) as refused:
            door(record)
        assert "conceded" in str(refused.value)
        assert len(str(refused.value)) <= 300
