"""Fits the value of a position to games that bots play among themselves.

`python -m scorer.play.bots.train --games 400` plays, fits and writes ``scorer/data/play_value.json``. The
file tells the seed, the bot and the number of games.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Annotated, Any

import numpy as np
import typer
from numpy.typing import NDArray

from scorer.play.bots import make_bot
from scorer.play.bots.position import FEATURES, FILE, Positions, width
from scorer.play.game import Game
from scorer.play.setup import Setup
from scorer.whole import write_whole

#: Ridge: how much a weight of 1 costs, in points squared a sample.
RIDGE = 0.02
#: Every fourth game is kept back from the fit and measures it.
HELD_BACK = 4
NAMES = ("Ana", "Bo", "Cy", "Di")
EDITIONS = ("en", "pt", "fr", "cs")


@dataclass(frozen=True, slots=True)
class Sample:
    """A player's features at the start of a round, and the total that they ended with."""

    game: int
    features: list[float]
    total: int


def played(game: int, players: int, bot: str, seed: int, errs: float) -> Iterator[Sample]:
    """The samples of one game. ``errs``: how often a bot takes any option, so that odd positions occur."""
    difficulty = game % 7 + 1 if players == 1 else None
    edition: Any = EDITIONS[game % len(EDITIONS)]
    setup = Setup(players=list(NAMES[:players]), edition=edition, seed=seed + game, difficulty=difficulty)
    table, random, positions = Game(setup), Random(seed + game), Positions(setup)
    bots = [make_bot(bot, seat) for seat in range(players)]
    rows: list[list[list[float]]] = []
    seen = 0
    while (choice := table.choice) is not None:
        if choice.kind == "assistant" and table.round > seen:
            seen = table.round
            rows.append(positions.features(table._state))
        if random.random() < errs:
            table.answer(choice.options[int(random.random() * len(choice.options))])
        else:
            table.answer(bots[choice.seat].decide(table.view(choice.player), choice))
    totals = positions.totals(table._state)
    for round_ in rows:
        for row, total in zip(round_, totals, strict=False):
            yield Sample(game, row, total)


def fit(samples: list[Sample]) -> tuple[NDArray[np.float64], float, float]:
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


def main(
    games: Annotated[int, typer.Option(help="Games for each number of players.")] = 400,
    bot: Annotated[str, typer.Option(help="The bot that plays.")] = "normal",
    seed: Annotated[int, typer.Option(help="The same seed gives the same weights.")] = 1_000_000,
    errs: Annotated[float, typer.Option(help="How often a bot takes any option.")] = 0.1,
) -> None:
    """Play, fit, and write the weights."""
    fitted: dict[str, list[float]] = {}
    for players in range(1, len(NAMES) + 1):
        samples = [sample for game in range(games) for sample in played(game, players, bot, seed, errs)]
        weights, own, other = fit(samples)
        fitted[str(players)] = [round(float(weight), 4) for weight in weights]
        print(f"{players}: {len(samples)} samples, R² {own:.3f}, held back {other:.3f}")
    assert all(len(row) == width() for row in fitted.values())
    told = {"games": games, "bot": bot, "seed": seed, "errs": errs, "features": FEATURES, "weights": fitted}
    write_whole(FILE, (json.dumps(told, indent=1) + "\n").encode("utf-8"))


if __name__ == "__main__":
    typer.run(main)
