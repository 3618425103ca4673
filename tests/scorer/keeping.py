"""What every database must do for the archive, whichever it is."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone

from scorer.archive import Archive
from tests.scorer.archived import fort, inspected, solo

Opening = Callable[[], Archive]


def check_an_archive(opened: Opening) -> None:
    """The whole interface, each step read back through an archive opened anew."""
    games = [
        opened().finish(
            *inspected("Ana", "José"),
            "photo",
            played=datetime(2026, 11, 18, 1, 0, tzinfo=timezone(timedelta(hours=2))),
        ),
        opened().finish(
            *solo("Žofie"), "solo", record={"seed": 7}, played=datetime(2026, 11, 19, tzinfo=UTC)
        ),
        opened().finish(*fort(), "fort", played=datetime(2026, 11, 20, tzinfo=UTC)),
    ]
    listed = opened().games()
    assert [game.id for game in listed] == games[::-1], "latest first"
    assert [game.form for game in listed] == ["fort", "S-42a", "B-7c"]
    assert [game.has_record for game in listed] == [False, True, False]
    assert all(game.record is None for game in listed)
    assert listed[2].played == datetime(2026, 11, 17, 23, 0, tzinfo=UTC)
    assert listed[2].players == ["Ana", "José"]
    assert listed[2].winners == ["Ana"]
    assert listed[2].totals == {
        player["name"]: player["total"] for player in inspected("Ana", "José")[1]["players"]
    }

    found = {
        "jose": games[:1],
        "ZOFIE": games[1:2],
        "ana jo": games[:1],
        "fort": games[2:],
        "2026-11-19": games[1:2],
        "2026": games[::-1],
        "nobody": [],
        "%": [],
        "\0 ana": games[:1],
    }
    for search, expected in found.items():
        assert [game.id for game in opened().games(search)] == expected, search
    assert [game.id for game in opened().games(source="solo")] == games[1:2]
    assert opened().games("ana", source="fort") == []

    whole = opened().get(games[1])
    assert whole is not None
    assert whole.record == {"seed": 7}
    assert (whole.game, whole.result) == solo("Žofie")
    assert opened().get("no such game") is None

    opened().delete(games[0])
    assert [game.id for game in opened().games()] == games[:0:-1]
    gone = opened().get(games[0])
    assert gone is not None
    assert gone.deleted is not None
    opened().restore(games[0])
    assert [game.id for game in opened().games()] == games[::-1]

    again = opened().finish(*inspected("Ana", "José"), "photo")
    assert again == games[0], "the same content is the same game"
    assert opened().games()[-1].played == datetime(2026, 11, 17, 23, 0, tzinfo=UTC)
    keyed = opened().finish(*inspected("Bo", "Cy"), "typed", key="evening")
    assert opened().finish(*inspected("Bo", "Cy", "Di"), "typed", key="evening") == keyed
    assert [game.players for game in opened().games("di")] == [["Bo", "Cy", "Di"]]
    opened().delete(keyed)
    assert opened().finish(*inspected("Bo", "Cy"), "typed", key="evening") == keyed
    assert len(opened().games()) == 4, "a deleted game that is finished again is back"

    assert opened().draft("play", "k") is None
    opened().save_draft("play", "k", {"turn": 1, "name": "Žofie"})
    opened().save_draft("play", "k", {"turn": 2, "name": "Žofie"})
    opened().save_draft("play", "l", {"turn": 9})
    opened().save_draft("fort", "k", {})
    assert opened().draft("play", "k") == {"turn": 2, "name": "Žofie"}
    assert [(draft.key, draft.data["turn"]) for draft in opened().drafts("play")] == [("l", 9), ("k", 2)]
    opened().drop_draft("play", "k")
    opened().drop_draft("play", "k")
    assert opened().draft("play", "k") is None
    assert opened().draft("fort", "k") == {}


def check_many_at_once(opened: Opening) -> None:
    """Twenty sessions, each with its own draft and games, all with one game in common."""

    def session(number: int) -> str:
        for turn in range(5):
            opened().save_draft("play", f"session-{number}", {"turn": turn, "of": number})
            opened().save_draft("play", "shared", {"of": number})
        opened().finish(*inspected(f"Player {number}", "Bo"), "typed")
        return opened().finish(*inspected("Ana", "Bo", books=number % 5), "typed", key="one evening")

    with ThreadPoolExecutor(20) as pool:
        shared = set(pool.map(session, range(20)))
    assert len(shared) == 1
    assert len(opened().games()) == 21
    for number in range(20):
        assert opened().draft("play", f"session-{number}") == {"turn": 4, "of": number}
    assert len(opened().drafts("play")) == 21
