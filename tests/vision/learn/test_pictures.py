"""Pictures as the archive keeps them."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest

from vision.learn.pictures import cards_of, jpeg, pixels, to_keep

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
SQUARE = np.array([[0, 0], [20, 0], [20, 30], [0, 30]], np.float32)


def test_a_picture_comes_back_nearly_as_it_was() -> None:
    rows = np.linspace(0, 255, 96, dtype=np.uint8)
    picture = np.broadcast_to(rows[:, None, None], (96, 128, 3)).copy()
    assert np.abs(pixels(jpeg(picture)).astype(int) - picture).max() <= 3


def test_cards_come_back_with_their_kinds_and_corners() -> None:
    picture = np.full((96, 128, 3), 90, np.uint8)
    kept = to_keep("a", picture, np.array([1, 0]), np.stack([SQUARE, SQUARE + 25.5]), NOON)
    kinds, corners = cards_of(kept)
    assert kinds.tolist() == [1, 0]
    assert np.allclose(corners, [SQUARE, SQUARE + 25.5])
    empty = to_keep("b", picture, np.zeros(0, np.int64), np.zeros((0, 4, 2), np.float32), NOON)
    assert [part.shape for part in cards_of(empty)] == [(0,), (0, 4, 2)]


def test_what_is_no_picture_is_refused() -> None:
    with pytest.raises(ValueError, match="a picture is uint8"):
        jpeg(np.zeros((4, 4), np.uint8))
    with pytest.raises(ValueError, match=r"\[1\] kinds do not fit"):
        to_keep("a", np.zeros((4, 4, 3), np.uint8), np.zeros(1, np.int64), SQUARE[None, :0], NOON)
