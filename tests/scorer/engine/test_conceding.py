"""Conceding, in both games: the record keeps it, and what does not fit is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scorer import play
from scorer.archive.drafts import checked_record
from scorer.engine.choices import IllegalChoice
from scorer.engine.game import AnyGame
from scorer.engine.record import RecordError
from scorer.engine.story import moments
from scorer.fort import play as fort
from tests.scorer.engine.playing import over, play_on

NAMES = ["Ana", "Bo", "Cy"]
#: Each game, and the versions of its records: where nobody conceded, and where somebody did.
VERSIONS = {play: (3, 4), fort: (2, 4)}


@pytest.fixture(params=VERSIONS, ids=["ex_libris", "fort"])
def module(request: pytest.FixtureRequest) -> Any:
    """The module of one of the games."""
    return request.param


def begun(module: Any, choices: int = 20, players: list[str] = NAMES) -> AnyGame:
    """A game after some random answers."""
    game: AnyGame = module.Game(module.Setup(players=players, seed=3))
    return play_on(game, choices, 0)


def conceded(module: Any, player: str = "Bo") -> AnyGame:
    game = begun(module)
    game.concede(player)
    return game


def test_a_record_keeps_who_conceded_and_when(module: Any) -> None:
    game = conceded(module)
    assert (game.record["version"], game.record["conceded"]) == (VERSIONS[module][1], [[20, "Bo"]])
    told = json.loads(json.dumps(over(game).record))
    again = module.Game.replay(told)
    assert again.record == told
    assert again.conceded == ["Bo"]
    assert again.result == game.result
    _, by_story = module.Story.replay(told)
    assert by_story.record == told
    assert checked_record(told, len(NAMES), fort=module is fort)["conceded"] == [[20, "Bo"]]


def test_a_game_that_nobody_conceded_is_of_the_version_that_older_programs_read(module: Any) -> None:
    without, with_ = VERSIONS[module]
    record = begun(module, 5).record
    assert record["version"] == without
    assert "conceded" not in record
    assert module.Game.replay(record | {"version": with_}).record == record


def test_it_is_refused_where_nothing_is_left_to_concede(module: Any) -> None:
    game = conceded(module)
    for player in ("Bo", "Nobody"):
        with pytest.raises(IllegalChoice):
            game.concede(player)
    game.concede("Ana")
    with pytest.raises(IllegalChoice, match="cannot concede"):
        game.concede("Cy")
    assert game.conceded == ["Bo", "Ana"]
    with pytest.raises(IllegalChoice, match="cannot concede"):
        over(begun(module)).concede("Ana")


def test_undo_behind_it_takes_it_back_and_a_fork_keeps_it(module: Any) -> None:
    game = conceded(module)
    assert game.fork(5).conceded == ["Bo"]
    assert game.choice is not None
    game.answer(game.choice.options[0])
    assert game.undo()
    assert (len(game.record["choices"]), game.conceded) == (20, ["Bo"])
    assert game.undo()
    assert (len(game.record["choices"]), game.conceded) == (19, [])
    assert game.record["version"] == VERSIONS[module][0]


def test_who_plays_on_from_a_moment_has_everybody_back(module: Any) -> None:
    game = over(conceded(module))
    branch = module.Game.played_on(game.record, 30, 1)
    assert branch.conceded == []
    assert branch.record["choices"] == game.record["choices"][:30]


def test_what_a_bot_chose_for_somebody_is_no_moment_of_theirs(module: Any) -> None:
    game = over(conceded(module))
    found = moments(module.Game, game.record)
    assert max(one.step for one in found if one.player == "Bo") < 20
    assert max(one.step for one in found if one.player == "Ana") > 20
    assert [game.chose("Bo", step) for step in (19, 20)] == [True, False]


def test_once_nobody_is_left_to_win_against_nobody_chose(module: Any) -> None:
    game = begun(module, players=["Ana", "Bo"])
    game.concede("Ana")
    over(game)
    for player in ("Ana", "Bo"):
        assert [game.chose(player, step) for step in (19, 20)] == [True, False]
    assert max(one.step for one in moments(module.Game, game.record)) < 20
    three = conceded(module)
    play_on(three, 5, 0)
    three.concede("Ana")
    assert [three.chose("Cy", step) for step in (20, 24, 25)] == [True, True, False]
    assert [three.chose("Ana", step) for step in (24, 25)] == [True, False]


@pytest.mark.parametrize(
    "change",
    [
        {"version": "without"},
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
def test_what_does_not_fit_is_refused_at_the_door(module: Any, change: dict[str, Any]) -> None:
    change = {"version": VERSIONS[module][0]} if "version" in change else change
    record = conceded(module).record | change
    for door in (module.Game.replay, lambda told: checked_record(told, len(NAMES), fort=module is fort)):
        with pytest.raises(RecordError) as refused:
            door(record)
        assert "conceded" in str(refused.value)
        assert len(str(refused.value)) <= 300
