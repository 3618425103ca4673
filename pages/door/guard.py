"""The door of the app: what comes to it by HTTP and WebSocket passes here first, and nowhere else.

It turns away names that are not this computer's and pages that are not its own, lets nobody else in
without the code of the room, and tells the session who came in. Answers go out with what keeps a browser from
running anything else.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import cookie_parser
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pages.door import hosts
from pages.door.entry import Trouble, entry, full
from pages.door.messages import of_a_page
from pages.door.open_files import files_watched, has_room
from pages.door.parts import beside_the_page
from pages.door.policy import security_headers
from pages.door.strangers import strangers, watch_connections
from pages.session.rights import OWNER, Person, asking, claim_of
from scorer.room.codes import Role, Room, WrongCodes
from scorer.room.settings import is_open
from scorer.room.visitors import visitors

_LOG = logging.getLogger("shelfmark.door")
#: What tells a session who it is: only the door writes it (.streamlit/config.toml).
HEADER = "x-shelfmark-person"
#: The parameter of a link that holds the code.
PARAMETER = "room"
#: A browser is remembered for so many seconds.
REMEMBERED = 365 * 24 * 3600
#: More than a code takes.
_MOST_BYTES = 1000
#: Anybody may ask whether the app is well.
_HEALTH = "/_stcore/health"
_FORM = "application/x-www-form-urlencoded"


class Guard:
    """Stands before the app."""

    def __init__(self, app: ASGIApp, wrong: WrongCodes | None = None) -> None:
        self._app = app
        self._wrong = wrong or WrongCodes()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        answer = await self._answer(scope, receive)
        if scope["type"] == "websocket":
            if answer is None:
                await self._app(scope, of_a_page(receive), send)
            else:
                await send({"type": "websocket.close", "code": 1008})  # before it is accepted: refused
            return
        await (answer or self._app)(scope, receive, _with(security_headers(scope), send, answer is None))

    async def _answer(self, scope: Scope, receive: Receive) -> Response | None:
        """What the door says itself; None: come in."""
        if not hosts.is_known(scope):
            return PlainTextResponse(
                "This computer does not go by that name: use its address, or start Shelfmark with --name.",
                HTTPStatus.MISDIRECTED_REQUEST,
            )
        if not hosts.is_from_here(scope) and _changes(scope):
            return PlainTextResponse("Another page may not ask this.", HTTPStatus.FORBIDDEN)
        if scope["path"] == _HEALTH and scope["type"] == "http":
            return None
        room = Room.open()
        person = self._person(scope, room)
        if person is not None:
            if scope.get("client"):
                strangers.let_in(tuple(scope["client"]))
            if person.role == "guest" and scope["type"] == "websocket":
                visitors.note(person.mark, Headers(scope=scope).get("user-agent", ""))
            if (scope["type"] == "websocket" or _wants_page(scope)) and not has_room():
                return _full(scope)
            _tell(scope, person, room)
            asking.set(person)
            return _without_code(scope) if PARAMETER in _asked(scope) else None
        if scope["type"] == "websocket" or not _wants_page(scope):
            return PlainTextResponse("The code of the room is missing.", HTTPStatus.FORBIDDEN)
        if is_open():
            return _remember(_without_code(scope), scope, room, "guest")
        return await self._asked_for_code(scope, receive, room)

    def _person(self, scope: Scope, room: Room) -> Person | None:
        if hosts.is_this_computer(scope):
            return OWNER
        token = cookie_parser(Headers(scope=scope).get("cookie", "")).get(_cookie(scope), "")
        known = room.known(token)
        if known is None:
            return None
        role, mark = known
        return OWNER if role == "owner" else Person("guest", mark)

    async def _asked_for_code(self, scope: Scope, receive: Receive, room: Room) -> Response:
        """The page that asks for the code, or what came of the code given."""
        code = _asked(scope).get(PARAMETER)
        if scope["method"] == "POST":
            code = dict(parse_qsl(await _body(receive))).get(PARAMETER, "")
        if code is None:
            return _page(scope, HTTPStatus.FORBIDDEN)
        peer = hosts.peer(scope)
        if self._wrong.too_many(peer):
            return _page(scope, HTTPStatus.TOO_MANY_REQUESTS, "wait")
        role = room.role(code)
        if role is None:
            self._wrong.note(peer)
            _LOG.warning("A wrong code was given.")
            return _page(scope, HTTPStatus.FORBIDDEN, "wrong")
        return _remember(_without_code(scope), scope, room, role)


#: What `streamlit.App` takes.
DOOR = [Middleware(Guard)]


def noted(error: Exception) -> None:
    """Notes that a page failed; what the page shows then stays as it is."""
    _LOG.error("A page failed.", exc_info=error)


@asynccontextmanager
async def door_open(app: object) -> AsyncIterator[None]:
    """What the door does while the app runs."""
    watch_connections()
    async with files_watched(app):
        yield


def _changes(scope: Scope) -> bool:
    return scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")


def _wants_page(scope: Scope) -> bool:
    """Whether a browser asks for a page to show, and not for a part of one."""
    headers = Headers(scope=scope)
    if scope["method"] == "POST":
        return headers.get("content-type", "").partition(";")[0].strip() == _FORM
    return scope["method"] in ("GET", "HEAD") and headers.get("sec-fetch-dest", "document") == "document"


def _asked(scope: Scope) -> dict[str, str]:
    return dict(parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True))


def _without_code(scope: Scope) -> Response:
    """To the same page, and the code is no longer in its address."""
    asked = {name: value for name, value in _asked(scope).items() if name != PARAMETER}
    path = "/" + scope["path"].lstrip("/\\")  # two of them would lead to another computer
    where = f"{path}?{urlencode(asked)}" if asked else path
    return RedirectResponse(where, HTTPStatus.SEE_OTHER, {"Cache-Control": "no-store"})


def _remember(answer: Response, scope: Scope, room: Room, role: Role) -> Response:
    answer.set_cookie(
        _cookie(scope),
        room.token(role),
        max_age=REMEMBERED,
        secure=scope["scheme"] in ("https", "wss"),
        httponly=True,
        samesite="lax",
    )
    return answer


def _cookie(scope: Scope) -> str:
    """Its name: browsers keep one jar for all ports of a computer, and one for all servers behind a proxy."""
    port = hosts.called_port(scope)
    return f"shelfmark_{port}" if port else "shelfmark"


def _page(scope: Scope, status: HTTPStatus, trouble: Trouble | None = None) -> Response:
    headers = Headers(scope=scope)
    page = entry(_asked(scope).get("lang"), headers.get("accept-language", ""), trouble)
    return HTMLResponse(page, status, {"Cache-Control": "no-store"})


def _full(scope: Scope) -> Response:
    headers = Headers(scope=scope)
    page = full(_asked(scope).get("lang"), headers.get("accept-language", ""))
    more = {"Cache-Control": "no-store", "Retry-After": "60"}
    return HTMLResponse(page, HTTPStatus.SERVICE_UNAVAILABLE, more)


def _tell(scope: Scope, person: Person, room: Room) -> None:
    """Tells the app who came in, in place of whatever the browser says of that."""
    kept = [(name, value) for name, value in scope["headers"] if name.lower() != HEADER.encode()]
    scope["headers"] = [*kept, (HEADER.encode(), claim_of(person, room).encode())]


async def _body(receive: Receive) -> str:
    """The form that came along; what is too long for one is left where it is."""
    data = b""
    while len(data) <= _MOST_BYTES:
        message = await receive()
        data += message.get("body", b"")
        if not message.get("more_body"):
            break
    return data[:_MOST_BYTES].decode("utf-8", "replace")


def _with(headers: dict[str, str], send: Send, of_the_app: bool) -> Send:
    """``send`` with these headers more; a page ``of_the_app`` names the parts that it is drawn with."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            out = MutableHeaders(scope=message)
            for name, value in headers.items():
                out[name] = value
            if of_the_app and out.get("content-type", "").startswith("text/html"):
                out["Link"] = beside_the_page()
        await send(message)

    return sending
