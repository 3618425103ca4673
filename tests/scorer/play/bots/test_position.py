"""What bots count: section B as the form has it, and a value for every position."""

from __future__ import annotations

from math import isfinite
from random import Random

import pytest

from scorer.engine.train import fit
from scorer.engine.value import margins, weights, width
from scorer.play.bots import make_bot
from scorer.play.bots.position import FEATURES, FILE, Positions, Value
from scorer.play.bots.train import played
from tests.scorer.play.bots.bot_games import game_of


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_totals_are_the_forms(players: int) -> None:
    game, random, bot = game_of(players, 30 + players), Random(1), make_bot("normal", 1)
    positions, value = Positions(game.setup), Value(game.setup)
    while (choice := game.choice) is not None:
        row = positions.features(game._state)
        assert [len(features) for features in row] == [width(FEATURES)] * players
        assert all(map(isfinite, value.margins(game._state)))
        if random.random() < 0.3:
            game.answer(random.choice(choice.options))
        else:
            game.answer(bot.decide(game.view(choice.player), choice))
    result = game.result
    assert result is not None
    totals = [player.total for player in result.players]
    assert [column._asdict() for column in positions.columns(game._state)[:players]] == [
        {row: getattr(player, row) for row in ("b1", "b2", "b3", "b4", "b5")} for player in result.players
    ]
    assert positions.totals(game._state) == totals + ([result.library.total] if result.library else [])
    assert value.final_margins(game._state) == margins(positions.totals(game._state))[:players]


def test_there_are_weights_for_every_number_of_players() -> None:
    assert {players: len(row) for players, row in weights(FILE).items()} == dict.fromkeys(
        range(1, 5), width(FEATURES)
    )


def test_a_fit_explains_the_games_that_it_was_fitted_to() -> None:
    samples = [sample for game in range(8) for sample in played(game, 2, "normal", 5, 0.1)]
    found, explained, _ = fit(samples)
    assert len(found) == width(FEATURES)
    assert explained > 0.2
    again = [sample for game in range(8) for sample in played(game, 2, "normal", 5, 0.1)]
    assert (fit(again)[0] == found).all()


@pytest.mark.parametrize(
    ("totals", "ahead"), [([50, 40, 45], [5, -10, -5]), ([40, 40], [0, 0]), ([30], [30])]
)
def test_margins_are_to_the_best_of_the_others(totals: list[float], ahead: list[float]) -> None:
    assert margins(totals) == ahead
