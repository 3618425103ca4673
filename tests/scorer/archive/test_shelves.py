"""Small photos of shelves: kept where wanted, in the game's file, in no state, gone without a trace."""

from __future__ import annotations

import base64
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image
from sqlalchemy import text

from scorer.archive import Archive, ArchiveError
from scorer.archive.schema.database import engine_of, leave_no_trace
from scorer.limits import SHELF_BYTES
from tests.scorer.archive.archived import inspected, solo


def jpeg(width: int = 1200, height: int = 400, shade: int = 120) -> bytes:
    _, made = cv2.imencode(".jpg", np.full((height, width, 3), shade, np.uint8))
    return made.tobytes()


def noisy() -> bytes:
    noise = np.random.default_rng(7).integers(0, 256, (200, 300, 3), np.uint8)
    _, made = cv2.imencode(".jpg", noise)
    return made.tobytes()


def pictured(archive: Archive, key: str = "k") -> str:
    game = archive.finish(*inspected("Ana", "Bo"), "photo", key=key)
    archive.shelves.keep(game, {"Ana": jpeg(shade=50), "Bo": jpeg(shade=200)})
    return game


def test_photos_are_kept_replaced_and_forgotten(archive: Archive) -> None:
    game, other = pictured(archive), pictured(archive, "other")
    assert archive.shelves.of(game) == {"Ana": jpeg(shade=50), "Bo": jpeg(shade=200)}
    archive.shelves.keep(game, {"Ana": jpeg(shade=90)})
    assert archive.shelves.of(game) == {"Ana": jpeg(shade=90)}
    archive.shelves.keep(game, {})
    assert archive.shelves.of(game) == {}
    assert len(archive.shelves.of(other)) == 2


def test_a_forgotten_photo_leaves_no_trace(archive: Archive, file: Path) -> None:
    noise = np.random.default_rng(7).integers(0, 256, (300, 300, 3), np.uint8)
    _, made = cv2.imencode(".jpg", noise)
    mark = made.tobytes()[2000:2040]
    game = archive.finish(*inspected("Ana", "Bo"), "photo", key="k")
    archive.shelves.keep(game, {"Ana": made.tobytes()})
    archive._keep_state()

    def places() -> list[str]:
        return [path.name for path in file.parent.rglob("*") if path.is_file() and mark in path.read_bytes()]

    assert places() == ["archive.db"], "no state has it"
    archive.shelves.keep(game, {})
    assert places() == []
    assert archive.states()[0].games == 1


def test_the_file_of_a_game_has_its_photos_and_brings_them_back(archive: Archive, tmp_path: Path) -> None:
    game = pictured(archive)
    bare = archive.finish(*inspected("Ana", "Cy"), "typed", key="bare")
    file = archive.export()
    entries = {entry["id"]: entry for entry in file["games"]}
    assert set(entries[game]["shelves"]) == {"Ana", "Bo"}
    assert "shelves" not in entries[bare]
    other = Archive.open(f"sqlite:///{tmp_path / 'other.db'}")
    assert other.take_in(file) == 2
    assert other.export() == file
    kept = other.get(game)
    assert kept is not None
    assert kept.as_file(other.shelves.of(game))["games"] == [entries[game]]


def test_an_import_brings_photos_where_there_are_none_and_takes_them_back(archive: Archive) -> None:
    game = pictured(archive)
    file = archive.export()
    (entry,) = file["games"]
    archive.shelves.keep(game, {})
    assert archive.take_in(file) == 0, "photos that were forgotten stay forgotten"
    assert archive.shelves.of(game) == {}
    entry["game"], entry["result"] = inspected("Ana", "Bo", books=5)
    entry["changed"] = "2999-01-01T00:00:00Z"
    assert archive.take_in(file) == 1
    assert archive.shelves.of(game).keys() == {"Ana", "Bo"}
    assert archive.undo_import(archive.imports()[0].id) == 1
    assert archive.shelves.of(game) == {}
    archive.shelves.keep(game, {"Ana": jpeg(shade=9)})
    entry["game"], entry["result"] = inspected("Ana", "Bo", books=6)
    assert archive.take_in(file) == 1
    assert archive.shelves.of(game) == {"Ana": jpeg(shade=9)}, "photos that are here stay"


@pytest.mark.parametrize(
    "picture",
    [
        base64.b64encode(b"no photo").decode(),
        "no base64 !",
        "",
        base64.b64encode(jpeg(1201, 10)).decode(),
        base64.b64encode(jpeg(100, 100) + bytes(SHELF_BYTES)).decode(),
        base64.b64encode(cv2.imencode(".png", np.zeros((9, 9, 3), np.uint8))[1].tobytes()).decode(),
    ],
)
def test_what_is_no_small_photo_is_refused_and_changes_nothing(archive: Archive, picture: str) -> None:
    game = pictured(archive)
    file = archive.export()
    file["games"][0] |= {"changed": "2999-01-01T00:00:00Z", "shelves": {"Ana": picture}}
    before = archive.export()
    with pytest.raises(ArchiveError, match="a JPEG of at most 1200 pixels a side and 150 kB"):
        archive.take_in(file)
    assert archive.export() == before
    assert len(archive.shelves.of(game)) == 2


def test_a_renamed_player_keeps_their_shelf(archive: Archive) -> None:
    game = pictured(archive)
    archive.rename_player("Bo", "Bob")
    assert archive.shelves.of(game) == {"Ana": jpeg(shade=50), "Bob": jpeg(shade=200)}


def test_a_photo_that_was_left_makes_way_for_a_renamed_player(archive: Archive) -> None:
    game = pictured(archive)
    archive.shelves.keep(game, {"Bo": jpeg(shade=200), "Cy": jpeg(shade=9)})
    archive.rename_player("Bo", "Bo")
    assert archive.shelves.of(game)["Bo"] == jpeg(shade=200)
    archive.rename_player("Bo", "Cy")
    assert archive.shelves.of(game) == {"Cy": jpeg(shade=200)}


def test_a_shelf_follows_the_corrected_name_of_its_player(archive: Archive) -> None:
    game = pictured(archive)
    assert archive.finish(*inspected("Ana", "Robert"), "photo", key="k") == game
    assert archive.shelves.of(game) == {"Ana": jpeg(shade=50), "Robert": jpeg(shade=200)}


def test_the_photo_of_who_plays_no_more_goes(archive: Archive) -> None:
    game = pictured(archive)
    archive.finish(*inspected("Ana", "Bo", "Cy"), "photo", key="k")
    assert archive.shelves.of(game).keys() == {"Ana", "Bo"}
    archive.finish(*inspected("Cy", "Ana"), "photo", key="k")
    assert archive.shelves.of(game).keys() == {"Ana"}


def test_the_librarys_photo_stays_in_a_solo_game(archive: Archive) -> None:
    game = archive.finish(*solo("Ana"), "photo", key="k")
    archive.shelves.keep(game, {"Ana": jpeg(shade=50), "the library": jpeg(shade=200)})
    archive.finish(*solo("Eve", books=5), "photo", key="k")
    assert archive.shelves.of(game).keys() == {"Eve", "the library"}


def test_photos_go_with_their_game(archive: Archive, url: str) -> None:
    game, stays = pictured(archive), pictured(archive, "stays")
    archive.delete(game)
    assert len(archive.shelves.of(game)) == 2, "it can be restored"
    archive.restore(game)
    assert len(archive.shelves.of(game)) == 2
    archive.delete(game)
    long_ago = datetime.now(UTC) - timedelta(days=31)
    with engine_of(url).begin() as connection:
        when = {"when": long_ago.replace(tzinfo=None).isoformat(" ")}
        connection.execute(text("UPDATE games SET deleted = :when WHERE deleted IS NOT NULL"), when)
        connection.execute(text("UPDATE shelf_photos SET moment = :when"), when)
    archive.finish(*inspected("Eve", "Cy"), "typed", key="another")
    assert archive.shelves.of(game) == {}
    assert len(archive.shelves.of(stays)) == 2


def test_a_state_that_is_put_back_leaves_the_photos(archive: Archive) -> None:
    game = pictured(archive)
    archive._keep_state()
    archive.finish(*inspected("Eve", "Cy"), "typed", key="another")
    archive.put_back(archive.states()[0].name)
    assert len(archive.shelves.of(game)) == 2


def test_a_picture_that_is_cut_off_is_refused(archive: Archive) -> None:
    game = pictured(archive)
    whole = noisy()
    with pytest.raises(ArchiveError, match="must be a JPEG"):
        archive.shelves.keep(game, {"Ana": whole[: len(whole) // 2]})
    assert archive.shelves.of(game).keys() == {"Ana", "Bo"}


def test_a_picture_is_kept_without_metadata(archive: Archive) -> None:
    told = Image.Exif()
    told[0x010E], told[0x0112] = "where we live", 6
    made = BytesIO()
    Image.open(BytesIO(noisy())).save(made, "JPEG", exif=told, comment=b"who we are")
    game = pictured(archive)
    archive.shelves.keep(game, {"Ana": made.getvalue()})
    kept = archive.shelves.of(game)["Ana"]
    assert b"where we live" in made.getvalue()
    assert b"where we live" not in kept
    assert b"who we are" not in kept
    with Image.open(BytesIO(kept)) as picture:
        assert picture.size == (200, 300), "it stands as it was shown"
        assert not picture.getexif()


def test_no_photo_is_kept_of_a_deleted_game(archive: Archive) -> None:
    game = pictured(archive)
    archive.delete(game)
    for pictures in ({"Ana": jpeg(shade=9)}, {}):
        with pytest.raises(ArchiveError, match="no such game any more"):
            archive.shelves.keep(game, pictures)
    archive.restore(game)
    assert archive.shelves.of(game) == {"Ana": jpeg(shade=50), "Bo": jpeg(shade=200)}


def test_a_database_that_fails_at_the_end_is_refused(file: Path) -> None:
    file.write_bytes(b"no database")
    with pytest.raises(ArchiveError, match="damaged"):
        leave_no_trace(engine_of(f"sqlite:///{file}"))
