"""Games and sheets as their files give them."""

import copy
from typing import Any

#: The printed example: 17 + 23 + 4 + 4 = 48 beats another 48 by fort level.
RULICO: dict[str, Any] = {
    "name": "Rulico",
    "track": 17,
    "fort_level": 5,
    "macaroni": True,
    "rule": "popularity",
    "lookout": 4,
}
LUI: dict[str, Any] = {"name": "Lui", "track": 30, "fort_level": 4, "fort_points": 18}
RITA: dict[str, Any] = {
    "name": "Rita",
    "focus": "spells_potions",
    "hand": 2,
    "shelf": "A3:CF B1:HMR / C2:S #",
}
ERIC: dict[str, Any] = {
    "name": "Eric",
    "focus": "historic_volumes",
    "hand": 0,
    "tally": {"corrupted_codices": 4, "historic_volumes": 10, "reference_texts": 8},
    "stability": 12,
}
GAME: dict[str, Any] = {
    "form": "B-7c",
    "edition": "en",
    "prominent": "reference_texts",
    "banned": "corrupted_codices",
    "players": [RITA, ERIC],
}


def sheet(*players: dict[str, Any]) -> dict[str, Any]:
    return copy.deepcopy({"players": list(players)})


def game(**changes: Any) -> dict[str, Any]:
    return copy.deepcopy(GAME) | changes


def rita(**changes: Any) -> dict[str, Any]:
    """The game with Rita changed; None takes a field out."""
    player = {key: value for key, value in (RITA | changes).items() if value is not None}
    return game(players=[player, ERIC])


def eric(**changes: Any) -> dict[str, Any]:
    player = {key: value for key, value in (ERIC | changes).items() if value is not None}
    return game(players=[RITA, player])


def solo(**changes: Any) -> dict[str, Any]:
    game: dict[str, Any] = {
        "form": "S-42a",
        "edition": "en",
        "prominent": "reference_texts",
        "banned": "corrupted_codices",
        "difficulty": 2,
        "players": [{"name": "Igor", "focus": "spells_potions", "shelf": "A1:RR B2:SS / C3:FHM D4:CR"}],
        "library": {"focus": "monster_manuals", "cards": ["E2:HFS", "Z1:MM", "B1:RC"]},
    }
    return game | changes
