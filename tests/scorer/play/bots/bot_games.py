"""Games for tests of bots."""

from __future__ import annotations

from scorer.play import Game, Setup

NAMES = ["Ana", "Bo", "Cy", "Di"]
EDITIONS = ("en", "pt", "fr", "cs")


def game_of(players: int, seed: int) -> Game:
    difficulty = seed % 7 + 1 if players == 1 else None
    return Game(Setup(players=NAMES[:players], edition=EDITIONS[seed % 4], seed=seed, difficulty=difficulty))
