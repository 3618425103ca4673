"""Connections of whoever has not shown the code: few at a time, and short."""

from __future__ import annotations

import asyncio
from asyncio.sslproto import SSLProtocol
from typing import Any
from weakref import WeakKeyDictionary

from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from scorer.room.settings import more_hosts

#: Connections at a time, and seconds that one has to show who it is.
MOST, PATIENCE = 64, 10.0

Address = tuple[str, int]


class Strangers:
    """The connections that showed no code yet, oldest first.

    >>> loop = asyncio.new_event_loop()
    >>> there = Strangers(most=1)
    >>> for port in (1, 2):
    ...     there.came(("192.168.0.7", port), lambda: print("closed"), loop)
    closed
    >>> there.let_in(("192.168.0.7", 2))
    >>> there.came(("192.168.0.7", 3), lambda: print("closed"), loop)
    >>> loop.close()
    """

    def __init__(self, most: int = MOST, patience: float = PATIENCE) -> None:
        self._most, self._patience = most, patience
        self._waiting: dict[Address, tuple[Any, asyncio.TimerHandle]] = {}

    def came(self, address: Address, close: Any, loop: asyncio.AbstractEventLoop) -> None:
        """Someone connected. Where too many wait already, the first of them is closed: so nobody who keeps
        many open keeps others out. Who was told of before keeps the time that is left.
        """
        if address in self._waiting:
            return
        while len(self._waiting) >= self._most:
            self._close(next(iter(self._waiting)))
        self._waiting[address] = (close, loop.call_later(self._patience, self._close, address))

    def __len__(self) -> int:
        return len(self._waiting)

    def let_in(self, address: Address) -> None:
        """They showed who they are, or they are gone."""
        if found := self._waiting.pop(address, None):
            found[1].cancel()

    def _close(self, address: Address) -> None:
        close, _ = self._waiting[address]
        self.let_in(address)
        close()


strangers = Strangers()


def _is_known(peer: str) -> bool:
    """Whether it is this computer, or a proxy, which answers for its connections itself: what it passes on is
    told under the addresses of others.
    """
    return bool(more_hosts()) or peer.startswith(("127.", "::1", "::ffff:127."))


def watch_connections(
    protocol: Any = AutoHTTPProtocol, secure: Any = SSLProtocol, sockets: Any = WebSocketsSansIOProtocol
) -> None:
    """Has the server's ``protocol`` tell of every connection, and ``secure`` already before TLS has begun;
    has ``sockets`` close what it cannot understand. None of them has a hook for that.
    """
    _watch(protocol, lambda self, _: (self.client, self.loop))
    _watch(secure, lambda self, raw: (self._server_side and get_remote_addr(raw), self._loop))
    _close_failed(sockets)


def _watch(protocol: Any, whose: Any) -> None:
    """``whose``: gives the other end's address and the loop of a protocol with this transport."""
    made, lost = protocol.connection_made, protocol.connection_lost
    if hasattr(made, "__wrapped__"):
        return
    addresses: WeakKeyDictionary[Any, Address] = WeakKeyDictionary()

    def connection_made(self: Any, transport: asyncio.Transport) -> None:
        made(self, transport)
        address, loop = whose(self, transport)
        if address and not _is_known(address[0]):
            addresses[self] = address
            strangers.came(address, transport.abort, loop)

    def connection_lost(self: Any, error: Exception | None) -> None:
        if address := addresses.pop(self, None):
            strangers.let_in(address)
        lost(self, error)

    connection_made.__wrapped__ = made  # type: ignore[attr-defined]
    protocol.connection_made, protocol.connection_lost = connection_made, connection_lost


def _close_failed(sockets: Any) -> None:
    """uvicorn leaves a connection open whose headers are too long or too many for a WebSocket."""
    received = sockets.data_received
    if hasattr(received, "__wrapped__"):
        return

    def data_received(self: Any, data: bytes) -> None:
        received(self, data)
        if self.conn.handshake_exc is not None and not self.transport.is_closing():
            self.transport.close()

    data_received.__wrapped__ = received  # type: ignore[attr-defined]
    sockets.data_received = data_received
