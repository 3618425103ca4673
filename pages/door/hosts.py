"""How a browser calls this computer, and whether it runs on it."""

from __future__ import annotations

import ipaddress
from functools import cache
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from scorer.room.network import computer_names
from scorer.room.settings import more_hosts

#: What proxies add to what they pass on.
_PROXY = ("forwarded", "via", "x-real-ip", "true-client-ip", "cf-connecting-ip")
_PROXY_BEGINS = "x-forwarded-"


def is_known(scope: Scope) -> bool:
    """Whether the Host that a browser called is this computer: by a name or address of its own, or by a name
    that its owner gave it.

    Any other name leads here because somebody has it lead here, and a page of theirs would be this app's
    neighbour (DNS rebinding).
    """
    name = _name(Headers(scope=scope).get("host"))
    return name is not None and (_is_own(name, scope) or any(_fits(name, one) for one in more_hosts()))


def is_from_here(scope: Scope) -> bool:
    """Whether the page that asks is the app's own, as far as browsers say where they ask from."""
    headers = Headers(scope=scope)
    origin = headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
    except ValueError:  # no page's
        return False


def is_this_computer(scope: Scope) -> bool:
    """Whether the browser runs on the computer that runs the app: its end of the connection says so, and the
    name by which it calls.

    Behind a proxy all browsers seem to: then nobody does. A proxy gives itself away by what it adds, or by
    the name that the owner had to give for it.
    """
    headers, peer = Headers(scope=scope), scope.get("client")
    if not peer or more_hosts() or any(_of_proxy(name) for name in headers):
        return False
    address, name = _address(peer[0]), _name(headers.get("host"))
    if address is None or name is None or not _is_own(name, scope):
        return False
    return address.is_loopback or address == _local(scope)


def peer(scope: Scope) -> str:
    """The other end's address."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def called_port(scope: Scope) -> int | None:
    """The port that a known Host names, a proxy's where there is one; None where it names none."""
    return urlsplit(f"//{Headers(scope=scope).get('host')}").port


def _of_proxy(name: str) -> bool:
    return name in _PROXY or name.startswith(_PROXY_BEGINS)


def _name(host: str | None) -> str | None:
    """The name or address in a Host header; None where it is no such header."""
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port  # raises where it is none
    except ValueError:
        return None
    if not host or not parts.hostname or parts.netloc != host or "@" in host:
        return None
    return parts.hostname.lower().rstrip(".")


def _is_own(name: str, scope: Scope) -> bool:
    address = _address(name)
    if address is not None:
        return address.is_loopback or address == _local(scope)
    return name in own_names()


def _local(scope: Scope) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """This end's address of the connection."""
    server = scope.get("server")
    return _address(server[0]) if server else None


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


@cache
def own_names() -> frozenset[str]:
    """The names that this computer bears in its own network."""
    return frozenset({"localhost", *computer_names()})


def _fits(name: str, pattern: str) -> bool:
    return name.endswith(pattern[1:]) if pattern.startswith("*.") else name == pattern
