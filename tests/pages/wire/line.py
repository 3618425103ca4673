"""The line between browsers and a server, in the hands of a test: it can be cut, and lead elsewhere."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from urllib.parse import urlsplit


class Line:
    """A port of its own, whose connections go on to the port of ``to``."""

    def __init__(self, to: str) -> None:
        self._listens = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listens.getsockname()[1]}"
        self._open: list[socket.socket] = []
        self._to: int | None = None
        self.loses = False  # what the browser says gets lost, though the line looks whole
        self.mend(to)
        Thread(target=self._take, daemon=True).start()

    def cut(self) -> None:
        """Ends all connections: new ones end at once."""
        self._to = None
        while self._open:
            end = self._open.pop()
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def mend(self, to: str) -> None:
        """From now on connections go to this server."""
        self.loses, self._to = False, urlsplit(to).port

    def close(self) -> None:
        self.cut()
        self._listens.close()

    def _take(self) -> None:
        with suppress(OSError):  # closed
            while True:
                near, _ = self._listens.accept()
                try:
                    far = socket.create_connection(("127.0.0.1", self._to or 0))
                except OSError:
                    near.close()
                    continue
                self._open += (near, far)
                for here, there in ((near, far), (far, near)):
                    Thread(target=self._carry, args=(here, there, here is near), daemon=True).start()

    def _carry(self, here: socket.socket, there: socket.socket, says: bool) -> None:
        with suppress(OSError):
            while data := here.recv(65536):
                if not (says and self.loses):
                    there.sendall(data)
        with suppress(OSError):
            there.shutdown(socket.SHUT_WR)


@contextmanager
def line(to: str) -> Iterator[Line]:
    laid = Line(to)
    yield laid
    laid.close()
