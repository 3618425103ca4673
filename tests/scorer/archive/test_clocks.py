"""A clock that is set wrong, and right again, loses nothing and stops nothing."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scorer.archive import Archive, earlier_states, guests, imports, store
from scorer.archive.repair import repair
from tests.scorer.archive.archived import inspected, sheet

AHEAD = timedelta(days=400)


class Clocks:
    """The clock on the wall, which anybody sets, and the clock that only runs."""

    def __init__(self) -> None:
        self.wall = datetime(2026, 11, 20, 12, tzinfo=UTC)
        self.run = 0.0

    def passes(self, time: timedelta) -> None:
        self.wall += time
        self.run += time.total_seconds()

    def is_set(self, by: timedelta) -> None:
        self.wall += by


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clocks]:
    clocks = Clocks()

    class AnyTime(type):
        def __instancecheck__(cls, one: object) -> bool:
            return isinstance(one, datetime)

    class Wall(datetime, metaclass=AnyTime):
        @classmethod
        def now(cls, tz: object = None) -> Wall:
            clocks.passes(timedelta(microseconds=1))
            return cls.fromtimestamp(clocks.wall.timestamp(), UTC)

    for module in (earlier_states, store, guests, imports):
        monkeypatch.setattr(module, "datetime", Wall)
    monkeypatch.setattr(earlier_states, "monotonic", lambda: clocks.run)
    earlier_states._next.clear()
    yield clocks
    earlier_states._next.clear()


def test_a_clock_400_days_ahead_loses_nothing(url: str, clocks: Clocks) -> None:
    archive = Archive.open(url)
    for number in range(5):
        archive.save_draft("fort", f"k{number}", sheet(number))
    assert archive.guests.sit_down("play", "k0", "Ana", "ana's phone")
    archive.guests.take_part("play", "k0", "ana's phone")
    game = archive.finish(*inspected("Ana", "Bo"), "typed")
    other = archive.finish(*inspected("Cy", "Di"), "typed")
    archive.delete(game)
    file = archive.export() | {
        "drafts": [{"kind": "fort", "key": "k9", "saved": "2026-11-20T12:00:00Z", "data": sheet(9)}]
    }
    archive.take_in(file)
    taken = archive.imports()
    clocks.is_set(AHEAD)
    archive.save_draft("fort", "new", sheet(7))
    archive.guests.take_part("play", "k1", "bo's phone")
    archive.delete(other)
    archive.take_in(file | {"drafts": [file["drafts"][0] | {"key": "k10"}]})
    assert len(archive.drafts("fort")) == 8, "who looks while the clock is wrong sees them too"
    clocks.is_set(-AHEAD)
    assert {draft.key for draft in archive.drafts("fort")} == {
        *(f"k{n}" for n in (0, 1, 2, 3, 4, 9, 10)),
        "new",
    }
    assert archive.guests.seated("play", "k0") == {"Ana": "ana's phone"}
    assert ("play", "k0") in archive.guests.taken_part("ana's phone")
    assert {each.id for each in taken} <= {each.id for each in archive.imports()}
    archive.restore(game)
    assert game in {each.id for each in archive.games()}


def test_what_is_old_and_beyond_the_spared_is_forgotten(
    url: str, clocks: Clocks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "DRAFTS_SPARED", 3)
    archive = Archive.open(url)
    for number in range(5):
        archive.save_draft("fort", f"k{number}", sheet(number))
        clocks.passes(timedelta(minutes=1))
    archive.save_draft("fort", "k5", sheet(5))
    assert len(archive.drafts("fort")) == 6, "none is old"
    clocks.passes(store.DRAFTS_FOR)
    archive.save_draft("fort", "new", sheet(7))
    assert [draft.key for draft in archive.drafts("fort")] == ["new", "k5", "k4"]


def test_states_go_on_after_the_clock_is_set_back(url: str, clocks: Clocks) -> None:
    archive = Archive.open(url)
    clocks.is_set(AHEAD)
    archive.save_draft("fort", "ahead", sheet(0))
    assert [state.drafts for state in archive.states()] == [1]
    clocks.is_set(-AHEAD)
    for number in range(3):
        clocks.passes(earlier_states.EVERY)
        archive.save_draft("fort", f"k{number}", sheet(number))
    assert [state.drafts for state in archive.states()] == [4, 3, 2, 1], "the latest first, whatever its date"


@pytest.mark.parametrize("by", [AHEAD, -AHEAD])
def test_a_clock_that_is_set_takes_no_state_before_its_time(url: str, clocks: Clocks, by: timedelta) -> None:
    archive = Archive.open(url)
    archive.save_draft("fort", "k", sheet(0))
    clocks.is_set(by)
    archive.save_draft("fort", "k", sheet(1))
    assert len(archive.states()) == 1
    clocks.passes(earlier_states.EVERY)
    archive.save_draft("fort", "k", sheet(2))
    assert len(archive.states()) == 2


def test_repair_brings_back_the_state_that_was_taken_last(url: str, clocks: Clocks, tmp_path: Path) -> None:
    archive = Archive.open(url)
    clocks.is_set(AHEAD)
    archive.save_draft("fort", "k", sheet(0))
    clocks.is_set(-AHEAD)
    clocks.passes(earlier_states.EVERY)
    archive.save_draft("fort", "k", sheet(1))
    (tmp_path / "archive.db").unlink()
    done = repair(url)
    assert done is not None
    assert archive.draft("fort", "k") == sheet(1)


def test_ten_states_stay_whatever_the_clock_does(url: str, clocks: Clocks) -> None:
    archive = Archive.open(url)
    for number in range(16):
        clocks.is_set(AHEAD * (-1) ** number)
        clocks.passes(earlier_states.EVERY)
        archive.save_draft("fort", f"k{number}", sheet(0))
    kept = [state.drafts for state in archive.states()]
    assert len(kept) == earlier_states.MOST
    assert kept == sorted(kept, reverse=True)
    assert kept[0] == 16


def test_a_change_after_the_clock_is_set_back_is_a_change(url: str, clocks: Clocks) -> None:
    archive = Archive.open(url)
    archive.save_draft("fort", "k", sheet(0))
    clocks.is_set(AHEAD)
    clocks.passes(earlier_states.EVERY)
    archive.save_draft("fort", "ahead", sheet(0))
    clocks.is_set(-AHEAD)
    for number in range(1, 4):
        clocks.passes(earlier_states.EVERY)
        archive.save_draft("fort", "k", sheet(number))
    assert len(archive.states()) == 5
    assert archive.states()[0].drafts == 2
