"""Without any network the app works: a photo is read and scored."""

from __future__ import annotations

import pytest

from tests import offline

#: A photo read and scored. `python -m tests.offline` runs every test with a browser.
TESTS = [
    "tests/pages/test_browser_score.py::test_the_sample_is_scored_and_the_winner_named",
]


@pytest.mark.browser
@pytest.mark.skipif(
    offline.way() is None,
    reason="waits for the program unshare (package util-linux), allowed to make a network",
)
def test_the_app_works_without_a_network() -> None:
    done = offline.run(TESTS)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout
    assert "skipped" not in done.stdout
