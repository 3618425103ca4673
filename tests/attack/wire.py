"""What goes over the wire: requests to the letter, and pages as a browser opens them."""

from __future__ import annotations

import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http.client import HTTPException, HTTPResponse

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

#: The name that the owner told for the proxy.
HOST = "shelf.test"
#: Seconds until a server that says nothing counts as dead.
PATIENCE = 60
_UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version": "13",
}


@dataclass(frozen=True)
class Asked:
    """A request to the letter. ``headers`` may name one twice; a Host is added where none is named."""

    name: str
    path: str = "/"
    headers: Sequence[tuple[str, str]] = ()
    method: str = "GET"
    body: bytes = b""
    upgrade: bool = False


@dataclass(frozen=True)
class Answer:
    """``status`` 0: the server closed without an answer; 599: it neither answered nor closed."""

    status: int = 0
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""

    @property
    def token(self) -> str:
        """The cookie that was given, as a browser sends it back."""
        return self.headers.get("set-cookie", "").partition(";")[0]


def say(port: int, asked: Asked, cookie: str = "") -> Answer:
    """Asks the server of this port."""
    given = list(asked.headers)
    names = {name.lower() for name, _ in given}
    usual = {"Host": f"{HOST}:{port}", "Cookie": cookie} | (
        _UPGRADE if asked.upgrade else {"Connection": "close"}
    )
    given += [(name, value) for name, value in usual.items() if value and name.lower() not in names]
    if asked.body:
        given.append(("Content-Length", str(len(asked.body))))
    lines = [f"{asked.method} {asked.path} HTTP/1.1", *(f"{name}: {value}" for name, value in given)]
    raw = "\r\n".join([*lines, "", ""]).encode("latin-1", "replace") + asked.body
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as way:
        try:
            way.sendall(raw)
            response = HTTPResponse(way, method=asked.method)
            response.begin()
            headers = {name.lower(): value for name, value in response.getheaders()}
            body = b"" if response.status == 101 else response.read(1 << 22)
            return Answer(response.status, headers, body)
        except TimeoutError:
            return Answer(599)
        except (OSError, HTTPException):
            return Answer()


@dataclass
class Heard:
    """What a page heard. ``well``: its run ended as it should; ``refused``: the server cut it off; ``given``:
    where a file lies that it asked for.
    """

    raw: bytes = b""
    well: bool = True
    refused: bool = False
    elements: list[Element] = field(default_factory=list)
    given: str = ""
    session: str = ""

    @property
    def faults(self) -> int:
        """How many tracebacks the page shows."""
        return sum(element.WhichOneof("type") == "exception" for element in self.elements)

    def ids(self) -> set[str]:
        """The names by which a browser sends back buttons, fields, and files to be made."""
        found = set()
        for element in self.elements:
            part = getattr(element, element.WhichOneof("type") or "empty")
            found |= {getattr(part, name, "") for name in ("id", "deferred_file_id")}
        return found - {""}


def opened(port: int, cookie: str, headers: Mapping[str, str] | None = None) -> ClientConnection | None:
    """A page's connection; None where it was refused."""
    try:
        return connect(
            f"ws://{HOST}:{port}/_stcore/stream",
            sock=socket.create_connection(("127.0.0.1", port), timeout=PATIENCE),
            origin=Origin(f"http://{HOST}:{port}"),
            additional_headers={"Cookie": cookie, **(headers or {})},
            open_timeout=PATIENCE,
            ping_interval=None,
            close_timeout=1,
            max_size=None,
        )
    except (InvalidHandshake, OSError):
        return None


def rerun(page: str = "", query: str = "") -> BackMsg:
    """What a browser sends to have a page drawn."""
    told = BackMsg()
    told.rerun_script.page_name, told.rerun_script.query_string = page, query
    return told


def hear(way: ClientConnection, sent: Sequence[bytes | str]) -> Heard:
    """Sends these, the last of which has the page drawn, and hears all until it is."""
    heard = Heard()
    try:
        for one in sent:
            way.send(one)
        while True:
            raw = way.recv(timeout=PATIENCE)
            assert isinstance(raw, bytes)
            heard.raw += raw
            told = ForwardMsg.FromString(raw)
            match told.WhichOneof("type"):
                case "new_session":
                    heard.session = told.new_session.initialize.session_id
                case "backend_operation_response":
                    heard.given += told.backend_operation_response.deferred_file.url
                case "delta" if told.delta.WhichOneof("type") == "new_element":
                    heard.elements.append(told.delta.new_element)
                case "script_finished" if told.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                    heard.well = told.script_finished != ForwardMsg.FINISHED_WITH_COMPILE_ERROR
                    return heard
    except ConnectionClosed:
        heard.refused = True
        return heard
    except TimeoutError:
        heard.well = False
        return heard
