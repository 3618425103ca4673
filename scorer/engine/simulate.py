"""Many games between bots: totals, win rates, rounds, decisions a second.

Game ``n`` of a run depends on the run's seed and on ``n`` alone, so one core, many, and a Dask cluster give
the same games.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, fmean
from typing import Any

from pydantic import BaseModel, Field

from scorer.editions import EditionKey
from scorer.engine.bots import play_out
from scorer.engine.game import AnyGame
from scorer.errors import RefusedInput

#: Two-sided confidence of the win rates' intervals.
CONFIDENCE = 0.95
#: Tasks for each worker: enough that none waits long for the last.
TASKS_PER_WORKER = 4


@dataclass(frozen=True, slots=True)
class Match(ABC):
    """What to simulate: the bots by name in seat order, and the setup that they share."""

    bots: tuple[str, ...]
    edition: EditionKey = "en"
    variant: str = ""
    difficulty: int | None = None
    seed: int = 0

    def names(self) -> list[str]:
        """Players' names: the bot's, numbered."""
        return [f"{bot} {seat + 1}" for seat, bot in enumerate(self.bots)]

    def seed_of(self, number: int) -> int:
        return self.seed * 1_000_003 + number

    def fields(self, number: int) -> dict[str, Any]:
        """The fields that the setups of all games have, for game ``number``."""
        return {
            "players": self.names(),
            "edition": self.edition,
            "variant": self.variant,
            "seed": self.seed_of(number),
        }

    @abstractmethod
    def game(self, number: int) -> AnyGame:
        """Game ``number`` before its first choice.

        Raises:
            RefusedInput: no game can begin so.
        """

    @abstractmethod
    def bot(self, name: str, seed: int) -> Any:
        """A bot of that game.

        Raises:
            RefusedInput: there is none of that name.
        """


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game: totals in seat order, the winning seats, rounds, decisions and seconds."""

    totals: tuple[int, ...]
    winners: tuple[int, ...]
    rounds: int
    decisions: int
    seconds: float


class BotFigures(BaseModel):
    """How one seat did."""

    name: str
    bot: str
    mean_total: float
    least_total: int
    most_total: int
    wins: float = Field(description="games won; a shared or unresolved win counts as its share")
    win_rate: float
    interval: tuple[float, float] = Field(description="Wilson interval of the win rate, 95 %")


class Figures(BaseModel):
    """A simulation's outcome."""

    games: int
    edition: EditionKey
    variant: str
    seed: int
    players: list[BotFigures]
    mean_rounds: float
    most_rounds: int
    decisions: int
    decisions_per_second: float = Field(description="on one core: over the seconds that all games took")


def play(match: Match, number: int) -> Played:
    """Plays one game to its end."""
    began = time.perf_counter()
    game = match.game(number)
    seed = match.seed_of(number) * len(match.bots)
    bots = [match.bot(bot, seed + seat) for seat, bot in enumerate(match.bots)]
    decisions = play_out(game, bots)
    result = game.result
    assert result is not None
    return Played(
        tuple(player.total for player in result.players),
        tuple(seat for seat, name in enumerate(match.names()) if name in result.winners),
        game.round,
        decisions,
        time.perf_counter() - began,
    )


def play_all(match: Match, numbers: Iterable[int]) -> list[Played]:
    """Plays several games, one after the other."""
    return [play(match, number) for number in numbers]


def simulate(match: Match, games: int, workers: int = 1, dask: str | None = None) -> Figures:
    """Plays ``games`` games on ``workers`` processes of this machine, or on the Dask cluster at ``dask``.

    Raises:
        RefusedInput: a bot, the setup or the cluster is not there.
    """
    match.game(0)
    for bot in match.bots:
        match.bot(bot, 0)
    if games < 1 or workers < 1:
        raise RefusedInput("There must be at least one game and one worker: give larger numbers.")
    if dask is None and workers == 1:
        return summarize(match, play_all(match, range(games)))
    step = min(games, workers * TASKS_PER_WORKER)
    tasks = [range(first, games, step) for first in range(step)]
    played = _spread(match, tasks, workers, dask)
    in_order = [played[n % step][n // step] for n in range(games)]
    return summarize(match, in_order)


def _spread(match: Match, tasks: Sequence[range], workers: int, dask: str | None) -> list[list[Played]]:
    """The tasks through joblib: processes here, or a Dask cluster (extra "cluster")."""
    try:
        import joblib
    except ImportError:
        raise RefusedInput(
            "More than one worker needs joblib: install shelfmark[cluster], or use one worker."
        ) from None
    run: Callable[..., list[list[Played]]] = joblib.Parallel(n_jobs=workers)
    calls = [joblib.delayed(play_all)(match, task) for task in tasks]
    if dask is None:
        return run(calls)
    try:
        from distributed import Client
    except ImportError:
        raise RefusedInput("A Dask cluster needs distributed: install shelfmark[cluster].") from None
    try:
        connect: Callable[..., Any] = Client  # distributed has no types
        client = connect(dask, timeout=10)
    except (OSError, ValueError) as error:
        raise RefusedInput(
            f"There is no Dask cluster at {dask} ({error}): give its scheduler's address."
        ) from None
    with client, joblib.parallel_config(backend="dask"):
        return run(calls)


def summarize(match: Match, played: Sequence[Played]) -> Figures:
    """The figures of finished games."""
    seconds, decisions = sum(game.seconds for game in played), sum(game.decisions for game in played)
    return Figures(
        games=len(played),
        edition=match.edition,
        variant=match.variant,
        seed=match.seed,
        players=[_seat(match, seat, played) for seat in range(len(match.bots))],
        mean_rounds=fmean(game.rounds for game in played),
        most_rounds=max(game.rounds for game in played),
        decisions=decisions,
        decisions_per_second=decisions / seconds if seconds else 0.0,
    )


def _seat(match: Match, seat: int, played: Sequence[Played]) -> BotFigures:
    totals = [game.totals[seat] for game in played]
    wins = sum(1 / len(game.winners) for game in played if seat in game.winners)
    return BotFigures(
        name=match.names()[seat],
        bot=match.bots[seat],
        mean_total=fmean(totals),
        least_total=min(totals),
        most_total=max(totals),
        wins=wins,
        win_rate=wins / len(played),
        interval=wilson(wins, len(played)),
    )


def wilson(wins: float, games: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The score interval of a rate (Wilson, "Probable inference", JASA 22, 1927).

    >>> [round(end, 4) for end in wilson(5, 10)]
    [0.2366, 0.7634]
    """
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    rate, spread = wins / games, z * z / games
    middle = (rate + spread / 2) / (1 + spread)
    half = z * sqrt(rate * (1 - rate) / games + spread / (4 * games)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)
