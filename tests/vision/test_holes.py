"""Holes among the cards of a shelf that pass for cards face down."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from tests.vision.test_gaps import Colour, painted, shelf
from vision.detections import FACE_DOWN, FACE_UP, Detections
from vision.holes import SIDES, holes
from vision.placing import placed_on_shelves
from vision.pyramid import Pyramid

TABLE, PLAIN = (150, 160, 150), (142, 150, 146)


def photo_of(cells: dict[tuple[int, int], Colour], uneven: float = 6) -> np.ndarray:
    """A table, a little uneven, on which cards of these colours lie."""
    even = painted(TABLE, cells)
    return np.clip(even + np.random.default_rng(3).normal(0, uneven, even.shape), 0, 255).astype(np.uint8)


def backs(cells: list[tuple[int, int]], spread: float, score: float = 0.6) -> Detections:
    found = Detections.of(shelf(cells), np.full(len(cells), FACE_DOWN, np.int8), np.full(len(cells), score))
    return replace(found, spread=np.full(len(cells), spread, np.float32))


@pytest.mark.parametrize(
    ("colour", "spread", "hole"),
    [(TABLE, 2 * SIDES, True), (TABLE, 0.8 * SIDES, False), (PLAIN, 2 * SIDES, False)],
    ids=["the table", "clear sides", "a plain back"],
)
def test_without_a_clear_back_a_find_with_unsure_sides_that_shows_the_table_is_a_hole(
    colour: Colour, spread: float, hole: bool
) -> None:
    photo = Pyramid.of(photo_of({(0, 0): colour}))
    places = shelf([(0, 0), (1, 0), (2, 0), (3, 1), (0, 2)])
    find, none = backs([(0, 0)], spread), backs([(0, 0)], spread)[:0]
    assert holes(photo, find, places, none).tolist() == [hole]
    assert not holes(photo, find, places[:3], none).any(), "two places do not show how the table looks"


@pytest.mark.parametrize(("around", "hole"), [(4, True), (3, False)])
def test_the_sides_of_a_hole_are_clear_where_cards_lie_on_all_four(around: int, hole: bool) -> None:
    faces = [(0, 1), (1, 0), (2, 1), (1, 2)][:around]
    photo = Pyramid.of(photo_of(dict.fromkeys(faces, (60, 60, 90))))
    cards = replace(backs(faces, 0.0), kind=np.full(around, FACE_UP, np.int8))
    places = shelf([(1, 1), (4, 0), (4, 1), (4, 2), (5, 1)])
    assert holes(photo, backs([(1, 1)], 0.5 * SIDES), places, cards).tolist() == [hole]


@pytest.mark.parametrize(
    ("back", "hole"),
    [((60, 40, 120), True), ((150, 130, 190), True), (PLAIN, False)],
    ids=["dark", "pale", "as the table"],
)
def test_a_single_clear_back_that_looks_otherwise_does_not_speak_for_it(back: Colour, hole: bool) -> None:
    photo = Pyramid.of(photo_of({(4, 3): back}))
    places, clear = shelf([(0, 0), (1, 0), (2, 0), (3, 1), (0, 2)]), backs([(4, 3)], 0.0)
    assert holes(photo, backs([(0, 0)], 2 * SIDES), places, clear).tolist() == [hole]


def test_two_backs_as_plain_as_each_other_are_no_table_to_each_other() -> None:
    cells = [(0, 0), (1, 0)]
    photo = Pyramid.of(photo_of(dict.fromkeys(cells, PLAIN)))
    places = shelf([*cells, (2, 0), (3, 1), (0, 2)])
    assert not holes(photo, backs(cells, 2 * SIDES), places, backs(cells, 0.0)[:0]).any()


def test_an_overlooked_back_beside_another_is_no_table_to_it() -> None:
    """Two black backs lay on a tan table beside a face, and both were taken for holes: 19500/049."""
    cells: dict[tuple[int, int], Colour] = dict.fromkeys([(0, 0), (1, 0)], (40, 36, 38))
    even = painted(TABLE, cells)
    photo = Pyramid.of(np.where(even == TABLE, photo_of(cells, uneven=2), even))
    places = shelf([(0, 0), (1, 0), (2, 0), (3, 1), (0, 2)])
    find = backs([(0, 0)], 2 * SIDES)
    assert not holes(photo, find, places, find[:0]).any()


@pytest.mark.parametrize(("shown", "left"), [(TABLE, 3), (PLAIN, 4)], ids=["a hole", "a back"])
def test_a_faint_back_among_the_cards_of_a_shelf_goes_where_it_is_a_hole(shown: Colour, left: int) -> None:
    faces = [(0, 0), (1, 0), (0, 1)]
    photo = photo_of({**dict.fromkeys(faces, (60, 60, 90)), (1, 1): shown})
    corners = shelf([*faces, (1, 1)])
    kind = np.array([FACE_UP] * 3 + [FACE_DOWN], np.int8)
    found = replace(
        Detections.of(corners, kind, np.array([1, 1, 1, 0.6])),
        spread=np.array([0.005, 0.005, 0.005, 0.02], np.float32),
    )
    nothing = SimpleNamespace(likely=lambda photo, places, hopeless: found[:0])
    assert len(placed_on_shelves(found, photo, nothing).cards) == left  # type: ignore[arg-type]


@pytest.mark.parametrize(("shown", "left"), [(TABLE, 23), (PLAIN, 24)], ids=["a hole", "a back"])
def test_where_a_shelf_fills_its_three_rows_the_table_shows_above_and_below_them(
    shown: Colour, left: int
) -> None:
    """No other place is free beside the cards: a fourth row breaks K2."""
    cells = [(x, y) for y in range(3) for x in range(-2, 6)]
    photo = photo_of({**dict.fromkeys(cells, (60, 60, 90)), (1, 1): shown})
    hole = cells.index((1, 1))
    kind, score, spread = np.full(24, FACE_UP, np.int8), np.ones(24), np.full(24, 0.005, np.float32)
    kind[hole], score[hole], spread[hole] = FACE_DOWN, 0.6, 0.02
    found = replace(Detections.of(shelf(cells), kind, score), spread=spread)
    nothing = SimpleNamespace(likely=lambda photo, places, hopeless: found[:0])
    assert len(placed_on_shelves(found, photo, nothing).cards) == left  # type: ignore[arg-type]
