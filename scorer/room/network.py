"""How this computer is called in its network."""

from __future__ import annotations

import socket

#: Hosts that mean all addresses of this computer, and are not an address to call.
ALL = (None, "", "0.0.0.0", "::")
#: Names and addresses of the computer for itself alone, beside 127.….
OWN = ("localhost", "::1")


def phone_host(host: str | None) -> str | None:
    """This computer's address for a phone, for a server that listens on ``host``; None if a phone cannot call
    it.

    >>> phone_host("192.168.0.17")
    '192.168.0.17'
    >>> phone_host("127.0.0.1") is None
    True
    """
    found = network_address() if host in ALL else host
    return None if found is None or found in OWN or found.startswith("127.") else found


def network_address() -> str | None:
    """This computer's address in its network; None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(("192.0.2.1", 9))  # the route to an address of no computer (RFC 5737)
        except OSError:
            return None
        return str(way.getsockname()[0])  # nothing was sent


def http(host: str, port: int) -> str:
    """
    >>> http("::1", 8501)
    'http://[::1]:8501'
    """
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
