"""What Fort's bots count: a row of finite features for every position, and weights for each."""

from __future__ import annotations

from math import isfinite
from random import Random

import pytest

from scorer.engine.train import fit
from scorer.engine.value import weights, width
from scorer.fort.play import Game, Setup
from scorer.fort.play.bots.position import FEATURES, FILE, Positions, Value
from scorer.fort.play.bots.train import played
from scorer.fort.sheet import MACARONI_POINTS
from tests.scorer.fort.play.scene import NAMES


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_sure_of_a_total_stands_in_the_features(players: int) -> None:
    game, random = Game(Setup(players=NAMES[:players], seed=players)), Random(1)
    positions, value = Positions(game.setup), Value(game.setup)
    while (choice := game.choice) is not None:
        rows = positions.features(game._state)
        assert [len(row) for row in rows] == [width(FEATURES)] * players
        assert all(isfinite(number) for row in rows for number in row)
        assert len(value.margins(game._state)) == players
        game.answer(random.choice(choice.options))
    assert game.result is not None
    rows = positions.features(game._state)
    place = {feature: 3 + number for number, feature in enumerate(FEATURES)}
    for row, player in zip(rows, game.result.players, strict=True):
        assert row[place["track"]] == player.track
        assert row[place["fort"]] == player.fort + player.macaroni
        assert player.macaroni in (0, MACARONI_POINTS)
        assert row[place["rule"]] == player.rule
    assert positions.rows(game._state) == [
        {row: getattr(player, row) for row in ("track", "fort", "rule", "macaroni")}
        for player in game.result.players
    ]


def test_there_are_weights_for_every_number_of_players() -> None:
    lengths = {players: len(row) for players, row in weights(FILE).items()}
    assert lengths == dict.fromkeys(range(2, 5), width(FEATURES))


def test_a_fit_explains_the_games_that_it_was_fitted_to() -> None:
    samples = [sample for game in range(8) for sample in played(game, 2, "normal", 5, 0.1)]
    found, explained, _ = fit(samples)
    assert len(found) == width(FEATURES)
    assert explained > 0.2
