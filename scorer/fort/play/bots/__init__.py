"""Players of Fort that are programs. A bot has one method, sees only its own view, and plugs in by name.

Another package adds bots under the entry point group "shelfmark.fort_bots": a name for each class that
takes a seed.
"""

from __future__ import annotations

from typing import Protocol

from scorer.engine.bots import BotRegister, RandomBot
from scorer.fort.play.bots.greedy import GreedyBot
from scorer.fort.play.bots.hard import HardBot
from scorer.fort.play.choices import Choice, Option
from scorer.fort.play.view import View


class Bot(Protocol):
    """Whoever plays: a program, or a person at a screen."""

    def decide(self, view: View, choice: Choice) -> Option:
        """One of the choice's options."""


BOTS: BotRegister[Bot] = BotRegister(
    "shelfmark.fort_bots",
    {"normal": GreedyBot, "hard": HardBot, "random": RandomBot},
    former={"greedy": "normal"},
)
bot_names = BOTS.names
make_bot = BOTS.make

__all__ = ["BOTS", "Bot", "GreedyBot", "HardBot", "RandomBot", "bot_names", "make_bot"]
