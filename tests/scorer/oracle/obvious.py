"""The rules once more, slow and obvious, to check the scorer against. Shares no code with it, not even the
parser.
"""

from __future__ import annotations

import itertools
from fractions import Fraction
from math import ceil
from typing import Any

CODES = {
    "C": "corrupted_codices",
    "F": "fantastical_fictions",
    "H": "historic_volumes",
    "M": "monster_manuals",
    "R": "reference_texts",
    "S": "spells_potions",
}
Places = dict[tuple[int, int], str]


def places(text: str) -> Places:
    """Token by (row, column), gaps left out."""
    return {
        (row, column): token
        for row, line in enumerate(text.split("/"))
        for column, token in enumerate(line.split())
        if token != "."
    }


def key(token: str) -> tuple[str, int]:
    name = token.strip("#+").split(":")[0]
    return name[0], int(name[1:])


def turned_by_a1(shelf: Places) -> list[tuple[int, int]]:
    """A1: go through the shelf and compare each face-up card with the last one still face up."""
    turned, last = [], ("", 0)
    for place in sorted(shelf):
        token = shelf[place]
        if token.startswith("#"):
            continue
        if key(token) > last:
            last = key(token)
        else:
            turned.append(place)
    return turned


def books(shelf: Places) -> dict[str, int]:
    """A2."""
    turned = turned_by_a1(shelf)
    codes = "".join(
        token.rstrip("+").partition(":")[2]
        for place, token in shelf.items()
        if not token.startswith("#") and place not in turned
    )
    return {name: codes.count(code) for code, name in CODES.items()}


def rectangle(shelf: Places) -> int:
    """B1 without buried cards: try every rectangle."""
    if not shelf:
        return 0
    lowest = max(row for row, _ in shelf)
    columns = range(max(column for _, column in shelf) + 1)
    best = 0
    for top in range(lowest):
        for left, right in itertools.combinations(columns, 2):
            cells = [(row, column) for row in range(top, lowest + 1) for column in range(left, right + 1)]
            if all(cell in shelf for cell in cells):
                best = max(best, len(cells))
    return best


def awards(counts: list[int]) -> list[int]:
    """B2: everybody stands in a row by their count; those with the same count share the prizes of their
    places.
    """
    prizes = [15, 9, 4, *[0] * len(counts)]
    row = sorted(counts, reverse=True)
    shares = {}
    for count in counts:
        mine = [prizes[place] for place, other in enumerate(row) if other == count]
        shares[count] = ceil(Fraction(sum(mine), len(mine)))
    return [shares[count] for count in counts]


def column(player: dict[str, Any], banned: str) -> dict[str, Any]:
    """All of one player's column but B2."""
    if "shelf" in player:
        shelf = places(player["shelf"])
        a2, stability = books(shelf), rectangle(shelf)
        buried = sum(token.endswith("+") for token in shelf.values())
        turned = turned_by_a1(shelf)
    else:
        a2 = {name: player["tally"].get(name, 0) for name in CODES.values()}
        stability, buried, turned = player["stability"], player.get("buried", 0), []
    return {
        "a2": a2,
        "turned": turned,
        "b1": stability + 2 * buried,
        "b3": -a2[banned],
        "b4": 3 * min(count for name, count in a2.items() if name != banned),
        "b5": 2 * a2[player["focus"]],
    }


def total(filled: dict[str, Any]) -> int:
    return int(filled["b1"] + filled["b2"] + filled["b3"] + filled["b4"] + filled["b5"])


def score(game: dict[str, Any], tie_breaks: list[str]) -> dict[str, Any]:
    """Form B-7c: columns, winners, decided_by."""
    players = game["players"]
    columns = [column(player, game["banned"]) for player in players]
    for filled, award in zip(columns, awards([c["a2"][game["prominent"]] for c in columns]), strict=True):
        filled["b2"] = award
        filled["total"] = total(filled)
    names = ["total", *tie_breaks[:-1]]
    ranks = []
    for player, filled in zip(players, columns, strict=True):
        better = {
            "total": filled["total"],
            "books": sum(filled["a2"].values()),
            "hand": -player.get("hand", 0),
            "banned": -filled["a2"][game["banned"]],
        }
        ranks.append(tuple(better[name] for name in names))
    winners = [player["name"] for player, rank in zip(players, ranks, strict=True) if rank == max(ranks)]
    decided_by = tie_breaks[-1]
    if len(winners) == 1:
        for length, name in enumerate(names, 1):
            if sum(rank[:length] == max(ranks)[:length] for rank in ranks) == 1:
                decided_by = name
                break
    return {"columns": columns, "winners": winners, "decided_by": decided_by}


def score_solo(game: dict[str, Any]) -> dict[str, Any]:
    """Form S-42a: the player's column, the library's, and who won."""
    mine = column(game["players"][0], game["banned"])
    library = game["library"]
    if "cards" in library:
        codes = "".join(token.partition(":")[2] for token in library["cards"])
        library = library | {"tally": {name: codes.count(code) for code, name in CODES.items()}}
    theirs = column({"focus": library["focus"], "tally": library["tally"], "stability": 0}, game["banned"])
    more = mine["a2"][game["prominent"]] > theirs["a2"][game["prominent"]]
    mine["b2"], theirs["b2"] = (15, 0) if more else (0, 15)
    for filled in (mine, theirs):
        filled["total"] = total(filled)
    return {"columns": [mine, theirs], "won": mine["total"] > theirs["total"]}
