"""Connections of whoever has not shown the code: few at a time, and short."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

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
        many open keeps others out.
        """
        while len(self._waiting) >= self._most:
            self._close(next(iter(self._waiting)))
        self._waiting[address] = (close, loop.call_later(self._patience, self._close, address))

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


def watch_connections(protocol: Any = AutoHTTPProtocol) -> None:
    """Has the server's ``protocol`` tell of every connection; it has no hook of its own for that."""
    made, lost = protocol.connection_made, protocol.connection_lost
    if hasattr(made, "__wrapped__"):
        return

    def connection_made(self: Any, transport: asyncio.Transport) -> None:
        made(self, transport)
        if self.client and not _is_known(self.client[0]):
            strangers.came(self.client, transport.abort, self.loop)

    def connection_lost(self: Any, error: Exception | None) -> None:
        if self.client:
            strangers.let_in(self.client)
        lost(self, error)

    connection_made.__wrapped__ = made  # type: ignore[attr-defined]
    protocol.connection_made, protocol.connection_lost = connection_made, connection_lost
