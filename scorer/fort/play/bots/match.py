"""Many games of Fort between bots.

The difficulty of a match is for games that one player can play alone; Fort takes none.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorer.engine.simulate import Match
from scorer.fort.play.bots import Bot, make_bot
from scorer.fort.play.game import Game
from scorer.fort.play.setup import Setup


@dataclass(frozen=True, slots=True)
class FortMatch(Match):
    """What to simulate: the bots by name in seat order, and the setup that they share.

    >>> from scorer.engine.simulate import simulate
    >>> figures = simulate(FortMatch(("greedy", "random")), games=3)
    >>> figures.players[0].wins
    3.0
    """

    variant: str = "basic"

    def game(self, number: int) -> Game:
        """Game ``number`` before its first choice.

        Raises:
            RefusedInput: no game can begin so.
        """
        return Game(Setup(**self.fields(number)))

    def bot(self, name: str, seed: int) -> Bot:
        """A bot of Fort.

        Raises:
            RefusedInput: there is none of that name.
        """
        return make_bot(name, seed)
