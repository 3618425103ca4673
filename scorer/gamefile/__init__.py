"""The game file, input of ``shelfmark score``."""

from __future__ import annotations

from scorer.gamefile.cards import GameError
from scorer.gamefile.load import GameFile
from scorer.gamefile.schema import HOUSE, MOST_DISCARDS, MOST_PLAYERS

__all__ = [
    "HOUSE",
    "MOST_DISCARDS",
    "MOST_PLAYERS",
    "GameError",
    "GameFile",
]
