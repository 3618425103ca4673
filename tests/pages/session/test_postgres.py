"""The app with its archive on a real PostgreSQL server: a game is kept, found, deleted and brought back."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from scorer.archive import Archive
from tests.pages.conftest import ROOT
from tests.pages.steps import GAME, button
from tests.scorer.archive.postgres import new_database, postgres


@pytest.mark.usefixtures("stand_in")
def test_a_game_is_kept_and_found_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "data" / "archive.db").unlink()
    with postgres() as server:
        database = new_database(server, "archive")
        monkeypatch.setenv("SHELFMARK_DATABASE", database)
        archive = Archive.open(database)
        archive.save_draft("table", "evening", {"game": GAME})
        app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
        app.query_params["table"], app.query_params["step"] = "evening", "form"
        app.run()
        assert not app.exception
        (kept,) = archive.games()
        assert kept.players == ["Ana", "Bo"]
        assert not list(tmp_path.rglob("*.db")), "something is kept beside the database"
        app.switch_page("pages/archive.py").run()
        app.button(key=f"delete-{kept.id}").click().run()
        assert not archive.games()
        button(app, "undo-delete").click().run()
        assert [game.id for game in archive.games()] == [kept.id]
