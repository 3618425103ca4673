"""The speed of the game engine: choices answered, copies with hidden cards dealt anew, records replayed.

`python bench/play.py [GAMES]` plays random 4-player games and prints a line for each figure.
"""

from __future__ import annotations

import sys
from random import Random
from statistics import fmean, median
from time import perf_counter

from scorer.play import Game, Setup

PLAYERS = ["Ana", "Bo", "Cy", "Di"]
EDITIONS = ("en", "pt", "fr", "cs")
#: A fork is measured after each of these many choices of a game.
FORK_EVERY = 20
REPLAYED_CHOICES = 300


def main(games: int = 100) -> None:
    random = Random(1)
    choices, seconds, forks, replays = 0, [0.0], [], []
    for number in range(games):
        setup = Setup(players=PLAYERS, edition=EDITIONS[number % 4], seed=number)
        began = perf_counter()
        game = Game(setup)
        while (choice := game.choice) is not None:
            options = choice.options
            game.answer(options[int(random.random() * len(options))])
        seconds.append(perf_counter() - began)
        record = game.record
        choices += len(record["choices"])
        if len(record["choices"]) >= REPLAYED_CHOICES:
            record["choices"] = record["choices"][:REPLAYED_CHOICES]
            began = perf_counter()
            Game.replay(record)
            replays.append(perf_counter() - began)
        forks += time_forks(setup, record["choices"])
    print(f"choices answered a second: {choices / sum(seconds):,.0f} ({choices} in {games} games)")
    print(f"fork in mid-game: {1000 * median(forks):.3f} ms median, {1000 * fmean(forks):.3f} ms mean")
    print(f"a record of {REPLAYED_CHOICES} choices replayed: {1000 * median(replays):.2f} ms median")


def time_forks(setup: Setup, keys: list[str]) -> list[float]:
    """Seconds that a fork takes every few choices of a game."""
    game, found = Game(setup), []
    for number, key in enumerate(keys):
        game.answer(key)
        if number % FORK_EVERY == 0 and game.choice is not None:
            began = perf_counter()
            game.fork(number)
            found.append(perf_counter() - began)
    return found


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:2]))
