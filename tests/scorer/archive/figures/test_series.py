"""The series of the puzzle of the day: days in a row, whatever clocks told."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.archive.figures.series import Series, day_of, key_of

TODAY = date(2026, 11, 30)


def days(*ago: int) -> list[date]:
    return [TODAY - timedelta(number) for number in ago]


@pytest.mark.parametrize(
    ("finished", "series"),
    [
        ([], Series(0, 0, False)),
        ([0], Series(1, 1, True)),
        ([1], Series(1, 1, False)),
        ([0, 1, 2], Series(3, 3, True)),
        ([1, 2, 2, 1], Series(2, 2, False)),
        ([2, 3, 4], Series(0, 3, False)),  # yesterday was missed
        ([0, 2, 3], Series(1, 2, True)),
        ([-1, 0, 1], Series(3, 3, True)),  # who flew west has finished tomorrow's
        ([-1], Series(1, 1, False)),
        ([-400, 0, 1], Series(2, 2, True)),  # a clock was set ahead and back
        ([-400, 1, 2, 5, 6, 7], Series(2, 3, False)),
    ],
)
def test_days_in_a_row(finished: list[int], series: Series) -> None:
    assert Series.of(days(*finished), TODAY) == series


@given(st.sets(st.integers(0, 40)), st.sets(st.integers(-400, -3)))
def test_a_clock_set_ahead_ends_no_series(finished: set[int], ahead: set[int]) -> None:
    before = Series.of(days(*finished), TODAY)
    after = Series.of(days(*finished, *ahead), TODAY)
    assert (after.days, after.done) == (before.days, before.done)
    assert after.best >= before.best


@given(st.sets(st.integers(0, 12)))
def test_each_day_more_is_a_day_more_or_a_new_beginning(finished: set[int]) -> None:
    expected = best = run = 0
    for ago in range(12, -1, -1):
        run = run + 1 if ago in finished else 0
        best = max(best, run)
        expected = run if ago or run else expected
    assert Series.of(days(*finished), TODAY) == Series(expected, best, 0 in finished)


@given(st.dates(), st.text("abcXYZ019_-", min_size=12, max_size=12))
def test_a_key_tells_its_day(day: date, secret: str) -> None:
    key = key_of(day, secret)
    assert day_of(key) == day
    assert day_of(secret) is None
    assert day_of(f"solo-{key}") is None
    assert day_of(f"day9999999-{secret}") is day_of(f"day0-{secret}") is None
