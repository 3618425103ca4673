"""Detections are arrays that fit together."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.detect.finds import square
from tests.vision.shelf.shelves import grid
from vision.detect.detections import FACE_DOWN, FACE_UP, Detections, most_likely


def test_arrays_of_different_lengths_are_refused() -> None:
    one = Detections.of(square(0, 0), np.zeros(1, np.int8), np.ones(1))
    with pytest.raises(ValueError, match=r"kind has shape \(2,\) beside 1 cards"):
        replace(one, kind=np.zeros(2, np.int8))


def test_the_least_likely_of_too_many_cards_go() -> None:
    found = grid()
    down = Detections.of(found.corners, np.where(np.arange(6) == 5, FACE_DOWN, FACE_UP), found.score)
    assert most_likely(down, 3).score.tolist() == [*found.score[:3].tolist(), found.score[5]]
    assert len(most_likely(found, 6)) == 6
