"""Which cards lie one step apart, and how cards are joined along their links."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.shelf.shelves import shelf
from vision.common.arrays import Floats
from vision.geometry.plane import Plane
from vision.shelf.links import Link, Piece, Table, join, links_of, outvoted, same_way_up, turned_step


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


def link(a: int, b: int, step: tuple[int, int], turn: int = 0) -> Link:
    return Link(a, b, turn, step, (float(step[0]), float(step[1])))


def singles(*up: bool) -> list[Piece]:
    return [Piece.single(card, face) for card, face in enumerate(up)]


@pytest.mark.parametrize("step", [(1, 0), (0, 1), (-2, 3)])
def test_four_quarters_lead_back(step: tuple[int, int]) -> None:
    seen = [turned_step(step, quarters) for quarters in range(5)]
    assert seen[4] == step
    assert seen[2] == (-step[0], -step[1])
    assert len(set(seen)) == 4


def test_linked_cards_are_one_piece_with_a_cell_each() -> None:
    (piece,) = join(singles(True, True, True), [link(0, 1, (1, 0)), link(1, 2, (0, 1))], same_way_up)
    assert piece.upright(np.ones(3, bool)).cells == {0: (0, 0), 1: (1, 0), 2: (1, 1)}
    assert piece.face_up == 3


def test_two_cards_never_share_a_cell() -> None:
    pieces = join(singles(True, True, True), [link(0, 1, (1, 0)), link(0, 2, (1, 0))], same_way_up)
    assert sorted(sorted(piece.cards) for piece in pieces) == [[0, 1], [2]]


def test_a_back_is_turned_to_suit_and_a_face_only_where_it_is_outvoted() -> None:
    upside_down = [link(0, 1, (1, 0)), link(1, 2, (1, 0), turn=2)]
    (piece,) = join(singles(True, True, False), upside_down, same_way_up)
    assert piece.turns == {0: 0, 1: 0, 2: 2}
    assert len(join(singles(True, True, True), upside_down, same_way_up)) == 2
    (piece,) = join(singles(True, True, True), upside_down, outvoted(1))
    assert piece.cells[2] == (2, 0)
    assert len(join(singles(True, True), [link(0, 1, (1, 0), turn=2)], outvoted(1))) == 2, "one against one"


def test_a_piece_is_turned_as_most_of_its_faces_lie() -> None:
    piece = Piece([0, 1, 2], {0: (0, 0), 1: (1, 0), 2: (2, 0)}, {0: 2, 1: 2, 2: 0}, 2)
    seen = piece.upright(np.array([True, True, False]))
    assert seen.cells == {0: (2, 0), 1: (1, 0), 2: (0, 0)}
    assert seen.turns == {0: 0, 1: 0, 2: 2}
