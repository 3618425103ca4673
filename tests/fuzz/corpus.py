"""What each door takes, as it comes from a game night: the fuzzer changes it."""

from __future__ import annotations

import json
import tempfile
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from scorer.cards import Deck
from scorer.play import Game
from tests.scorer.archive.archived import fort, inspected, sheet, solo
from tests.scorer.play.fuzz import setup
from tests.scorer.random_games import random_game
from vision import Legend

SAMPLES = Path(__file__).parents[2] / "samples"
TIME = "2026-11-20T20:15:00Z"


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def played(number: int, choices: int) -> Game:
    """A game on screen, so many choices old."""
    game, rng = Game(setup(number)), Random(number)
    while game.choice is not None and choices:
        game.answer(rng.choice(game.choice.options))
        choices -= 1
    return game


@cache
def games() -> list[Any]:
    samples = [read(path) for path in sorted((SAMPLES / "games").glob("*.json"))]
    return [*samples, *(random_game(Random(seed)) for seed in range(40))]


@cache
def sheets() -> list[Any]:
    return [read(SAMPLES / "fort.json"), fort()[0]]


@cache
def tiles() -> list[Any]:
    return [
        {"locations": {"10": {"spaces": [1, 1, 1, 1]}}},
        {"locations": {"12": {"spaces": [2, 1, 1, 1]}}},
        {},
    ]


@cache
def decks() -> list[Any]:
    house = Deck.house().to_dict()
    part = {"partial": True, "letters": {"A": 6}, "cards": house["cards"][:4]}
    return [part, part, house]


@cache
def records() -> list[Any]:
    """Games of all kinds, some long over: most are short, so that they are replayed fast."""
    return [played(number, choices).record for number in range(12) for choices in (0, 7, 40)]


def table() -> dict[str, Any]:
    """A table of Score with a photo, two players and one who left."""
    cards = [
        {"id": n, "row": 0, "column": n, "letter": "E", "order": n + 1, "of": 7, "looks": [["p", n]]}
        | {"categories": ["historic_volumes", "spells_potions"], "review": ["order"]}
        for n in range(3)
    ]
    quad = [[0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [0.0, 9.0]]
    name = "0123456789abcdef"
    photo = {"name": "shelf.jpg", "file": f"{name}.jpg", "width": 90, "height": 60, "outlines": [quad] * 3}
    seats = [
        {"id": "s1", "name": "Žofie", "focus": "spells_potions", "hand": 2, "read": cards, "cards": cards},
        {"id": "s2", "name": "Bo", "tally": {"books": {"spells_potions": 3}, "stability": 4}},
    ]
    return {
        "edition": "cs",
        "key": "evening",
        "step": "check",
        "prominent": "reference_texts",
        "banned": "corrupted_codices",
        "seats": seats,
        "away": [{"id": "s3", "name": "Cy"}],
        "photos": {f"{name}-shelf": photo | {"kind": "shelf"}},
        "seated": 3,
    }


@cache
def drafts() -> list[Any]:
    """Each with its kind, as an archive file holds it."""
    several, alone = played(1, 20), played(0, 20)
    if several.setup.solo:
        several, alone = alone, several
    found: list[tuple[str, Any]] = [
        ("fort", sheet(3)),
        ("table", table()),
        ("table", {"game": inspected("Ana", "Bo")[0]}),
        ("play" if not several.setup.solo else "solo", {"record": several.record, "bots": {}, "undone": 1}),
        ("play" if not alone.setup.solo else "solo", {"record": alone.record, "round": 2}),
    ]
    return [{"kind": kind, "key": "k", "saved": TIME, "data": data} for kind, data in found]


@cache
def archives() -> list[Any]:
    def entry(source: str, told: tuple[Any, Any], record: Any = None) -> dict[str, Any]:
        when = {"played": TIME, "changed": TIME}
        return (
            {"id": source, "key": source, "source": source, "game": told[0], "result": told[1]}
            | when
            | ({"record": record} if record else {})
        )

    kept = [
        entry("typed", inspected("Ana", "José")),
        entry("solo", solo("Žofie"), played(0, 5).record if played(0, 0).setup.solo else None),
        entry("fort", fort()),
    ]
    return [
        {"shelfmark_archive": 1, "games": kept, "drafts": drafts()},
        {"shelfmark_archive": 1, "games": kept[:1]},
        {"shelfmark_archive": 1, "games": [], "drafts": drafts()[:2]},
    ]


@cache
def legends() -> list[Any]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "legend.json"
        Legend.from_photo(SAMPLES / "legend.jpg").save(path)
        return [read(path)]
