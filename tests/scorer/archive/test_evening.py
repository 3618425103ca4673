"""What is told of the evening of a game: kept with it, in its file, under its people's names."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from scorer.archive import Archive, ArchivedGame, ArchiveError
from scorer.archive.file import NO_EVENING, Evening, read_archive
from scorer.archive.schema.database import engine_of
from tests.scorer.archive.archived import inspected, record

TOLD: dict[str, Any] = {"place": "Žofie’s", "minutes": 95, "note": "Rain.\nTwo cakes.", "new": ("Bo",)}


def game(archive: Archive, key: str) -> ArchivedGame:
    found = archive.get(key)
    assert found is not None
    return found


def told(archive: Archive, key: str = "k") -> str:
    """A game of Ana and Bo with an evening; gives its id."""
    name = archive.finish(*inspected("Ana", "Bo"), "photo", key=key)
    archive.note_evening(name, **TOLD)
    return name


def test_a_game_on_screen_lasted_from_the_deal(archive: Archive) -> None:
    ended = datetime(2026, 11, 20, 21, tzinfo=UTC)
    began = ended - timedelta(minutes=72)
    played = archive.finish(
        *inspected("Ana", "Bo"), "play", record=record("Ana", "Bo"), played=ended, key="p", began=began
    )
    assert game(archive, played).minutes == 72
    archive.note_evening(played, minutes=60)
    assert (game(archive, played).minutes, game(archive, played).evening.began) == (60, began)


def test_a_photo_is_no_beginning_unless_somebody_says_so(archive: Archive) -> None:
    ended = datetime(2026, 11, 20, 21, tzinfo=UTC)
    began = ended - timedelta(minutes=4)
    photo = archive.finish(*inspected("Ana", "Bo"), "photo", played=ended, key="t", began=began)
    assert game(archive, photo).minutes is None
    assert game(archive, photo).evening.since(ended) == 4


@pytest.mark.parametrize(
    ("lasts", "minutes"), [(0, None), (1, 1), (480, 480), (481, None), (1380, None), (-5, None)]
)
def test_a_game_that_was_left_for_a_night_tells_no_duration(lasts: int, minutes: int | None) -> None:
    began = datetime(2026, 11, 20, 21, tzinfo=UTC)
    assert Evening(began=began).since(began + timedelta(minutes=lasts)) == minutes


def test_a_game_that_is_corrected_keeps_its_evening(archive: Archive) -> None:
    name = told(archive)
    before = game(archive, name).evening
    assert before == Evening(**TOLD)
    assert archive.finish(*inspected("Ana", "Bo", books=5), "photo", key="k", began=datetime.now(UTC)) == name
    assert game(archive, name).evening == before


def test_the_file_of_an_archive_has_it_and_brings_it_back(archive: Archive, tmp_path: Path) -> None:
    name = told(archive)
    plain = archive.finish(*inspected("Ana", "Cy"), "typed", key="plain")
    file = archive.export()
    found = {entry["id"]: entry.get("evening") for entry in file["games"]}
    assert found == {name: {**TOLD, "new": ["Bo"], "began": None}, plain: None}
    assert "evening" not in next(entry for entry in file["games"] if entry["id"] == plain)
    other = Archive.open(f"sqlite:///{tmp_path / 'other.db'}")
    assert other.take_in(file) == 2
    assert other.export() == file
    assert other.take_in(file) == 0
    assert game(other, name).as_file()["games"] == [entry for entry in file["games"] if entry["id"] == name]


def test_an_import_that_tells_nothing_of_it_takes_nothing_away(archive: Archive) -> None:
    name = told(archive)
    file = archive.export()
    (entry,) = file["games"]
    del entry["evening"]
    entry["changed"] = "2999-01-01T00:00:00Z"
    assert archive.take_in(file) == 0
    entry["game"], entry["result"] = inspected("Ana", "Bo", books=5)
    assert archive.take_in(file) == 1
    assert game(archive, name).evening == Evening(**TOLD)


def test_an_import_that_is_undone_gives_the_evening_back(archive: Archive) -> None:
    name = told(archive)
    file = archive.export()
    (entry,) = file["games"]
    entry["evening"]["place"] = "Elsewhere"
    entry["changed"] = "2999-01-01T00:00:00Z"
    assert archive.take_in(file) == 1
    assert game(archive, name).evening.place == "Elsewhere"
    assert archive.undo_import(archive.imports()[0].id) == 1
    assert game(archive, name).evening == Evening(**TOLD)


def test_who_was_new_is_a_player_under_their_name_of_now(archive: Archive) -> None:
    name = told(archive)
    archive.rename_player("Bo", "Bob")
    assert game(archive, name).evening.new == ("Bob",)
    archive.note_evening(name, new=["Bob", "Nobody"])
    assert game(archive, name).evening.new == ("Bob",)
    (entry,) = archive.export()["games"]
    assert entry["evening"]["new"] == ["Bob"]


def test_a_bot_is_never_new(archive: Archive) -> None:
    played, result = inspected("Ana", "Bo")
    played["players"][1]["bot"] = "greedy"
    name = archive.finish(played, result, "play", key="k")
    archive.note_evening(name, new=["Ana", "Bo"])
    assert game(archive, name).evening.new == ("Ana",)
    file = archive.export()
    (entry,) = file["games"]
    assert entry["evening"]["new"] == ["Ana"]
    entry["evening"]["new"] = ["Bo", "Ana"]
    assert read_archive(file).games[0].evening.new == ("Ana",)


@pytest.mark.parametrize(
    ("players", "new"),
    [
        (("Ana", "Bob"), ("Bob",)),
        (("Anna", "Bo"), ("Bo",)),
        (("Bo", "Ana"), ("Bo",)),
        (("Bob", "Ana"), ()),  # Ana was there before, and nobody knows who Bob was
        (("Ana", "Bob", "Cy"), ()),
    ],
)
def test_who_was_new_keeps_that_when_a_name_is_corrected(
    archive: Archive, players: tuple[str, ...], new: tuple[str, ...]
) -> None:
    name = told(archive)
    assert archive.finish(*inspected(*players), "photo", key="k") == name
    assert game(archive, name).evening == Evening(**TOLD | {"new": new})


def test_nothing_is_noted_of_a_deleted_game(archive: Archive) -> None:
    name = told(archive)
    archive.delete(name)
    deleted = game(archive, name)
    with pytest.raises(ArchiveError, match="no such game any more"):
        archive.note_evening(name, place="x")
    assert game(archive, name) == deleted
    archive.restore(name)
    archive.note_evening(name, place="x")
    assert game(archive, name).evening.place == "x"


def test_places_are_told_once_latest_first(archive: Archive) -> None:
    assert archive.places() == []
    for day, place in enumerate(["Bo’s", "Attic", "", "Bo’s", "Gone"], 1):
        when = datetime(2026, 11, day, tzinfo=UTC)
        name = archive.finish(*inspected("Ana", "Bo"), "photo", key=f"k{day}", played=when, began=when)
        archive.note_evening(name, place=place)
    archive.delete(name)
    assert archive.places() == ["Bo’s", "Attic"]
    assert archive.places({"k1", "k2", "none"}) == ["Attic", "Bo’s"]
    assert archive.places({game(archive, "k2").id, "k5"}) == ["Attic"]
    assert archive.places(set()) == []


def test_of_two_devices_each_keeps_its_field(archive: Archive, url: str) -> None:
    name = archive.finish(*inspected("Ana", "Bo"), "photo", key="k")
    with ThreadPoolExecutor(4) as pool:
        list(
            pool.map(lambda field: Archive.open(url).note_evening(name, **{field: TOLD[field]}), sorted(TOLD))
        )
    assert game(archive, name).evening == Evening(**TOLD)


def test_what_does_not_fit_is_one_sentence_and_changes_nothing(archive: Archive) -> None:
    name = told(archive)
    before = game(archive, name)
    for field, value, said in [
        ("place", "x" * 61, '"place" is .*at most 60'),
        ("minutes", 1441, '"minutes" is 1441'),
        ("minutes", 0, '"minutes" is 0'),
        ("note", "x" * 501, '"note" is .*at most 500'),
    ]:
        with pytest.raises(ArchiveError, match=said):
            archive.note_evening(name, **{field: value})
    with pytest.raises(ArchiveError, match="no such game any more"):
        archive.note_evening("gone", place="x")
    assert game(archive, name) == before


def test_a_place_and_a_note_are_kept_as_names_are(archive: Archive) -> None:
    name = told(archive)
    archive.note_evening(name, place="  At  Zoe\u0308’s\n", note="one \u200b\r\n\r\n two\x00\n")
    assert game(archive, name).evening.place == "At Zoë’s"
    assert game(archive, name).evening.note == "one\n\ntwo"


@pytest.mark.parametrize("kept", ["no JSON {", '{"minutes": -3}', '{"moon": 1}', "[7]", '"x"'])
def test_an_evening_that_cannot_be_read_leaves_the_form(archive: Archive, url: str, kept: str) -> None:
    name = told(archive)
    with engine_of(url).begin() as connection:
        connection.execute(text("UPDATE games SET evening = :kept"), {"kept": kept})
    assert game(archive, name).evening == NO_EVENING
    assert archive.games()[0].players == ["Ana", "Bo"]
    assert archive.bad_rows() == []
    archive.note_evening(name, place="Here")
    assert game(archive, name).evening.place == "Here"


def test_a_state_brings_it_back(archive: Archive) -> None:
    name = told(archive)
    archive._keep_state()
    archive.note_evening(name, place="Elsewhere", note="")
    archive.put_back(archive.states()[0].name)
    assert game(archive, name).evening == Evening(**TOLD)
