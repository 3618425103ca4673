"""Players that are programs: what a bot is, the register of a game's bots, the bot that picks any option."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.metadata import entry_points
from inspect import signature
from math import inf
from random import Random
from typing import Any, Generic, TypeVar

from scorer.engine.choices import Advice, Choice, Option
from scorer.engine.game import AnyGame
from scorer.engine.search import SECONDS, Ranked, Search
from scorer.errors import RefusedInput, phrase

BotT = TypeVar("BotT")
OptionT = TypeVar("OptionT", bound=Option)
GameT = TypeVar("GameT", bound=AnyGame)


class RandomBot:
    """Every option is as likely as any other."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def decide(self, view: object, choice: Choice[OptionT, Any]) -> OptionT:
        return choice.options[int(self._random.random() * len(choice.options))]


class SearchBot(ABC):
    """Searches for ``seconds``, or for a number of ``tries`` whatever time they take."""

    def __init__(self, seed: int, seconds: float | None = SECONDS, tries: int | None = None) -> None:
        self._random = Random(seed)
        self._seconds, self._tries = seconds, tries

    @abstractmethod
    def _search(self, view: Any, choice: Any, seed: int) -> Search[Any]:
        """The search of the game that is played."""

    def decide(self, view: Any, choice: Any) -> Any:
        """One of the choice's options."""
        if len(choice.options) == 1:
            return choice.options[0]
        seed = self._random.getrandbits(32)
        return self._search(view, choice, seed).rank(self._seconds, self._tries)[0].option


def advised(ranked: Sequence[Ranked[OptionT]], reason: Callable[[OptionT], str]) -> list[Advice[OptionT]]:
    """Ranked options as advice. An option that was not tried counts as the worst that was."""
    least = min((one.margin for one in ranked if one.tries), default=0.0)
    return [Advice(one.option, one.margin if one.tries else least, reason(one.option)) for one in ranked]


def pick(options: Sequence[OptionT], weights: Sequence[float], random: Random) -> OptionT:
    """The option of the greatest weight; of several, any."""
    best, chosen = (-inf, 0.0), options[0]
    for option, weight in zip(options, weights, strict=True):
        rank = weight, random.random()
        if rank > best:
            best, chosen = rank, option
    return chosen


def play_out(game: AnyGame, bots: Sequence[Any]) -> int:
    """Lets the bots, by seat, play a game to its end; returns the number of their decisions."""
    decisions = 0
    while (choice := game.choice) is not None:
        game.answer(bots[choice.seat].decide(game.view(choice.player), choice))
        decisions += 1
    return decisions


def played_until(
    games: Iterable[GameT],
    bots: Callable[[], Mapping[str, Any]],
    player: str,
    asked: tuple[str, int],
    ripe: Callable[[GameT], bool],
) -> GameT:
    """The first of the games that comes to a choice of ``player`` that is ``ripe``, as it waits for it.

    ``bots`` makes the players of each game, by name. ``asked``: the kind of choice, and its fewest options.

    Raises:
        ValueError: no game comes to such a choice.
    """
    kind, least = asked
    for game in games:
        players = bots()
        while (choice := game.choice) is not None:
            fits = choice.player == player and choice.kind == kind and len(choice.options) >= least
            if fits and ripe(game):
                return game
            game.answer(players[choice.player].decide(game.view(choice.player), choice))
    raise ValueError("no game comes to such a choice")


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

    def check(self, name: str) -> None:
        """Refuses a name of no bot, whatever its limit.

        Raises:
            RefusedInput: there is none of that name.
        """
        if name.partition("@")[0] not in self.names():
            raise self._unknown(name)

    def make(self, name: str, seed: int) -> BotT:
        """A new bot by its name; ``hard@0.1s`` and ``hard@100`` limit the time or the tries of a decision.

        Raises:
            RefusedInput: there is none of that name, or it takes no limit.
        """
        name, at, limit = name.partition("@")
        if at:
            return self._limited(name, limit, seed)
        name = self.former.get(name, name)
        if name in self.own:
            return self.own[name](seed)
        for point in entry_points(group=self.group, name=name):
            bot: BotT = point.load()(seed)
            return bot
        raise self._unknown(name)

    def _limited(self, name: str, limit: str, seed: int) -> BotT:
        """The bot ``name`` with a limit: seconds where it ends with s, else tries."""
        make = self.own.get(name)
        if make is None:
            raise self._unknown(name)
        given = re.fullmatch(r"(\d{1,4}(?:\.\d{1,3})?)s|(\d{1,6})", limit)
        takes = {"seconds", "tries"} <= signature(make).parameters.keys()
        if given is None or not takes or not float(given[1] or given[2]):
            raise RefusedInput(
                phrase(
                    "{name} takes no limit {limit!r}: write hard@0.5s for seconds or hard@100 for tries.",
                    name=name,
                    limit=limit,
                )
            )
        limits = {"seconds": float(given[1])} if given[1] else {"seconds": None, "tries": int(given[2])}
        bot: BotT = make(seed, **limits)
        return bot

    def _unknown(self, name: str) -> RefusedInput:
        known = ", ".join(self.names())
        return RefusedInput(
            phrase("There is no bot {name!r}: choose one of {known}.", name=name, known=known)
        )
