"""What nobody may do to the archive: rows and files of no kind, times of another age, forged results."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

from scorer.archive import Archive, ArchiveError
from scorer.archive.drafts import checked_draft
from scorer.archive.file import EARLIEST
from scorer.archive.schema.database import engine_of
from scorer.errors import RefusedInput
from scorer.gamefile import GameFile
from scorer.result import score
from tests.scorer.archive.archived import fort, fort_record, inspected, record, sheet, solo

CARD = {"id": 0, "row": 0, "column": 0, "letter": "E", "order": 2, "looks": [["0123456789abcdef-shelf", 0]]}
SEAT = {"id": "s1", "name": "Ana", "read": [CARD], "cards": [CARD]}
PHOTO = {
    "name": "x.jpg",
    "file": "0123456789abcdef.jpg",
    "width": 800,
    "height": 600,
    "outlines": [[[0, 0], [800, 0], [800, 600], [0, 600]]],
    "kind": "shelf",
}
TABLE = {
    "step": "check",
    "form": "B-7c",
    "seats": [SEAT, {"id": "s2", "name": "Bo"}],
    "photos": {"0123456789abcdef-shelf": PHOTO},
    "seated": 2,
}


def draft(kind: str, data: Any, saved: str = "2026-11-28T02:00:00Z") -> dict[str, Any]:
    entry = {"kind": kind, "key": "poison", "saved": saved, "data": data}
    return {"shelfmark_archive": 1, "games": [], "drafts": [entry]}


def game(made: tuple[dict[str, Any], dict[str, Any]], source: str, **changes: Any) -> dict[str, Any]:
    when = "2026-11-27T02:00:00Z"
    entry = {"id": "poison", "key": "poison", "source": source, "played": when, "changed": when}
    entry |= {"game": made[0], "result": made[1]} | changes
    return {"shelfmark_archive": 1, "games": [entry], "drafts": []}


BAD_DRAFTS = [
    ("play", {"x": 1}),
    ("play", {"record": {"players": ["A", "B"]}}),
    ("play", {"record": record("Ana")}),
    ("play", {"record": record("Ana", "Bo"), "bots": {"Cy": "greedy"}}),
    ("play", {"record": record("Ana", "Bo") | {"seed": "x"}}),
    ("solo", {"record": {"players": ["A"], "difficulty": 99}}),
    ("solo", {"record": record("Ana") | {"difficulty": 99}}),
    ("solo", {"record": record("Ana", "Bo")}),
    ("table", {"seats": "abc"}),
    ("table", TABLE | {"seats": [SEAT, SEAT]}),
    ("table", TABLE | {"seats": [SEAT | {"hand": -1}]}),
    ("table", TABLE | {"seats": [SEAT | {"name": "A" * 61}]}),
    ("table", TABLE | {"seats": [SEAT | {"name": "\ud800"}]}),
    ("table", TABLE | {"seats": [SEAT | {"cards": [CARD | {"letter": "<b>"}]}]}),
    ("table", TABLE | {"difficulty": 99}),
    ("table", TABLE | {"seated": 1}),
    ("table", TABLE | {"photos": {"fedcba9876543210-shelf": PHOTO}}),
    ("table", TABLE | {"photos": {"0123456789abcdef-shelf": PHOTO | {"outlines": [[[0, 0]]]}}}),
    ("table", {"game": {"form": "B-7c"}}),
    ("fort", {"players": 2}),
    ("fort", sheet() | {"macaroni": 2}),
    ("fort", {"players": [{"name": "Ana"}, {"name": "Bo"}], "macaroni": -1}),
    ("fort", []),
    ("play", {"record": fort_record("Ana", "Bo")}),
    ("fort_play", {"record": record("Ana", "Bo")}),
    ("fort_play", {"record": fort_record("Ana", "Bo"), "bots": {"Cy": "random"}}),
    ("fort_play", {"record": fort_record("Ana", "Bo") | {"variant": "long"}}),
]
BAD_PATHS = [
    "/home/owner/Pictures/private.jpg",
    "/nope",
    "..",
    "../0123456789abcdef",
    "C:\\0123456789ABCDEF.jpg",
    "0123456789abcdef.jpg/..",
    "0123456789abcdef.jp\0",
    7,
]


@pytest.mark.parametrize(("kind", "data"), BAD_DRAFTS)
def test_a_draft_that_is_none_is_refused_at_the_door(archive: Archive, kind: str, data: Any) -> None:
    with pytest.raises(ArchiveError) as refused:
        archive.take_in(draft(kind, data))
    assert len(str(refused.value)) <= 300
    assert "\n" not in str(refused.value)
    assert archive.drafts(kind) == []


@pytest.mark.parametrize(("kind", "data"), BAD_DRAFTS)
def test_one_that_lies_there_already_is_left_out_named_and_can_be_removed(
    archive: Archive, url: str, kind: str, data: Any
) -> None:
    archive.save_draft(kind, "poison", data)
    archive.save_draft("fort", "whole", sheet(3))
    assert [one.key for one in archive.drafts(kind)] == (["whole"] if kind == "fort" else [])
    assert [entry["key"] for entry in archive.export()["drafts"]] == ["whole"]
    with pytest.raises(ArchiveError, match=f"^The draft {kind} poison cannot be used: remove it"):
        archive.draft(kind, "poison")
    (bad,) = archive.bad_rows()
    assert (bad.kind, bad.key) == (kind, "poison")
    archive.remove_bad_row(bad)
    assert archive.bad_rows() == []
    assert archive.draft(kind, "poison") is None
    assert archive.draft("fort", "whole") == sheet(3)


@pytest.mark.parametrize("path", BAD_PATHS)
def test_a_photo_is_the_name_of_a_kept_one(archive: Archive, path: Any) -> None:
    photos = {"0123456789abcdef-shelf": PHOTO | {"file": path}}
    if path == "../0123456789abcdef":  # its folder is left out, its name fits
        assert checked_draft("table", TABLE | {"photos": photos})["photos"] == {
            "0123456789abcdef-shelf": PHOTO | {"file": "0123456789abcdef"}
        }
        return
    with pytest.raises(ArchiveError, match="it must be the name of a kept photo"):
        archive.take_in(draft("table", TABLE | {"photos": photos}))


@pytest.mark.parametrize("folder", ["/home/owner/.local/share/shelfmark/photos/", "C:\\Shelfmark\\photos\\"])
def test_no_path_comes_in_or_goes_out(archive: Archive, folder: str) -> None:
    told = TABLE | {"photos": {"0123456789abcdef-shelf": PHOTO | {"file": f"{folder}0123456789abcdef.jpg"}}}
    archive.save_draft("table", "of-before", told)
    archive.take_in(draft("table", told))
    assert "Shelfmark" not in json.dumps(archive.export())
    assert "/" not in json.dumps(archive.export()).replace("1/", "")
    for key in ("of-before", "poison"):
        kept = archive.draft("table", key)
        assert kept is not None
        assert kept["photos"] == {"0123456789abcdef-shelf": PHOTO}


def test_pictures_of_a_draft_are_left_out(archive: Archive) -> None:
    markup = 'x"><img src=x onerror="window.PWNED=1">'
    photo = PHOTO | {"picture": "data:image/png;base64,AAAA", "crops": [markup]}
    told = TABLE | {"photos": {"0123456789abcdef-shelf": photo}, "more": markup}
    archive.save_draft("table", "of-before", told)
    archive.take_in(draft("table", told))
    for key in ("of-before", "poison"):
        assert "PWNED" not in json.dumps(archive.draft("table", key))
    assert "PWNED" not in json.dumps(archive.export())


ENTRIES: list[tuple[str, Callable[[], dict[str, Any]], str]] = [
    ("99", lambda: game(solo(), "solo", result=solo()[1] | {"difficulty": 99}), "difficulty"),
    ("no won", lambda: game(solo(), "solo", result=without(solo()[1], "won")), "all of it"),
    ("no library", lambda: game(solo(), "solo", result=without(solo()[1], "library")), "all of it"),
    ("B-7c as solo", lambda: game(inspected("Ana", "Bo"), "solo"), "form"),
    ("S-42a as play", lambda: game(solo(), "play"), "form"),
    ("B-7c as Fort", lambda: game(inspected("Ana", "Bo"), "fort"), "does not fit"),
    ("Fort as typed", lambda: game(fort(), "typed"), "does not fit"),
    ("a2", lambda: game(inspected("Ana", "Bo"), "typed", result=empty_a2()), "a2"),
    ("game", lambda: game(({"form": "B-7c"}, inspected("Ana", "Bo")[1]), "typed"), "is missing"),
    ("sheet", lambda: game(({"players": [{"name": "Ana"}] * 2}, fort()[1]), "fort"), "is missing"),
    ("other game", lambda: game((fort()[0], inspected("Ana", "Bo")[1]), "typed"), '"source"'),
    (
        "deck",
        lambda: game(
            (inspected("Ana", "Bo")[0] | {"deck": "/etc/passwd"}, inspected("Ana", "Bo")[1]), "typed"
        ),
        '"deck"',
    ),
    ("record", lambda: game(inspected("Ana", "Bo"), "play", record={"players": 7}), "is missing"),
    ("other record", lambda: game(inspected("Ana", "Bo"), "play", record=record("Ana")), "of another game"),
]


def without(result: dict[str, Any], field: str) -> dict[str, Any]:
    return {name: value for name, value in result.items() if name != field}


def empty_a2() -> dict[str, Any]:
    result = inspected("Ana", "Bo")[1]
    return result | {"players": [player | {"a2": {}} for player in result["players"]]}


@pytest.mark.parametrize(("entry", "said"), [each[1:] for each in ENTRIES], ids=[each[0] for each in ENTRIES])
def test_a_game_that_is_none_is_refused_at_the_door(
    archive: Archive, entry: Callable[[], dict[str, Any]], said: str
) -> None:
    with pytest.raises(ArchiveError) as refused:
        archive.take_in(entry())
    assert said in str(refused.value)
    assert str(refused.value).startswith("Game 1 of the archive file is not whole: ")
    assert len(str(refused.value)) <= 300
    assert archive.games() == []


SPOILED = {
    "no JSON": "UPDATE games SET result = 'no JSON'",
    "no text": "UPDATE games SET game = x'ff00fe'",
    "no UTF-8": "UPDATE games SET game = CAST(x'22ff22' AS TEXT)",
    "null": "UPDATE games SET game = 'null'",
    "list": "UPDATE games SET result = '[1]'",
    "NULL result": "UPDATE games SET result = '{}'",
    "no day": "UPDATE games SET played = 'yesterday'",
    "number": "UPDATE games SET changed = 7",
    "source": "UPDATE games SET source = 'post'",
    "solo": "UPDATE games SET source = 'solo'",
    "deep": f"UPDATE games SET game = '{'[' * 100_000}'",
}


@pytest.mark.parametrize("sql", SPOILED.values(), ids=SPOILED)
def test_a_spoiled_row_closes_nothing(archive: Archive, url: str, sql: str) -> None:
    spoiled = archive.finish(*inspected("Ana", "Bo"), "typed")
    with engine_of(url).begin() as connection:
        connection.execute(text(sql))
    whole = archive.finish(*solo(), "solo")
    assert [one.id for one in archive.games()] == [whole]
    assert [one["id"] for one in archive.export()["games"]] == [whole]
    with pytest.raises(ArchiveError, match=f"^The game {spoiled} cannot be used: remove it"):
        archive.get(spoiled)
    (bad,) = archive.bad_rows()
    archive.remove_bad_row(bad)
    assert archive.bad_rows() == []
    assert archive.get(spoiled) is None
    assert [one.id for one in archive.games()] == [whole]


def test_a_row_that_is_whole_by_now_stays(archive: Archive) -> None:
    archive.save_draft("fort", "k", {})
    (bad,) = archive.bad_rows()
    archive.save_draft("fort", "k", sheet(2))
    archive.remove_bad_row(bad)
    assert archive.draft("fort", "k") == sheet(2)


def test_a_record_that_plays_no_more_leaves_the_form(archive: Archive) -> None:
    kept = archive.get(archive.finish(*solo(), "solo", record={"version": 0}))
    assert kept is not None
    assert (kept.record, kept.has_record) == (None, False)
    assert archive.bad_rows() == []


@pytest.mark.parametrize(
    "moment",
    [
        "9999-12-31T23:59:59-12:00",
        "2999-01-01T00:00:00Z",
        "0001-01-01T00:30:00Z",
        "0001-01-01T00:30:00+14:00",
    ],
)
def test_no_time_lies_outside_of_ours(archive: Archive, moment: str) -> None:
    archive.take_in(game(inspected("Ana", "Bo"), "typed", played=moment, changed=moment))
    archive.take_in(draft("fort", sheet(), moment))
    now = datetime.now(UTC)
    (kept,) = archive.games()
    half = archive.drafts("fort")  # one of long ago stays too: it is among the last
    assert len(half) == 1
    for told in (kept.played, kept.changed, *(one.saved for one in half)):
        assert EARLIEST <= told <= now
        for hours in (-14, 14):
            told.astimezone(timezone(timedelta(hours=hours)))


def test_what_a_result_says_is_counted_anew(archive: Archive) -> None:
    made = inspected("Ana", "Bo")
    forged = json.loads(json.dumps(made[1]))
    forged["players"][1]["total"] = 999
    forged["winners"] = ["Bo"]
    archive.take_in(game((made[0], forged), "typed"))
    (kept,) = archive.games()
    assert kept.result == made[1]


def test_a_forged_file_does_not_outlive_the_owners_own(archive: Archive) -> None:
    mine = archive.finish(*inspected("Ana", "Bo"), "typed", key="evening")
    archive.save_draft("table", "k", TABLE)
    backup = archive.export()
    before = archive.get(mine)
    forged = json.loads(json.dumps(backup))
    forged["games"][0] |= {"changed": "2999-01-01T00:00:00Z", "played": "2999-01-01T00:00:00Z"}
    forged["games"][0]["game"]["players"][1]["tally"] = {"reference_texts": 70}
    forged["games"][0]["result"]["players"][1]["total"] = 999
    forged["drafts"][0] |= {"saved": "2999-01-01T00:00:00Z", "data": {"seats": []}}
    archive.take_in(forged)
    taken = archive.get(mine)
    assert taken is not None
    assert taken.totals["Bo"] < 999
    assert taken.changed < datetime.now(UTC)
    archive.undo_import(archive.imports()[0].id)
    assert archive.get(mine) == before
    assert archive.export() == backup


def test_what_was_changed_after_an_import_stays(archive: Archive) -> None:
    archive.take_in(game(inspected("Ana", "Bo"), "typed"))
    archive.take_in(draft("fort", sheet(1)))
    later = archive.finish(*inspected("Ana", "Bo", "Cy"), "typed", key="poison")
    archive.save_draft("fort", "poison", sheet(2))
    assert [archive.undo_import(one.id) for one in archive.imports()] == [0, 0]
    assert [one.id for one in archive.games()] == [later]
    assert archive.draft("fort", "poison") == sheet(2)


def test_a_game_beside_its_deck_is_taken_in_with_its_books(archive: Archive, tmp_path: Path) -> None:
    deck = json.loads((Path(__file__).parents[3] / "scorer/data/house_deck.json").read_text())
    (tmp_path / "deck.json").write_text(json.dumps(deck))
    told, _ = inspected("Ana", "Bo")
    told["players"][0] = {"name": "Ana", "focus": "spells_potions", "shelf": "E2 F1 / #G1 #"}
    told["deck"] = "deck.json"
    with pytest.raises(RefusedInput, match='only "house" is read here'):
        archive.take_in(told)
    assert [archive.take_in(told, tmp_path), archive.take_in(told, tmp_path)] == [1, 0]
    (kept,) = archive.games()
    assert "deck" not in kept.game
    assert score(GameFile.from_dict(kept.game)).to_json() == kept.result


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda part: st.lists(part, max_size=3) | st.dictionaries(st.text(max_size=8), part, max_size=3),
    max_leaves=8,
)
FORT_RECORD = fort_record("Ana", "Bo")
FIELDS = sorted({"game", "record", "seats", "players", "macaroni", "photos", "library", "away", *TABLE})


@given(
    st.sampled_from(["table", "play", "solo", "fort", "fort_play"]),
    st.sampled_from(
        [TABLE, sheet(), *({"record": one} for one in (record("Ana", "Bo"), record("Ana"), FORT_RECORD))]
    ),
    st.dictionaries(st.sampled_from(FIELDS), ANY_JSON, max_size=3),
)
def test_a_draft_is_whole_or_refused_and_whole_ones_stay_so(
    kind: str, base: dict[str, Any], changes: dict[str, Any]
) -> None:
    with suppress(RefusedInput):
        once = checked_draft(kind, base | changes)
        assert checked_draft(kind, json.loads(json.dumps(once))) == once


@pytest.mark.parametrize("game_record", [record("Rulico", "Lui"), fort_record("Rulico", "Lui", "Nani")])
def test_a_sheet_of_fort_has_no_record_of_another_game(archive: Archive, game_record: dict[str, Any]) -> None:
    with pytest.raises(ArchiveError):
        archive.take_in(game(fort(), "fort", record=game_record))


def test_a_sheet_of_fort_keeps_the_record_of_its_game_and_who_was_a_bot(archive: Archive) -> None:
    sheet_, result = fort()
    sheet_["players"][1]["bot"] = "random"
    archive.take_in(game((sheet_, result), "fort", record=fort_record("Rulico", "Lui")))
    (kept,) = archive.games()
    assert kept.has_record
    assert kept.people == ["Rulico"]
