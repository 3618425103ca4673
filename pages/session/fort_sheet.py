"""What is being filled in on the Fort page: a dict that a draft keeps, and the sheet it makes."""

from __future__ import annotations

from typing import Any

from pages.table.merging import Clash, Merge
from scorer.editions import given_name
from scorer.fort import HIGHEST_LEVEL, MadeUpRule, Suit
from scorer.fort.sheet import MOST_PLAYERS

NOBODY = -1
#: The fields that a made-up rule reads, in the order they are asked. "crown" and "book" are suits.
ASKED: dict[str, tuple[str, ...]] = {
    MadeUpRule.GRAND_PLANS: ("advance_fort",),
    MadeUpRule.FRIENDSHIP_BRACELETS: tuple(Suit),
    MadeUpRule.PIGGY_BANK: ("stuff_toys", "pack_toys"),
    MadeUpRule.PIZZA_PARTY: ("stuff_pizza", "pack_pizza"),
    MadeUpRule.STAY_COOL: ("best_friends",),
    MadeUpRule.MINIMALISM: (),
    MadeUpRule.POPULARITY: ("lookout",),
    MadeUpRule.BOUNCY_CASTLE: (Suit.CROWN,),
    MadeUpRule.SECRET_STASH: ("pack_pizza", "pack_toys"),
    MadeUpRule.PYJAMA_PARTY: (),  # "cards", of every player
    MadeUpRule.MAD_SCIENCE: (Suit.BOOK,),
}
_PLACES = ("stuff", "pack")
_PLAIN = ("bot", "conceded", "advance_fort", "best_friends", "lookout", "cards")


def empty() -> dict[str, Any]:
    """A sheet for two, nothing filled in."""
    return named({"players": [seat(), seat()], "macaroni": NOBODY})


def seat(key: str = "") -> dict[str, Any]:
    """A player of whom nothing is known; ``key`` tells them from the others on every device."""
    return {
        "id": key,
        "name": "",
        "track": None,
        "fort_level": 0,
        "fort_points": None,
        "rule": "",
        "big_pack": False,
    }


def named(draft: dict[str, Any]) -> dict[str, Any]:
    """The draft, its players with all their fields, and with ids, which older drafts lack."""
    players = [
        seat() | player | {"id": player.get("id") or f"p{number}"}
        for number, player in enumerate(draft["players"], 1)
    ]
    return draft | {"players": players}


def put(one: dict[str, Any], field: str, value: object) -> None:
    """Fills in one entry of a player or of the sheet. Whoever gets another name is somebody else: a person,
    who did not concede.
    """
    one[field] = value
    if field == "name":
        for of_another in ("bot", "conceded"):
            one.pop(of_another, None)


def settle(merge: Merge, draft: dict[str, Any], here: dict[str, Any]) -> None:
    """Makes a sheet that was put together from two devices whole: as many as can play, each made-up rule
    once. What was chosen here stays.
    """
    players, mine = draft["players"], {one["id"]: one for one in here["players"]}
    del players[MOST_PLAYERS:]
    if draft["macaroni"] >= len(players):
        draft["macaroni"] = NOBODY
    taken: set[str] = set()
    for one in sorted(players, key=lambda one: one["rule"] != mine.get(one["id"], {}).get("rule")):
        if one["rule"] and one["rule"] in taken:
            merge.clashes.append(Clash(("players", one["id"], "rule"), "", one["rule"]))
            one["rule"] = ""
        taken.add(one["rule"])


def take_over(draft: dict[str, Any], new: dict[str, Any]) -> None:
    """Makes the sheet what ``new`` is; its players stay the same objects."""
    known = {one["id"]: one for one in draft["players"]}
    players = [known.get(one["id"], one) for one in new["players"]]
    for player, one in zip(players, new["players"], strict=True):
        if player is not one:
            player.clear()
            player.update(one)
    draft["players"][:] = players
    draft["macaroni"] = new["macaroni"]


def asked(draft: dict[str, Any], player: int) -> list[str]:
    """The counts that this player is asked for: their rule's, and the cards when anybody compares them."""
    rule = draft["players"][player]["rule"]
    fields = list(ASKED[rule]) if rule else []
    if any(one["rule"] == MadeUpRule.PYJAMA_PARTY for one in draft["players"]):
        fields.append("cards")
    return fields


def missing(draft: dict[str, Any], player: int) -> list[str]:
    """The fields of this player that are still empty; a suit that is left empty counts 0."""
    one = draft["players"][player]
    fields = ["track"]
    if one["fort_level"] != HIGHEST_LEVEL:
        fields.append("fort_points")
    fields += [field for field in asked(draft, player) if field not in tuple(Suit)]
    return [field for field in fields if one.get(field) is None]


def sheet_of(draft: dict[str, Any], names: list[str]) -> dict[str, Any]:
    """The sheet file that `Sheet.from_dict` checks. What no rule asks for is left out."""
    return {"players": [_player(draft, number, name) for number, name in enumerate(names)]}


def _player(draft: dict[str, Any], number: int, name: str) -> dict[str, Any]:
    one = draft["players"][number]
    player: dict[str, Any] = {"name": name, "track": one["track"], "fort_level": one["fort_level"]}
    if one["fort_level"] != HIGHEST_LEVEL:
        player["fort_points"] = one["fort_points"]
    for field in ("bot", "conceded"):
        if one.get(field):
            player[field] = one[field]
    if draft["macaroni"] == number:
        player["macaroni"] = True
    if one["rule"]:
        player["rule"] = one["rule"]
    if one["big_pack"]:
        player["big_pack"] = True
    for field in asked(draft, number):
        place, _, what = field.partition("_")
        if field in tuple(Suit):
            player.setdefault("suits", {})[field] = one.get(field) or 0
        elif place in _PLACES:
            player.setdefault(place, {})[what] = one.get(field)
        else:
            player[field] = one.get(field)
    return player


def draft_of(sheet: dict[str, Any]) -> dict[str, Any]:
    """A sheet file opened for more: the inverse of `sheet_of`."""
    draft: dict[str, Any] = {"players": [], "macaroni": NOBODY}
    for number, player in enumerate(sheet["players"]):
        one = seat() | {field: player[field] for field in (*seat(), *_PLAIN) if field in player}
        one["name"] = given_name(player["name"], number + 1)
        for place in _PLACES:
            one |= {f"{place}_{what}": count for what, count in player.get(place, {}).items()}
        one |= player.get("suits") or {}
        draft["players"].append(one)
        if player.get("macaroni"):
            draft["macaroni"] = number
    return named(draft)
