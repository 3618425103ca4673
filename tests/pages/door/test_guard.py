"""Who comes in: the owner from this computer, guests with the code, nobody else, under no other name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pages.door import hosts
from pages.door.guard import HEADER, noted
from scorer.editions import EDITION_KEYS
from scorer.room.codes import OF_AN_ADDRESS, WITHIN, Room
from tests.pages.door.asked import HERE, LAPTOP, PHONE, Asked

NETWORK: dict[str, Any] = {"peer": PHONE, "host": f"{LAPTOP}:8501", "server": LAPTOP}


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for variable in ("SHELFMARK_OPEN", "SHELFMARK_HOSTS", "SHELFMARK_OWNER_CODE"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("SHELFMARK_DATA", str(tmp_path))
    monkeypatch.setattr(hosts, "own_names", lambda: frozenset({"localhost", "laptop", "laptop.local"}))


@pytest.fixture
def ask() -> Asked:
    return Asked()


def is_owner(person: str | None) -> bool:
    return person is not None and person.split(" ")[2] == "owner"


# The owner


@pytest.mark.parametrize(
    ("peer", "host", "server"),
    [
        (HERE, "localhost:8501", HERE),
        (HERE, "127.0.0.1", HERE),
        (HERE, "laptop.local:8501", HERE),
        ("127.8.8.8", "localhost", HERE),
        ("::1", "[::1]:8501", "::1"),
        ("::ffff:127.0.0.1", "localhost:8501", "::ffff:127.0.0.1"),
        (LAPTOP, f"{LAPTOP}:8501", LAPTOP),
        (LAPTOP, "LAPTOP.:8501", LAPTOP),
    ],
)
def test_the_computer_that_runs_the_app_is_the_owner(ask: Asked, peer: str, host: str, server: str) -> None:
    for socket in (False, True):
        assert is_owner(ask(peer=peer, host=host, server=server, socket=socket).person)


@pytest.mark.parametrize(
    "proxied",
    [
        {"x_forwarded_for": HERE},
        {"x_forwarded_host": "localhost"},
        {"forwarded": "for=127.0.0.1"},
        {"x_real_ip": HERE},
        {"via": "1.1 proxy"},
        {"cf_connecting_ip": HERE},
    ],
)
def test_behind_a_proxy_nobody_is(ask: Asked, proxied: dict[str, Any]) -> None:
    for peer in (HERE, PHONE):
        for socket in (False, True):
            answer = ask(peer=peer, socket=socket, **proxied)
            assert answer.person is None
            assert answer.status == 403


def test_a_proxy_without_a_mark_is_known_by_the_name_told_for_it(
    ask: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHELFMARK_HOSTS", "shelf.example.org")
    for host in ("shelf.example.org", "localhost:8501"):
        assert ask(host=host).person is None
        assert ask(host=host).status == 403


def test_what_a_browser_says_of_itself_counts_for_nothing(ask: Asked) -> None:
    owner = ask().person
    assert owner
    said: dict[str, Any] = {HEADER.replace("-", "_"): owner}
    assert ask(**NETWORK, socket=True, **said).person is None
    token = ask("/?room=" + Room.open().code, **NETWORK).token
    guest = ask(**NETWORK, cookie=token, **said).person
    assert guest is not None
    assert not is_owner(guest)


# Guests


def test_a_phone_is_asked_for_the_code_and_remembered(ask: Asked) -> None:
    asked = ask("/play?game=abc", **NETWORK)
    assert asked.status == 403
    assert asked.person is None
    assert '<form method="post">' in asked.body
    let_in = ask("/play?game=abc", **NETWORK, form={"room": Room.open().shown})
    assert (let_in.status, let_in.headers["location"]) == (303, "/play?game=abc")
    assert "httponly" in let_in.headers["set-cookie"].lower()
    for socket in (False, True):
        person = ask(**NETWORK, cookie=let_in.token, socket=socket).person
        assert person is not None
        assert not is_owner(person)
    again = ask("/play?game=abc", **NETWORK, form={"room": Room.open().shown})
    assert again.token != let_in.token, "another browser is another guest"


def test_the_link_of_the_qr_code_leads_in_and_shows_no_code_afterwards(ask: Asked) -> None:
    code = Room.open().code
    let_in = ask(f"/?room={code}&lang=cs", **NETWORK)
    assert (let_in.status, let_in.headers["location"]) == (303, "/?lang=cs")
    assert code not in ask(f"//evil.example/?room={code}", **NETWORK).headers["location"]
    assert ask(f"//evil.example/?room={code}", **NETWORK).headers["location"] == "/evil.example/"
    assert ask(f"/?room={code}").headers["location"] == "/"


def test_without_the_code_nothing_is_answered_but_whether_the_app_is_well(ask: Asked) -> None:
    assert ask("/_stcore/health", **NETWORK).status == 200
    assert ask("/_stcore/stream", **NETWORK, socket=True).status == 403
    for path in ("/_stcore/host-config", "/media/picture.png", "/static/js/index.js"):
        answer = ask(path, **NETWORK, sec_fetch_dest="empty")
        assert (answer.status, answer.person) == (403, None)


def test_a_new_code_shows_everybody_out(ask: Asked) -> None:
    token = ask(f"/?room={Room.open().code}", **NETWORK).token
    old = Room.open().code
    Room.renew()
    assert ask(**NETWORK, cookie=token, socket=True).status == 403
    assert ask(f"/?room={old}", **NETWORK).status == 403


def test_many_wrong_codes_have_to_wait(ask: Asked) -> None:
    code = Room.open().code
    for _ in range(OF_AN_ADDRESS):
        assert ask("/?room=AAAAAAAA", **NETWORK).status == 403
    assert ask(f"/?room={code}", **NETWORK).status == 429
    assert ask(**NETWORK, form={"room": code}).status == 429
    assert ask(f"/?room={code}", **(NETWORK | {"peer": "192.168.0.41"})).status == 303
    assert is_owner(ask().person)
    ask.now = WITHIN
    assert ask(f"/?room={code}", **NETWORK).status == 303


def test_an_open_room_asks_for_no_code(ask: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELFMARK_OPEN", "1")
    let_in = ask("/play", **NETWORK)
    assert (let_in.status, let_in.headers["location"]) == (303, "/play")
    person = ask(**NETWORK, cookie=let_in.token, socket=True).person
    assert person is not None
    assert not is_owner(person)


def test_an_owner_elsewhere_comes_in_by_a_code_of_their_own(
    ask: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHELFMARK_HOSTS", "shelf.example.org")
    monkeypatch.setenv("SHELFMARK_OWNER_CODE", "a long secret of mine")
    there: dict[str, Any] = {"peer": HERE, "host": "shelf.example.org", "x_forwarded_for": PHONE}
    let_in = ask(**there, form={"room": "a long secret of mine"})
    assert let_in.status == 303
    assert is_owner(ask(**there, cookie=let_in.token, socket=True).person)


@pytest.mark.parametrize("host", ["shelf.example.org", "shelf.example.org:8443"])
def test_servers_behind_one_proxy_know_the_same_browsers(
    ask: Asked, monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    monkeypatch.setenv("SHELFMARK_HOSTS", "shelf.example.org")
    behind: dict[str, Any] = {"peer": HERE, "host": host, "x_forwarded_for": PHONE}
    let_in = ask(**behind, port=8501, form={"room": Room.open().code})
    first = ask(**behind, port=8501, cookie=let_in.token, socket=True).person
    assert first is not None
    assert ask(**behind, port=8502, cookie=let_in.token, socket=True).person == first


def test_apps_of_one_computer_each_keep_their_own_guests(ask: Asked) -> None:
    """Browsers have one jar of cookies for all ports of a computer."""
    names = set()
    for port in (8501, 8502):
        there = NETWORK | {"host": f"{LAPTOP}:{port}", "port": port}
        token = ask(f"/?room={Room.open().code}", **there).token
        names.add(token.partition("=")[0])
    assert len(names) == 2


# Names and origins


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8501",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "192.168.0.99",
        "user@localhost",
        "localhost/evil",
        "localhost:99999",
        "",
        "[::1",
    ],
)
def test_another_name_is_turned_away(ask: Asked, host: str) -> None:
    """A page that has its own name lead to this computer would else be at home here (DNS rebinding)."""
    code = Room.open().code
    for peer, server in ((HERE, HERE), (PHONE, LAPTOP)):
        for socket in (False, True):
            answer = ask(f"/?room={code}", peer=peer, host=host, server=server, socket=socket)
            assert answer.person is None
            assert answer.status == (403 if socket else 421)


def test_names_that_the_owner_told_are_known(ask: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELFMARK_HOSTS", "shelf.example.org, *.shelf.test")
    for host in ("shelf.example.org", "a.shelf.test:8501", "SHELF.example.org."):
        assert ask(host=host, peer=PHONE).status == 403
    for host in ("shelf.test", "notshelf.test", "org"):
        assert ask(host=host, peer=PHONE).status == 421


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "http://localhost:3000", "null", "", "http://[", "http://[::1", "x"]
)
def test_another_page_may_not_ask_in_the_owners_name(ask: Asked, origin: str) -> None:
    assert ask(origin=origin, socket=True).status == 403
    assert ask(origin=origin, form={}).status == 403
    assert is_owner(ask(origin="http://localhost:8501", socket=True).person)


# What answers hold


def test_every_answer_holds_what_keeps_a_browser_safe(ask: Asked) -> None:
    for host in ("localhost:8501", f"{LAPTOP}:8501", "evil.example"):
        answer = ask(peer=PHONE, host=host, server=LAPTOP)
        policy = answer.headers["content-security-policy"]
        elsewhere = {word.rstrip(";") for word in policy.split() if "//" in word}
        assert elsewhere == {f"ws://{host}", f"wss://{host}"}
        assert "frame-ancestors 'none'" in policy
        assert "object-src 'none'" in policy
        assert "unsafe-eval" not in policy
        scripts = next(rule for rule in policy.split("; ") if rule.startswith("script-src"))
        assert "'unsafe-inline'" not in scripts
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"


@pytest.mark.parametrize("language", EDITION_KEYS)
def test_the_page_that_asks_speaks_the_browsers_language(ask: Asked, language: str) -> None:
    other = "fr" if language != "fr" else "cs"
    for path, accepted in (("/", f"xx, {language};q=0.8"), (f"/?lang={language}", other)):
        assert f'<html lang="{language}">' in ask(path, **NETWORK, accept_language=accepted).body


def test_a_page_that_fails_is_noted(caplog: pytest.LogCaptureFixture) -> None:
    noted(error := ValueError("a name"))
    (record,) = caplog.records
    assert (record.name, record.levelname, record.getMessage()) == (
        "shelfmark.door",
        "ERROR",
        "A page failed.",
    )
    assert record.exc_info is not None
    assert record.exc_info[1] is error
