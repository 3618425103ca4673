"""Tournaments: every bot against every other, both seats alike, and what that says about each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from math import log10

from pydantic import BaseModel, Field

from scorer.engine.simulate import CONFIDENCE, Match, simulate, wilson
from scorer.errors import RefusedInput

#: The mean of all ratings, and the points of a rating for which the better one wins ten times as often.
MEAN_RATING, RATING_SCALE = 1500.0, 400.0
#: Games against an equal that every bot is thought to have drawn, so that no rating is endless.
THOUGHT_DRAWS = 1.0
#: Rounds of fitting; the ratings have settled long before.
FITTING = 2000


class Pairing(BaseModel):
    """Two bots' games: each deal is played twice, with the seats changed."""

    one: str
    other: str
    games: int
    wins: float = Field(description="of the first; a shared or unresolved win counts as its share")
    win_rate: float
    interval: tuple[float, float] = Field(description="Wilson interval of the win rate, 95 %")
    mean_margin: float = Field(description="points by which the first was ahead on average")


class Standing(BaseModel):
    """A bot's place: its rating fitted to all games (Bradley and Terry), and its wins against all others."""

    bot: str
    rating: float
    games: int
    wins: float
    win_rate: float
    interval: tuple[float, float]


class Tournament(BaseModel):
    """A round robin's outcome, the best bot first."""

    edition: str
    variant: str
    seed: int
    standings: list[Standing]
    pairings: list[Pairing]


def round_robin(
    bots: Sequence[str], games: int, match: Match, workers: int = 1, dask: str | None = None
) -> Tournament:
    """Plays ``games`` games for each pair of bots; ``match`` gives the edition, the variant and the seed.

    Raises:
        RefusedInput: fewer than two different bots, a bot that does not exist, or too few games.
    """
    if len(set(bots)) < max(2, len(bots)):
        raise RefusedInput("A tournament needs two or more bots, each named once: change --players.")
    if games < 2 or games % 2:
        raise RefusedInput("Each deal is played twice, with the seats changed: give an even number of games.")
    pairings = [_pair(one, other, games, match, workers, dask) for one, other in combinations(bots, 2)]
    return Tournament(
        edition=match.edition,
        variant=match.variant,
        seed=match.seed,
        standings=standings(bots, pairings),
        pairings=pairings,
    )


def _pair(one: str, other: str, games: int, match: Match, workers: int, dask: str | None) -> Pairing:
    wins = margin = 0.0
    for seat, seats in enumerate(((one, other), (other, one))):
        figures = simulate(replace(match, bots=seats), games // 2, workers, dask)
        wins += figures.players[seat].wins
        margin += figures.players[seat].mean_total - figures.players[1 - seat].mean_total
    return Pairing(
        one=one,
        other=other,
        games=games,
        wins=wins,
        win_rate=wins / games,
        interval=wilson(wins, games),
        mean_margin=margin / 2,
    )


def standings(bots: Sequence[str], pairings: Iterable[Pairing]) -> list[Standing]:
    """The bots by their ratings, the best first.

    >>> pair = Pairing(one="a", other="b", games=100, wins=75, win_rate=0.75, interval=(0, 1), mean_margin=0)
    >>> [(standing.bot, round(standing.rating, -1)) for standing in standings(["b", "a"], [pair])]
    [('a', 1590.0), ('b', 1410.0)]
    """
    played: dict[tuple[str, str], int] = {}
    wins = dict.fromkeys(bots, 0.0)
    for pair in pairings:
        played[pair.one, pair.other] = played[pair.other, pair.one] = pair.games
        wins[pair.one] += pair.wins
        wins[pair.other] += pair.games - pair.wins
    ratings = _fitted(bots, played, wins)
    table = []
    for bot in bots:
        games = sum(number for (one, _), number in played.items() if one == bot)
        table.append(
            Standing(
                bot=bot,
                rating=ratings[bot],
                games=games,
                wins=wins[bot],
                win_rate=wins[bot] / games,
                interval=wilson(wins[bot], games),
            )
        )
    return sorted(table, key=lambda standing: -standing.rating)


def _fitted(
    bots: Sequence[str], played: dict[tuple[str, str], int], wins: dict[str, float]
) -> dict[str, float]:
    """Ratings of greatest likelihood, by minorization (Hunter, Annals of Statistics 32, 2004)."""
    strength = dict.fromkeys(bots, 1.0)
    for _ in range(FITTING):
        now = {}
        for bot in bots:
            spread = THOUGHT_DRAWS / (strength[bot] + 1)
            for (one, other), games in played.items():
                if one == bot:
                    spread += games / (strength[bot] + strength[other])
            now[bot] = (wins[bot] + THOUGHT_DRAWS / 2) / spread
        mean = sum(log10(value) for value in now.values()) / len(now)
        strength = {bot: value / 10**mean for bot, value in now.items()}
    return {bot: MEAN_RATING + RATING_SCALE * log10(value) for bot, value in strength.items()}


def markdown(tournament: Tournament, games: int, command: str) -> str:
    """The outcome as a page: ratings, then who wins how often against whom."""
    bots = [standing.bot for standing in tournament.standings]
    rates = {(pair.one, pair.other): (pair.win_rate, pair.interval) for pair in tournament.pairings}
    for (one, other), (rate, (low, high)) in list(rates.items()):
        rates[other, one] = 1 - rate, (1 - high, 1 - low)
    lines = [
        "# How the bots play",
        "",
        f"{games} games a pair, two players, each deal played twice with the seats changed; edition "
        f"{tournament.edition}, {tournament.variant}, seed {tournament.seed}. In brackets Wilson's interval, "
        f"{CONFIDENCE:.0%}. A name such as hard@100 tells the tries of a decision. Made by",
        "",
        f"    {command}",
        "",
        "| bot | Elo | wins of all | " + " | ".join(f"against {bot}" for bot in bots) + " |",
        "| --- | ---: | ---: | " + " | ".join("---:" for _ in bots) + " |",
    ]
    for standing in tournament.standings:
        cells = [_rate(rates[standing.bot, bot]) if bot != standing.bot else "" for bot in bots]
        overall = _rate((standing.win_rate, standing.interval))
        lines.append(f"| {standing.bot} | {standing.rating:.0f} | {overall} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def _rate(rate: tuple[float, tuple[float, float]]) -> str:
    share, (low, high) = rate
    return f"{share:.0%} ({low:.0%}–{high:.0%})"
