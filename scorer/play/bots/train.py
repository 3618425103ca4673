"""Fits the value of a position to games that bots play among themselves.

`python -m scorer.play.bots.train --games 400` plays, fits and writes ``scorer/data/play_value.json``. The
file tells the seed, the bot and the number of games.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import typer

from scorer.editions import EDITION_KEYS
from scorer.engine import train
from scorer.engine.train import Sample
from scorer.play.bots import make_bot
from scorer.play.bots.position import FEATURES, FILE, Positions
from scorer.play.choices import Choice
from scorer.play.game import Game
from scorer.play.setup import Setup
from scorer.play.state import State

NAMES = ("Ana", "Bo", "Cy", "Di")


def played(game: int, players: int, bot: str, seed: int, errs: float) -> Iterator[Sample]:
    """The samples of one game, taken at the start of each round."""
    difficulty = game % 7 + 1 if players == 1 else None
    edition = EDITION_KEYS[game % len(EDITION_KEYS)]
    setup = Setup(players=list(NAMES[:players]), edition=edition, seed=seed + game, difficulty=difficulty)
    bots = [make_bot(bot, seat) for seat in range(players)]
    seen = 0

    def begins(state: State, choice: Choice) -> bool:
        nonlocal seen
        new = choice.kind == "assistant" and state.round > seen
        seen = state.round if new else seen
        return new

    return train.played(game, Game(setup), bots, Positions(setup), begins, Random(seed + game), errs)


main = train.program(FILE, FEATURES, range(1, len(NAMES) + 1), played)

if __name__ == "__main__":
    typer.run(main)
