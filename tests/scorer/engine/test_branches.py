"""Games played on from a moment of another one: what was known stays, the rest is dealt anew, both games."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from scorer.engine.choices import IllegalChoice
from scorer.engine.game import AnyGame
from scorer.engine.record import RecordError
from scorer.engine.story import moments
from scorer.fort import play as fort
from scorer.play import Game, Setup
from scorer.play.record import Record
from tests.scorer.engine.playing import check_cards, play_on

GAMES: list[AnyGame] = [
    Game(Setup(players=["Ana", "Bo"], seed=3)),
    Game(Setup(players=["Ana"], seed=4, difficulty=3)),
    fort.Game(fort.Setup(players=["Ana", "Bo"], seed=5)),
    fort.Game(fort.Setup(players=["Ana", "Bo", "Cy"], seed=6, variant="advanced")),
]
RECORDS = [(type(game), play_on(game).record) for game in GAMES]


def until(games: type[AnyGame], record: dict[str, Any], step: int) -> AnyGame:
    """The game as it stood then."""
    return games.replay(record | {"choices": record["choices"][:step]})


@pytest.mark.parametrize(("games", "record"), RECORDS)
def test_a_moment_is_a_choice_that_somebody_had(games: type[AnyGame], record: dict[str, Any]) -> None:
    found = moments(games, record)
    assert len(found) > 20
    for moment in Random(1).sample(found, 12):
        game = until(games, record, moment.step)
        assert game.choice is not None
        assert len(game.choice.options) > 1
        assert (moment.player, moment.round) == (game.choice.player, game.round)
        assert moment.chosen.key == record["choices"][moment.step]


@pytest.mark.parametrize(("games", "record"), RECORDS)
def test_who_plays_on_knows_what_they_knew_and_the_rest_is_dealt_anew(
    games: type[AnyGame], record: dict[str, Any]
) -> None:
    before, differing = json.dumps(record), 0
    chosen = Random(2).sample(moments(games, record), 12)
    for moment in chosen:
        then, branch = until(games, record, moment.step), games.played_on(record, moment.step, 7)
        assert then.choice is not None
        assert branch.choice is not None
        assert branch.view(moment.player) == then.view(moment.player)
        assert [option.key for option in branch.choice.options] == [
            option.key for option in then.choice.options
        ]
        check_cards(branch, moment)
        differing += branch.zones() != then.zones()
        assert branch.branch == branch.record["branch"] == moment.step
        again = games.replay(json.loads(json.dumps(branch.record)))
        assert (again.record, again.zones()) == (branch.record, branch.zones())
    assert differing > len(chosen) * 0.7
    assert json.dumps(record) == before
    assert "branch" not in record


@pytest.mark.parametrize(("games", "record"), RECORDS)
def test_a_branch_is_undone_to_where_it_began_and_branches_again(
    games: type[AnyGame], record: dict[str, Any]
) -> None:
    moment = moments(games, record)[15]
    branch = games.played_on(record, moment.step, 7)
    begun = branch.zones()
    play_on(branch, 6)
    later = games.played_on(branch.record, moment.step + 2, 8)
    assert later.branch == moment.step + 2
    while branch.undo():
        assert len(branch.record["choices"]) >= moment.step
    assert len(branch.record["choices"]) == moment.step
    assert branch.zones() == begun
    assert play_on(later).result is not None


def test_nothing_is_played_on_from_the_end() -> None:
    games, record = RECORDS[0]
    with pytest.raises(IllegalChoice, match="nothing to play on from"):
        games.played_on(record, len(record["choices"]), 1)
    with pytest.raises(RecordError, match="branch"):
        Record.read(record | {"branch": -1})
