"""What all tests share."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

# Scenes look the same on every machine; `SHELFMARK_FONTS=machine` tries the tests with its fonts too.
os.environ.setdefault("SHELFMARK_FONTS", "own")

with suppress(ModuleNotFoundError):  # the environment for training has no Hypothesis
    from hypothesis import HealthCheck, settings

    # A busy machine is no failure: no test depends on time. Nor on luck: the same examples in every run; to
    # look for new ones, `pytest --hypothesis-profile=default`.
    settings.register_profile(
        "steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
    )
    settings.load_profile("steady")


@pytest.fixture(scope="session", autouse=True)
def drawn_tables() -> Iterator[None]:
    """Scenes have drawn tables on every machine, also where photographed ones are installed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("vision.synth.scene.textures.ARCHIVE", Path("not installed"))
        yield
