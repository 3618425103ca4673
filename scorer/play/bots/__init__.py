"""Players that are programs. A bot has one method, sees only its own view, and plugs in by name.

Another package adds bots under the entry point group "shelfmark.bots": a name for each class that takes a
seed.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points
from typing import Protocol

from scorer.errors import RefusedInput, phrase
from scorer.play.bots.greedy import GreedyBot
from scorer.play.bots.random import RandomBot
from scorer.play.choices import Choice, Option
from scorer.play.view import View

GROUP = "shelfmark.bots"


class Bot(Protocol):
    """Whoever plays: a program, or a person at a screen."""

    def decide(self, view: View, choice: Choice) -> Option:
        """One of the choice's options."""


BOTS: dict[str, Callable[[int], Bot]] = {"random": RandomBot, "greedy": GreedyBot}


def bot_names() -> list[str]:
    """The names that `make_bot` knows."""
    return [*BOTS, *(point.name for point in entry_points(group=GROUP))]


def make_bot(name: str, seed: int) -> Bot:
    """A new bot by its name.

    Raises:
        RefusedInput: there is none of that name.
    """
    if name in BOTS:
        return BOTS[name](seed)
    for point in entry_points(group=GROUP, name=name):
        bot: Bot = point.load()(seed)
        return bot
    raise RefusedInput(
        phrase("There is no bot {name!r}: choose one of {known}.", name=name, known=", ".join(bot_names()))
    )


__all__ = ["BOTS", "Bot", "GreedyBot", "RandomBot", "bot_names", "make_bot"]
