"""The archive on SQLite: kept, found, deleted, restored, as one file and by many at once."""

from __future__ import annotations

import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text

from scorer.archive import Archive, ArchiveError
from scorer.archive import store as archive_store
from scorer.archive.file import DraftEntry
from scorer.archive.imports import PIECE, take_all
from scorer.archive.schema.database import engine_of
from scorer.archive.schema.steps import SCHEMA
from scorer.errors import RefusedInput
from scorer.folders import FOLDER_VARIABLE
from tests.scorer.archive.archived import fort, inspected, record, sheet, solo
from tests.scorer.archive.keeping import (
    check_a_draft_that_many_change,
    check_an_archive,
    check_many_at_once,
    check_presence,
    check_seats,
    check_swaps,
)


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'deep' / 'archive.db'}"


def test_everything_an_archive_does(url: str) -> None:
    check_an_archive(lambda: Archive.open(url))


def test_twenty_at_once_lose_nothing(url: str) -> None:
    check_many_at_once(lambda: Archive.open(url))


def test_of_changes_to_one_draft_none_is_lost(url: str) -> None:
    check_a_draft_that_many_change(lambda: Archive.open(url))


def test_a_player_is_one_devices(url: str) -> None:
    check_seats(lambda: Archive.open(url))


def test_two_people_change_places(url: str) -> None:
    check_swaps(lambda: Archive.open(url))


def test_who_came_is_told_until_the_game_goes(url: str) -> None:
    check_presence(lambda: Archive.open(url), engine_of(url))


def test_the_file_lies_in_the_users_folder_unless_the_environment_says_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "data"))
    monkeypatch.delenv("SHELFMARK_DATABASE", raising=False)
    Archive.open().save_draft("fort", "k", {"a": 1})
    assert (tmp_path / "data" / "archive.db").exists()
    monkeypatch.setenv("SHELFMARK_DATABASE", f"sqlite:///{tmp_path / 'other.db'}")
    assert Archive.open().draft("fort", "k") is None


def test_a_file_of_a_newer_shelfmark_is_refused_and_left_as_it_is(url: str) -> None:
    Archive.open(url).finish(*inspected("Ana", "Bo"), "typed")
    with engine_of(url).begin() as connection:
        connection.execute(text("UPDATE shelfmark SET schema = :s"), {"s": SCHEMA + 1})
    with pytest.raises(ArchiveError, match=r"^The archive .*archive.db was written by a newer Shelfmark: "):
        Archive.open(url)
    with engine_of(url).begin() as connection:
        assert connection.scalar(text("SELECT count(*) FROM games")) == 1


def test_a_broken_file_is_one_sentence(url: str, tmp_path: Path) -> None:
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"no database at all" * 100)
    with pytest.raises(ArchiveError) as refused:
        Archive.open(f"sqlite:///{broken}")
    assert str(refused.value) == (
        f"The archive {broken} is damaged: `shelfmark archive repair` keeps what can still be read, and puts "
        "back the rest from its last state."
    )
    assert broken.read_bytes() == b"no database at all" * 100


def test_a_file_that_breaks_while_it_is_open_is_one_sentence(url: str, tmp_path: Path) -> None:
    archive = Archive.open(url)
    for suffix in ("", "-wal", "-shm"):
        (tmp_path / "deep" / f"archive.db{suffix}").write_bytes(b"x" * 5000)
    with pytest.raises(ArchiveError, match="is damaged"):
        archive.games()


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("nonsense", "is no database URL: write one such as"),
        ("sqlite:////dev/null/archive.db", "cannot be used (File exists)"),
        ("oracle9i://here", "is not installed"),
        ("postgresql+psycopg://nobody:secret@127.0.0.1:1/none", "see that it can be reached"),
    ],
)
def test_a_database_that_cannot_be_used_is_one_sentence(url: str, sentence: str) -> None:
    with pytest.raises(ArchiveError) as refused:
        Archive.open(url)
    assert sentence in str(refused.value)
    assert "secret" not in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_game_without_a_whole_result_is_refused(url: str) -> None:
    archive = Archive.open(url)
    game, result = inspected("Ana", "Bo")
    with pytest.raises(ArchiveError, match="does not fit"):
        archive.finish(game, {"form": "B-7c"}, "typed")
    with pytest.raises(ArchiveError, match="does not fit"):
        archive.finish(game, result, "fort")
    with pytest.raises(ArchiveError, match="no players"):
        archive.finish(game, result | {"players": []}, "typed")
    assert archive.games() == []


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda file: [file], "must be one JSON object"),
        (lambda file: file | {"shelfmark_archive": 2}, "it must be one of 1"),
        (lambda file: file | {"more": 1}, 'there is no field "more"'),
        (lambda file: {**file, "games": [*file["games"], {}]}, '"id" is missing'),
        (
            lambda file: {**file, "games": [*file["games"], {**file["games"][0], "id": "n", "result": {}}]},
            "Game 3 of the archive file is not whole: the result does not fit",
        ),
        (lambda file: {**file, "drafts": [{"kind": "fort"}]}, '"key" is missing'),
    ],
)
def test_a_bad_export_is_refused_in_one_sentence_and_nothing_changes(
    tmp_path: Path, url: str, spoil: object, sentence: str
) -> None:
    donor = Archive.open(f"sqlite:///{tmp_path / 'donor.db'}")
    donor.finish(*inspected("Ana", "Bo"), "typed")
    donor.finish(*fort(), "fort")
    archive = Archive.open(url)
    archive.finish(*solo(), "solo")
    before = archive.export()
    with pytest.raises(ArchiveError) as refused:
        archive.take_in(spoil(donor.export()))  # type: ignore[operator]
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)
    assert archive.export() == before


def test_what_is_deleted_for_long_is_cleared_away(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive_store, "DELETED_SPARED", 1)
    archive = Archive.open(url)
    old, new = archive.finish(*inspected("Ana", "Bo"), "typed"), archive.finish(*solo(), "solo")
    archive.delete(old)
    with engine_of(url).begin() as connection:
        connection.execute(text("UPDATE games SET deleted = '2020-01-01 00:00:00.000000'"))
        connection.execute(text("UPDATE games SET deleted = NULL WHERE id = :id"), {"id": new})
    archive.delete(new)
    assert archive.get(old) is None
    archive.restore(new)
    assert [game.id for game in archive.games()] == [new]


def test_two_processes_that_start_at_once_make_one_archive(url: str) -> None:
    with ThreadPoolExecutor(20) as pool:
        archives = list(pool.map(lambda _: Archive.open(url), range(20)))
    assert all(archive.games() == [] for archive in archives)
    with sqlite3.connect(url.removeprefix("sqlite:///")) as connection:
        assert connection.execute("SELECT schema FROM shelfmark").fetchall() == [(SCHEMA,)]
    connection.close()


def test_an_export_survives_json_and_another_archive(url: str, tmp_path: Path) -> None:
    archive = Archive.open(url)
    day = datetime(2025, 12, 31, 23, 30, tzinfo=UTC)
    first = archive.finish(*inspected("Ana", "Žofie"), "photo", played=day)
    archive.finish(*solo(), "solo", record=record("Ana"))
    archive.save_draft("play", "k", {"record": record("Ana", "Bo")})
    deleted = archive.finish(*fort(), "fort")
    archive.delete(deleted)
    file = json.loads(json.dumps(archive.export()))
    assert len(file["games"]) == 2
    other = Archive.open(f"sqlite:///{tmp_path / 'other.db'}")
    assert other.take_in(file) == 2
    assert other.take_in(file) == 0
    assert other.export() == file
    assert other.get(first) == archive.get(first)
    assert other.draft("play", "k") == {"record": record("Ana", "Bo")}


def test_what_is_newer_here_is_not_overwritten_by_an_older_file(url: str) -> None:
    archive = Archive.open(url)
    kept = archive.finish(*inspected("Ana", "Bo"), "typed", key="evening")
    archive.save_draft("fort", "k", sheet(1))
    file = archive.export()
    archive.finish(*inspected("Ana", "Bo", "Cy"), "typed", key="evening")
    archive.save_draft("fort", "k", sheet(2))
    assert archive.take_in(file) == 0
    found = archive.get(kept)
    assert found is not None
    assert found.players == ["Ana", "Bo", "Cy"]
    assert archive.draft("fort", "k") == sheet(2)
    archive.delete(kept)
    assert archive.take_in(file) == 1, "what was deleted comes back from the file"


@pytest.mark.parametrize(("game", "source"), [(inspected("Ana", "Bo")[0], "typed"), (fort()[0], "fort")])
def test_one_game_kept_as_a_file_is_taken_in_once(url: str, game: dict[str, Any], source: str) -> None:
    archive = Archive.open(url)
    assert [archive.take_in(game), archive.take_in(game)] == [1, 0]
    (kept,) = archive.games()
    assert (kept.game, kept.source) == (game, source)


def test_one_game_that_cannot_be_scored_is_refused(url: str) -> None:
    archive = Archive.open(url)
    with pytest.raises(RefusedInput, match="player"):
        archive.take_in({"players": [{"name": "Ana"}]})
    with pytest.raises(RefusedInput, match="prominent"):
        archive.take_in({"form": "B-7c", "players": []})
    assert archive.games() == []


def test_an_import_that_breaks_off_says_how_far_it_came(url: str) -> None:
    archive, entries = (
        Archive.open(url),
        [
            DraftEntry(kind="fort", key=f"{number}", saved=datetime.now(UTC), data=sheet(number))
            for number in range(PIECE + 1)
        ],
    )
    begun = iter([archive._begin])

    def once() -> AbstractContextManager[Connection]:
        for begin in begun:
            return begin()
        raise ArchiveError("The disk is full.")

    with pytest.raises(
        ArchiveError, match=rf"^Only {PIECE} of {PIECE + 1} .* once more for the rest: The disk"
    ):
        take_all(once, entries)
    assert len(archive.drafts("fort")) == PIECE
    assert take_all(archive._begin, entries) == 0, "drafts are no games"
    assert len(archive.drafts("fort")) == PIECE + 1
