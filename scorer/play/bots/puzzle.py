"""A solo deal for each day, and what each bot makes of a deal."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from scorer.engine.bots import play_out
from scorer.own_tiles import OwnTiles
from scorer.play.bots import make_bot
from scorer.play.game import Game
from scorer.play.setup import Setup

#: The bots of a baseline, by the name that `make_bot` takes; tries make it the same on every machine.
BASELINE = {"easy": "easy", "normal": "normal", "hard": "hard@40"}


@dataclass(frozen=True, slots=True)
class Baseline:
    """What a bot made of a solo deal: its total, and the public library's."""

    bot: str
    total: int
    library: int

    @property
    def won(self) -> bool:
        return self.total > self.library


def baseline(setup: Setup, bot: str) -> Baseline:
    """One bot's game on the same deal; the same every time.

    Raises:
        KeyError: `BASELINE` has no such bot.
    """
    game, player = Game(setup), make_bot(BASELINE[bot], setup.seed)
    play_out(game, [player])
    result = game.result
    assert result is not None
    assert result.library is not None
    return Baseline(bot, result.players[0].total, result.library.total)


def puzzle_of(day: date) -> dict[str, Any]:
    """The fields of the solo setup that everybody plays on a day; on Mondays it is easiest.

    >>> puzzle_of(date(2026, 11, 28))["difficulty"]
    6
    """
    return {
        "edition": "en",
        "seed": day.toordinal(),
        "difficulty": day.isoweekday(),
        "tiles": OwnTiles(),
    }
