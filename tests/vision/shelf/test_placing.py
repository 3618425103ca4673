"""Cards put on shelves, cards that were missed, and which holes are asked about."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.vision.shelf.shelves import grid, shelf
from vision.common.arrays import Picture
from vision.detect.detections import CATEGORY, FACE_DOWN, FACE_UP, NOTHING, OUTCOMES, Detections
from vision.photo.pyramid import Pyramid
from vision.shelf.lattice import place_cards
from vision.shelf.placing import Hole, cards_in_the_grid, doubtful_holes, on_shelves, places_beside

ROW = [(0, 0), (1, 0), (2, 0)]


def found(
    *corners: np.ndarray, kinds: list[int] | None = None, score: list[float] | None = None
) -> Detections:
    cards = np.concatenate(corners)
    return Detections.of(
        cards,
        np.array(kinds or [FACE_UP] * len(cards)),
        np.array(score or np.linspace(0.9, 0.8, len(cards))),
    )


def test_each_card_has_its_row_and_column_from_the_left_top() -> None:
    placed = on_shelves(found(shelf([(1, 1), (0, 0), (1, 0), (2, 0)])))
    cells = list(zip(placed.places.column.tolist(), placed.places.row.tolist(), strict=True))
    assert cells == [(1, 1), (0, 0), (1, 0), (2, 0)]


def test_of_two_detections_in_one_place_the_surer_stays() -> None:
    twice = shelf(ROW)[:1] + 20
    placed = on_shelves(found(shelf(ROW), twice, score=[0.5, 0.9, 0.9, 0.8]))
    assert len(placed.cards) == 3
    assert np.isclose(placed.cards.corners, twice[0]).all(axis=(1, 2)).any()


def test_a_back_by_itself_is_a_pile_and_a_row_of_backs_is_a_shelf() -> None:
    far = shelf([(0, 0)], left=1500, top=1200)
    placed = on_shelves(found(shelf(ROW), far, kinds=[FACE_UP] * 3 + [FACE_DOWN]))
    assert len(placed.cards) == 3
    backs = shelf(ROW, left=1500, top=1200)
    placed = on_shelves(found(shelf(ROW), backs, kinds=[FACE_UP] * 3 + [FACE_DOWN] * 3))
    assert len(placed.cards) == 6
    assert len(np.unique(placed.places.shelf)) == 2


PHOTO = Path(__file__).parents[1] / "invented" / "photos" / "ana.jpg"
SIZE = (1000, 800)


def test_places_share_an_edge_with_a_card_and_are_empty() -> None:
    corners = shelf([(0, 0), (1, 0), (3, 0), (0, 1), (1, 1), (2, 1)])
    beside = places_beside(corners, place_cards(corners), SIZE).corners
    places = {(round((x - 300) / 104), round((y - 200) / 146)) for x, y in beside[:, 0].tolist()}
    assert {(2, 0), (-1, 0), (3, 1), (0, 2), (2, 2)} <= places
    assert not places & {(0, 0), (1, 0), (0, 1), (1, 1), (2, 1)}


def test_places_stay_within_three_rows_and_the_photo() -> None:
    corners = shelf([(x, y) for x in range(3) for y in range(3)], top=300)
    beside = places_beside(corners, place_cards(corners), SIZE).corners
    assert len(beside) == 6  # left and right of each row: a fourth row breaks K2
    left = shelf([(x, y) for x in range(3) for y in range(3)], left=50, top=300)
    assert len(places_beside(left, place_cards(left), SIZE).corners) == 3


def test_a_wrong_side_of_a_card_does_not_move_other_places() -> None:
    cells = [(x, y) for x in range(4) for y in range(2)]
    true = shelf(cells)
    wrong = true.copy()
    wrong[0, 2:, 1] -= 35  # its lower side a quarter of a card too high
    place = place_cards(true)
    assert np.allclose(
        places_beside(wrong, place, SIZE).corners, places_beside(true, place, SIZE).corners, atol=0.5
    )


def test_a_place_under_another_shelf_is_left_out() -> None:
    alone = shelf([(0, 0), (1, 0), (2, 0)])
    both = np.concatenate([alone, shelf([(0, 0), (1, 0)], 640, 240)])

    def right_of_the_three(corners: np.ndarray) -> bool:
        beside = places_beside(corners, place_cards(corners), SIZE).corners
        return any(np.abs(place.mean(axis=0) - (662, 270)).max() < 20 for place in beside)

    assert right_of_the_three(alone)
    assert not right_of_the_three(both)


def test_a_single_card_gives_the_places_beside_it() -> None:
    """The places have the card's turn."""
    turn = np.deg2rad(20)
    matrix = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    card = ((shelf([(0, 0)])[0] - (350, 270)) @ matrix + (500, 400)).astype(np.float32)
    beside = places_beside(card[None], place_cards(card[None]), SIZE).corners
    steps = sorted(np.round((beside.mean(axis=1) - card.mean(axis=0)) @ matrix.T).tolist())
    assert [(abs(x) > abs(y), x + y > 0) for x, y in steps] == [
        (True, False),
        (False, False),
        (False, True),
        (True, True),
    ]
    assert [max(abs(x), abs(y)) for x, y in steps] == pytest.approx([100, 140, 140, 100], rel=0.08)


def test_an_unlikely_card_covers_no_place() -> None:
    corners = shelf([(0, 0), (1, 0), (2, 0)])
    middle = shelf([(3, 0)])[0].mean(axis=0)
    turn = np.deg2rad(35)
    matrix = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    askew = ((shelf([(3, 0)]) - middle) @ matrix + middle).astype(np.float32)
    both = np.concatenate([corners, askew])
    placed = place_cards(both)
    assert placed.shelf[3] != placed.shelf[0]

    def beside(clear: list[bool]) -> bool:
        places = places_beside(both, placed, SIZE, np.array(clear)).corners
        return any(np.abs(place.mean(axis=0) - middle).max() < 15 for place in places)

    assert not beside([True, True, True, True])
    assert beside([True, True, True, False])


def test_the_surer_of_two_overlapping_cards_stays() -> None:
    """Cards on a shelf lie side by side (K1)."""
    whole = grid()
    over = whole.corners[:1] + 0.25 * (whole.corners[:1, 3:] - whole.corners[:1, :1])
    score = np.append(whole.score, whole.score.min() - 0.2)
    both = Detections.of(np.concatenate([whole.corners, over]), np.append(whole.kind, 0), score)
    assert np.array_equal(on_shelves(both).cards.corners, whole.corners)
    assert len(on_shelves(whole).cards) == len(whole)


# --- a category card lies in no grid ---

BLANK = Pyramid(np.zeros((SIZE[1], SIZE[0], 3), np.uint8))


def believed_to_be(corners: np.ndarray, **share: float) -> Detections:
    """Detections, each with these probabilities by the names of outcomes; the rest is nothing."""
    belief = np.zeros((len(corners), len(OUTCOMES)), np.float32)
    kinds = {"face": FACE_UP, "back": FACE_DOWN, "category": CATEGORY}
    for name, part in share.items():
        belief[:, kinds[name]] = part
    belief[:, NOTHING] = 1 - belief.sum(axis=1)
    kind, score = belief[:, :NOTHING].argmax(axis=1), belief[:, :NOTHING].max(axis=1)
    return replace(Detections.of(corners, kind, score), belief=belief)


def among_faces(cells: list[tuple[int, int]], candidates: Detections, kind: str = "face") -> Detections:
    """The detections that are cards in the grid of these cards, all of one kind."""
    cards = believed_to_be(shelf(cells), **{kind: 1.0})
    placed = on_shelves(cards)
    return cards_in_the_grid(placed.cards, placed.places, candidates, BLANK)


RING = [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]


@pytest.mark.parametrize("cell", [(1, 1), (3, 0)])
def test_a_category_card_in_a_grid_of_faces_is_a_back(cell: tuple[int, int]) -> None:
    for turned in range(4):
        find = believed_to_be(np.roll(shelf([cell]), turned, axis=1) + np.float32(4), category=0.96)
        taken = among_faces(RING, find)
        assert taken.kind.tolist() == [FACE_DOWN]
        assert taken.belief[0, CATEGORY] == 0


def test_a_category_card_beside_the_grid_is_none() -> None:
    for aside in ((40, 40), (0, 45), (160, 0)):
        find = believed_to_be(shelf([(3, 0)]) + np.float32(aside), category=0.96)
        assert len(among_faces(RING, find)) == 0
    turned = shelf([(3, 0)])
    middle = turned.mean(axis=1, keepdims=True)
    askew = middle + (turned - middle) @ np.array([[0.8, 0.6], [-0.6, 0.8]])
    assert len(among_faces(RING, believed_to_be(askew.astype(np.float32), category=0.96))) == 0


def test_category_cards_in_a_grid_of_backs_stay() -> None:
    """The six lie in a grid by themselves; backs alone make no shelf."""
    assert len(among_faces(RING, believed_to_be(shelf([(1, 1)]), category=0.96), "back")) == 0


def test_among_the_cards_of_a_shelf_a_find_need_not_be_clear() -> None:
    """There a wrong card moves no other card; beside them it moves all."""
    doubtful = {"category": 0.4, "back": 0.3}
    assert len(among_faces(RING, believed_to_be(shelf([(1, 1)]), **doubtful))) == 1
    assert len(among_faces(RING, believed_to_be(shelf([(-1, 0)]), **doubtful))) == 0
    assert len(among_faces(RING, believed_to_be(shelf([(1, 1)]), category=0.2, back=0.2))) == 0


TABLE = (1100, 900)
RING = [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
TWO_ROWS = [(0, 0), (1, 0), (3, 0), (0, 1), (1, 1), (2, 1), (3, 1)]
EMPTY = Detections.of(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.int8), np.zeros(0))


def table(shade: float = 120) -> Picture:
    """A table whose light falls off."""
    light = np.linspace(0.85, 1.1, TABLE[0])[None, :, None]
    noise = np.random.default_rng(3).normal(0, 4, (TABLE[1], TABLE[0], 3))
    return np.clip(light * np.array([0.6, 0.8, 1.0]) * shade + noise, 0, 255).astype(np.uint8)


def with_cards(picture: Picture, cells: list[tuple[int, int]], colour: tuple[int, int, int]) -> Picture:
    for quad in shelf(cells).astype(int):
        picture[quad[0, 1] : quad[2, 1], quad[0, 0] : quad[2, 0]] = colour
    return picture


def asked(picture: Picture, cells: list[tuple[int, int]], detections: Detections = EMPTY) -> list[Hole]:
    corners = shelf(cells)
    faces = np.ones(len(cells), np.bool_)
    return list(doubtful_holes(Pyramid.of(picture), corners, place_cards(corners), faces, detections))


@pytest.mark.parametrize("cells", [RING, TWO_ROWS])
def test_a_hole_that_shows_the_table_is_none(cells: list[tuple[int, int]]) -> None:
    assert asked(with_cards(table(), cells, (40, 40, 200)), cells) == []


@pytest.mark.parametrize(("cells", "hole"), [(RING, (1, 1)), (TWO_ROWS, (2, 0))])
def test_a_hole_unlike_the_table_is_asked_about(cells: list[tuple[int, int]], hole: tuple[int, int]) -> None:
    picture = with_cards(with_cards(table(), cells, (40, 40, 200)), [hole], (90, 30, 90))
    (told,) = asked(picture, cells)
    assert (told.column, told.row) == hole
    assert np.abs(told.corners - shelf([hole])[0]).max() < 8


def test_a_hole_where_something_was_proposed_is_asked_about() -> None:
    proposed = Detections.of(shelf([(1, 1)]) + np.float32(9), np.array([FACE_DOWN]), np.array([0.1]))
    (told,) = asked(with_cards(table(), RING, (40, 40, 200)), RING, proposed)
    assert (told.column, told.row) == (1, 1)


def test_beside_the_cards_nothing_is_asked() -> None:
    """There is no hole where the shelf ends, whatever lies there."""
    proposed = Detections.of(shelf([(4, 0)]), np.array([FACE_UP]), np.array([0.1]))
    picture = with_cards(with_cards(table(), RING, (40, 40, 200)), [(4, 0), (1, 1)], (200, 30, 90))
    assert [(hole.column, hole.row) for hole in asked(picture, RING, proposed)] == [(1, 1)]


def test_backs_alone_have_no_holes() -> None:
    corners = shelf(RING)
    backs = np.zeros(len(RING), np.bool_)
    assert doubtful_holes(Pyramid.of(table()), corners, place_cards(corners, backs), backs, EMPTY) == ()
