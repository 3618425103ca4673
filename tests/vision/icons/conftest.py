"""Strips of a drawn table, and a photographed legend."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.icons.legend import Legend
from vision.train.reader.strips import StripSample

LEGEND = Path(__file__).parents[1] / "invented" / "legend.jpg"


@pytest.fixture(scope="module")
def strips(samples: list[StripSample]) -> NDArray[np.uint8]:
    return np.stack([sample.picture for sample in samples])


@pytest.fixture(scope="module")
def legend() -> Legend:
    return Legend.from_photo(LEGEND)
