"""Where one piece of cards is two shelves: by the space between them, and by how many people know of."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.shelf.shelves import shelf
from vision.shelf.lattice import place_cards
from vision.shelf.parting import Shelves, bounds

LEFT = [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]


def shelves_found(apart: float, told: Shelves) -> int:
    """How many shelves two blocks of six cards are, ``apart`` card widths from each other."""
    right = shelf(LEFT, left=300 + 3 * 104 + 100 * apart)
    corners = np.concatenate([shelf(LEFT), right])
    return len(np.unique(place_cards(corners, np.ones(12, bool), told).shelf))


@pytest.mark.parametrize("told", [0, -1, range(3, 3), range(2)])
def test_no_number_of_shelves_is_refused(told: Shelves) -> None:
    with pytest.raises(ValueError, match="one shelf or more"):
        bounds(told)


def test_blocks_far_from_each_other_are_two_shelves_and_close_ones_are_one() -> None:
    assert shelves_found(0, None) == 1
    assert shelves_found(2.5, None) == 2


def test_what_is_told_decides_where_the_space_does_not() -> None:
    for apart in (0.15, 0.3):
        assert [shelves_found(apart, told) for told in (1, 2)] == [1, 2]
