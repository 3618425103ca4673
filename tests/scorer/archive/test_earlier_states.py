"""The states of the archive, and its repair: nothing is lost where a file is damaged, deleted or full."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from scorer.archive import Archive, ArchiveBroken, ArchiveError, earlier_states
from scorer.archive.repair import damage, repair
from scorer.archive.schema import database as archive_database
from scorer.cards import BookCard, Category
from scorer.confirmed.corrections import Correction, CorrectionStore
from scorer.confirmed.register import Register
from tests.scorer.archive.archived import inspected, sheet, solo

PAGE = 4096


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[timedelta], None]]:
    """Moves the time of the states; it stands still otherwise."""
    now = [datetime(2026, 11, 20, 12, tzinfo=UTC)]

    class Clock(datetime):
        @classmethod
        def now(cls, tz: object = None) -> Clock:
            now[0] += timedelta(microseconds=1)
            return cls.fromtimestamp(now[0].timestamp(), UTC)

    def move(time: timedelta) -> None:
        now[0] += time

    began = now[0]
    monkeypatch.setattr(earlier_states, "datetime", Clock)
    monkeypatch.setattr(earlier_states, "monotonic", lambda: (now[0] - began).total_seconds())
    earlier_states._next.clear()
    yield move
    earlier_states._next.clear()


def counts(archive: Archive) -> list[tuple[int, int]]:
    return [(state.games, state.drafts) for state in archive.states()]


def test_a_state_is_taken_after_a_change_and_at_most_so_often(
    url: str, clock: Callable[[timedelta], None]
) -> None:
    archive = Archive.open(url)
    assert archive.states() == []
    archive.finish(*inspected("Ana", "Bo"), "typed")
    archive.finish(*solo(), "solo")
    assert counts(archive) == [(1, 0)]
    clock(earlier_states.EVERY)
    archive.save_draft("fort", "k", sheet(1))
    assert counts(archive) == [(2, 1), (1, 0)]
    for _ in range(5):
        clock(earlier_states.EVERY)
        archive.drop_draft("fort", "another")
        archive.games()
    assert counts(archive) == [(2, 1), (1, 0)], "nothing has changed"


def test_before_much_is_changed_at_once_a_state_is_taken(url: str, tmp_path: Path) -> None:
    archive, donor = Archive.open(url), Archive.open(f"sqlite:///{tmp_path / 'donor.db'}")
    donor.finish(*solo(), "solo")
    archive.finish(*inspected("Ana", "Bo"), "typed")
    archive.save_draft("fort", "k", sheet(1))
    archive.take_in(donor.export())
    assert counts(archive) == [(1, 1), (1, 0)]
    (made,) = archive.imports()
    archive.undo_import(made.id)
    assert counts(archive) == [(2, 1), (1, 1), (1, 0)]


def test_ten_states_stay_and_reach_far_back(url: str, clock: Callable[[timedelta], None]) -> None:
    archive = Archive.open(url)
    for day in range(3):
        for track in range(12):
            archive.save_draft("fort", "k", sheet(12 * day + track))
            clock(earlier_states.EVERY)
        clock(timedelta(days=1))
    kept = archive.states()
    assert len(kept) == earlier_states.MOST
    assert {state.at.day for state in kept} == {20, 21, 22}, "a busy evening leaves the days before it"
    newest = kept[0]
    archive.put_back(newest.name)
    assert archive.draft("fort", "k") == sheet(35)


def test_a_state_is_put_back_and_the_present_with_it(url: str, clock: Callable[[timedelta], None]) -> None:
    archive = Archive.open(url)
    first = archive.finish(*inspected("Ana", "Bo"), "typed")
    then = archive.export()
    clock(earlier_states.EVERY)
    archive.delete(first)
    archive.finish(*solo(), "solo")
    archive.save_draft("fort", "k", sheet(1))
    now = archive.export()
    told = archive.put_back(archive.states()[-1].name)
    assert (told.games, told.drafts) == (1, 0)
    assert archive.export() == then
    present = next(state for state in archive.states() if state.drafts)
    archive.put_back(present.name)
    assert archive.export() == now
    with pytest.raises(ArchiveError, match="There is no state yesterday"):
        archive.put_back("yesterday")


def test_a_state_of_a_newer_shelfmark_is_refused_and_nothing_changes(url: str) -> None:
    archive = Archive.open(url)
    archive.finish(*inspected("Ana", "Bo"), "typed")
    (state,) = archive.states()
    with closing(sqlite3.connect(state.file)) as base, base:
        base.execute("UPDATE shelfmark SET schema = schema + 1")
    archive.save_draft("fort", "k", sheet(1))
    now = archive.export()
    with pytest.raises(ArchiveError, match="A newer Shelfmark took this state"):
        archive.put_back(state.name)
    assert archive.export() == now


def test_a_state_that_made_room_for_the_present_is_put_back_all_the_same(
    url: str, clock: Callable[[timedelta], None]
) -> None:
    archive = Archive.open(url)
    for track in range(earlier_states.MOST):
        clock(earlier_states.EVERY)
        archive.save_draft("fort", "k", sheet(track))
    newest = archive.states()[0]
    archive.save_draft("fort", "k", sheet(99))
    archive.put_back(newest.name)  # of all states it lies closest to the present, and is the older
    assert archive.draft("fort", "k") == sheet(earlier_states.MOST - 1)


def test_states_hold_the_register_and_no_pictures(file: Path, url: str) -> None:
    archive, copy, store = Archive.open(url), Register.load(file), CorrectionStore(file)
    card = BookCard("E", 2, 7, (Category.HISTORIC_VOLUMES, Category.SPELLS_POTIONS))
    strip = b"a strip"
    store.record(Correction("a", 0, card, strip, {}, datetime.now(UTC)))
    copy.confirm(card)
    copy.save(file)
    archive.save_draft("fort", "k", sheet(1))
    (state,) = archive.states()
    assert b"JFIF" not in state.file.read_bytes()
    copy.forget("E", 2)
    copy.save(file)
    archive.put_back(state.name)
    assert Register.load(file).get("E", 2) == card
    assert len(store) == 1, "pictures stay as they are"


def test_a_damaged_archive_takes_no_states_place(
    file: Path, url: str, clock: Callable[[timedelta], None]
) -> None:
    archive = Archive.open(url)
    fill(archive)
    earlier_states.keep(archive._engine)
    before = archive.states()
    spoil(file, range(4, 20))
    clock(earlier_states.EVERY)
    with suppress(ArchiveError):
        archive.save_draft("fort", "k", sheet(1))
    assert archive.states() == before


def fill(archive: Archive, drafts: int = 200) -> None:
    archive.finish(*inspected("Ana", "Bo"), "typed")
    saved = {"kind": "fort", "saved": "2026-11-20T12:00:00Z"}
    half = [saved | {"key": f"k{number}", "data": sheet(number)} for number in range(drafts)]
    archive.take_in({"shelfmark_archive": 1, "games": [], "drafts": half})


def spoil(file: Path, pages: range) -> None:
    """Overwrites pages of a database, which are counted from 0."""
    data = bytearray(file.read_bytes())
    for page in pages:
        data[page * PAGE : (page + 1) * PAGE] = np.random.default_rng(page).bytes(PAGE)
    file.write_bytes(data)


@pytest.mark.parametrize(
    "pages", [range(1), range(15, 40), range(20, 1000, 4)], ids=["head", "middle", "all over"]
)
def test_a_damaged_archive_is_mended_and_the_last_state_fills_in(file: Path, url: str, pages: range) -> None:
    archive = Archive.open(url)
    fill(archive)
    earlier_states.keep(archive._engine)
    whole = archive.export()
    spoil(file, range(pages.start, min(pages.stop, file.stat().st_size // PAGE), pages.step))
    with pytest.raises(ArchiveBroken, match="is damaged: `shelfmark archive repair`"):
        archive.export()
    done = repair(url)
    assert done is not None
    assert archive.export() == whole
    assert damage(url) is None
    assert done.damaged is not None
    assert done.damaged.exists()
    assert repair(url) is None, "it is whole"


def test_what_came_after_the_last_state_is_kept_where_it_can_be_read(file: Path, url: str) -> None:
    archive = Archive.open(url)
    fill(archive)
    earlier_states.keep(archive._engine)
    archive.save_draft("fort", "after", sheet(7))
    pages = file.stat().st_size // PAGE
    spoil(file, range(pages // 2, pages // 2 + 3))
    done = repair(url)
    assert done is not None
    assert done.brought_back
    assert archive.draft("fort", "after") == sheet(7)
    assert len(archive.drafts("fort")) == 201


def test_a_deleted_archive_is_no_empty_archive(file: Path, url: str) -> None:
    archive = Archive.open(url)
    archive.finish(*inspected("Ana", "Bo"), "typed")
    whole = archive.export()
    file.unlink()
    for work in (archive.games, lambda: Archive.open(url), lambda: archive.save_draft("fort", "k", sheet(1))):
        with pytest.raises(ArchiveBroken, match="is gone: put the file back"):
            work()
    assert not file.exists()
    done = repair(url)
    assert done is not None
    assert done.damaged is None
    assert archive.export() == whole


def test_a_full_disk_is_said_and_what_is_there_can_be_read(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = Archive.open(url)
    archive.save_draft("fort", "k", sheet(1))
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(1, 1, 0))
        with pytest.raises(ArchiveError, match=r"^The disk is full, so the archive .* free some room\.$"):
            archive.save_draft("fort", "k", sheet(2))
        assert Archive.open(url).draft("fort", "k") == sheet(1)
    archive.save_draft("fort", "k", sheet(2))
    assert archive.draft("fort", "k") == sheet(2)


def test_a_full_database_is_said_too(url: str) -> None:
    archive = Archive.open(url)

    def fill_up() -> None:
        with archive._begin() as connection:
            connection.exec_driver_sql("PRAGMA max_page_count = 1")
            connection.exec_driver_sql("CREATE TABLE more AS SELECT zeroblob(1000000) AS room")

    with pytest.raises(ArchiveError, match=r"^The disk is full"):
        fill_up()


def test_an_archive_that_may_only_be_read_is_said_and_read(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = Archive.open(url)
    archive.save_draft("fort", "k", sheet(1))
    with monkeypatch.context() as patch:
        patch.setattr(os, "access", lambda *_: False)
        with pytest.raises(ArchiveError, match="may only be read: allow writing to it and its folder"):
            archive.save_draft("fort", "k", sheet(2))
        assert archive.draft("fort", "k") == sheet(1)
    archive.save_draft("fort", "k", sheet(2))


def test_a_locked_archive_is_said_and_saved_later(
    file: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive_database, "PATIENCE", 0)
    archive = Archive.open(url)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(ArchiveError, match=r"^Another program keeps the archive .* locked"):
            archive.save_draft("fort", "k", sheet(1))
        assert archive.drafts("fort") == []
    archive.save_draft("fort", "k", sheet(1))
