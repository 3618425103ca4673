"""The play as the app BG Stats takes it: its data, and the link that opens the app with them filled in."""

from __future__ import annotations

import json
import uuid
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from scorer.names import person
from scorer.result import ColumnResult, Result

BGSTATS = "https://app.bgstatsapp.com/createPlay.html?data="
BGG_ID = 201825
SOURCE = "Shelfmark"


@dataclass(frozen=True, slots=True)
class Around:
    """What BG Stats takes of a play beside its result, each if it is known.

    ``new``: the players who played for the first time. ``conceded``: those who gave up, whose points bots
    made.
    """

    minutes: int | None = None
    place: str = ""
    note: str = ""
    new: Collection[str] = ()
    conceded: Collection[str] = ()


#: A play of which nothing is known beside its result.
ALONE = Around()


def bgstats_play(
    result: Result,
    played: datetime,
    start_player: str | None = None,
    key: str | None = None,
    around: Around = ALONE,
) -> dict[str, Any]:
    """The play as BG Stats takes it. The public library of a solo game is no player.

    ``played`` must know its time zone. ``key`` names the play: BG Stats recognises a play that is sent again
    by it, also when the form was mended since. Without a key the date and the numbers of the result name it.
    """
    date = played.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")
    numbers = [[column.name, column.focus, column.total, *column.a2.values()] for column in result.columns]
    play = uuid.uuid5(uuid.NAMESPACE_URL, f"{BGSTATS}{key or json.dumps([date, result.form, numbers])}")
    beside = {"durationMin": around.minutes, "location": around.place, "comments": around.note}
    return {
        "sourceName": SOURCE,
        "sourcePlayId": str(play),
        "playDate": date,
        **{name: value for name, value in beside.items() if value},
        "game": {
            "name": "Ex Libris",
            "bggId": BGG_ID,
            "sourceGameId": "ex-libris",
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": player.name,
                "sourcePlayerId": str(uuid.uuid5(uuid.NAMESPACE_URL, f"{BGSTATS}{person(player.name)}")),
                **({} if player.name in around.conceded else {"score": player.total}),
                "winner": player.name in result.victors,
                "rank": _rank(result, player, around.conceded),
                "startPlayer": player.name == start_player,
                **({"newPlayer": True} if player.name in around.new else {}),
            }
            for player in result.players
        ],
    }


def _rank(result: Result, player: ColumnResult, conceded: Collection[str]) -> int:
    """1 for the winners; the other players by points, and equal points share a rank. Who conceded comes last,
    and shares that rank with whoever did too.
    """
    if player.name in result.winners:
        return 1

    def place(one: ColumnResult) -> tuple[bool, bool, int]:
        stayed = one.name not in conceded
        return one.name in result.winners, stayed, one.total if stayed else 0

    return 1 + sum(place(one) > place(player) for one in result.players)


def bgstats_link(
    result: Result,
    played: datetime,
    start_player: str | None = None,
    key: str | None = None,
    around: Around = ALONE,
) -> str:
    """The link that opens BG Stats with this play filled in; arguments as for `bgstats_play`."""
    play = bgstats_play(result, played, start_player, key, around)
    return BGSTATS + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")
