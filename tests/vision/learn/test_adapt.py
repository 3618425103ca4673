"""Strips as the archive keeps them."""

from __future__ import annotations

import numpy as np
import pytest

from vision.learn.adapt import jpeg, pixels


def test_a_picture_comes_back_nearly_as_it_was() -> None:
    rows = np.linspace(0, 255, 96, dtype=np.uint8)
    picture = np.broadcast_to(rows[:, None, None], (96, 128, 3)).copy()
    assert np.abs(pixels(jpeg(picture)).astype(int) - picture).max() <= 3


def test_what_is_no_picture_is_refused() -> None:
    with pytest.raises(ValueError, match="a picture is uint8"):
        jpeg(np.zeros((4, 4), np.uint8))
