"""Category cards that lie in rows: one overlooked, or taken for its picture, is where the others say."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.detect.detections import Detections
from vision.detect.detector import Detector
from vision.icons.legend_photo import category_cards, mended

Quads = NDArray[np.float32]
CARD = np.array([[0, 0], [100, 0], [100, 140], [0, 140]], np.float32)


def laid(columns: int, tilt: float = 0.0002) -> Quads:
    """Six cards in rows of so many, photographed aslant."""
    places = np.array([(108 * (i % columns), 148 * (i // columns)) for i in range(6)], np.float32)
    lens = np.array([[1, 0.05, 40], [-0.04, 1, 50], [tilt, -tilt, 1]])
    corners = (CARD + places[:, None]).reshape(-1, 1, 2)
    return cv2.perspectiveTransform(corners, lens).reshape(6, 4, 2).astype(np.float32)


def apart(seen: Quads, cards: Quads) -> float:
    """How far the corners of any card are from those of the nearest that was seen."""
    assert len(seen) == len(cards)
    return float(np.abs(seen[:, None] - cards[None]).max(axis=(2, 3)).min(axis=0).max())


@pytest.mark.parametrize(
    ("columns", "lost"), [(3, [0]), (3, [4]), (3, [1, 2]), (2, [0]), (2, [3]), (2, [1, 3])]
)
def test_cards_that_were_overlooked_are_where_the_others_say(columns: int, lost: list[int]) -> None:
    cards = laid(columns)
    assert apart(mended(np.delete(cards, lost, axis=0)), cards) < 5


@pytest.mark.parametrize("taken", range(6))
def test_a_picture_taken_for_its_card_gives_way_to_the_card(taken: int) -> None:
    cards = laid(3)
    found = cards.copy()
    middle = cards[taken].mean(axis=0)
    found[taken] = middle + 0.4 * np.roll(cards[taken] - middle, 1, axis=0) @ np.array(
        [[0.9, 0.3], [-0.3, 0.9]]
    )
    assert apart(mended(found), cards) < 5


def test_cards_that_lie_anyhow_stay_as_they_are() -> None:
    places = np.array([(0, 0), (130, 60), (300, 10), (20, 260), (250, 240)], np.float32)
    found = CARD + places[:, None]
    assert (mended(found) == found).all()
    assert (mended(found[:2]) == found[:2]).all()
    whole = laid(3)
    assert (mended(whole) == whole).all()


@pytest.mark.parametrize(("rows", "turn"), [(2, 0.0), (2, 7.0), (3, -6.0), (1, 0.0)])
def test_six_cards_that_touch_are_told_apart_on_a_plain_ground(
    rows: int, turn: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    none = Detections.of(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.int8), np.zeros(0))
    monkeypatch.setattr(Detector, "weighed", lambda self, photo: none)
    columns, width, height = 6 // rows, 120, 170
    photo = np.full((760, 900, 3), (60, 80, 90), np.uint8)
    x, y = (900 - columns * width) // 2, (760 - rows * height) // 2
    photo[y : y + rows * height, x : x + columns * width] = (220, 200, 240)
    spin = cv2.getRotationMatrix2D((450, 380), turn, 1.0)
    photo = cv2.warpAffine(photo, spin, (900, 760), borderValue=(60, 80, 90))
    cards = category_cards(photo)
    cells = [(x + width * k, y + height * row) for row in range(rows) for k in range(columns)]
    true = [[(a, b), (a + width, b), (a + width, b + height), (a, b + height)] for a, b in cells]
    assert np.abs(cards - cv2.transform(np.array(true, np.float64), spin)).max() < 3


def test_no_block_is_made_of_what_lies_on_a_table() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (600, 800, 3), np.uint8)
    assert len(category_cards(noise)) != 6
