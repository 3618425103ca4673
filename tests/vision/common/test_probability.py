"""Readings that err together."""

from __future__ import annotations

import numpy as np
import pytest

from vision.common.probability import MISREADING


def test_readings_that_err_together_weigh_less_than_as_many_apart() -> None:
    number = np.arange(1, 9)
    together = number * MISREADING.weight(number)
    assert together[0] == 1
    assert (np.diff(together) > 0).all()
    assert together.max() < 1 / MISREADING.correlation
    assert np.exp(-MISREADING.most) == pytest.approx(MISREADING.rate / (1 - MISREADING.rate))
