"""Random games for the tests, and for `python -m tests.scorer.random_games 100000`: the scorer against
`obvious`.
"""

from __future__ import annotations

import random
import sys
import unicodedata
from typing import Any

from scorer.cards import BookCard, Category, Deck
from scorer.gamefile import GameFile
from scorer.result import score
from tests.scorer.oracle import obvious

NAMES = ("Ana", "Bo", "Čeněk", "Dária")


def random_shelf(rng: random.Random, cards: list[BookCard]) -> str:
    """A shelf that K1 and K2 allow; half nearly in order, some cards face down or with one beneath."""
    taken: dict[tuple[int, int], BookCard] = {}
    space = (0, 0)
    for card in cards:
        taken[space] = card
        rows = [row for row, _ in taken]
        beside = sorted(
            {(r + dr, c + dc) for r, c in taken for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))} - set(taken)
        )
        space = rng.choice([s for s in beside if max(*rows, s[0]) - min(*rows, s[0]) < 3])
    if rng.random() < 0.5:  # in order, but for one swap
        ordered = dict(zip(sorted(taken), sorted(cards), strict=True))
        if len(cards) > 1:
            one, two = rng.sample(sorted(ordered), 2)
            ordered[one], ordered[two] = ordered[two], ordered[one]
        taken = ordered
    tokens = {place: _token(rng, card) for place, card in taken.items()}
    return notation(tokens)


def _token(rng: random.Random, card: BookCard) -> str:
    down = rng.random() < 0.12
    text = rng.choice(("#", f"#{card}")) if down else str(card)
    return text + ("+" if rng.random() < 0.08 else "")


def notation(tokens: dict[tuple[int, int], str]) -> str:
    """The notation of tokens by (row, column), moved to start at 0."""
    if not tokens:
        return ""
    rows, columns = [row for row, _ in tokens], [column for _, column in tokens]
    return " / ".join(
        " ".join(tokens.get((row, column), ".") for column in range(min(columns), max(columns) + 1))
        for row in range(min(rows), max(rows) + 1)
    )


def random_game(rng: random.Random, most_cards: int = 18) -> dict[str, Any]:
    """A game file: shelves or tallies, one to four players or solo; tallies are small, so that ties are
    common.
    """
    categories = [category.value for category in rng.sample(list(Category), 6)]
    pack = rng.sample(list(Deck.house()), 152)
    solo = rng.random() < 0.25
    count = 1 if solo else rng.randint(1, 4)
    players = []
    for i in range(count):
        player: dict[str, Any] = {"name": NAMES[i], "focus": categories[2 + i]}
        if not solo:
            player["hand"] = rng.randint(0, 2)
        if rng.random() < 0.6:
            player["shelf"] = random_shelf(rng, [pack.pop() for _ in range(rng.randint(0, most_cards))])
        else:
            player["tally"] = random_tally(rng)
            player["stability"] = rng.choice((0, 4, 6))
            player["buried"] = rng.choice((0, 0, 1))
        players.append(player)
    game: dict[str, Any] = {
        "form": "S-42a" if solo else "B-7c",
        "edition": rng.choice(("en", "pt", "fr", "cs")),
        "prominent": categories[0],
        "banned": categories[1],
        "players": players,
    }
    if solo:
        game["difficulty"] = rng.randint(1, 7)
        game["library"] = {"focus": categories[5]}
        if rng.random() < 0.5:
            game["library"]["cards"] = [str(pack.pop()) for _ in range(rng.randint(0, 20))]
        else:
            game["library"]["tally"] = random_tally(rng)
    elif rng.random() < 0.2:
        order = rng.sample(["books", "hand", "banned"], rng.randint(0, 3))
        end = rng.choice(["reading", "shared"])
        game["rules"] = rng.choice([{"tie_break_end": end}, {"tie_breaks": [*order, end]}])
    return game


def random_tally(rng: random.Random) -> dict[str, int]:
    high = rng.choice((1, 2, 12))
    return {category.value: rng.randint(0, high) for category in Category}


def named_once(game: dict[str, Any]) -> dict[str, Any]:
    """The game with its names as a form shows them: without spaces around them, and composed (NFC)."""
    players = [
        player | {"name": unicodedata.normalize("NFC", " ".join(str(player["name"]).split()))}
        for player in game["players"]
    ]
    return game | {"players": players}


def tie_breaks(game: dict[str, Any]) -> list[str]:
    """T, by edition: en has no step for banned books, cs shares the win; or as the game file says."""
    said, edition = game.get("rules", {}), game.get("edition", "en")
    middle = ["books", "hand"] if edition == "en" else ["books", "hand", "banned"]
    order = said.get("tie_breaks") or [*middle, "shared" if edition == "cs" else "reading"]
    return [*order[:-1], said.get("tie_break_end") or order[-1]]


def mismatches(game: dict[str, Any]) -> list[str]:
    """Where the scorer and the obvious implementation differ on a game; empty when they agree."""
    result = score(GameFile.from_dict(game))
    game = named_once(without_nulls(game))
    columns = [*result.players, *([result.library] if result.library else [])]
    if result.library is None:
        expected = obvious.score(game, tie_breaks(game))
        whole: dict[str, Any] = {"winners": result.winners, "decided_by": result.decided_by}
    else:
        expected = obvious.score_solo(game)
        whole = {"won": result.won}
    found = [
        f"{name}: {value}, not {expected[name]}" for name, value in whole.items() if value != expected[name]
    ]
    for column, right in zip(columns, expected["columns"], strict=True):
        found += [
            f"{column.name} {name}: {getattr(column, name)}, not {value}"
            for name, value in right.items()
            if getattr(column, name) != value
        ]
    return found


def without_nulls(value: Any) -> Any:
    """JSON with every field left out that says null: the game file means the same by both."""
    if isinstance(value, dict):
        return {key: without_nulls(inner) for key, inner in value.items() if inner is not None}
    return [without_nulls(inner) for inner in value] if isinstance(value, list) else value


def main(games: int, seed: int = 1) -> int:
    """Scores random games both ways; says how many differ."""
    rng, different = random.Random(seed), 0
    for number in range(games):
        game = random_game(rng)
        found = mismatches(game)
        if found:
            different += 1
            print(f"game {number}: {'; '.join(found)}\n  {game}")
    print(f"{different} mismatches in {games} random games (seed {seed})")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:3])))
