"""What was drawn for the owner does nothing for a guest: each callback asks who is there at the tap."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from unittest.mock import MagicMock

import pytest
import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.testing.v1 import AppTest

from pages.session import fields
from pages.session.archive import archive
from pages.session.rights import OWNER, Person, asking
from scorer.room.codes import Room
from tests.pages.session.owned import lost, owned
from tests.pages.steps import ROOT, as_guest, drawn
from tests.pages.under_way import OPENED, UNDER_WAY, lay_down
from tests.scorer.archive.archived import inspected

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


def keys(app: AppTest) -> list[str]:
    return [str(button.key) for button in app.button if button.key and not button.disabled]


@pytest.mark.parametrize("address", [*OPENED, *UNDER_WAY, *ELSEWHERE])
def test_no_callback_does_for_a_guest_what_is_the_owners(address: str, game: tuple[str, str]) -> None:
    address = address.replace("GAME", game[0]).replace("GONE", game[1])
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    before = keys(drawn(app, address))
    theirs = set(keys(as_guest(app).run()))
    for key in before:
        if key in theirs:  # guests have it too
            continue
        app = drawn(AppTest.from_file(str(ROOT / "app.py"), default_timeout=60), address)
        if key not in keys(app):
            continue
        was = owned()
        as_guest(app).button(key=key).click().run()
        assert not app.exception, key
        assert lost(was, owned()) == [], key


@pytest.mark.parametrize("whose", [OWNER, Person("guest", "a"), Person("guest", "b"), None])
def test_a_file_is_made_in_the_session_of_who_asks(
    monkeypatch: pytest.MonkeyPatch, whose: Person | None
) -> None:
    run, given = MagicMock(), []
    monkeypatch.setattr(fields, "get_script_run_ctx", lambda: run)
    monkeypatch.setattr(fields, "present", lambda: Person("guest", "a"))
    monkeypatch.setattr(st, "download_button", lambda _, data, *__, **___: given.append(data))
    fields.download("x", lambda: str(get_script_run_ctx() is run), "x.csv", "text/csv")
    told: list[str] = []

    def asked() -> None:
        asking.set(whose)
        told.append(given[0]())

    with suppress(PermissionError), ThreadPoolExecutor(1) as elsewhere:
        elsewhere.submit(asked).result()
    assert told == (["True"] if whose == Person("guest", "a") else [])
