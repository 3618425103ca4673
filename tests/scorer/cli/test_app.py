"""shelfmark app: which port it takes, whom it lets in, and what it says."""

from __future__ import annotations

import io
import os
import signal
import socket
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from scorer.cli import app as app_cli
from scorer.cli.main import app
from scorer.errors import RefusedInput
from scorer.room import network
from scorer.room.codes import Room
from scorer.room.settings import check_owner_code

HERE = "127.0.0.1"
COMPUTER = "This computer: desk, in the network Home. The phone must be in the same network."


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """This computer has a name, and works in a network that has one."""
    monkeypatch.setattr(socket, "gethostname", lambda: "desk")
    monkeypatch.setattr(app_cli, "network_name", lambda: "Home")


class Healthy(BaseHTTPRequestHandler):
    """Stands in for the app: it is well."""

    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/_stcore/health" else 404)
        self.end_headers()

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def port() -> Iterator[int]:
    """A port that another program has."""
    with socket.create_server((HERE, 0)) as other:
        yield other.getsockname()[1]


@pytest.fixture
def served() -> Iterator[int]:
    """The port of an app that is there."""
    with ThreadingHTTPServer((HERE, 0), Healthy) as server:
        Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield server.server_port
        server.shutdown()


def told(host: str | None, port: int, encoding: str = "utf-8") -> list[str]:
    """What is said where the app is there."""
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding, newline="\n")
    app_cli._tell(host, port, out)
    return raw.getvalue().decode(out.encoding).splitlines()


def scanned(lines: list[str]) -> str:
    """What a phone's camera finds in lines of half blocks."""
    halves = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
    dots = np.array([[halves[mark] for mark in line] for line in lines], np.uint8).swapaxes(1, 2)
    picture = np.kron(dots.reshape(-1, dots.shape[2]) * 255, np.ones((8, 8), np.uint8))
    return cv2.QRCodeDetector().detectAndDecode(picture)[0]


@pytest.mark.parametrize("host", [None, HERE, "0.0.0.0"])
def test_a_port_of_another_program_is_refused(port: int, host: str | None) -> None:
    with pytest.raises(RefusedInput, match=f"^Port {port} is in use .* give another with --port.$"):
        app_cli._given_port(host, port)


def test_without_a_port_the_next_free_one_is_taken(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_cli, "PORT", port)
    assert port < app_cli._free_port(HERE) < port + app_cli.PORTS_TRIED


def test_where_none_is_free_a_port_is_asked_for(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_cli, "PORT", port)
    monkeypatch.setattr(app_cli, "PORTS_TRIED", 1)
    with pytest.raises(RefusedInput, match=f"No port from {port} to {port} is free"):
        app_cli._free_port(HERE)


@pytest.mark.parametrize("host", ["192.0.2.77", "no.such.host.invalid", "..", "unix:///tmp/app", "x" * 70])
def test_an_address_of_another_computer_is_refused(host: str) -> None:
    with pytest.raises(RefusedInput, match="is no address of this computer") as refused:
        app_cli._free_port(host)
    assert len(str(refused.value)) <= 300


@pytest.mark.parametrize(
    ("system", "said"),
    [("win32", "Windows Security"), ("darwin", "System Settings"), ("linux", "ufw allow 8501")],
)
def test_each_system_says_how_its_firewall_lets_phones_in(system: str, said: str) -> None:
    assert said in app_cli._let_through(8501, system)


@pytest.mark.parametrize(
    ("host", "address"),
    [(HERE, None), ("localhost", None), ("::1", None), ("192.168.0.17", "192.168.0.17"), (None, "10.0.0.5")],
)
def test_a_phone_comes_in_where_the_network_does(
    host: str | None, address: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network, "network_address", lambda: "10.0.0.5")
    assert network.phone_host(host) == address


def test_it_says_where_the_app_and_the_data_are(
    served: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(network, "network_address", lambda: "10.0.0.5")
    monkeypatch.setenv("SHELFMARK_DATA", str(tmp_path))
    monkeypatch.delenv("SHELFMARK_DATABASE", raising=False)
    computer, phone, *code, room, where, firewall, data = told(None, served)
    link = f"http://10.0.0.5:{served}/?room={Room.open().code}"
    assert computer == f"On this computer: http://localhost:{served}"
    assert phone == f"On a phone in the same network: {link}"
    assert scanned(code) == link
    assert room == f"Code of the room: {Room.open().shown}"
    assert where == COMPUTER
    assert firewall.startswith("If the phone finds no page, a firewall holds it back: ")
    assert data == f"Your data: {tmp_path}"


def test_an_open_app_has_no_code(served: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(network, "network_address", lambda: "10.0.0.5")
    monkeypatch.setenv("SHELFMARK_DATA", str(tmp_path))
    monkeypatch.setenv("SHELFMARK_OPEN", "1")
    _, _, *code, room, _, _, _ = told(None, served)
    assert scanned(code) == f"http://10.0.0.5:{served}"
    assert room == "No code is asked for."


def test_a_short_code_of_the_owner_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELFMARK_OWNER_CODE", "short")
    with pytest.raises(RefusedInput, match="SHELFMARK_OWNER_CODE is too short: give it 12"):
        check_owner_code()


def test_under_another_name_nobody_is_the_owner_unless_told(
    served: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SHELFMARK_DATA", str(tmp_path))
    monkeypatch.setenv("SHELFMARK_HOSTS", "shelf.example.org")
    assert any(line.startswith("Nobody is the owner") for line in told(HERE, served))
    monkeypatch.setenv("SHELFMARK_OWNER_CODE", "a long secret of mine")
    assert not any(line.startswith("Nobody is the owner") for line in told(HERE, served))


def test_a_terminal_without_half_blocks_gets_no_code(
    served: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SHELFMARK_DATA", str(tmp_path))
    monkeypatch.setattr(network, "network_address", lambda: "10.0.0.5")
    assert not {"▀", "▄", "█"} & set("".join(told(None, served, "cp1252")))


def test_without_a_network_it_says_what_a_phone_needs(served: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "network_address", lambda: None)
    assert "connect this computer to the phone's network" in told(None, served)[1]
    assert told(HERE, served)[1] == f"On a phone: not with --host {HERE}; leave it out."


def test_an_archive_elsewhere_is_told_without_its_password(
    served: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHELFMARK_DATABASE", "postgresql+psycopg://ana:secret@host/shelfmark")
    data = told(HERE, served)[-1]
    assert data.endswith("; games as SHELFMARK_DATABASE says")
    assert "secret" not in data


# The command


@dataclass
class Begun:
    """With what Streamlit was started, and in which environment."""

    arguments: list[str] = field(default_factory=list)
    variables: dict[str, str] = field(default_factory=dict)


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Begun:
    """Streamlit only notes how it is started, and nobody waits for its answer."""
    from streamlit.web import cli

    noted = Begun()
    for variable in ("SHELFMARK_OPEN", "SHELFMARK_HOSTS", "SHELFMARK_OWNER_CODE"):
        monkeypatch.setenv(variable, "")
    monkeypatch.setenv("SHELFMARK_DATA", str(tmp_path))

    def start(arguments: list[str], **settings: object) -> None:
        noted.arguments, noted.variables = arguments, dict(os.environ)

    monkeypatch.setattr(cli, "main", start)
    monkeypatch.setattr(app_cli, "_tell", lambda *_: None)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    return noted


def test_the_command_starts_the_server_as_it_was_told(begun: Begun, port: int) -> None:
    told = CliRunner().invoke(
        app,
        [
            "app",
            "--no-browser",
            "--open",
            "--name",
            "shelf.example.org",
            "--name",
            "a.example",
            "--host",
            HERE,
        ],
    )
    assert told.exit_code == 0, told.output
    assert begun.arguments[0] == "run"
    assert Path(begun.arguments[1]).name == "app.py"
    assert f"--server.address={HERE}" in begun.arguments
    assert begun.variables["SHELFMARK_OPEN"] == "1"
    assert begun.variables["SHELFMARK_HOSTS"] == "shelf.example.org,a.example"
    assert not [each for each in begun.arguments if "ssl" in each]
    refused = CliRunner().invoke(app, ["app", "--host", HERE, "--port", str(port)])
    assert refused.exit_code == 1
    assert refused.stderr.startswith(f"Port {port} is in use")


def test_the_command_encrypts_when_it_is_told_to(begun: Begun, tmp_path: Path) -> None:
    assert CliRunner().invoke(app, ["app", "--no-browser", "--https", "--host", HERE]).exit_code == 0
    files = [each.partition("=")[2] for each in begun.arguments if "ssl" in each]
    assert files == [str(tmp_path / "https" / name) for name in ("certificate.pem", "key.pem")]
    assert all(Path(file).is_file() for file in files)


def test_a_computer_without_a_network_has_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    class Way:
        def __init__(self, *_: object) -> None: ...

        def __enter__(self) -> Way:
            return self

        def __exit__(self, *_: object) -> None: ...

        def connect(self, there: object) -> None:
            raise OSError("unreachable")

    monkeypatch.setattr(socket, "socket", Way)
    assert network.network_address() is None
