"""Conceding in Fort: the sheet says so, who conceded cannot win, and games of earlier rules know it too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scorer.engine.record import RecordError
from scorer.fort import Sheet, SheetError, score_fort
from scorer.fort.play import Game, Setup
from tests.scorer.engine.playing import over, play_on
from tests.scorer.games import LUI, RULICO, sheet

NAMES = ["Ana", "Bo", "Cy"]
NANI = LUI | {"name": "Nani", "track": 29}
OLD_RECORDS = json.loads(Path(__file__).with_name("records_version_1.json").read_text())
GONE = {"conceded": True}


def played(*conceded: str) -> Game:
    """A game in which these gave up after a few answers."""
    game = play_on(Game(Setup(players=NAMES, seed=3)), 20, 0)
    for name in conceded:
        game.concede(name)
    return over(game)


def test_who_conceded_cannot_win() -> None:
    whole = played().result
    assert whole is not None
    (winner,) = whole.winners
    game = played(winner)
    assert game.result is not None
    assert game.result.players == whole.players
    others = {one.name: one.total for one in whole.players if one.name != winner}
    assert game.result.winners == [name for name in others if others[name] == max(others.values())]
    assert [one["name"] for one in game.sheet()["players"] if "conceded" in one] == [winner]
    assert Sheet.from_dict(game.sheet()).conceded == [winner]


def test_where_all_others_conceded_the_last_wins_with_any_points() -> None:
    for winner in NAMES:
        result = played(*(name for name in NAMES if name != winner)).result
        assert result is not None
        assert (result.winners, result.decided_by) == ([winner], "total")


def test_a_tie_at_the_top_is_between_those_who_stayed() -> None:
    result = score_fort(Sheet.from_dict(sheet(RULICO | GONE, LUI, NANI | {"track": 30})))
    assert (result.winners, result.decided_by) == (["Lui", "Nani"], "shared")
    result = score_fort(Sheet.from_dict(sheet(RULICO, LUI | GONE, NANI)))
    assert (result.winners, result.decided_by) == (["Rulico"], "total")


def test_nobody_is_left_where_all_conceded() -> None:
    with pytest.raises(SheetError, match="leave it out for whoever played to the end"):
        Sheet.from_dict(sheet(RULICO | GONE, LUI | GONE))


@pytest.mark.parametrize("said", ["yes", 1, None])
def test_a_sheet_says_true_or_false(said: object) -> None:
    with pytest.raises(SheetError, match="conceded"):
        Sheet.from_dict(sheet(RULICO | {"conceded": said}, LUI))


def test_a_game_by_the_rules_of_then_is_conceded_and_goes_on_by_them() -> None:
    old = OLD_RECORDS[0]
    part = Game.replay(old["record"] | {"choices": old["record"]["choices"][:60]})
    part.concede(part.setup.players[0])
    told = part.record
    assert told["version"] == 3
    with_end = told | {"choices": old["record"]["choices"]}
    game = Game.replay(with_end)
    assert game.record == with_end
    assert game.setup.rules_version == 1
    assert game.result is not None
    assert [player.total for player in game.result.players] == old["totals"]
    assert game.setup.players[0] not in game.result.winners


def test_a_refused_game_by_the_rules_of_then_is_told_its_own_version() -> None:
    old = OLD_RECORDS[0]["record"]
    with pytest.raises(RecordError, match="it is of version 3"):
        Game.replay(old | {"conceded": [[0, old["players"][0]]]})
