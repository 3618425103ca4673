"""Fort, the second game (RULES 10): its score sheet, its cards, and the game on screen."""

from scorer.fort.scoring import FortResult, PlayerScore, rule_points, score_fort
from scorer.fort.sheet import (
    HIGHEST_LEVEL,
    MACARONI_POINTS,
    POINTS_AT_HIGHEST_LEVEL,
    MadeUpRule,
    Player,
    Resources,
    Sheet,
    SheetError,
    Suit,
    doubts,
)

__all__ = [
    "HIGHEST_LEVEL", "MACARONI_POINTS", "POINTS_AT_HIGHEST_LEVEL", "FortResult", "MadeUpRule", "Player",
    "PlayerScore", "Resources", "Sheet", "SheetError", "Suit", "doubts", "rule_points", "score_fort",
]  # fmt: skip
