"""Fits the value of a position of Fort to games that bots play among themselves.

`python -m scorer.fort.play.bots.train --games 400` plays, fits and writes
``scorer/data/fort_play_value.json``. The file tells the seed, the bot and the number of games.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import typer

from scorer.engine import train
from scorer.engine.train import Sample
from scorer.fort.play.bots import make_bot
from scorer.fort.play.bots.position import FEATURES, FILE, Positions, begins_turn
from scorer.fort.play.game import Game
from scorer.fort.play.setup import VARIANTS, Setup

NAMES = ("Ana", "Bo", "Cy", "Di")


def played(game: int, players: int, bot: str, seed: int, errs: float) -> Iterator[Sample]:
    """The samples of one game, taken at the start of each turn.

    ``game``: its number; basic games and games with a draft come in turn. ``bot`` plays every seat.
    ``errs``: how often it takes any option.

    >>> {sample.game for sample in played(3, 2, "random", seed=1, errs=0.0)}
    {3}
    """
    variant = VARIANTS[game % len(VARIANTS)]
    setup = Setup(players=list(NAMES[:players]), variant=variant, seed=seed + game)
    bots = [make_bot(bot, seat) for seat in range(players)]
    return train.played(game, Game(setup), bots, Positions(setup), begins_turn, Random(seed + game), errs)


main = train.program(FILE, FEATURES, range(2, len(NAMES) + 1), played)

if __name__ == "__main__":
    typer.run(main)
