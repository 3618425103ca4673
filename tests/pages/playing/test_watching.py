"""Watching a game that is over: as its player saw it, or another, and back to the result."""

from __future__ import annotations

import pytest

from pages.playing.common.sitting import Kind
from tests.pages.playing.ended import SETUPS, at, over


@pytest.mark.parametrize("kind", list(SETUPS))
def test_a_game_that_is_over_is_watched_and_left(kind: Kind) -> None:
    finished = over(kind)
    app = at(kind, finished.key)
    key = f"watch-{finished.widget}"
    app.button(key=f"{key}-button").click().run()
    assert not app.exception
    assert not [one for one in app.get("html") if 'class="verdict"' in str(one.proto.body)]
    assert app.session_state["watched"][1]["viewer"] == 0
    if len(finished.people) > 1:
        app.segmented_control(key=f"{key}-eyes").set_value(finished.people[1]).run()
        assert app.session_state["watched"][1]["viewer"] == 1
    app.button(key=f"{key}-leave").click().run()
    assert not app.exception
    assert [one for one in app.get("html") if 'class="verdict"' in str(one.proto.body)]
