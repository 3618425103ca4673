"""Pages that are gone give back what they held, and nobody is let in who would take the last open files."""

from __future__ import annotations

import asyncio
import resource
import socket
import ssl
import subprocess
import sys
from asyncio.sslproto import SSLProtocol
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.runtime.session_manager import SessionInfo
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from pages.door import open_files, strangers
from pages.door.guard import Guard
from pages.door.open_files import A_PAGE, KEPT, MOST_KEPT, RESERVE, CutOff
from pages.door.strangers import Strangers, watch_connections
from pages.words import words
from scorer.editions import EDITION_KEYS
from scorer.room.certificate import Certificate
from tests.pages.door.asked import Asked, run_alone


class Session:
    """A session of Streamlit, as far as it is ended."""

    def __init__(self, name: str) -> None:
        self.id, self.ended = name, False

    def shutdown(self) -> None:
        assert not self.ended
        self.ended = True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    now = SimpleNamespace(now=0.0)
    monkeypatch.setattr(open_files, "monotonic", lambda: now.now)
    return now


def cut(store: CutOff, name: str) -> Session:
    session = Session(name)
    store.save(SessionInfo(client=None, session=session))  # type: ignore[arg-type]
    return session


def test_sessions_that_are_gone_are_ended_by_time(clock: SimpleNamespace) -> None:
    store = CutOff()
    first = cut(store, "a")
    clock.now = KEPT / 2
    second = cut(store, "b")
    assert store.free() == 0
    clock.now = KEPT
    assert store.get("a") is None, "it is not given back so late"
    assert store.free() == 1
    assert (first.ended, second.ended) == (True, False)
    assert [info.session.id for info in store.list()] == ["b"]
    assert store.get("b") is not None
    store.delete("b")
    clock.now = 10 * KEPT
    assert store.free() == 0
    assert not second.ended, "its browser came back"


def test_of_too_many_the_first_that_was_cut_off_goes(clock: SimpleNamespace) -> None:
    store = CutOff()
    sessions = [cut(store, str(number)) for number in range(MOST_KEPT + 3)]
    again = SessionInfo(client=None, session=sessions[0])  # type: ignore[arg-type]
    store.save(again)  # cut off once more
    assert store.free() == 3
    assert [each.id for each in sessions if each.ended] == ["1", "2", "3"]


@pytest.fixture
def little(monkeypatch: pytest.MonkeyPatch, clock: SimpleNamespace) -> CutOff:
    """A system that allows 200 open files, and 20 that are open beside pages, which take three each."""
    store = CutOff()
    monkeypatch.setattr(open_files, "cut_off", store)
    open_pages = SimpleNamespace(number=0)
    store.open_pages = open_pages  # type: ignore[attr-defined]
    monkeypatch.setattr(open_files, "files_left", lambda: 180 - 3 * (len(store.list()) + open_pages.number))
    return store


def test_who_is_gone_makes_room_before_somebody_is_turned_away(little: CutOff) -> None:
    while open_files.files_left() >= RESERVE + A_PAGE:
        cut(little, str(open_files.files_left()))
    kept = len(little.list())
    assert open_files.has_room()
    assert len(little.list()) == kept - 1
    for info in little.list():
        little.delete(info.session.id)
    little.open_pages.number = kept  # type: ignore[attr-defined]
    assert not open_files.has_room()


@pytest.mark.parametrize("language", EDITION_KEYS)
def test_too_many_pages_are_told_in_our_own_words(
    language: str, little: CutOff, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = Asked()
    assert ask("/play").person
    little.open_pages.number = 50  # type: ignore[attr-defined]
    answer = ask(f"/play?lang={language}")
    assert answer.person is None
    assert answer.status == 503
    assert words("door", language)["full"] in answer.body  # type: ignore[arg-type]
    assert words("door", language)["full_why"] in answer.body  # type: ignore[arg-type]
    assert ask("/_stcore/stream", socket=True).status == 403
    assert ask("/static/part.js", sec_fetch_dest="script").person, "open pages go on"
    assert ask("/_stcore/health").status == 200


def test_the_limit_is_raised_as_far_as_the_system_allows() -> None:
    code = """
import resource
from pages.door.open_files import files_left, raise_limit
most = min(resource.getrlimit(resource.RLIMIT_NOFILE)[1], 4096)
resource.setrlimit(resource.RLIMIT_NOFILE, (100, most))
assert files_left() < 100
raise_limit()
assert resource.getrlimit(resource.RLIMIT_NOFILE) == (most, most)
before = files_left()
held = open("/dev/null")
assert files_left() == before - 1
"""
    if resource.getrlimit(resource.RLIMIT_NOFILE)[1] <= 100:
        pytest.skip("waits for a system that allows more than 100 open files")
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_connection_without_a_code_is_short_and_one_of_few() -> None:
    closed: list[int] = []

    async def all_of_them() -> None:
        there = Strangers(most=3, patience=0)
        for port in range(5):
            there.came(("10.0.0.1", port), lambda port=port: closed.append(port), asyncio.get_running_loop())
        assert closed == [0, 1], "the first go, so that nobody is kept out"
        there.let_in(("10.0.0.1", 3))
        there.let_in(("10.0.0.1", 99))
        while len(closed) < 4:
            await asyncio.sleep(0)

    run_alone(all_of_them())
    assert closed == [0, 1, 2, 4], "time is over for all but who was let in"


def test_the_server_tells_of_every_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    class Protocol:
        client, loop = ("10.0.0.1", 1), None

        def connection_made(self, transport: Any) -> None:
            told.append("made")

        def connection_lost(self, error: Exception | None) -> None:
            told.append("lost")

    monkeypatch.setattr(
        strangers,
        "strangers",
        SimpleNamespace(came=lambda *_: told.append("came"), let_in=lambda _: told.append("gone")),
    )
    for _ in range(2):  # the app may be started twice in a process
        watch_connections(Protocol)
    there = Protocol()
    there.connection_made(SimpleNamespace(abort=None))
    there.connection_lost(None)
    assert told == ["made", "came", "gone", "lost"]
    told.clear()
    there.client = ("127.0.0.1", 1)
    there.connection_made(SimpleNamespace(abort=None))
    monkeypatch.setenv("SHELFMARK_HOSTS", "shelf.example.org")
    there.client = ("10.0.0.9", 1)
    there.connection_made(SimpleNamespace(abort=None))
    assert told == ["made", "made"], "this computer and a proxy are no strangers"


def test_a_handshake_that_never_ends_is_short_and_one_of_few(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHELFMARK_DATA", str(tmp_path))
    mine = Certificate.kept(["localhost"])
    secure = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    secure.load_cert_chain(mine.file, mine.key)
    anybody = ssl.create_default_context(cafile=mine.file)
    monkeypatch.setattr(strangers, "_is_known", lambda peer: False)

    class Secure(SSLProtocol):
        """What asyncio speaks TLS with: the tests' own is left as it is."""

    class Protocol(asyncio.Protocol):
        client, loop = None, None

        def connection_made(self, transport: Any) -> None:
            self.client, self.loop = transport.get_extra_info("peername"), asyncio.get_running_loop()
            transport.write(b"come in")

    monkeypatch.setattr("asyncio.selector_events.sslproto.SSLProtocol", Secure)
    watch_connections(Protocol, Secure)

    async def all_of_them(there: Strangers, silent: int) -> None:
        monkeypatch.setattr(strangers, "strangers", there)
        loop = asyncio.get_running_loop()
        never: Any = {"ssl": secure, "ssl_handshake_timeout": 1e6}  # asyncio's own patience is a minute
        server = await loop.create_server(Protocol, "127.0.0.1", 0, **never)
        port = server.sockets[0].getsockname()[1]
        said_nothing = [await asyncio.open_connection("127.0.0.1", port) for _ in range(silent)]
        with suppress(ConnectionError):
            assert await asyncio.wait_for(said_nothing[0][0].read(), 300) == b""
        reader, writer = await asyncio.open_connection("localhost", port, ssl=anybody, family=socket.AF_INET)
        assert await reader.readexactly(7) == b"come in"
        there.let_in(writer.get_extra_info("sockname"))
        assert len(there) < silent
        for _, each in [*said_nothing[1:], (reader, writer)]:
            each.close()
        while len(there):
            await asyncio.sleep(0)
        server.close()

    run_alone(all_of_them(Strangers(patience=0.1), silent=1))
    run_alone(all_of_them(Strangers(most=3, patience=1e6), silent=4))


@pytest.mark.parametrize("header", ["Cookie: " + "x" * 9000, "\r\n".join(["A: b"] * 200), "\xff: a"])
def test_a_web_socket_that_cannot_be_understood_is_closed(header: str) -> None:
    closed: list[bool] = []

    class Transport(asyncio.Transport):
        def is_closing(self) -> bool:
            return bool(closed)

        def close(self) -> None:
            closed.append(True)

        def write(self, data: Any) -> None:
            assert data == b""

    async def all_of_it() -> None:
        watch_connections()
        protocol = WebSocketsSansIOProtocol(uvicorn.Config(Asked()), ServerState(), {})
        protocol.connection_made(Transport())
        told = f"GET /_stcore/stream HTTP/1.1\r\nHost: localhost\r\n{header}\r\n\r\n"
        protocol.data_received(told.encode("latin-1"))

    run_alone(all_of_it())
    assert closed


@pytest.mark.parametrize(
    ("field", "passes"),
    [
        ("rerun_script", True),
        ("stop_script", True),
        ("app_heartbeat", True),
        ("file_urls_request", True),
        ("clear_cache", False),
        ("set_run_on_save", False),
        ("load_git_info", False),
        ("debug_disconnect_websocket", False),
        ("debug_shutdown_runtime", False),
        ("backend_operation_request", False),
        ("backend_operation_request.deferred_file", True),
        ("backend_operation_request.dataframe_chunk", True),
        ("backend_operation_request.install_skills", False),
        ("backend_operation_request.dismiss_skills_nudge", False),
    ],
)
def test_only_what_pages_send_comes_through(field: str, passes: bool) -> None:
    message = BackMsg()
    *inside, last = field.split(".")
    part = getattr(message, inside[0]) if inside else message
    if isinstance(getattr(part, last), bool):
        setattr(part, last, True)
    else:
        getattr(part, last).SetInParent()
    first = BackMsg()
    first.rerun_script.query_string = "x"
    padded = first.SerializeToString() + message.SerializeToString()
    for data in (message.SerializeToString(), padded):  # of two kinds in a message the last one counts
        assert (received([data]) == [data]) == passes
    assert received([b"\xff\xff", b""]) == []


@pytest.mark.parametrize(
    ("field", "value", "passes"),
    [
        ("json_value", '{"a": 1}', True),
        ("json_trigger_value", "[]", True),
        ("json_value", "{]", False),
        ("json_trigger_value", "", False),
        ("json_value", "[" * 100_000, False),
        ("string_value", "{]", True),
    ],
)
def test_only_values_that_a_page_can_have_come_through(field: str, value: str, passes: bool) -> None:
    for name, drawn in (("$$ID-0-field", True), ("table", False), ("", False)):
        message = BackMsg()
        state = message.rerun_script.widget_states.widgets.add()
        state.id = name
        setattr(state, field, value)
        raw = message.SerializeToString()
        assert (received([raw]) == [raw]) == (passes and drawn)


def received(messages: list[bytes]) -> list[bytes]:
    """What the app hears of these messages."""
    waiting = [
        {"type": "websocket.connect"},
        *({"type": "websocket.receive", "bytes": one} for one in messages),
    ]
    waiting.append({"type": "websocket.disconnect"})
    heard: list[bytes] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        while (message := await receive())["type"] != "websocket.disconnect":
            heard.extend([message["bytes"]] if "bytes" in message else [])

    async def receive() -> Any:
        return waiting.pop(0)

    async def send(message: Any) -> None:
        pytest.fail("it was turned away")

    scope = {
        "type": "websocket",
        "scheme": "ws",
        "path": "/_stcore/stream",
        "query_string": b"",
        "headers": [(b"host", b"localhost:8501")],
        "client": ("127.0.0.1", 50000),
        "server": ("127.0.0.1", 8501),
    }
    run_alone(Guard(app)(scope, receive, send))
    return heard
