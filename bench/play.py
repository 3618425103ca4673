"""The speed of the game engines: choices answered, copies with hidden cards dealt anew, records replayed, and
decisions of the normal bot.

`python -m bench.play [GAMES]` plays random 4-player games of Ex Libris and of Fort, one of each in turn, and
prints a line for each figure. Where catanatron is installed (``pip install catanatron``), its random games
run in between, and the figures stand beside its own. Seconds are those of the processor, so that other
programs matter little.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from itertools import count
from random import Random
from statistics import median
from time import process_time
from typing import Any

from scorer import play
from scorer.editions import EDITION_KEYS
from scorer.fort import play as fort
from scorer.fort.play.bots import make_bot as make_fort_bot
from scorer.play.bots import make_bot

PLAYERS = ["Ana", "Bo", "Cy", "Di"]
#: A fork is measured after each of these many choices of a game.
FORK_EVERY = 20
REPLAYED_CHOICES = 200
#: Of so many games one is played by normal bots too.
BOTS_EVERY = 10
#: Turns after which a game of catanatron is left.
PEER_TURNS = 1000


@dataclass
class Engine:
    """One game, and what was measured of it."""

    name: str
    module: Any
    make_bot: Callable[[str, int], Any]
    variants: tuple[str, ...]
    random: Random = field(default_factory=lambda: Random(1))
    choices: int = 0
    seconds: float = 0.0
    forks: list[float] = field(default_factory=list)
    replays: list[float] = field(default_factory=list)
    decisions: int = 0
    thought: float = 0.0

    def setup(self, number: int) -> Any:
        """Of each edition and variant in turn."""
        return self.module.Setup(
            players=PLAYERS,
            edition=EDITION_KEYS[number % len(EDITION_KEYS)],
            variant=self.variants[number % len(self.variants)],
            seed=number,
        )

    def play(self, number: int) -> None:
        """One random game, measured."""
        setup = self.setup(number)
        began = process_time()
        game = self.module.Game(setup)
        while (choice := game.choice) is not None:
            options = choice.options
            game.answer(options[int(self.random.random() * len(options))])
        self.seconds += process_time() - began
        record = game.record
        self.choices += len(record["choices"])
        self._time_forks(setup, record["choices"])
        if len(record["choices"]) >= REPLAYED_CHOICES:
            record["choices"] = record["choices"][:REPLAYED_CHOICES]
            began = process_time()
            self.module.Game.replay(record)
            self.replays.append(process_time() - began)

    def play_bots(self, number: int) -> None:
        """One game of normal bots; choices with one option are no decisions."""
        game = self.module.Game(self.setup(number), watched=True)
        bots = [self.make_bot("normal", seat) for seat in range(len(PLAYERS))]
        while (choice := game.choice) is not None:
            view = game.view(choice.player)
            began = process_time()
            option = bots[choice.seat].decide(view, choice)
            if len(choice.options) > 1:
                self.thought += process_time() - began
                self.decisions += 1
            game.answer(option)

    def _time_forks(self, setup: Any, keys: list[str]) -> None:
        """Seconds that a fork takes every few choices of a game."""
        game = self.module.Game(setup)
        for number, key in enumerate(keys):
            game.answer(key)
            if number % FORK_EVERY == 0 and game.choice is not None:
                began = process_time()
                game.fork(number)
                self.forks.append(process_time() - began)


class Peer:
    """catanatron, an engine of another game of choices: random games of four, a tick for a choice."""

    def __init__(self) -> None:
        self._package = import_module("catanatron")
        self.choices, self.seconds, self.copies = 0, 0.0, list[float]()

    def play(self, number: int) -> None:
        """One random game, measured, and another whose copies are measured."""
        began = process_time()
        game = self._game(number)
        while game.winning_color() is None and game.state.num_turns < PEER_TURNS:
            game.play_tick()
            self.choices += 1
        self.seconds += process_time() - began
        game = self._game(number)
        for tick in count():
            if game.winning_color() is not None or game.state.num_turns >= PEER_TURNS:
                break
            game.play_tick()
            if tick % FORK_EVERY == 0:
                began = process_time()
                game.copy()
                self.copies.append(process_time() - began)

    @property
    def rate(self) -> float:
        """Choices answered a second."""
        return self.choices / self.seconds

    @property
    def copy(self) -> float:
        """Milliseconds, the median."""
        return 1000 * median(self.copies)

    def _game(self, number: int) -> Any:
        colours = list(self._package.Color)
        return self._package.Game([self._package.RandomPlayer(colour) for colour in colours], seed=number)


def peer() -> Peer | None:
    """catanatron where it is installed (``pip install catanatron``)."""
    try:
        return Peer()
    except ModuleNotFoundError:
        return None


def main(games: int = 100) -> None:
    engines = [
        Engine("Ex Libris", play, make_bot, ("standard",)),
        Engine("Fort", fort, make_fort_bot, ("basic", "advanced")),
    ]
    other = peer()
    for engine in engines:  # an edition is read once a process
        for number in range(len(EDITION_KEYS)):
            engine.module.Game(engine.setup(number))
    for number in range(games):
        for engine in engines:
            engine.play(number)
            if number % BOTS_EVERY == 0:
                engine.play_bots(number)
        if other is not None:
            other.play(number)
    if other is not None:
        print(f"catanatron: choices answered a second: {other.rate:,.0f}")
        print(f"catanatron: copy in mid-game: {other.copy:.3f} ms median")
    for engine in engines:
        rate, fork = engine.choices / engine.seconds, 1000 * median(engine.forks)
        times = "" if other is None else f", {rate / other.rate:.2f} times catanatron"
        print(f"{engine.name}: choices answered a second: {rate:,.0f}{times}")
        times = "" if other is None else f", {fork / other.copy:.2f} times catanatron's copy"
        print(f"{engine.name}: fork in mid-game: {fork:.3f} ms median{times}")
        replayed = 1000 * median(engine.replays)
        print(f"{engine.name}: a record of {REPLAYED_CHOICES} choices replayed: {replayed:.2f} ms median")
        print(
            f"{engine.name}: decisions of the normal bot a second: {engine.decisions / engine.thought:,.0f}"
        )


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:2]))
