"""Players that are programs: what a bot is, the register of a game's bots, the bot that picks any option."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.metadata import entry_points
from random import Random
from typing import Any, Generic, TypeVar

from scorer.engine.choices import Choice, Option
from scorer.errors import RefusedInput, phrase

BotT = TypeVar("BotT")
OptionT = TypeVar("OptionT", bound=Option)


class RandomBot:
    """Every option is as likely as any other."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def decide(self, view: object, choice: Choice[OptionT, Any]) -> OptionT:
        return choice.options[int(self._random.random() * len(choice.options))]


class BotRegister(Generic[BotT]):
    """A game's bots by name: its own, and those that other packages add under an entry point ``group``."""

    def __init__(
        self, group: str, own: Mapping[str, Callable[[int], BotT]], former: Mapping[str, str] | None = None
    ) -> None:
        self.group = group
        self.own = own
        #: Names that games kept since then may still bear.
        self.former = former or {}

    def names(self) -> list[str]:
        """The names that `make` knows."""
        return [*self.own, *(point.name for point in entry_points(group=self.group))]

    def make(self, name: str, seed: int) -> BotT:
        """A new bot by its name.

        Raises:
            RefusedInput: there is none of that name.
        """
        name = self.former.get(name, name)
        if name in self.own:
            return self.own[name](seed)
        for point in entry_points(group=self.group, name=name):
            bot: BotT = point.load()(seed)
            return bot
        known = ", ".join(self.names())
        raise RefusedInput(phrase("There is no bot {name!r}: choose one of {known}.", name=name, known=known))
