"""Many games of Ex Libris between bots.

A name may carry a limit, as in ``hard@100`` (`scorer.engine.bots.BotRegister.make`).
"""

from __future__ import annotations

from dataclasses import dataclass

from scorer.engine import simulate
from scorer.play.bots import Bot, make_bot
from scorer.play.game import Game
from scorer.play.setup import Setup


@dataclass(frozen=True, slots=True)
class Match(simulate.Match):
    """What to simulate: the bots by name in seat order, and the setup that they share. One bot plays solo.

    >>> from scorer.engine.simulate import simulate
    >>> figures = simulate(Match(("normal", "random")), games=3)
    >>> figures.players[0].wins
    3.0
    """

    variant: str = "standard"

    def game(self, number: int) -> Game:
        """Game ``number`` before its first choice.

        Raises:
            RefusedInput: no game can begin so.
        """
        return Game(Setup(**self.fields(number), difficulty=self.difficulty))

    def bot(self, name: str, seed: int) -> Bot:
        """A bot of Ex Libris.

        Raises:
            RefusedInput: there is none of that name.
        """
        return make_bot(name, seed)
