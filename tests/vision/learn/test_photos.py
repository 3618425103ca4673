"""Labels of a mended photo: found cards, removed finds, and cards put down by hand."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.confirmed.corrections import ConfirmedPhoto
from vision.detect.detections import FACE_DOWN, FACE_UP, STRIP
from vision.learn.photos import CONFIRMED, ShelfCard, confirmed_photo
from vision.learn.pictures import pixels

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
SIZE = (1600, 1200)
WIDE, HIGH = 150, 200
#: A little aslant, as photos are.
TILT = np.array([[1.0, 0.06, 90], [-0.05, 1.0, 160]])


def quad(row: float, column: float, height: float = HIGH) -> NDArray[np.float64]:
    x, y = column * WIDE, row * HIGH
    box = np.array([[x, y], [x + WIDE, y], [x + WIDE, y + height], [x, y + height]])
    return np.asarray(np.column_stack([box, np.ones(4)]) @ TILT.T)


def lying(row: int, column: int, found: bool = True, up: bool = True) -> ShelfCard:
    return ShelfCard(row, column, up, quad(row, column).tolist() if found else None)


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """Three rows of six pale cards with dark rims on a dark table; PNG, so that rims are as drawn."""
    picture = np.full((SIZE[1], SIZE[0], 3), 60, np.uint8)
    for row in range(3):
        for column in range(6):
            cv2.fillPoly(picture, [quad(row, column).round().astype(np.int32)], (200, 215, 225))
            cv2.polylines(picture, [quad(row, column).round().astype(np.int32)], True, (50, 60, 70), 3)
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), picture)
    return path


def kept(
    photo: Path,
    *shelves: list[ShelfCard],
    removed: Sequence[Sequence[Sequence[float]]] = (),
    pile: bool = False,
) -> ConfirmedPhoto:
    one = confirmed_photo("a", photo, SIZE, shelves, removed, NOON, pile)
    assert one is not None
    return one


def small(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray((corners + 0.5) * CONFIRMED.side / SIZE[0] - 0.5)


def test_a_photo_is_kept_small_with_the_sides_of_its_cards(photo: Path) -> None:
    one = kept(photo, [lying(0, 0), lying(0, 1, up=False)], [lying(2, 5)])
    assert pixels(one.picture).shape == (768, CONFIRMED.side, 3)
    assert one.kinds == [FACE_UP, FACE_DOWN, FACE_UP]
    assert np.allclose(one.corners[2], small(quad(2, 5)), atol=0.01)


def test_a_card_put_down_by_hand_lies_beside_its_neighbours(photo: Path) -> None:
    shelf = [lying(0, 0), lying(0, 1), lying(1, 0), lying(1, 1, found=False), lying(1, 3, found=False)]
    one = kept(photo, shelf)
    assert len(one.corners) == 5
    for corners, place in zip(one.corners[3:], ((1, 1), (1, 3)), strict=True):
        apart = np.linalg.norm(corners - small(quad(*place)), axis=1)
        assert apart.max() < 0.1 * WIDE * CONFIRMED.side / SIZE[0]


def test_one_neighbour_is_enough(photo: Path) -> None:
    one = kept(photo, [lying(0, 0), lying(1, 1, found=False)])
    apart = np.linalg.norm(one.corners[1] - small(quad(1, 1)), axis=1)
    assert apart.max() < 0.1 * WIDE * CONFIRMED.side / SIZE[0]


def test_a_card_put_down_by_hand_outside_the_photo_is_left_out(photo: Path) -> None:
    assert len(kept(photo, [lying(0, 0), lying(0, 1), lying(0, 12, found=False)]).corners) == 2


def test_a_removed_find_is_left_out_unless_a_card_was_put_there(photo: Path) -> None:
    off = (quad(1, 4).tolist(),)
    assert len(kept(photo, [lying(0, 0), lying(0, 1)], removed=off).corners) == 2
    again = kept(photo, [lying(0, 3), lying(0, 4), lying(1, 4, found=False)], removed=off)
    assert np.allclose(again.corners[2], small(quad(1, 4)), atol=0.01)
    assert len(kept(photo, [], removed=off).corners) == 0


def test_without_clear_places_no_photo_is_kept(photo: Path) -> None:
    def none(*cards: ShelfCard, pile: bool = False) -> bool:
        return confirmed_photo("a", photo, SIZE, [list(cards)], (), NOON, pile) is None

    assert none(lying(0, 0, found=False))
    assert none(lying(0, 0), lying(1, 0, found=False), pile=True)
    # another card lies at the place: people mended its row only
    assert none(lying(0, 0), ShelfCard(0, 5, True, quad(0, 1).tolist()), lying(0, 1, found=False))


def test_low_cards_of_a_pile_are_strips(photo: Path) -> None:
    strip = quad(0, 0, height=50).tolist()
    one = kept(
        photo, [ShelfCard(0, 0, True, strip), ShelfCard(1, 0, True, quad(0.25, 0).tolist())], pile=True
    )
    assert one.kinds == [STRIP, FACE_UP]
