"""The usual size of cards, and how it changes over the photo."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.geometry.cards import card, several
from vision.geometry import plane


@given(st.lists(st.tuples(st.integers(5, 50), st.integers(1, 5)), min_size=1, max_size=8))
def test_the_usual_width_is_the_weighted_median(
    cards: list[tuple[int, int]],
) -> None:
    quad = several(*(card(width=width) for width, _ in cards))
    each = sorted(width for width, weight in cards for _ in range(weight))
    usual = plane.typical_width(quad, np.array([weight for _, weight in cards], np.float64))
    assert usual == pytest.approx(each[(len(each) - 1) // 2], rel=1e-3)


def test_a_card_as_wide_as_its_place_says_is_no_outlier() -> None:
    # rows farther from the camera are narrower, by 8 % a row
    rows = [card(x=100 * x, y=120 * y, width=80 * 0.92**y) for y in range(4) for x in range(4)]
    weights = np.ones(len(rows))
    assert np.abs(plane.sizes_there(several(*rows), weights)).max() < 0.02
    rows[13] = card(x=100, y=360, width=80)  # as wide as the nearest, but far
    off = plane.sizes_there(several(*rows), weights)
    assert off[13] == pytest.approx(-3 * np.log(0.92), abs=0.04)
    assert np.abs(np.delete(off, 13)).max() < 0.04


def test_a_lone_card_has_the_usual_width() -> None:
    assert np.abs(plane.sizes_there(card(), np.ones(1))) < 1e-6
