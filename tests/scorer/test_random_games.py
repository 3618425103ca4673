"""Random games and broken ones: scored as the obvious implementation does, or refused in one sentence."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scorer.cards import Category
from scorer.errors import RefusedInput
from scorer.gamefile import GameFile
from tests.scorer.random_games import mismatches, random_game, random_shelf

GAMES = 2_000  # `python -m tests.scorer.random_games 100000` plays more
MUTATIONS = 5_000


def test_no_mismatch_in_random_games() -> None:
    rng = random.Random(2026)
    for _ in range(GAMES):
        game = random_game(rng)
        assert mismatches(game) == [], game


JUNK: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1,
    3.5,
    10**30,
    float("inf"),
    "",
    " ",
    "E2:HFS",
    "A1:CC B1:HH / #",
    "# / # / # / #",
    "nonsense",
    "x" * 9000,
    "Ana\n",
    "\ud800",
    "\0",
    [],
    [[]],
    [None],
    {},
    {"name": "Ana"},
    *Category,
    "de",
    "S-42a",
    "B-7c",
    "shared",
    "house",
)
KEYS = (
    "name",
    "focus",
    "hand",
    "shelf",
    "tally",
    "stability",
    "buried",
    "library",
    "deck",
    "rules",
    "colour",
)


def spots(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container with a key or place in it."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in inner:
        yield value, key
        yield from spots(child)


def mutate(rng: random.Random, game: dict[str, Any]) -> dict[str, Any]:
    """The game with one to three things wrong, or at least different."""
    game = copy.deepcopy(game)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        places = list(spots(game))
        if not places:
            break
        holder, key = rng.choice(places)
        other, other_key = rng.choice(places)
        match rng.randrange(6):
            case 0:
                del holder[key]
            case 1:
                holder[key] = copy.deepcopy(rng.choice(JUNK))
            case 2 if isinstance(holder, dict):
                holder[rng.choice(KEYS)] = copy.deepcopy(rng.choice(JUNK))
            case 3:  # a focus that is banned, a card that lies twice, a name that two have, …
                holder[key] = copy.deepcopy(other[other_key])
            case 4 if isinstance(holder, list):
                holder.append(copy.deepcopy(holder[key]))
            case _ if isinstance(holder[key], str):
                text = holder[key]
                at = rng.randrange(len(text) + 1)
                holder[key] = text[:at] + rng.choice(" #+./:AZ09ÉX") + text[at + rng.randrange(2) :]
    return game


def test_broken_games_are_scored_rightly_or_refused_in_one_sentence() -> None:
    rng = random.Random(7)
    sentences = []
    for _ in range(MUTATIONS):
        game = mutate(rng, random_game(rng, most_cards=6))
        try:
            assert mismatches(game) == [], game
        except RefusedInput as refusal:
            sentences.append(str(refusal))
    assert MUTATIONS // 2 < len(sentences) < MUTATIONS
    assert [s for s in sentences if not (s.isprintable() and s.endswith(".") and len(s) < 1000)] == []


def test_broken_files_are_refused_in_one_sentence(tmp_path: Path) -> None:
    """The same through a file, with bytes broken instead of values."""
    rng = random.Random(11)
    path = tmp_path / "game.json"
    sentences = []
    for _ in range(500):
        raw = bytearray(json.dumps(random_game(rng, most_cards=4)).encode())
        for _ in range(rng.randint(1, 3)):
            raw[rng.randrange(len(raw))] = rng.randrange(256)
        path.write_bytes(raw[: rng.choice((len(raw), rng.randrange(len(raw))))])
        try:
            GameFile.load(path)
        except RefusedInput as refusal:
            sentences.append(str(refusal))
    assert len(sentences) > 300
    assert [sentence for sentence in sentences if len(sentence.splitlines()) != 1] == []


@pytest.mark.parametrize("seed", range(5))
def test_random_shelves_obey_k1_and_k2(seed: int) -> None:
    from scorer.cards import Deck
    from scorer.shelf import Shelf

    rng = random.Random(seed)
    shelf = Shelf.parse(random_shelf(rng, rng.sample(list(Deck.house()), 15)))
    assert shelf.problems() == []
    assert sum(1 for _ in shelf.cells()) == 15
