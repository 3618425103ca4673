"""Detections are arrays that fit together."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.detect.finds import square
from vision.detect.detections import Detections


def test_arrays_of_different_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match=r"\[n, 4, 2\]"):
        Detections(
            square(0, 0),
            np.zeros(2, np.int8),
            *np.zeros((3, 1), np.float32),
            np.zeros((1, 4), np.float32),
            np.zeros((1, 3), np.float32),
        )
