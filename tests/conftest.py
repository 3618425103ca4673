"""What all tests share."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

# Scenes look the same on every machine; `SHELFMARK_FONTS=machine` tries the tests with its fonts too.
os.environ.setdefault("SHELFMARK_FONTS", "own")
# No page deals by chance.
os.environ.setdefault("SHELFMARK_SEED", "7")

with suppress(ModuleNotFoundError):  # the environment for training has no Hypothesis
    from hypothesis import HealthCheck, settings

    # A busy machine is no failure: no test depends on time. Nor on luck: the same examples in every run; to
    # look for new ones, `pytest --hypothesis-profile=default`.
    # Mutation testing runs a test twice in one process.
    settings.register_profile(
        "steady",
        deadline=None,
        derandomize=True,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.differing_executors],
    )
    settings.load_profile("steady")


#: What `make quick` runs, beside single tests that are marked so: the rules, notation, and reading strips.
QUICK = (
    "scorer/test_cards.py",
    "scorer/test_flips.py",
    "scorer/test_inspection.py",
    "scorer/test_licence.py",
    "scorer/test_shelf.py",
    "scorer/gamefile",
    "scorer/play/test_assistants.py",
    "scorer/play/test_locations",
    "scorer/play/test_phases.py",
    "scorer/result",
    "vision/banner/test_read.py",
    "vision/decode",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks what is quick. Files with a browser begin first: at the end no worker waits for a long one."""
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here) and item.path.relative_to(here).as_posix().startswith(QUICK):
            item.add_marker(pytest.mark.quick)
    slow = {item.path for item in items if item.get_closest_marker("browser")}
    items.sort(key=lambda item: item.path not in slow)


@pytest.fixture(scope="session", autouse=True)
def drawn_tables() -> Iterator[None]:
    """Scenes have drawn tables on every machine, also where photographed ones are installed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("vision.synth.scene.textures.ARCHIVE", Path("not installed"))
        yield
