"""The bot that picks any option."""

from __future__ import annotations

from random import Random

from scorer.play.choices import Choice, Option
from scorer.play.view import View


class RandomBot:
    """Every option is as likely as any other."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def decide(self, view: View, choice: Choice) -> Option:
        return choice.options[int(self._random.random() * len(choice.options))]
