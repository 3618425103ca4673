"""The photos that are kept have a quota: the oldest go first, none of a table that is open."""

from __future__ import annotations

import os
from pathlib import Path
from weakref import WeakValueDictionary

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pages.session.photo_room
from pages.session.kept import keep_photo
from pages.session.photo_room import NoRoom, hold, make_room
from pages.table.state import Photo, Table


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of photos, with room for 100 bytes, and three photos of 30 in it, the oldest first."""
    monkeypatch.setenv("SHELFMARK_DATA", str(tmp_path))
    monkeypatch.setattr(pages.session.photo_room, "PHOTOS_BYTES", 100)
    monkeypatch.setattr(pages.session.photo_room, "_open", WeakValueDictionary())
    for day, name in enumerate(("a", "b", "c")):
        path = keep_photo(f"{name}.jpg", bytes(30))
        now = path.stat().st_mtime
        os.utime(path, (now, now - (10 - day) * 24 * 3600))
    return path.parent


def names(folder: Path) -> set[str]:
    return {path.stem for path in folder.iterdir()}


def open_table(*files: Path) -> Table:
    table = Table(photos={path.name: Photo(path.name, path, 1, 1, []) for path in files})
    hold(table)
    return table


def test_the_oldest_make_room(folder: Path) -> None:
    keep_photo("d.jpg", bytes(10))
    assert names(folder) == {"a", "b", "c", "d"}
    keep_photo("e.jpg", bytes(40))
    assert names(folder) == {"c", "d", "e"}


def test_a_photo_that_is_kept_again_takes_no_more_room(folder: Path) -> None:
    keep_photo("c.jpg", bytes(40))
    assert names(folder) == {"a", "b", "c"}


def test_photos_of_an_open_table_stay(folder: Path) -> None:
    table = open_table(folder / "a.jpg")
    keep_photo("d.jpg", bytes(40))
    assert names(folder) == {"a", "c", "d"}
    del table  # its session is over
    keep_photo("e.jpg", bytes(30))
    assert names(folder) == {"c", "d", "e"}


def test_where_all_of_it_is_open_a_photo_is_refused_and_nothing_is_lost(folder: Path) -> None:
    tables = [open_table(folder / "a.jpg", folder / "b.jpg"), open_table(folder / "c.jpg")]
    with pytest.raises(NoRoom) as refusal:
        keep_photo("d.jpg", bytes(11))
    assert str(refusal.value) == (
        "The photos of the tables that are open take all of the 0 MB kept for photos: take some away there, "
        "then hand in this one again."
    )
    assert names(folder) == {"a", "b", "c"}
    tables.pop()
    keep_photo("d.jpg", bytes(11))
    assert names(folder) == {"a", "b", "d"}


def test_photos_of_long_ago_go_though_there_is_room(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_table(folder / "a.jpg")
    for name in "ab":
        os.utime(folder / f"{name}.jpg", (0, 0))
    keep_photo("d.jpg", bytes(1))
    assert names(folder) == {"a", "b", "c", "d"}, "a clock that is set years ahead takes none of the last"
    monkeypatch.setattr(pages.session.photo_room, "SPARED", 70)
    keep_photo("d.jpg", bytes(1))
    assert names(folder) == {"a", "c", "d"}
    assert table.photos


@given(st.lists(st.integers(0, 60), max_size=12), st.integers(0, 130))
def test_what_is_kept_never_takes_more_than_the_quota(
    tmp_path_factory: pytest.TempPathFactory, sizes: list[int], size: int
) -> None:
    folder = tmp_path_factory.mktemp("photos")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pages.session.photo_room, "PHOTOS_BYTES", 100)
        for number, each in enumerate(sizes):
            (folder / f"{number:02}").write_bytes(bytes(each))
            os.utime(folder / f"{number:02}", times=(2e9, 2e9 + number))
        if size > 100:
            with pytest.raises(NoRoom):
                make_room(folder, "new", size)
            return
        make_room(folder, "new", size)
    left = sorted(path.name for path in folder.iterdir())
    assert sum(sizes[int(name)] for name in left) + size <= 100
    gone = len(sizes) - len(left)
    assert left == [f"{number:02}" for number in range(gone, len(sizes))], "the oldest went"
    if gone:
        assert sum(sizes[gone - 1 :]) + size > 100, "no more than had to"
