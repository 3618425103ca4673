"""Without any network the app works in full: pages open, a photo is read and scored, a game goes on."""

from __future__ import annotations

import pytest

from tests import offline

#: Every page opened, with whatever it asks for; a photo read and scored; a move of a game.
TESTS = [
    "tests/pages/frame/test_browser_opening.py",
    "tests/pages/test_browser_score.py::test_the_sample_is_scored_and_the_winner_named",
    "tests/pages/test_browser_play.py::test_a_keyboard_alone_places_an_assistant",
]


@pytest.mark.browser
@pytest.mark.skipif(offline.way() is None, reason="this computer gives no program a network of its own")
def test_the_app_works_without_a_network() -> None:
    done = offline.run(TESTS)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout
    assert "skipped" not in done.stdout
