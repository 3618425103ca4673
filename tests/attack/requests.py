"""Forged requests: headers, origins, cookies and paths, from whoever was not let in and from a guest."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from pages.door.guard import HEADER
from tests.attack.wire import HOST, Asked

Headers = tuple[tuple[str, str], ...]

#: Headers that claim to be the owner, or this computer.
CLAIMS: list[tuple[str, Headers]] = [
    *(
        (f"{name}: {value}", ((name, value),))
        for name, value in [
            *itertools.product(
                ("X-Forwarded-For", "X-Real-Ip", "Client-Ip", "True-Client-Ip", "CF-Connecting-IP"),
                ("127.0.0.1", "::1"),
            ),
            *itertools.product(
                (HEADER, HEADER.upper(), HEADER.replace("-", "_"), f"{HEADER} ", f" {HEADER}"),
                ("owner", "0 0 owner owner", "a" * 32 + " 0 owner owner"),
            ),
            ("Forwarded", "for=127.0.0.1;host=localhost;proto=https"),
            ("Forwarded", 'for="[::1]"'),
            ("X-Forwarded-Host", "localhost"),
            ("X-Forwarded-User", "owner"),
            ("Remote-User", "owner"),
            ("Authorization", "Basic b3duZXI6b3duZXI="),
            ("Authorization", "Bearer owner"),
            ("X-Original-URL", "/_stcore/health"),
            ("X-Rewrite-URL", "/_stcore/health"),
            ("X-HTTP-Method-Override", "PUT"),
            ("Via", "1.1 localhost"),
        ]
    ),
    ("two owners", ((HEADER, "owner"), (HEADER, "0 0 owner owner"))),
]
#: Hosts that are not this computer's, nor the name that was told.
HOSTS = [
    *("evil.example", f"{HOST}.evil.example", f"evil.{HOST}", "127.0.0.1.evil.example", "192.168.0.99"),
    *(f"user@{HOST}", f"{HOST}/evil", f"{HOST}:99999", f"{HOST}:x", "[::1", "", "\u0430.test", f"{HOST}#"),
]
#: Pages that are not the app's own.
ORIGINS = [
    "http://evil.example",
    f"http://{HOST}.evil.example",
    "null",
    "file://",
    f"http://{HOST}:1",
    "http://[",
    "x",
]
#: Addresses where files, and what is not for a guest, may lie.
PATHS = [
    *["/", "/play", "/archive?tab=file", "/deck", "/?room=AAAAAAAA", "/?room=", "/?room[]=x"],
    "/?" + "a" * 9000,
    *f"""
    /_stcore/host-config /_stcore/metrics /_stcore/script-health-check /_stcore/allowed-message-origins
    /_stcore/agent/openapi.json /_stcore/agent/interact /_stcore/agent/mcp /_stcore/upload_file/a/b
    /_stcore/upload_file/../../room.json/x /media/room.json /media/..%2froom.json
    /media/%2e%2e/%2e%2e/room.json /app/static/room.json /app/static/../../room.json /static/..%5croom.json
    /component/x/../../../room.json /_stcore/bidi-components/../../room.json /static//etc/passwd
    /../../../../etc/passwd /%2e%2e/%2e%2e/etc/passwd //evil.example/ /\\evil.example /%5cevil.example
    /room.json /archive.db /.streamlit/config.toml /%00 /a%0d%0aSet-Cookie:%20x=y /oauth2callback
    http://localhost/ http://{HOST}/_stcore/health * /auth/login /auth/logout
    """.split(),
]
#: Methods that a page does not use, or seldom.
METHODS = ["HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "get"]
_FORM = (("Content-Type", "application/x-www-form-urlencoded"),)
_SCRIPT = (("Sec-Fetch-Dest", "script"),)


def cookies(name: str, guest: str) -> list[str]:
    """Forged cookies; ``guest``: what a guest's browser was given, which they may change."""
    role, mark, signed = guest.split(".")
    forged = [
        *("", "owner", "owner.owner", f"owner.{mark}.{signed}"),
        *(f"owner.{mark}.{'0' * 64}", f"owner..{signed}"),
        *(f"{role}.{mark}x.{signed}", f"{role}.{mark}.{signed[:-1]}", f"{role}.{mark}.{signed.upper()}x"),
        *(f"{role}.{mark}.", f".{signed}", "." * 3000, "x" * 9000),
        *("\u00e9.\u00e9.\u00e9", "%00", '"', "guest.."),
    ]
    return [f"{name}={one}" for one in forged]


def strangers(name: str, guest: str) -> Iterator[Asked]:
    """Nobody of these may come in."""
    for claim, headers in CLAIMS:
        yield Asked(claim, headers=headers)
        yield Asked(f"socket, {claim}", "/_stcore/stream", headers, upgrade=True)
    for path in PATHS:
        yield Asked(path, path)
        yield Asked(f"script {path}", path, _SCRIPT)
    yield from _by_all_methods("/_stcore/stream", _SCRIPT, b"x")
    for cookie in cookies(name, guest):
        yield Asked(cookie, headers=(("Cookie", cookie),))
        yield Asked(f"socket, {cookie}", "/_stcore/stream", (("Cookie", cookie),), upgrade=True)
    for code in ("room=AAAAAAAA", "room=", "room=" + "A" * 100_000, "room=%00", "\u0430", "room=owner"):
        yield Asked(f"form {code[:20]}", "/", _FORM, "POST", code.encode())


def elsewhere() -> Iterator[Asked]:
    """Of another name, or asked by another page: refused whoever asks."""
    for host in HOSTS:
        yield Asked(f"Host {host}", headers=(("Host", host),))
        yield Asked(f"socket, Host {host}", "/_stcore/stream", (("Host", host),), upgrade=True)
    for origin in ORIGINS:
        yield Asked(f"socket, Origin {origin}", "/_stcore/stream", (("Origin", origin),), upgrade=True)
        yield Asked(f"PUT, Origin {origin}", "/_stcore/upload_file/a/b", (("Origin", origin),), "PUT", b"x")


def guests() -> Iterator[Asked]:
    """A guest may ask these, and learns and changes nothing that is the owner's."""
    for path in PATHS:
        yield Asked(path, path)
        yield Asked(f"script {path}", path, _SCRIPT)
    yield from _by_all_methods("/_stcore/agent/interact", (), b"{}")


def _by_all_methods(path: str, headers: Headers, body: bytes) -> Iterator[Asked]:
    """Asks for a page, an upload and this path by every method; ``body``: of what sends something."""
    for method, each in itertools.product(METHODS, ("/", "/_stcore/upload_file/a/b", path)):
        sent = body if method in ("POST", "PUT", "PATCH") else b""
        yield Asked(f"{method} {each}", each, headers, method, sent)
