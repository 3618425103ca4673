"""Firefox and WebKit as other programs drive them: an address is opened, a script answers, a finger taps.

WebKit is driven by its WebDriver (https://www.w3.org/TR/webdriver2/), Firefox by WebDriver BiDi
(https://www.w3.org/TR/webdriver-bidi/), which needs no program between. Both come from Debian.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Protocol

from websockets.sync.client import ClientConnection, connect

#: Seconds that a program has to start, and the pause between two looks.
PATIENCE, PAUSE = 120.0, 0.2
FIREFOX, WEBKIT, SCREEN = "firefox-esr", "WebKitWebDriver", "Xvfb"
#: The browser that WebKit's driver opens, in a folder of the library's version.
BROWSERS = "webkit2gtk-4.*/MiniBrowser"


class Engine(Protocol):
    """A browser with one page."""

    def open(self, address: str) -> None:
        """Goes to an address and waits until it is loaded."""

    def ask(self, script: str) -> Any:
        """What a script's expression is, as JSON tells it."""

    def tap(self, x: float, y: float) -> None:
        """Taps a point of what is in sight."""

    def resize(self, width: int, height: int) -> None:
        """Makes the page so large."""


def _finger(x: float, y: float) -> list[dict[str, Any]]:
    """A tap, as both protocols have it."""
    moves = [
        {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0, "origin": "viewport"},
        {"type": "pointerDown", "button": 0},
        {"type": "pointerUp", "button": 0},
    ]
    return [{"type": "pointer", "id": "finger", "parameters": {"pointerType": "mouse"}, "actions": moves}]


def _waited(what: str, look: Callable[[], Any]) -> Any:
    """What ``look`` gives once it gives anything. Raises TimeoutError."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if found := look():
            return found
        time.sleep(PAUSE)
    raise TimeoutError(what)


class _Firefox:
    def __init__(self, socket: ClientConnection) -> None:
        self._socket, self._numbers = socket, count(1)
        self.call("session.new", capabilities={})
        tree = self.call("browsingContext.getTree")
        self._page = tree["contexts"][0]["context"]

    def call(self, method: str, **params: Any) -> Any:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            told = json.loads(self._socket.recv(PATIENCE))
            if told.get("id") == number:
                break
        if told["type"] == "error":
            raise RuntimeError(f"{method}: {told['message']}")
        return told["result"]

    def open(self, address: str) -> None:
        self.call("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def ask(self, script: str) -> Any:
        told = self.call(
            "script.evaluate",
            expression=f"JSON.stringify({script})",
            target={"context": self._page},
            awaitPromise=True,
        )
        if told["type"] != "success":
            raise RuntimeError(told["exceptionDetails"]["text"])
        return json.loads(told["result"].get("value", "null"))

    def tap(self, x: float, y: float) -> None:
        self.call("input.performActions", context=self._page, actions=_finger(x, y))

    def resize(self, width: int, height: int) -> None:
        size = {"width": width, "height": height}
        self.call("browsingContext.setViewport", context=self._page, viewport=size)


class _WebKit:
    def __init__(self, port: int) -> None:
        self._base = f"http://127.0.0.1:{port}"
        (browser,) = sorted(Path("/usr/lib").glob(f"*/{BROWSERS}"))[-1:]
        options = {"binary": str(browser), "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        self._session = "/session/" + self._call("POST", "/session", wanted)["sessionId"]

    def _call(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        data = json.dumps(body or {}).encode() if method == "POST" else None
        request = urllib.request.Request(
            self._base + path, data, {"Content-Type": "application/json"}, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{path}: {json.load(error)['value']['message']}") from None

    def open(self, address: str) -> None:
        self._call("POST", f"{self._session}/url", {"url": address})

    def ask(self, script: str) -> Any:
        body = {"script": f"return JSON.stringify({script})", "args": []}
        told = self._call("POST", f"{self._session}/execute/sync", body)
        return None if told is None else json.loads(told)

    def tap(self, x: float, y: float) -> None:
        self._call("POST", f"{self._session}/actions", {"actions": _finger(x, y)})

    def resize(self, width: int, height: int) -> None:
        self._call("POST", f"{self._session}/window/rect", {"x": 0, "y": 0, "width": width, "height": height})

    def close(self) -> None:
        self._call("DELETE", self._session)


@contextmanager
def _program(*command: str, **variables: str) -> Iterator[Path]:
    """A program with a home of its own, that ends with the block; gives the file to which it says things."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        environment = os.environ | {"HOME": home, "XDG_RUNTIME_DIR": home} | variables
        said = Path(home, "said")
        with said.open("wb") as log:
            program = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        try:
            yield said
        finally:
            program.terminate()
            program.wait()


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def firefox() -> Iterator[Engine]:
    """Firefox without a window."""
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile,
        _program(
            FIREFOX, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"
        ) as said,
    ):
        listens = re.compile(r"BiDi listening on (\S+)")
        found = _waited("Firefox", lambda: listens.search(said.read_text("utf-8", "replace")))
        with connect(f"{found[1]}/session", max_size=None) as socket:
            yield _Firefox(socket)


@contextmanager
def webkit() -> Iterator[Engine]:
    """WebKit as GTK has it, on a screen of its own."""
    number, port = _free_port() % 10_000 + 100, _free_port()
    screen = f":{number}"
    with _program(SCREEN, screen, "-screen", "0", "1400x1000x24", "-nolisten", "tcp"):
        _waited("the screen", lambda: Path(f"/tmp/.X11-unix/X{number}").exists())
        with _program(
            WEBKIT,
            f"--port={port}",
            DISPLAY=screen,
            GDK_BACKEND="x11",
            LIBGL_ALWAYS_SOFTWARE="1",
            WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS="1",
        ):
            _waited("WebKit's driver", lambda: _listens(port))
            browser = _WebKit(port)
            try:
                yield browser
            finally:
                browser.close()


def _listens(port: int) -> bool:
    with socket.socket() as there:
        return there.connect_ex(("127.0.0.1", port)) == 0


#: Each engine, and the programs that it takes.
ENGINES = {"Firefox": (firefox, (FIREFOX,)), "WebKit": (webkit, (WEBKIT, SCREEN))}


def missing(programs: tuple[str, ...]) -> list[str]:
    """Which of these programs are not on this computer."""
    return [program for program in programs if not shutil.which(program)]
