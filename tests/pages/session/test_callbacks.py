"""What was drawn for the owner does nothing for a guest: each callback asks who is there at the tap."""

from __future__ import annotations

import hashlib
import threading
from pathlib import Path
from unittest.mock import MagicMock
from urllib.parse import parse_qsl, urlsplit

import pytest
import streamlit as st
from sqlalchemy import inspect, select, table, text
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.testing.v1 import AppTest

from pages.session import fields, rights
from pages.session.archive import archive
from pages.session.rights import OWNER
from scorer.archive.database import database_url, engine_of
from scorer.room.codes import Room
from tests.pages.steps import ROOT, as_guest
from tests.pages.under_way import OPENED, UNDER_WAY, lay_down
from tests.scorer.archive.archived import inspected

#: What guests add by themselves: whose device takes part, and drafts of their own.
ADDED = {"guests", "drafts", "seats", "hands_seen"}
ELSEWHERE = ["/archive?tab=file", "/archive?tab=figures", "/archive?game=GONE"]


@pytest.fixture
def game(stand_in: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """A game of the archive and a deleted one; one import was taken in."""
    monkeypatch.setenv("SHELFMARK_DATA", str(tmp_path))
    here = lay_down(tmp_path)
    gone = archive().finish(*inspected("Eve", "Cy"), "typed", key="table-gone")
    archive().delete(gone)
    archive().take_in(archive().export())
    Room.open()
    return here, gone


def owned() -> dict[str, object]:
    """All that is the owner's: rows of the archive, and what lies beside it."""
    folder, engine = Path(database_url().removeprefix("sqlite:///")).parent, engine_of(database_url())
    with engine.connect() as connection:
        rows: dict[str, object] = {
            name: sorted(map(str, connection.execute(select(text("*")).select_from(table(name)))))
            for name in inspect(engine).get_table_names()
            if name not in ADDED
        }
        rows["drafts"] = {
            (kind, key) for kind, key in connection.execute(text("SELECT kind, key FROM drafts"))
        }
    for path in folder.iterdir():
        if path.is_file() and not path.name.startswith("archive.db"):
            rows[path.name] = hashlib.sha256(path.read_bytes()).hexdigest()
    return rows


def drawn(app: AppTest, address: str) -> AppTest:
    """The page as the owner has it."""
    app.user = {rights.FIELD: rights.told(OWNER, Room.open())}
    parts = urlsplit(address)
    app.query_params.clear()
    for name, value in parse_qsl(parts.query):
        app.query_params[name] = value
    page = parts.path.strip("/") or "score"
    app = app.switch_page(f"pages/{page}.py").run()
    assert not app.exception, address
    return app


def keys(app: AppTest) -> list[str]:
    return [str(button.key) for button in app.button if button.key and not button.disabled]


@pytest.mark.parametrize("address", [*OPENED, *UNDER_WAY, *ELSEWHERE])
def test_no_callback_does_for_a_guest_what_is_the_owners(address: str, game: tuple[str, str]) -> None:
    address = address.replace("GAME", game[0]).replace("GONE", game[1])
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).run()
    before = keys(drawn(app, address))
    theirs = set(keys(as_guest(app).run()))
    for key in before:
        if key in theirs:  # guests have it too
            continue
        app = drawn(AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).run(), address)
        if key not in keys(app):
            continue
        was = owned()
        as_guest(app).button(key=key).click().run()
        now = owned()
        assert not app.exception, key
        assert was.pop("drafts") <= now.pop("drafts"), key  # type: ignore[operator]
        assert now == was, key


def test_a_file_is_made_in_the_session_that_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    run, given = MagicMock(), []
    monkeypatch.setattr(fields, "get_script_run_ctx", lambda: run)
    monkeypatch.setattr(st, "download_button", lambda _, data, *__, **___: given.append(data))
    fields.download("x", lambda: str(get_script_run_ctx() is run), "x.csv", "text/csv")
    told: list[str] = []
    elsewhere = threading.Thread(target=lambda: told.append(given[0]()))
    elsewhere.start()
    elsewhere.join()
    assert told == ["True"]
