"""Fits the value of a position to games that bots play among themselves."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Annotated, Any, Protocol

import numpy as np
import typer
from numpy.typing import NDArray

from scorer.engine.choices import Choice
from scorer.engine.game import AnyGame
from scorer.whole import write_whole

#: Ridge: how much a weight of 1 costs, in points squared a sample.
RIDGE = 0.02
#: Every fourth game is kept back from the fit and measures it.
HELD_BACK = 4


@dataclass(frozen=True, slots=True)
class Sample:
    """A player's features at some moment, and the total that they ended with."""

    game: int
    features: list[float]
    total: int


class Positions(Protocol):
    """The features of positions of one game."""

    def features(self, state: Any) -> list[list[float]]:
        """A row a seat."""


def played(
    number: int,
    game: AnyGame,
    bots: Sequence[Any],
    positions: Positions,
    begins: Callable[[Any, Choice[Any, Any]], bool],
    random: Random,
    errs: float,
) -> Iterator[Sample]:
    """The samples of one game, taken where a round or turn ``begins``.

    ``errs``: how often a bot takes any option, so that odd positions occur.
    """
    moments: list[list[list[float]]] = []
    while (choice := game.choice) is not None:
        if begins(game._state, choice):
            moments.append(positions.features(game._state))
        if random.random() < errs:
            game.answer(choice.options[int(random.random() * len(choice.options))])
        else:
            game.answer(bots[choice.seat].decide(game.view(choice.player), choice))
    assert game.result is not None
    for rows in moments:
        for row, player in zip(rows, game.result.players, strict=True):
            yield Sample(number, row, player.total)


def fit(samples: Sequence[Sample]) -> tuple[NDArray[np.float64], float, float]:
    """The weights, and how much of the totals' variance they explain: in the fit, in games held back."""
    rows = np.array([sample.features for sample in samples])
    totals = np.array([sample.total for sample in samples], dtype=float)
    kept = np.array([sample.game % HELD_BACK != 0 for sample in samples])
    spread = np.maximum(rows[kept].std(axis=0), 1e-6)
    spread[0] = 1
    scaled = rows / spread
    square = scaled[kept].T @ scaled[kept] + RIDGE * kept.sum() / len(spread) * np.eye(len(spread))
    weights = np.linalg.solve(square, scaled[kept].T @ totals[kept]) / spread
    explained = [
        1 - np.var(totals[part] - rows[part] @ weights) / np.var(totals[part]) for part in (kept, ~kept)
    ]
    return weights, float(explained[0]), float(explained[1])


def write(file: Path, of: Iterable[tuple[int, Sequence[Sample]]], **fields: Any) -> None:
    """Fits weights to the samples of each number of players and writes them, with these ``fields``."""
    fitted: dict[str, list[float]] = {}
    for players, samples in of:
        weights, own, other = fit(samples)
        fitted[str(players)] = [round(float(weight), 4) for weight in weights]
        print(f"{players}: {len(samples)} samples, R² {own:.3f}, held back {other:.3f}")
    write_whole(file, (json.dumps(fields | {"weights": fitted}, indent=1) + "\n").encode("utf-8"))


def program(
    file: Path,
    features: Sequence[str],
    players: range,
    played: Callable[[int, int, str, int, float], Iterator[Sample]],
) -> Callable[..., None]:
    """The command that fits a game's weights and writes them to a ``file``.

    ``played``: the samples of a game, by its number, how many play, the bot, the seed, and how often it errs.
    """

    def main(
        games: Annotated[int, typer.Option(help="Games for each number of players.")] = 400,
        bot: Annotated[str, typer.Option(help="The bot that plays.")] = "normal",
        seed: Annotated[int, typer.Option(help="The same seed gives the same weights.")] = 1_000_000,
        errs: Annotated[float, typer.Option(help="How often a bot takes any option.")] = 0.1,
    ) -> None:
        """Play, fit, and write the weights."""
        of = (
            (number, [sample for game in range(games) for sample in played(game, number, bot, seed, errs)])
            for number in players
        )
        write(file, of, games=games, bot=bot, seed=seed, errs=errs, features=features)

    return main
