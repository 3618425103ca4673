"""Asks the door as a browser would, from any address, without a network."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from starlette.types import Receive, Scope, Send

from pages.door.guard import HEADER, Guard
from scorer.room.codes import WrongCodes

HERE, PHONE = "127.0.0.1", "192.168.0.40"
#: This computer's address in the network of the phone.
LAPTOP = "192.168.0.17"


def run_alone(work: Coroutine[Any, Any, None]) -> None:
    """Runs it to its end in a thread of its own: a browser of this process may have a loop already."""
    with ThreadPoolExecutor(1) as alone:
        alone.submit(asyncio.run, work).result()


@dataclass
class Answer:
    """What came of it. ``person``: who the app was told came in, None if nobody did; ``status``: of HTTP."""

    person: str | None = None
    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: str = ""

    @property
    def token(self) -> str:
        """The cookie that was given, as a browser sends it back."""
        return self.headers.get("set-cookie", "").partition(";")[0]


class Asked:
    """A door with nothing behind it but a note of who came in. What is there is a page, or of ``kind``."""

    def __init__(self, kind: str = "text/html; charset=utf-8") -> None:
        self.now = 0.0
        self._kind = kind.encode()
        self._door = Guard(self._behind, WrongCodes(lambda: self.now))
        self._said: list[str] = []

    async def _behind(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._said = [value.decode() for name, value in scope["headers"] if name == HEADER.encode()]
        if scope["type"] == "http":
            await send(
                {"type": "http.response.start", "status": 200, "headers": [(b"content-type", self._kind)]}
            )
            await send({"type": "http.response.body", "body": b"the app"})

    def __call__(
        self,
        path: str = "/",
        peer: str = HERE,
        host: str = "localhost:8501",
        server: str = HERE,
        port: int = 8501,
        socket: bool = False,
        form: dict[str, str] | None = None,
        **headers: str,
    ) -> Answer:
        """Asks for a page, or for a WebSocket; with a form it is posted."""
        where, _, query = path.partition("?")
        given = {"host": host, **{name.replace("_", "-"): value for name, value in headers.items()}}
        body = urlencode(form or {}).encode()
        if form is not None:
            given["content-type"] = "application/x-www-form-urlencoded"
        scope: dict[str, Any] = {
            "type": "websocket" if socket else "http",
            "scheme": "ws" if socket else "http",
            "path": where,
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in given.items()],
            "client": (peer, 50000),
            "server": (server, port),
        }
        if not socket:
            scope["method"] = "GET" if form is None else "POST"
        answer, self._said = Answer(), []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                answer.status = message["status"]
                answer.headers = {name.decode(): value.decode() for name, value in message["headers"]}
            elif message["type"] == "http.response.body":
                answer.body += message.get("body", b"").decode()
            elif message["type"] == "websocket.close":
                answer.status = 403

        run_alone(self._door(scope, receive, send))
        assert len(self._said) <= 1
        answer.person = self._said[0] if self._said else None
        return answer
