"""Fort, the second game (RULES 10): its score sheet, its cards, and the game on screen."""

from scorer.fort.sheet import (
    HIGHEST_LEVEL,
    MACARONI_POINTS,
    POINTS_AT_HIGHEST_LEVEL,
    FortResult,
    MadeUpRule,
    Player,
    PlayerScore,
    Resources,
    Sheet,
    SheetError,
    Suit,
    rule_points,
    score_fort,
)

__all__ = [
    "HIGHEST_LEVEL", "MACARONI_POINTS", "POINTS_AT_HIGHEST_LEVEL", "FortResult", "MadeUpRule", "Player",
    "PlayerScore", "Resources", "Sheet", "SheetError", "Suit", "rule_points", "score_fort",
]  # fmt: skip
