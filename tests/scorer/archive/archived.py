"""Games to archive, and an archive to put them in."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from scorer.archive import Archive
from scorer.fort import Sheet, score_fort
from scorer.fort.play import Game as FortGame
from scorer.fort.play import Setup as FortSetup
from scorer.gamefile import GameFile
from scorer.play import Game, Setup
from scorer.result import score


def inspected(*names: str, books: int = 4) -> tuple[dict[str, Any], dict[str, Any]]:
    """A game file and its result, the first player ahead of the others."""
    focuses = ["spells_potions", "historic_volumes", "monster_manuals", "fantastical_fictions"]
    players = [
        {"name": name, "focus": focus, "tally": {"reference_texts": books + 2 - place}, "stability": 6}
        for place, (name, focus) in enumerate(zip(names, focuses, strict=False))
    ]
    game = {
        "form": "B-7c",
        "prominent": "reference_texts",
        "banned": "corrupted_codices",
        "players": players,
    }
    return game, score(GameFile.from_dict(game)).to_json()


def tied(*names: str, reading_winner: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """A game file of players with nothing but stability, whose tie the reading competition decides."""
    game, _ = inspected(*names)
    for player in game["players"]:
        player["tally"] = {}
    game["reading_winner"] = reading_winner
    return game, score(GameFile.from_dict(game)).to_json()


def solo(name: str = "Ana", difficulty: int = 3, books: int = 9) -> tuple[dict[str, Any], dict[str, Any]]:
    """A solo game and its result."""
    game = {
        "form": "S-42a",
        "prominent": "reference_texts",
        "banned": "corrupted_codices",
        "difficulty": difficulty,
        "players": [
            {"name": name, "focus": "spells_potions", "tally": {"spells_potions": books}, "stability": 9}
        ],
        "library": {"focus": "monster_manuals", "tally": {"monster_manuals": 5}},
    }
    return game, score(GameFile.from_dict(game)).to_json()


def fort() -> tuple[dict[str, Any], dict[str, Any]]:
    """A Fort sheet and its result."""
    sheet = {
        "players": [
            {"name": "Rulico", "track": 17, "fort_level": 5, "macaroni": True, "rule": "minimalism"},
            {"name": "Lui", "track": 24, "fort_level": 4, "fort_points": 18},
        ]
    }
    return sheet, score_fort(Sheet.from_dict(sheet)).model_dump(mode="json")


def record(*players: str) -> dict[str, Any]:
    """The record of a game that has just begun; of one player a solo game."""
    return Game(Setup(players=list(players), seed=7)).record


def fort_record(*players: str) -> dict[str, Any]:
    """The record of a game of Fort that has just begun."""
    return FortGame(FortSetup(players=list(players), seed=7)).record


def sheet(track: int = 0, name: str = "Žofie") -> dict[str, Any]:
    """A draft of Fort: a sheet that is being filled in."""
    player = {"name": name, "track": track, "fort_level": 0, "fort_points": 0, "rule": "", "big_pack": False}
    return {"players": [player, player | {"name": "Bo"}], "macaroni": -1}


@cache
def _empty() -> bytes:
    """The file of a new archive."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "archive.db"
        Archive.open(f"sqlite:///{file}")
        return file.read_bytes()


def lay_down_empty(file: Path) -> None:
    """A new archive, copied."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch(mode=0o600)
    file.write_bytes(_empty())
