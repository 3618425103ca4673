"""How a phone gets to the app: the code on the first page, and what the box behind it tells."""

from __future__ import annotations

import re
import socket

import pytest
from streamlit import config
from streamlit.testing.v1 import AppTest

from pages.widgets import room
from pages.words import words
from scorer.room.codes import Room
from tests.pages.steps import GAME, ROOT, as_guest, page_html, table_of


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "phone_host", lambda host: "10.0.0.5")
    monkeypatch.setattr(room, "network_name", lambda: "Home")
    monkeypatch.setattr(socket, "gethostname", lambda: "desk")


def codes(app: AppTest) -> list[str]:
    return re.findall(r'class="qr" src="data:image/svg[^"]+" alt="([^"]+)"', page_html(app))


def link(scheme: str = "http") -> str:
    return f"{scheme}://10.0.0.5:{config.get_option('server.port')}/?room={Room.open().code}"


def test_the_first_page_shows_the_code_until_somebody_has_a_shelf(opened: AppTest) -> None:
    assert codes(opened) == [link()]
    table_of(opened).seat_game(GAME)
    opened.run()
    assert codes(opened) == []
    assert opened.button(key="invite")


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
