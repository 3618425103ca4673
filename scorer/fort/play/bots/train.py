"""Fits the value of a position of Fort to games that bots play among themselves.

`python -m scorer.fort.play.bots.train --games 400` plays, fits and writes
``scorer/data/fort_play_value.json``. The file tells the seed, the bot and the number of games.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Annotated

import typer

from scorer.engine import train
from scorer.engine.train import Sample
from scorer.fort.play.bots import make_bot
from scorer.fort.play.bots.position import FEATURES, FILE, Positions, begins_turn
from scorer.fort.play.game import Game
from scorer.fort.play.setup import VARIANTS, Setup

NAMES = ("Ana", "Bo", "Cy", "Di")


def played(game: int, players: int, bot: str, seed: int, errs: float) -> Iterator[Sample]:
    """The samples of one game, taken at the start of each turn."""
    variant = VARIANTS[game % len(VARIANTS)]
    setup = Setup(players=list(NAMES[:players]), variant=variant, seed=seed + game)
    bots = [make_bot(bot, seat) for seat in range(players)]
    return train.played(game, Game(setup), bots, Positions(setup), begins_turn, Random(seed + game), errs)


def main(
    games: Annotated[int, typer.Option(help="Games for each number of players.")] = 400,
    bot: Annotated[str, typer.Option(help="The bot that plays.")] = "normal",
    seed: Annotated[int, typer.Option(help="The same seed gives the same weights.")] = 1_000_000,
    errs: Annotated[float, typer.Option(help="How often a bot takes any option.")] = 0.1,
) -> None:
    """Play, fit, and write the weights."""
    of = (
        (players, [sample for game in range(games) for sample in played(game, players, bot, seed, errs)])
        for players in range(2, len(NAMES) + 1)
    )
    train.write(FILE, of, games=games, bot=bot, seed=seed, errs=errs, features=FEATURES)


if __name__ == "__main__":
    typer.run(main)
