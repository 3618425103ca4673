"""Drills: the same for the same seed, of the kind that was asked for, and scored fairly."""

from __future__ import annotations

import pytest

from scorer.engine.search import share
from scorer.play.bots.drills import ASKS, KINDS, PLAYER, Kind, drill, flips_score, ranked
from scorer.play.bots.search import best_turn


@pytest.mark.parametrize("kind", KINDS)
def test_a_drill_waits_for_its_choice(kind: Kind) -> None:
    game = drill(kind, 3)
    assert game.choice is not None
    assert (game.choice.player, game.choice.kind) == (PLAYER, ASKS[kind][0])
    assert drill(kind, 3).record == game.record
    assert drill(kind, 4).record != game.record


def test_the_best_answer_scores_100_and_the_worst_0(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorer.play.bots.drills.TRIES", 24)
    options = ranked(drill("location", 2))
    best = max(options, key=lambda advice: advice.margin)
    worst = min(options, key=lambda advice: advice.margin)
    assert (share(options, best.option.key), share(options, worst.option.key)) == (100, 0)
    assert options[0] == best


@pytest.mark.parametrize("seed", range(3))
def test_the_best_flips_score_100_and_none_scores_0(seed: int) -> None:
    game = drill("flips", seed)
    assert flips_score(game, []) == 0
    played, keys = drill("flips", seed), []
    while played.choice is not None and played.choice.player == PLAYER:
        option = best_turn(played.view(PLAYER), played.choice)
        keys.append(option.key)
        played.answer(option)
    assert flips_score(game, [key for key in keys if key != "done"]) == 100
