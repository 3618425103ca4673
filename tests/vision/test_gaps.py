"""Cards that were overlooked beside others of their shelf: where they can lie, and that they are found."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from vision import PhotoReader
from vision.detect import Detector
from vision.detections import FACE_DOWN, FACE_UP, Detections
from vision.finder import Marks
from vision.gaps import cards_beside, places_beside
from vision.lattice import place_cards
from vision.photo import load_photo

PHOTO = Path(__file__).parents[2] / "samples" / "photos" / "ana.jpg"
SIZE = (1000, 800)


def shelf(cells: list[tuple[int, int]], left: float = 300, top: float = 200) -> np.ndarray:
    card = np.array([[0, 0], [100, 0], [100, 140], [0, 140]], np.float32)
    places = np.array([(104 * x + left, 146 * y + top) for x, y in cells], np.float32)
    return np.asarray(card + places[:, None], np.float32)


def test_places_share_an_edge_with_a_card_and_are_empty() -> None:
    corners = shelf([(0, 0), (1, 0), (3, 0), (0, 1), (1, 1), (2, 1)])
    beside = places_beside(corners, place_cards(corners), SIZE)
    places = {(round((x - 300) / 104), round((y - 200) / 146)) for x, y in beside[:, 0].tolist()}
    assert {(2, 0), (-1, 0), (3, 1), (0, 2), (2, 2)} <= places
    assert not places & {(0, 0), (1, 0), (0, 1), (1, 1), (2, 1)}


def test_places_stay_within_three_rows_and_the_photo() -> None:
    corners = shelf([(x, y) for x in range(3) for y in range(3)], top=300)
    beside = places_beside(corners, place_cards(corners), SIZE)
    assert len(beside) == 6  # left and right of each row: a fourth row breaks K2
    left = shelf([(x, y) for x in range(3) for y in range(3)], left=50, top=300)
    assert len(places_beside(left, place_cards(left), SIZE)) == 3


def test_a_card_of_which_a_side_was_taken_for_another_line_misplaces_no_other() -> None:
    cells = [(x, y) for x in range(4) for y in range(2)]
    true = shelf(cells)
    wrong = true.copy()
    wrong[0, 2:, 1] -= 35  # its lower side a quarter of a card too high
    place = place_cards(true)
    assert np.allclose(places_beside(wrong, place, SIZE), places_beside(true, place, SIZE), atol=0.5)


def test_a_place_that_another_shelf_covers_is_none() -> None:
    alone = shelf([(0, 0), (1, 0), (2, 0)])
    both = np.concatenate([alone, shelf([(0, 0), (1, 0)], 640, 240)])

    def right_of_the_three(corners: np.ndarray) -> bool:
        beside = places_beside(corners, place_cards(corners), SIZE)
        return any(np.abs(place.mean(axis=0) - (662, 270)).max() < 20 for place in beside)

    assert right_of_the_three(alone)
    assert not right_of_the_three(both)


def test_a_card_by_itself_says_where_those_beside_it_would_lie() -> None:
    """In its own turn: a shelf of two cards of which a pale back was overlooked."""
    turn = np.deg2rad(20)
    matrix = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    card = ((shelf([(0, 0)])[0] - (350, 270)) @ matrix + (500, 400)).astype(np.float32)
    beside = places_beside(card[None], place_cards(card[None]), SIZE)
    steps = sorted(np.round((beside.mean(axis=1) - card.mean(axis=0)) @ matrix.T).tolist())
    assert [(abs(x) > abs(y), x + y > 0) for x, y in steps] == [
        (True, False),
        (False, False),
        (False, True),
        (True, True),
    ]
    assert [max(abs(x), abs(y)) for x, y in steps] == pytest.approx([100, 140, 140, 100], rel=0.08)


@pytest.mark.parametrize("lost", [[(0, 0)], [(1, 1)], [(4, 2)], [(1, 0)], [(3, 2), (4, 2), (4, 1)]], ids=str)
def test_cards_that_were_overlooked_are_found_beside_the_others(
    lost: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """``lost``: columns and rows; of three in a corner the last lies beside none of the others."""
    photo = load_photo(PHOTO)
    whole = Detector.default().detect(photo)
    placed = place_cards(whole.corners, whole.kind != 1)
    cells = list(zip(placed.column.tolist(), placed.row.tolist(), strict=True))
    without = np.array([number for number, cell in enumerate(cells) if cell not in lost])
    assert len(without) == len(whole) - len(lost)
    monkeypatch.setattr(Detector, "detect", lambda self, bgr: replace(whole)[without])
    found = PhotoReader().read(photo).shelves
    monkeypatch.setattr(Detector, "detect", lambda self, bgr: whole)
    assert cards(found) == cards(PhotoReader().read(photo).shelves)


def test_nothing_is_found_on_the_bare_table() -> None:
    photo = load_photo(PHOTO)
    whole = Detector.default().detect(photo)
    seen = place_cards(whole.corners, whole.kind != 1)
    assert len(places_beside(whole.corners, seen, (photo.shape[1], photo.shape[0])))
    assert len(cards_beside(photo, Detector.default(), whole.corners, seen)) == 0


def test_two_lone_cards_lead_to_those_beside_them_and_to_nothing_else() -> None:
    photo = load_photo(PHOTO)
    whole = Detector.default().detect(photo)
    few = whole.corners[:2]
    again = cards_beside(photo, Detector.default(), few, place_cards(few)).corners.mean(axis=1)
    assert len(again) >= 3
    apart = np.linalg.norm(again[:, None] - whole.corners[2:].mean(axis=1), axis=2).min(axis=1)
    assert apart.max() < 20


@pytest.mark.parametrize(
    ("spread", "probability", "kinds"),
    [(0.012, 0.5, []), (0.012, 0.8, [FACE_UP]), (0.008, 0.5, [FACE_UP]), (0.008, 0.2, [FACE_DOWN])],
)
def test_clear_sides_or_clear_print_make_a_place_a_card(
    spread: float, probability: float, kinds: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    corners = shelf([(0, 0), (1, 0), (2, 0)])
    mark = np.array([[probability, 50, 50, 20, 20]], np.float32)
    marks = Marks(icons=np.repeat(mark[:, None], 8, axis=1), letter=mark, number=mark)
    monkeypatch.setattr("vision.gaps.find_marks", lambda strips, guessed: marks)
    place = Detections.of(shelf([(3, 0)]), np.array([FACE_DOWN], np.int8), np.array([0.5]))
    detector = SimpleNamespace(likely=lambda photo, places: replace(place, spread=np.array([spread])))
    photo = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    found = cards_beside(photo, detector, corners, place_cards(corners))  # type: ignore[arg-type]
    assert found.kind.tolist() == kinds


def cards(shelves: list) -> list[tuple[str | None, int | None, bool]]:
    return [(card.letter, card.order, card.face_up) for shelf in shelves for card in shelf.cards]
