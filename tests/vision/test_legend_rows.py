"""Category cards that lie in rows: one overlooked, or taken for its picture, is where the others say."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.legend import mended

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
