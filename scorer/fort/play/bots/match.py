"""Many games of Fort between bots, by the simulation that Ex Libris has too."""

from __future__ import annotations

from dataclasses import dataclass

from scorer.fort.play.bots import Bot, make_bot
from scorer.fort.play.game import Game
from scorer.fort.play.setup import Setup
from scorer.play.bots.simulate import Match


@dataclass(frozen=True, slots=True)
class FortMatch(Match):
    """What to simulate: the bots by name in seat order, and the setup that they share. Nobody plays alone.

    >>> from scorer.play.bots.simulate import simulate
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
        setup = Setup(
            players=self.names(),
            edition=self.edition,
            variant=self.variant,
            seed=self.seed_of(number),
        )
        return Game(setup)

    def bot(self, name: str, seed: int) -> Bot:
        """A bot of Fort.

        Raises:
            RefusedInput: there is none of that name.
        """
        return make_bot(name, seed)
