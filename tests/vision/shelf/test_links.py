"""Which cards lie one step apart: beside and below, over a gap, and turned."""

from __future__ import annotations

import numpy as np

from tests.vision.shelf.shelves import shelf
from vision.common.arrays import Floats
from vision.geometry.plane import Plane
from vision.shelf.links import Table, links_of


def steps(corners: Floats, backs: tuple[int, ...] = ()) -> dict[tuple[int, int], tuple[tuple[int, int], int]]:
    """For each pair of neighbours the step and the quarter turns between them."""
    up = np.array([card not in backs for card in range(len(corners))])
    found = links_of(Table(corners, up, Plane.of(corners)))
    return {(link.a, link.b): (link.step, link.turn) for link in found}


def test_a_card_is_linked_to_those_beside_and_below_it_and_to_none_across() -> None:
    assert steps(shelf([(0, 0), (1, 0), (0, 1)])) == {
        (0, 1): ((1, 0), 0),
        (1, 0): ((-1, 0), 0),
        (0, 2): ((0, 1), 0),
        (2, 0): ((0, -1), 0),
    }


def test_over_a_missing_card_a_step_is_two() -> None:
    found = steps(shelf([(0, 0), (1, 0), (3, 0)]))
    assert found[1, 2] == ((2, 0), 0)
    assert (0, 2) not in found, "a card lies between"


def test_a_back_that_lies_upside_down_is_linked_with_its_turn() -> None:
    corners = shelf([(0, 0), (1, 0)])
    corners[1] = np.roll(corners[1], 2, axis=0)
    assert steps(corners, backs=(1,)) == {(0, 1): ((1, 0), 2), (1, 0): ((1, 0), 2)}
