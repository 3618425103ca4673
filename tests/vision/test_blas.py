"""Matrix products take no core from the networks."""

from __future__ import annotations

import ctypes

import pytest
from numpy.linalg import _umath_linalg

from vision.blas import NAMES
from vision.networks import network


def test_products_run_on_one_thread_where_networks_are_open() -> None:
    network("icon_encoder")
    library = ctypes.CDLL(_umath_linalg.__file__)
    asked = [getattr(library, name) for each in NAMES if hasattr(library, name := each.replace("set", "get"))]
    if not asked:
        pytest.skip("numpy was built with another library than OpenBLAS")
    assert asked[0]() == 1
