"""Bars in the cells of a table."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.figures.bars import Bar, Part, Scale, ends


def drawn(bar: Bar) -> list[tuple[float, float]]:
    """Where each part begins, and how wide it is, in percent."""
    found = re.findall(r'<i class="part-\d+" title="[^"]*" style="left:(.*?)%;width:(.*?)%">', bar.__html__())
    return [(float(left), float(width)) for left, width in found]


def test_parts_stand_beside_one_another() -> None:
    assert drawn(Bar([Part(2), Part(3, 1)], Scale(0, 10))) == [(0, 20), (20, 30)]


def test_parts_below_zero_stand_to_its_left() -> None:
    assert drawn(Bar([Part(6), Part(-2, 1), Part(-1, 2)], Scale(-4, 6))) == [(40, 60), (20, 20), (10, 10)]


def test_a_scale_of_nothing_draws_nothing() -> None:
    assert drawn(Bar([Part(0)], Scale.over([]))) == [(0, 0)]


def test_a_mark_is_drawn_across() -> None:
    assert '<b style="left:25.00%"></b>' in Bar([Part(1)], Scale(0, 8), mark=2).__html__()


def test_a_name_is_no_markup() -> None:
    assert 'title="&lt;b&gt;&quot;"' in Bar([Part(1, 0, '<b>"')], Scale(0, 1)).__html__()


@given(st.lists(st.integers(-20, 60), min_size=1, max_size=5))
def test_no_part_lies_outside_or_upon_another(values: list[int]) -> None:
    parts = [Part(value) for value in values]
    places = sorted(place for place in drawn(Bar(parts, Scale.over(ends(parts)))) if place[1])
    assert all(left >= 0 and left + width <= 100.02 for left, width in places)
    assert sum(width for _, width in places) == pytest.approx(100 if any(values) else 0, abs=0.1)
    for (left, width), (following, _) in pairwise(places):
        assert left + width <= following + 0.02
