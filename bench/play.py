"""The speed of the game engines: choices answered, copies with hidden cards dealt anew, records replayed.

`python -m bench.play [GAMES]` plays random 4-player games of Ex Libris and of Fort, one of each in turn, and
prints a line for each figure. Seconds are those of the processor, so that other programs matter little.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from random import Random
from statistics import fmean, median
from time import process_time
from typing import Any

from scorer import play
from scorer.fort import play as fort

PLAYERS = ["Ana", "Bo", "Cy", "Di"]
EDITIONS = ("en", "pt", "fr", "cs")
#: A fork is measured after each of these many choices of a game.
FORK_EVERY = 20
REPLAYED_CHOICES = 200


@dataclass
class Engine:
    """One game, and what was measured of it."""

    name: str
    module: Any
    variants: tuple[str, ...]
    random: Random = field(default_factory=lambda: Random(1))
    choices: int = 0
    seconds: float = 0.0
    forks: list[float] = field(default_factory=list)
    replays: list[float] = field(default_factory=list)

    def play(self, number: int) -> None:
        """One random game, measured."""
        setup = self.module.Setup(
            players=PLAYERS,
            edition=EDITIONS[number % len(EDITIONS)],
            variant=self.variants[number % len(self.variants)],
            seed=number,
        )
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

    def _time_forks(self, setup: Any, keys: list[str]) -> None:
        """Seconds that a fork takes every few choices of a game."""
        game = self.module.Game(setup)
        for number, key in enumerate(keys):
            game.answer(key)
            if number % FORK_EVERY == 0 and game.choice is not None:
                began = process_time()
                game.fork(number)
                self.forks.append(process_time() - began)


def main(games: int = 100) -> None:
    engines = [Engine("Ex Libris", play, ("standard",)), Engine("Fort", fort, ("basic", "advanced"))]
    for number in range(games):
        for engine in engines:
            engine.play(number)
    for engine in engines:
        rate = engine.choices / engine.seconds
        print(f"{engine.name}: choices answered a second: {rate:,.0f} ({engine.choices} in {games} games)")
        forks = [1000 * seconds for seconds in engine.forks]
        print(f"{engine.name}: fork in mid-game: {median(forks):.3f} ms median, {fmean(forks):.3f} ms mean")
        replayed = 1000 * median(engine.replays)
        print(f"{engine.name}: a record of {REPLAYED_CHOICES} choices replayed: {replayed:.2f} ms median")


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:2]))
