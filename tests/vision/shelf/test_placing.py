"""Cards put on shelves: what lies on a surer card, or is a pile by itself, is no part of one."""

from __future__ import annotations

import numpy as np

from tests.vision.shelf.shelves import shelf
from vision.detect.detections import FACE_DOWN, FACE_UP, Detections
from vision.shelf.placing import on_shelves

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
