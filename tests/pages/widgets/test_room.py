"""How a phone gets to the app: the code on the first page, and what the box behind it tells."""

from __future__ import annotations

import re
import socket
from urllib.parse import urlencode

import pytest
from streamlit import config
from streamlit.testing.v1 import AppTest

from pages.session.archive import archive
from pages.widgets import room
from pages.words import words
from scorer.room.codes import Room
from scorer.room.visitors import Visitors
from tests.pages.steps import GAME, ROOT, as_guest, go, page_html, table_of


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "phone_host", lambda host: "10.0.0.5")
    monkeypatch.setattr(room, "network_name", lambda: "Home")
    monkeypatch.setattr(socket, "gethostname", lambda: "desk")


def codes(app: AppTest) -> list[str]:
    return re.findall(r'class="qr" src="data:image/svg[^"]+" alt="([^"]+)"', page_html(app))


def link(page: str = "", **there: str) -> str:
    """The address that the code holds: the app's for a phone, with the code of the room."""
    asked = urlencode({"room": Room.open().code, **there})
    return f"http://10.0.0.5:{config.get_option('server.port')}/{page}?{asked}"


def test_the_first_page_shows_the_code_until_somebody_has_a_shelf(opened: AppTest) -> None:
    assert codes(opened) == [link(table=table_of(opened).key, step="photos")]
    table_of(opened).seat_game(GAME)
    opened.run()
    assert codes(opened) == []
    assert opened.button(key="invite")


@pytest.mark.parametrize("step", ["players", "photos", "check", "form"])
def test_the_code_opens_this_table_on_every_step(opened: AppTest, step: str) -> None:
    table_of(opened).seat_game(GAME)
    go(opened, step).button(key="invite").click().run()
    assert not opened.exception
    assert codes(opened) == [link(table=table_of(opened).key, step="photos")]


def test_the_code_opens_this_game_of_play(opened: AppTest) -> None:
    app = opened.switch_page("pages/play.py").run()
    app.button(key="invite").click().run()
    assert codes(app) == [link("play")]
    app.toggle(key="play-devices").set_value(True).run()
    app.button(key="play-start").click().run()
    app.button(key="invite").click().run()
    assert not app.exception
    (draft,) = archive().drafts("play")
    assert codes(app) == [link("play", game=draft.key)]


def test_the_owner_sees_who_came_in(opened: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    came = Visitors(clock=lambda: 1_795_000_000.0)
    monkeypatch.setattr(room, "visitors", came)
    came.note("phone", "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)")
    came.note("tablet", "something else")
    opened.run().button(key="invite").click().run()
    assert opened.button(key="invite").label == "Let a phone in (2)"
    assert "A device: 2026-11-18 11:06<br>iPhone: 2026-11-18 11:06" in page_html(opened)


def test_a_guest_without_a_table_s_address_sees_the_tables_under_way(opened: AppTest) -> None:
    table_of(opened).rename("s1", "Rita")
    opened.run()
    key = table_of(opened).key
    guest = as_guest(AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)).run()
    assert not guest.exception
    assert "Tables under way" in page_html(guest)
    guest.button(key=f"join-table-{key}").click().run()
    assert not guest.exception
    assert (table_of(guest).key, table_of(guest).step) == (key, "photos")
    assert table_of(guest).seats[0].name == "Rita"
    assert "Tables under way" not in page_html(opened.run())


def test_a_guest_and_a_computer_without_network_see_none(
    opened: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert codes(as_guest(opened).run()) == []
    monkeypatch.setattr(room, "phone_host", lambda host: None)
    assert codes(AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).run()) == []


def test_the_box_names_the_computer_its_network_and_the_way_through_a_firewall(opened: AppTest) -> None:
    opened.button(key="invite").click().run()
    assert not opened.exception
    told = page_html(opened)
    for name in ("desk", "Home", Room.open().shown):
        assert f"<dd>{name}</dd>" in told
    said = " ".join(each.value for each in opened.markdown)
    assert words("door", "en")(room._firewall(), port=config.get_option("server.port")) in said
    assert "shelfmark app --https" in said


def test_over_https_the_code_is_one_and_the_warning_is_explained(
    opened: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "_address", lambda: "https://10.0.0.5:8501/")
    opened.button(key="invite").click().run()
    assert all(each.startswith("https://") for each in codes(opened))
    assert words("door", "en")["warns"] in [each.value for each in opened.markdown]


@pytest.mark.parametrize(
    ("system", "word"),
    [("win32", "firewall_win32"), ("darwin", "firewall_darwin"), ("linux", "firewall_linux")],
)
def test_each_system_has_its_own_firewall(system: str, word: str) -> None:
    assert room._firewall(system) == word
    assert word in words("door", "en")
