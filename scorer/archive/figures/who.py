"""Who sat at a table: a person by any spelling of their name, a bot by its program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorer.archive.rows import ArchivedGame
from scorer.editions import nameless
from scorer.names import person, tidy


@dataclass(frozen=True, slots=True, order=True)
class Who:
    """Somebody over several games; ``key``: `person` of their name, or a bot's program.

    >>> Who("ana") == Who("ana", bot=True)
    False
    """

    key: str
    bot: bool = False


def seats(game: ArchivedGame) -> dict[str, Who]:
    """Who the players of a game are, by their names there; without players whom nobody gave a name.

    A program may sit there more than once.
    """
    entries = game.game.get("players", [])
    bots = {
        str(entry.get("name")): str(entry["bot"])
        for entry in entries
        if isinstance(entry, dict) and entry.get("bot")
    }
    return {
        name: Who(bots[name], bot=True) if name in bots else Who(person(name))
        for name in game.players
        if name in bots or not nameless(name)
    }


def is_theirs(game: ArchivedGame, player: str, name: str) -> bool:
    """Whether a player of a game, by their name there, is the person of this name; a bot never is."""
    return player in game.people and person(player) == person(name)


def conceded(game: ArchivedGame) -> set[str]:
    """The players who gave up, by their names there."""
    entries = game.game.get("players", [])
    return {str(entry.get("name")) for entry in entries if isinstance(entry, dict) and entry.get("conceded")}


def played_out(game: ArchivedGame) -> bool:
    """Whether nobody conceded, so that its points are those of its players: no bot made some of them."""
    return not conceded(game)


def place(game: ArchivedGame, name: str) -> tuple[bool, bool, int]:
    """How well a player did: of two players of a game the greater did better, and equal is a tie.

    Who won comes first, as a tie at the top may be broken (rule T); then the total counts. Who conceded did
    worse than everybody else, and as well as who conceded too.
    """
    stayed = name not in conceded(game)
    return name in game.winners, stayed, game.totals[name] if stayed else 0


def names(games: Sequence[ArchivedGame]) -> dict[Who, str]:
    """What each person is called: as their name was written last. A bot is called by its program."""
    found = {}
    for game in sorted(games, key=lambda each: each.played):
        for name, who in seats(game).items():
            found[who] = who.key if who.bot else tidy(name)
    return found
