"""The list of games under way, and the drafts of finished games behind it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pages.playing import games
from pages.session.archive import archive
from scorer.archive import store
from scorer.play import Game, Setup
from tests.pages.playing.ended import at
from tests.pages.steps import errors


@pytest.fixture(autouse=True)
def data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SHELFMARK_DATABASE", raising=False)
    monkeypatch.setenv("SHELFMARK_DATA", str(tmp_path))


class Ahead(datetime):
    """A clock that somebody set 400 days ahead."""

    @classmethod
    def now(cls, tz: object = None) -> Ahead:
        return cls.fromtimestamp(datetime.now(UTC).timestamp(), UTC) + timedelta(days=400)


def test_finished_games_go_by_their_number_and_by_no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    record = Game(Setup(players=["Ana", "Bo"], seed=7)).record
    for number in range(games.FINISHED):
        archive().save_draft("play", f"finished-{number}", {"record": record, "finished": f"game-{number}"})
    monkeypatch.setattr(store, "datetime", Ahead)
    monkeypatch.setattr(games, "datetime", Ahead, raising=False)
    games.under_way("play")
    assert len(archive().drafts("play")) == games.FINISHED
    archive().save_draft("play", "finished-last", {"record": record, "finished": "game-last"})
    games.under_way("play")
    kept = {draft.key for draft in archive().drafts("play")}
    assert len(kept) == games.FINISHED
    assert "finished-last" in kept
    assert "finished-0" not in kept


@pytest.mark.usefixtures("stand_in")
def test_a_game_that_is_gone_and_two_of_one_name_are_refused_and_what_was_typed_stays() -> None:
    app = at("play", "nothing-here")
    assert any("no game at this address" in said for said in errors(app))
    (second,) = [field for field in app.text_input if field.label == "Name 2"]
    second.set_value("Player 1").run()
    app.button(key="play-start").click().run()
    assert any("the same name" in said for said in errors(app))
    assert [field.value for field in app.text_input if field.label == "Name 2"] == ["Player 1"]
