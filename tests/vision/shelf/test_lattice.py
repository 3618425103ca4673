"""Random shelves, laid out untidily and seen by a random camera: every card gets its place."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.shelf.tables import Table, random_cells, right, turned
from vision.detect.detections import STRIP
from vision.geometry.plane import Plane
from vision.pile.cards import columns_of_pile
from vision.shelf.lattice import LatticeSettings, around, place_cards
from vision.shelf.parting import PartingSettings
from vision.shelf.placing import off_the_shelves

seeds = st.integers(0, 2**32 - 1)


@pytest.mark.parametrize(("noise", "jitter", "twist"), [(0.02, 0.06, 5.0), (0.05, 0.04, 4.0)])
@given(seeds, st.integers(1, 24), st.floats(0, 35), st.floats(0, 360), st.floats(1.0, 1.75))
@settings(max_examples=60, deadline=None)
def test_a_shelf_through_any_camera(
    noise: float, jitter: float, twist: float, seed: int, count: int, tilt: float, spin: float, aspect: float
) -> None:
    rng = np.random.default_rng(seed)
    table = Table(rng, aspect, jitter, twist)
    table.lay(random_cells(rng, count))
    placed = place_cards(table.photo(tilt, spin, noise), table.face_up)
    assert right(table, placed).all()


def spread(table: Table, gap: float, angle: float = 0, shift: float = 0.0) -> None:
    """Two shelves side by side, their nearest edges ``gap`` apart."""
    cells = [random_cells(table.rng, int(table.rng.integers(6, 15))) for _ in range(2)]
    wide = [(max(c for _, c in part) - min(c for _, c in part) + 1) * (1 + table.slit) for part in cells]
    table.lay(cells[0], (-(wide[0] + gap) / 2, shift))
    table.lay(cells[1], ((wide[1] + gap) / 2, -shift), angle)


@given(seeds, st.floats(0, 30), st.floats(0, 360), st.floats(0.6, 3), st.floats(-0.5, 0.5))
@settings(max_examples=40, deadline=None)
def test_shelves_side_by_side_stay_two(seed: int, tilt: float, spin: float, gap: float, shift: float) -> None:
    table = Table(np.random.default_rng(seed), 1.4)
    spread(table, gap, shift=shift)
    placed = place_cards(table.photo(tilt, spin, 0.03), table.face_up)
    assert right(table, placed).all()
    assert placed.shelf.max() == 1


@pytest.mark.parametrize("columns", [(3, 4), (3, 3), (5, 2)])
@pytest.mark.parametrize("seed", range(5))
def test_full_shelves_one_card_apart_in_one_grid_stay_two(columns: tuple[int, int], seed: int) -> None:
    table = Table(np.random.default_rng(seed), 1.4)
    for number, wide in enumerate(columns):
        middle = (-wide - 1) / 2 if number == 0 else (wide + 1) / 2
        table.lay([(r, c) for r in range(3) for c in range(wide)], (middle * (1 + table.slit), 0))
    placed = place_cards(table.photo(20, 0, 0.02), table.face_up)
    assert right(table, placed).all()
    assert list(placed.shelf[[0, -1]]) == [0, 1]  # from the left of the photo


@given(seeds, st.floats(0, 30), st.floats(0, 360), st.sampled_from([30.0, 60, 90, 135, 180]))
@settings(max_examples=40, deadline=None)
def test_shelves_at_other_angles(seed: int, tilt: float, spin: float, angle: float) -> None:
    table = Table(np.random.default_rng(seed), 1.3)
    table.lay(random_cells(table.rng, 9))
    table.lay(random_cells(table.rng, 9), (0, 14), angle)
    placed = place_cards(table.photo(tilt, spin, 0.03), table.face_up)
    assert right(table, placed).all()


@given(seeds, st.floats(0, 30), st.floats(0, 360))
@settings(max_examples=30, deadline=None)
def test_players_opposite_each_other_read_their_own_rows(seed: int, tilt: float, spin: float) -> None:
    table = Table(np.random.default_rng(seed), 1.4)
    full = [(r, c) for r in range(3) for c in range(4)]
    table.lay(full, (0.3, -2.6), 180)
    table.lay(full, (0, 2.6))
    placed = place_cards(table.photo(tilt, spin, 0.03), table.face_up)
    assert right(table, placed).all()
    assert placed.shelf.max() == 1


@given(seeds, st.integers(2, 20), st.floats(0, 30), st.floats(0, 360))
@settings(max_examples=30, deadline=None)
def test_backs_take_the_turn_of_their_shelf(seed: int, count: int, tilt: float, spin: float) -> None:
    table = Table(np.random.default_rng(seed), 1.4)
    table.lay(random_cells(table.rng, count))
    seen = table.photo(tilt, spin, 0.02)
    turned = np.stack([np.roll(quad, -turn, axis=0) for quad, turn in zip(
        seen, place_cards(seen, table.face_up).turned, strict=True)])  # fmt: skip
    across = turned[:, 1] + turned[:, 2] - turned[:, 0] - turned[:, 3]
    assert (across @ across.mean(axis=0) > 0).all()
    assert np.allclose(turned[table.face_up], seen[table.face_up])


@pytest.mark.parametrize("seed", range(10))
def test_a_face_read_upside_down_is_outvoted(seed: int) -> None:
    table = Table(np.random.default_rng(seed), 1.4)
    table.lay([(r, c) for r in range(3) for c in range(4)])
    table.face_up = [True] * 12
    seen = table.photo(15, 40 * seed, 0.02)
    wrong = int(table.rng.integers(12))
    seen[wrong] = np.roll(seen[wrong], 2, axis=0)
    placed = place_cards(seen, table.face_up)
    assert right(table, placed).all()
    assert placed.turned[wrong] == 2


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("gap", [0.2, 0.4])
@pytest.mark.parametrize("below", [2, 3])
def test_more_than_three_rows_are_two_shelves(seed: int, gap: float, below: int) -> None:
    table = Table(np.random.default_rng(seed), 1.4)
    table.lay([(r, c) for r in range(2) for c in range(5)], (0, -(1.43 + gap / 2)))  # K2
    table.lay([(r, c) for r in range(below) for c in range(4)], (0.2, below / 2 * 1.43 + gap / 2))
    placed = place_cards(table.photo(10, 30 * seed, 0.02), table.face_up)
    assert right(table, placed).all()


@pytest.mark.parametrize("seed", range(10))
def test_a_row_as_far_off_as_another_shelf_is_doubtful(seed: int) -> None:
    table = Table(np.random.default_rng(seed), 1.55, jitter=0.03, twist=1)
    table.lay([(0, c) for c in range(3)], (0, -1.5 * 1.58 - 0.6))
    table.lay([(r, c) for r in range(2) for c in range(3)])
    seen = table.photo(15, 10, 0.01)
    assert any(place_cards(seen, table.face_up).doubts)
    two = place_cards(seen, table.face_up, shelves=2)
    assert right(table, two).all()
    assert not any(two.doubts)
    assert place_cards(seen, table.face_up, shelves=1).shelf.max() == 0


@pytest.mark.parametrize("few", [[(0, 6)], [(0, 6), (1, 6)]])
@pytest.mark.parametrize("seed", range(4))
def test_k1_cards_beyond_an_empty_column_are_another_shelf(seed: int, few: list[tuple[int, int]]) -> None:
    table = Table(np.random.default_rng(seed), 1.4, jitter=0.03, twist=2)
    table.lay([(r, c) for r in range(2) for c in range(5)] + few)
    placed = place_cards(table.photo(10, 0, 0.01), table.face_up)
    assert placed.shelf.tolist() == [0] * 10 + [1] * len(few)
    assert placed.column[10:].tolist() == [0] * len(few)
    if len(few) == 1:
        assert placed.confidence[-1] < 0.9 < placed.confidence[0]


@given(seeds, st.integers(2, 24))
@settings(max_examples=40, deadline=None)
def test_no_two_cards_share_a_place_however_they_lie(seed: int, count: int) -> None:
    rng = np.random.default_rng(seed)
    middles = rng.uniform(0, 3 if seed % 2 else 1000, (count, 1, 2))
    quads = middles + rng.normal(0, 1, (count, 4, 2)) + [[0, 0], [2, 0], [2, 3], [0, 3]]
    placed = place_cards(quads, rng.random(count) > 0.3)
    places = set(zip(placed.shelf.tolist(), placed.row.tolist(), placed.column.tolist(), strict=True))
    assert len(places) == count
    assert placed.row.max() < 3
    assert ((placed.confidence >= 0) & (placed.confidence <= 1)).all()


CARD = np.array([[0, 0], [100, 0], [100, 140], [0, 140]])
#: Four cards in a row, with a wide gap in the middle.
ROW = [CARD + np.array((x, 0)) for x in (0, 102, 250, 352)]


@pytest.mark.parametrize("across", [True, False])
def test_shelves_are_counted_along_the_side_on_which_they_spread(across: bool) -> None:
    block = [CARD + np.array((102 * c, 142 * r)) for r in range(2) for c in range(2)]
    shelves = np.array([(1500, 0), (1100, 1000), (0, 0)])
    cards = [card + (at if across else at[::-1]) for at in shelves for card in block]
    assert place_cards(cards).shelf.tolist() == [2] * 4 + [1] * 4 + [0] * 4


@pytest.mark.parametrize(("columns", "shelves", "turned"), [(1, 1, 2), (2, 2, 0)])
def test_two_cards_the_other_way_up_were_misread_and_four_are_another_shelf(
    columns: int, shelves: int, turned: int
) -> None:
    cards = [CARD + np.array((102 * c, 142 * r)) for c in range(4 + columns) for r in range(2)]
    cards[8:] = [np.roll(card, 2, axis=0) for card in cards[8:]]
    placed = place_cards(cards)
    assert placed.shelf.tolist() == [0] * 8 + [shelves - 1] * (2 * columns)
    assert placed.turned.tolist() == [0] * 8 + [turned] * (2 * columns)


def test_letters_may_part_a_row_or_keep_it() -> None:
    for whole, part, shelves in ((-20.0, 0.0, [0, 0, 1, 1]), (0.0, -20.0, [0, 0, 0, 0])):
        placed = place_cards(ROW, order=lambda cards, odds=(whole, part): odds[len(cards) < 4])
        assert placed.shelf.tolist() == shelves


def test_the_plane_is_the_photo_s_or_these_cards_own() -> None:
    quads = np.stack(ROW).astype(float)
    other = Plane.of(quads * 2)
    assert place_cards(quads, plane=other).plane is other
    own = place_cards(quads).plane
    assert own is not None
    assert np.allclose(own.flat(quads), Plane.of(quads).flat(quads))


def test_k1_places_around_cards_share_an_edge_with_them() -> None:
    assert around({(3, 5)}) == {(2, 5), (4, 5), (3, 4), (3, 6)}
    assert around({(0, 0), (1, 0)}) >= {(0, 0), (1, 0), (-1, 0), (2, 0)}


@pytest.mark.parametrize("count", [0, 4])
def test_places_are_whole_numbers(count: int) -> None:
    placed = place_cards(ROW[:count])
    for numbers in (placed.shelf, placed.row, placed.column, placed.turned):
        assert numbers.dtype == np.int64
    assert placed.cells.shape == (count, 2)


def test_how_readily_a_joint_parts_shelves_is_a_setting() -> None:
    hasty, patient = (LatticeSettings(parting=PartingSettings(untold=odds)) for odds in (2.0, -6.0))
    assert place_cards(ROW, settings=hasty).shelf.tolist() == [0, 0, 1, 1]
    assert place_cards(ROW, settings=patient).shelf.tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize("never", [0, -1, range(3, 3), range(2)])
def test_a_photo_shows_one_shelf_or_more(never: int | range) -> None:
    with pytest.raises(ValueError, match="one shelf or more"):
        place_cards(np.zeros((2, 4, 2)), shelves=never)


def test_no_cards_one_card_and_a_card_without_area() -> None:
    none = place_cards(np.zeros((0, 4, 2)))
    assert [len(part) for part in (none.shelf, none.row, none.column, none.turned, none.confidence)] == [
        0
    ] * 5
    one = place_cards([[[0, 0], [100, 0], [100, 140], [0, 140]]])
    assert (one.shelf[0], one.row[0], one.column[0], one.turned[0]) == (0, 0, 0, 0)
    assert one.confidence[0] > 0.9
    placed = place_cards(np.zeros((2, 4, 2)))
    assert len(set(zip(placed.shelf.tolist(), placed.row.tolist(), placed.column.tolist(), strict=True))) == 2


def test_a_badly_placed_card_is_doubted() -> None:
    square = np.array([[0, 0], [100, 0], [100, 140], [0, 140]], dtype=float)
    quads = np.stack([square + np.array([103 * c, 143 * r]) for r in range(3) for c in range(3)])
    sure = place_cards(quads).confidence.min()
    quads[8] += [34, 0]
    placed = place_cards(quads)
    assert placed.confidence.argmin() == 8
    assert placed.confidence[8] < 0.98 < sure


@given(seeds, st.integers(1, 5), st.floats(0, 25), st.floats(0, 360), st.booleans())
@settings(max_examples=50, deadline=None)
def test_a_pile_of_columns(seed: int, columns: int, tilt: float, spin: float, strips: bool) -> None:
    table = Table(np.random.default_rng(seed), 1.4)
    half = np.array([[-0.5, 0], [0.5, 0], [0.5, 1], [-0.5, 1]])
    kinds, truth = [], []
    for column in range(columns):
        high = int(table.rng.integers(1, 7))
        for place in range(high):
            covered = strips and place < high - 1
            twist, shift = table.rng.uniform(-3, 3), table.rng.uniform(-0.05, 0.05, 2)
            middle = np.array([column * 1.08, place * 0.3 + 0.1 * (column % 2)]) + shift
            table.quads.append(half * [1, 0.25 if covered else 1.4] @ turned(twist).T + middle)
            kinds.append(STRIP if covered else 0)
            truth.append((column, place))
            table.face_up.append(True)
    order = table.rng.permutation(len(kinds))
    found = columns_of_pile(table.photo(tilt, spin, 0.02)[order], np.array(kinds)[order])
    assert [(int(c), int(p)) for c, p in zip(found.column, found.place, strict=True)] == [
        truth[i] for i in order
    ]


def test_an_empty_pile() -> None:
    assert len(columns_of_pile(np.zeros((0, 4, 2)), []).column) == 0


def test_one_or_two_backs_alone_belong_to_no_shelf() -> None:
    table = Table(np.random.default_rng(5), aspect=1.4)
    table.lay([(row, column) for row in range(2) for column in range(4)])
    table.lay([(0, 0), (0, 1), (0, 2)], at=(9, 0))
    table.lay([(0, 0)], at=(-9, 0))
    table.lay([(0, 0), (0, 1)], at=(0, 9))
    up = np.array([True] * 8 + [False] * 6)
    placed = place_cards(table.photo(10, 5, 0.0), up)
    assert off_the_shelves(placed, up).tolist() == [False] * 11 + [True] * 3
    nothing_shows = np.zeros(14, np.bool_)
    assert not off_the_shelves(placed, nothing_shows).any()


@pytest.mark.parametrize("row", [-1, 3])
@pytest.mark.parametrize("seed", range(8))
def test_a_lone_back_above_or_below_three_rows_does_not_move_the_shelf(seed: int, row: int) -> None:
    table = Table(np.random.default_rng(seed), aspect=1.0)
    cells = [(r, c) for r in range(3) for c in range(3)]  # K2
    table.lay(cells)
    table.lay([(0, 0)], at=(1.0, (row - 1) * 1.03), angle=9)
    up = np.array([True] * 9 + [False])
    placed = place_cards(table.photo(10, 30 * seed, 0.01), up)
    assert list(zip(placed.row[:9].tolist(), placed.column[:9].tolist(), strict=True)) == cells
    assert off_the_shelves(placed, up).tolist() == [False] * 9 + [True]


@given(seeds)
@settings(max_examples=40, deadline=None)
def test_k2_a_lone_back_stays_where_the_fourth_row_is_another_player_s(seed: int) -> None:
    table = Table(np.random.default_rng(seed), aspect=1.4, jitter=0.02, twist=2.0)
    table.lay([(row, column) for row in range(2) for column in range(4)] + [(2, 1)])
    table.lay([(0, 0)], at=(1.5, -2 * 1.43 - 0.6))
    up = np.array([False] * 4 + [True] * 4 + [False, True])
    table.face_up = up.tolist()
    assert right(table, place_cards(table.photo(10, 20, 0.01), up)).all()


@pytest.mark.parametrize(
    ("backs", "alone"),
    [([(0, 4)], True), ([(0, 4), (1, 4)], True), ([(0, 4), (1, 4), (2, 4)], False), ([(0, 3)], False)],
)
def test_a_back_with_an_empty_column_between_belongs_to_no_shelf(
    backs: list[tuple[int, int]], alone: bool
) -> None:
    table = Table(np.random.default_rng(6), aspect=1.4)
    table.lay([(row, column) for row in range(3) for column in range(3)] + backs)
    up = np.array([True] * 9 + [False] * len(backs))
    placed = place_cards(table.photo(0, 0, 0.0), up)
    assert off_the_shelves(placed, up).tolist() == [False] * 9 + [alone] * len(backs)
