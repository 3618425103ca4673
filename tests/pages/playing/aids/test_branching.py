"""Playing on from a moment of a finished game: a new game against bots, which no archive keeps."""

from __future__ import annotations

import pytest

from pages.playing.common.sitting import RULES, Kind, Sitting
from pages.session.archive import archive
from scorer.engine.story import moments
from tests.pages.playing.ended import SETUPS, at, over
from tests.pages.playing.seats import play_on


@pytest.mark.parametrize("kind", list(SETUPS))
def test_one_plays_on_from_a_moment_and_no_archive_counts_it(kind: Kind) -> None:
    finished = over(kind)
    app = at(kind, finished.key)
    assert not app.exception
    assert len(archive().games()) == 1
    key = f"moments-{finished.widget}"
    app.button(key=f"{key}-button").click().run()
    player = "Ana"
    if kind != "solo":
        player = "Bo"
        app.selectbox(key=f"{key}-as").select(player).run()
        app.selectbox(key=f"{key}-bot").select("hard").run()
    own = [one for one in moments(RULES[kind].story.games, finished.game.record) if one.player == player]
    there = app.selectbox(key=f"{key}-{finished.people.index(player)}")
    assert len(set(there.options)) == len(own)
    there.select(9).run()
    app.button(key=f"{key}-start").click().run()
    assert not app.exception
    (new,) = [draft for draft in archive().drafts(kind) if draft.key != finished.key]
    branch = Sitting.open(kind, new.key)
    assert branch is not None
    assert branch.branch
    assert branch.people == [player]
    assert branch.bots == ({} if kind == "solo" else {"Ana": "hard", "Cy": "normal"})
    assert branch.game.branch == own[9].step == branch.step
    assert branch.undo(player) is None, "it does not go back behind where it began"

    branch.bots = dict.fromkeys(branch.bots, "normal")
    play_on(branch, 3)
    listed = at(kind, "")
    assert any("played on from another game" in str(one.value) for one in listed.markdown)
    play_on(branch)
    ended = at(kind, branch.key)
    assert not ended.exception
    assert any("no figure counts it" in str(one.proto.body) for one in ended.get("html"))
    assert len(archive().games()) == 1
    assert not [one for one in at(kind, "").button if one.key and one.key.startswith("go-")]
