"""How strong people and bots are on screen, as one number each: the rating of Arpad Elo."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from scorer.archive.figures.choosing import on_screen
from scorer.archive.figures.who import Who, conceded, names, place, seats
from scorer.archive.rows import ArchivedGame

#: What everybody begins with, and the difference by which ten points to one are expected.
START, SPREAD = 1500.0, 400.0
#: How far one game moves a rating at most: Elo's factor for players who are no masters.
K = 32.0


@dataclass(frozen=True, slots=True)
class Rating:
    """Where somebody stands after ``games`` games."""

    who: Who
    name: str
    rating: float
    games: int


def expected(mine: float, theirs: float) -> float:
    """What a player of one rating may expect against another, from 0 to 1.

    >>> expected(1500, 1500), round(expected(1900, 1500), 3)
    (0.5, 0.909)
    """
    return float(1 / (1 + 10 ** ((theirs - mine) / SPREAD)))


def rated(games: Iterable[ArchivedGame]) -> list[ArchivedGame]:
    """The games that count: on screen, with at least two who are known and may be compared."""
    return [game for game in games if on_screen(game) and _pairs(game)]


def _pairs(game: ArchivedGame) -> list[tuple[tuple[str, Who], tuple[str, Who]]]:
    """All two who are compared, each by their name in the game and as who they are.

    A program that sits there twice is not compared with itself. Where every person conceded, bots finished
    the game for its form alone: whoever conceded is compared with everybody, the others not with each other.
    """
    gone = conceded(game)
    ended = bool(gone) and gone.issuperset(game.people)
    return [
        (one, other)
        for one, other in combinations(seats(game).items(), 2)
        if one[1] != other[1] and (not ended or one[0] in gone or other[0] in gone)
    ]


def ratings(games: Sequence[ArchivedGame]) -> list[Rating]:
    """The rating of everybody in the games that count (`rated`), the best first.

    Everybody begins with 1500. After each game, in the order in which they were played, every pair of its
    players is a game of two:

        R' = R + 32 / (n - 1) * (S - E)     with     E = 1 / (1 + 10 ** ((R_other - R) / 400))

    S is 1 for who did better, 0 for who did worse, and 1/2 for both of a tie; n is how many are rated in the
    game, so that a game of four moves a rating no further than a game of two. All pairs of a game are taken
    with the ratings before it. A program that sits there twice plays no game against itself, and bots that
    finished a game which every person conceded play none against each other.

    Source: A. E. Elo, The Rating of Chessplayers, Past and Present (1978), with K = 32, as the United States
    Chess Federation used it; https://en.wikipedia.org/wiki/Elo_rating_system. Elo has no rule for more than
    two players: the pairs are ours. Without rounding, the sum of all ratings stays the same.
    """
    now: defaultdict[Who, float] = defaultdict(lambda: START)
    played: Counter[Who] = Counter()
    counted = sorted(rated(games), key=lambda game: (game.played, game.id))
    for game in counted:
        step = K / (len(seats(game)) - 1)
        gained: defaultdict[Who, float] = defaultdict(float)
        for (one, who), (other, rival) in _pairs(game):
            mine, theirs = place(game, one), place(game, other)
            score = 0.5 if mine == theirs else float(mine > theirs)
            gain = step * (score - expected(now[who], now[rival]))
            gained[who] += gain
            gained[rival] -= gain
        for who, gain in gained.items():
            now[who] += gain
            played[who] += 1
    called = names(counted)
    found = [Rating(who, called[who], rating, played[who]) for who, rating in now.items()]
    return sorted(found, key=lambda each: (-each.rating, each.name, each.who))
