"""A small proxy before the app: it adds who asks, and leads each connection to the next server."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Event, Thread

#: What it adds: a phone of the network asks. A bare proxy adds nothing.
ADDS = b"X-Forwarded-For: 192.168.0.40\r\nX-Forwarded-Proto: http\r\nVia: 1.1 proxy\r\n"
_PIECE = 65_536


@contextmanager
def proxied(servers: Sequence[int], adds: bytes = ADDS) -> Iterator[int]:
    """The port of a proxy before the servers of these ports, while it runs."""
    loop, ready, ports = asyncio.new_event_loop(), Event(), itertools.cycle(servers)
    port = 0

    async def pass_on(near: asyncio.StreamReader, to_near: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            head = await near.readuntil(b"\r\n\r\n")
            far, to_far = await asyncio.open_connection("127.0.0.1", next(ports))
            to_far.write(head[:-2] + adds + b"\r\n")
            await asyncio.gather(_pour(near, to_far), _pour(far, to_near))
        to_near.close()

    async def serve() -> None:
        nonlocal port
        server = await asyncio.start_server(pass_on, "127.0.0.1", 0, limit=1 << 20)
        port = server.sockets[0].getsockname()[1]
        ready.set()

    def run() -> None:
        asyncio.set_event_loop(loop)
        loop.run_until_complete(serve())
        loop.run_forever()

    thread = Thread(target=run, daemon=True)
    thread.start()
    ready.wait()
    try:
        yield port
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()


async def _pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while piece := await reader.read(_PIECE):
            writer.write(piece)
            await writer.drain()
    with suppress(OSError, RuntimeError):
        writer.close()
