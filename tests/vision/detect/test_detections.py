"""Detections are arrays that fit together."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.detect.detected import square
from vision.detect.detections import Detections


def test_arrays_of_different_lengths_are_refused() -> None:
    one = Detections.of(square(0, 0), np.zeros(1, np.int8), np.ones(1))
    with pytest.raises(ValueError, match=r"kind has shape \(2,\) beside 1 cards"):
        replace(one, kind=np.zeros(2, np.int8))
