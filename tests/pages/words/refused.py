"""Files that are refused, each for a reason of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np

from scorer.cards import Deck
from scorer.editions import load_edition
from scorer.limits import MOST_ENTRIES
from tests.pages.steps import GAME

LIBRARY = load_edition("en").words["library"]


def nested(levels: int) -> list[Any]:
    return [nested(levels - 1)] if levels else []


def game(**changes: Any) -> dict[str, Any]:
    return GAME | changes


def solo(**changes: Any) -> dict[str, Any]:
    player = {"name": "Ana", "focus": "spells_potions", "shelf": "A1:RR"}
    library = {"focus": "historic_volumes", "cards": ["E2:HFS"]}
    return game(form="S-42a", players=[player | changes.pop("player", {})], library=library) | changes


def player(**changes: Any) -> dict[str, Any]:
    entry = {"name": "Ana", "focus": "spells_potions", "shelf": "A1:RR B1:MS"} | changes
    return game(players=[{key: value for key, value in entry.items() if value is not None}])


def fort(*changes: dict[str, Any]) -> dict[str, Any]:
    blank = {"track": 10, "fort_level": 2, "fort_points": 5}
    names = ("Ana", "Bo")
    return {
        "players": [
            {"name": name} | blank | (changes[n] if n < len(changes) else {}) for n, name in enumerate(names)
        ]
    }


def deck(change: Callable[[list[dict[str, Any]]], object]) -> dict[str, Any]:
    data = Deck.house().to_dict()
    change(data["cards"])
    return data


def record(**changes: Any) -> dict[str, Any]:
    told: dict[str, Any] = {"version": 1, "players": ["Ana", "Bo"], "edition": "en", "seed": 1, "choices": []}
    return told | changes


def archived(**changes: Any) -> dict[str, Any]:
    entry = {
        "id": "a",
        "key": "a",
        "source": "photo",
        "played": "2026-11-20T20:15:00Z",
        "changed": "2026-11-20T20:15:00Z",
        "game": {},
        "result": {"players": []},
    }
    return {"shelfmark_archive": 1, "games": [entry | changes]}


def picture(width: int, height: int) -> bytes:
    return cv2.imencode(".png", np.zeros((height, width, 3), np.uint8))[1].tobytes()


def many(rows: int) -> str:
    return " / ".join(f"A{n}:RR" for n in range(1, rows + 1))


GAMES: list[Any] = [
    [],
    {},
    game(extra=1),
    game(prominent="nothing"),
    game(edition="xx"),
    game(players=[]),
    game(players=[{"name": "Ana"}] * 5),
    game(deck=""),
    game(library={"focus": "monster_manuals", "cards": []}),
    game(banned="reference_texts"),
    game(rules={"tie_break_end": 3}),
    game(rules={"tie_breaks": ["books"]}),
    player(name="", hand=0),
    player(name="x" * 61),
    player(name="\u200b"),
    player(hand="3"),
    player(hand=-1),
    player(hand=153),
    player(shelf=7),
    player(shelf=None),
    player(stability=3),
    player(tally={"spells_potions": 1}),
    player(buried=2),
    player(shelf=None, tally={"spells_potions": 1}),
    player(shelf=None, tally={"nothing": 1}, stability=0),
    player(shelf=None, tally={"spells_potions": 86}, stability=0),
    player(shelf=None, tally={}, stability=0, hand=152, buried=9),
    player(shelf="A1:RR / / B1:RR"),
    player(shelf="A1:RR X0"),
    player(shelf=" ".join("." * 201)),
    player(shelf=many(4)),
    game(players=[{}, {}]),
    game(players=["x"] * 60_000),
    game(players=["x" * 3_000_000]),
    game(players=nested(40)),
    player(shelf="A1"),
    player(shelf="A1:RR A1:RR"),
    game() | {"players": [{"name": "Ana", "focus": "spells_potions", "shelf": "A1:RR"}] * 2},
    game(
        players=[
            {"name": "Ana", "focus": "spells_potions", "shelf": ""},
            {"name": "Ana", "focus": "historic_volumes", "shelf": ""},
        ]
    ),
    game(
        players=[
            {"name": "Ana", "focus": "spells_potions", "tally": {"spells_potions": 80}, "stability": 0},
            {"name": "Bo", "focus": "historic_volumes", "tally": {"spells_potions": 80}, "stability": 0},
        ]
    ),
    solo(library=None),
    solo(player={"name": LIBRARY}),
    solo(player={"hand": 2}),
    solo(players=game()["players"]),
    solo(library={"focus": "historic_volumes"}),
    solo(library={"focus": "historic_volumes", "cards": ["what"]}),
    solo(library={"focus": "historic_volumes", "cards": ["#"]}),
    solo(library={"focus": "spells_potions", "cards": []}),
    player() | {"deck": "house"},
    player(shelf="Z30:RR") | {"deck": "house"},
]
SHEETS = [
    fort() | {"players": 3},
    fort({"name": "\u200b"}),
    fort({"name": "Bo"}),
    fort({"rule": "piggy_bank"}, {"rule": "piggy_bank"}),
    fort({"fort_level": 5, "fort_points": None}),
    fort({"fort_level": 5, "macaroni": True}, {"fort_level": 5, "macaroni": True, "fort_points": 23}),
    fort({"fort_level": 5, "fort_points": 4, "macaroni": True}),
    fort({"macaroni": True}),
    fort({"fort_points": None}),
    fort({"fort_level": 0, "rule": "piggy_bank"}),
    fort({"rule": "pyjama_party", "cards": 3}),
    fort({"rule": "mad_science"}),
    fort({"stuff": {"pizza": 5}}),
    fort({"stuff": {"toys": 5}}),
    fort({"pack": {"toys": 9}}),
    fort({"lookout": 9}),
    fort({"lookout": 2, "cards": 1}),
    fort({"macaroni": 3}),
    fort({"fort_level": 2.5}),
    fort({"big_pack": True}, {"big_pack": True}),
    fort({"fort_level": 1, "big_pack": True}),
    fort({"fort_points": 4}),
    fort({"best_friends": 3}),
]


def first(change: dict[str, Any]) -> Callable[[list[dict[str, Any]]], object]:
    return lambda cards: cards[0].update(change)


DECKS: list[Any] = [
    [],
    {"cards": [3]},
    deck(first({"letter": "a"})),
    deck(first({"order": 0})),
    deck(first({"categories": ["nothing"]})),
    deck(first({"titles": [3]})),
    deck(first({"of": 9})),
    deck(first({"categories": ["spells_potions"]})),
    deck(first({"titles": ["Zebras"]})),
    deck(lambda cards: cards.pop()),
    deck(lambda cards: cards.append(cards[0])),
    deck(lambda cards: cards[0].update(titles=cards[1]["titles"], categories=cards[1]["categories"])),
    Deck.house().to_dict() | {"letters": 3},
    {"partial": True, "cards": [{"letter": "a"}]},
    {"partial": True, "cards": [{"letter": "A", "order": 9, "of": 3}]},
    {"partial": True, "cards": [{"letter": "A", "order": 1, "categories": ["spells_potions"]}]},
]
TEXTS = [
    b"\xff",
    b"{",
    b'{"a"}',
    b'{"a" 1}',
    b"[1 2]",
    b"[1,]",
    b"1 2",
    b'"a',
    b'"\x01"',
    b'"\\x"',
    b'"\\u12"',
    b'{"a": 1, "a": 2}',
    b"NaN",
    b'{"a": 1,}',
    b"[" * 2000,
    b"9" * 5000,
    b"1e999",
    b'"\\ud800"',
    b'"\\u0000"',
]
RECORDS = [
    3,
    record(version=5),
    record(version=2, choices=["nothing:at all"]),
    record(all_locations=True),
    record(edition="fr", variant="beginner", all_locations=True),
    record(version=2, tiles={"locations": {"3": {"spaces": [1]}}}),
    record(version=2, tiles={"solo_locations": [1]}),
    record(version=2, tiles={"libraries": {"dragon": {}}}),
    record(version=2, tiles={"locations": {"4": {"names": {"en": "Wishing Well"}}}}),
    record(version=2, tiles={"locations": {"4": {"names": {"en": "\u200b"}}}}),
    record(forks=[[1]]),
    record(forks=[["x", 1.5]]),
    record(seed="1"),
    record(players=["Ana", "Ana"]),
    record(players=["\u200b", "Bo"]),
    record(players=[]),
    record(variant="odd"),
    record(players=["Ana"], variant="long"),
    record(players=[LIBRARY]),
    record(difficulty=3),
    record(choices=["nothing:at all"]),
    record(deck={"cards": []}),
]
ARCHIVES = [
    archived(),
    archived(result={}),
    archived(result=3),
    archived(source="letter"),
    archived(played="yesterday"),
    archived(played="2026-11-20T20:15:00"),
    archived(id=""),
    {"shelfmark_archive": 2},
    {"shelfmark_archive": 1, "games": [3]},
    {"shelfmark_archive": 1, "games": [], "drafts": [{}]},
    {"shelfmark_archive": 1, "games": [], "drafts": [{}] * (MOST_ENTRIES + 1)},
]
