"""What every database must do for the archive, whichever it is."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, inspect, select

from scorer.archive import Archive, ArchiveError
from scorer.archive.guests import Came, Company
from scorer.archive.schema.tables import presence, tables
from tests.scorer.archive.archived import fort, inspected, record, sheet, solo

Opening = Callable[[], Archive]
Rows = dict[str, list[tuple[Any, ...]]]
#: The earlier versions, first to last. A file holds the tables that came with a version, and a row or more of
#: each, as SQLite tells them.
EARLIER = sorted((Path(__file__).parent / "schema" / "earlier").glob("*.sql"))

#: A table that a later step takes away.
GONE = "confirmed_photos"


def left_by(version: Path) -> str:
    """What an archive of an earlier version holds: the tables of all versions up to it."""
    return "".join(each.read_text(encoding="utf-8") for each in EARLIER[: EARLIER.index(version) + 1])


def check_an_archive(opened: Opening) -> None:
    """The whole interface, each step read back through an archive opened anew."""
    games = [
        opened().finish(
            *inspected("Ana", "José"),
            "photo",
            played=datetime(2026, 11, 18, 1, 0, tzinfo=timezone(timedelta(hours=2))),
        ),
        opened().finish(
            *solo("Žofie"), "solo", record=record("Žofie"), played=datetime(2026, 11, 19, tzinfo=UTC)
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
    assert whole.record == record("Žofie")
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

    assert opened().draft("fort", "k") is None
    opened().save_draft("fort", "k", sheet(1))
    opened().save_draft("fort", "k", sheet(2))
    opened().save_draft("fort", "l", sheet(9))
    opened().save_draft("play", "k", {"record": record("Ana", "Bo")})
    assert opened().draft("fort", "k") == sheet(2)
    assert [(draft.key, draft.data) for draft in opened().drafts("fort")] == [
        ("l", sheet(9)),
        ("k", sheet(2)),
    ]
    opened().drop_draft("fort", "k")
    opened().drop_draft("fort", "k")
    assert opened().draft("fort", "k") is None
    assert opened().draft("play", "k") == {"record": record("Ana", "Bo")}

    file = opened().export()
    kept = opened().get(games[2])
    assert kept is not None
    entry = next(one for one in file["games"] if one["id"] == kept.id)
    entry["game"], entry["result"] = inspected("Eve", "Bo")
    entry |= {"source": "typed", "changed": "2999-01-01T00:00:00Z"}
    file["drafts"] = [{"kind": "fort", "key": "l", "saved": "2999-01-01T00:00:00Z", "data": sheet(0)}]
    file["drafts"].append(file["drafts"][0] | {"key": "new"})
    assert opened().take_in(file) == 1
    assert opened().take_in(file) == 0, "the same once more is nothing new"
    (made,) = opened().imports()
    assert (made.games, made.drafts) == (1, 2)
    assert opened().undo_import(made.id) == 3
    assert opened().get(games[2]) == kept
    assert [(draft.key, draft.data) for draft in opened().drafts("fort")] == [("l", sheet(9))]
    assert (opened().imports(), opened().bad_rows()) == ([], [])


def check_many_at_once(opened: Opening) -> None:
    """Twenty sessions, each with its own draft and games, all with one game in common."""

    def session(number: int) -> str:
        for turn in range(5):
            opened().save_draft("fort", f"session-{number}", sheet(turn, f"{number}"))
            opened().save_draft("fort", "shared", sheet(number))
        opened().finish(*inspected(f"Player {number}", "Bo"), "typed")
        return opened().finish(*inspected("Ana", "Bo", books=number % 5), "typed", key="one evening")

    with ThreadPoolExecutor(20) as pool:
        shared = set(pool.map(session, range(20)))
    assert len(shared) == 1
    assert len(opened().games()) == 21
    for number in range(20):
        assert opened().draft("fort", f"session-{number}") == sheet(4, f"{number}")
    assert len(opened().drafts("fort")) == 21


def check_a_draft_that_many_change(opened: Opening) -> None:
    """Ten programs change one draft at once, and no change is lost."""

    def rise(kept: dict[str, Any] | None) -> dict[str, Any]:
        return sheet(kept["players"][0]["track"] + 1 if kept else 1)

    with ThreadPoolExecutor(10) as pool:
        for done in [pool.submit(opened().change_draft, "fort", "k", rise) for _ in range(30)]:
            done.result()
    assert opened().draft("fort", "k") == sheet(30)


def check_seats(opened: Opening) -> None:
    """Each player of a game is one device's; who was first has them until they stand up."""
    opened().guests.take_part("play", "k", "phone")
    opened().guests.take_part("play", "k", "phone")
    assert opened().guests.taken_part("phone") == {("play", "k")}
    assert opened().guests.taken_part("laptop") == set()
    with ThreadPoolExecutor(10) as pool:
        there = list(
            pool.map(lambda n: opened().guests.sit_down("play", "k", "Ana", f"device {n}"), range(10))
        )
    assert there.count(True) == 1, "a seat is given once"
    first = f"device {there.index(True)}"
    assert opened().guests.sit_down("play", "k", "Ana", first), "it has the seat already"
    assert opened().guests.sit_down("play", "other", "Ana", "device"), "another game"
    assert opened().guests.seated("play", "k") == {"Ana": first}
    opened().guests.stand_up("play", "k", "Ana")
    assert opened().guests.seated("play", "k") == {}
    assert opened().guests.sit_down("play", "k", "Ana", "device")


def check_swaps(opened: Opening) -> None:
    """Two people change places, one goes to a free place, and of many at once nobody loses theirs."""
    there = opened().guests
    for name in ("Ana", "Bo"):
        assert there.sit_down("play", "k", name, f"{name}'s")
    assert there.sit_down("play", "other", "Ana", "another")
    assert there.swap("play", "k", "Ana", "Bo")
    assert there.seated("play", "k") == {"Ana": "Bo's", "Bo": "Ana's"}
    assert there.swap("play", "k", "Ana", "Cy")
    assert there.seated("play", "k") == {"Bo": "Ana's", "Cy": "Bo's"}
    assert there.swap("play", "k", "Ana", "Di"), "nobody moves"
    assert there.seated("play", "k") == {"Bo": "Ana's", "Cy": "Bo's"}
    assert there.seated("play", "other") == {"Ana": "another"}
    there.stand_up("play", "k", "Cy")
    for other in ("Ana", "Di"):
        with pytest.raises(ArchiveError, match="has seen the cards of Cy"):
            there.sit_down("play", "k", other, "Bo's")
    assert there.sit_down("play", "k", "Cy", "Bo's"), "the place that was given last is theirs alone"
    assert there.swap("play", "k", "Cy", "Ana")

    def at_once(number: int) -> bool:
        if number % 2:
            return opened().guests.swap("play", "k", "Ana", "Bo")
        return opened().guests.swap("play", "k", "Bo", "Ana")

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(at_once, range(12)))
    assert there.seated("play", "k") == {"Ana": "Bo's", "Bo": "Ana's"}


def check_presence(opened: Opening, engine: Engine) -> None:
    """Who came is told with who plays whom, by the clock of the database; it goes with the game."""
    there = opened().guests
    assert there.company("play", "k") == Company()
    for key in ("k", "other"):
        opened().save_draft("play", key, {"record": record("Ana", "Bo")})
    there.come("play", "k", "ana's", "phone", "Safari")
    ana = Came("ana's", "phone", "Safari", here=True)
    assert there.company("play", "k") == Company({}, [ana])
    assert there.sit_down("play", "k", "Ana", "ana's")
    assert there.sit_down("play", "k", "Bo", "bo's")
    assert there.company("play", "k") == Company({"Ana": ana, "Bo": Came("bo's")})
    there.come("play", "k", "ana's", "computer", "Firefox")
    there.come("play", "other", "ana's", "phone", "Safari")
    ana = Came("ana's", "computer", "Firefox", here=True)
    assert there.company("play", "k").seats["Ana"] == ana, "the device that was seen last"
    for set_by in (timedelta(minutes=1), timedelta(days=-400)):
        with engine.begin() as connection:
            connection.execute(presence.update().values(seen=datetime.now(UTC) - set_by))
        assert there.company("play", "k").seats["Ana"] == replace(ana, here=False)
        there.come("play", "k", "ana's", "computer", "Firefox")
        assert there.company("play", "k").seats["Ana"] == ana, "a clock that is set is right when noted again"
    there.go("play", "k", "ana's")
    assert there.company("play", "k").seats["Ana"] == Came("ana's"), "the seat stays"
    assert there.company("play", "other").standing, "another game"
    there.come("play", "k", "ana's", "computer", "Firefox")
    there.come("play", "k", "bo's", "phone", "Chrome")
    opened().drop_draft("play", "k")
    there.come("play", "k", "ana's", "computer", "Firefox")  # its page is open yet
    with engine.begin() as connection:
        assert list(connection.scalars(select(presence.c.key))) == ["other"]


def columns(engine: Engine) -> dict[str, Any]:
    """What a database tells of the archive's tables."""
    there = inspect(engine)
    return {
        name: (
            [(each["name"], str(each["type"]), each["nullable"]) for each in there.get_columns(name)],
            there.get_pk_constraint(name)["constrained_columns"],
            sorted(str(each["column_names"]) for each in there.get_indexes(name)),
            sorted(str(each["column_names"]) for each in there.get_unique_constraints(name)),
        )
        for name in tables.tables
    }


def check_earlier(before: Rows, after: Rows) -> None:
    """Every row of before is there, with each of its values; a column that is new is empty. A table of photos
    that the detector once learned from is gone.
    """
    assert GONE not in after
    for name, old in before.items():
        if name == GONE:
            continue
        assert len(after[name]) == len(old)
        for row, now in zip(old, after[name], strict=True):
            told = dict(now)
            assert {column: told.pop(column) for column, _ in row} == dict(row)
            assert set(told.values()) <= {None}
