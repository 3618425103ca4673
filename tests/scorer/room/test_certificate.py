"""The app's own certificate: whom it names, when it is made anew, and that a browser can come in by it."""

from __future__ import annotations

import os
import socket
import ssl
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509

from scorer.cli.app import _is_ready
from scorer.errors import RefusedInput
from scorer.room import network
from scorer.room.certificate import LASTS, MOST_NAMES, SPARE, Certificate

NOW = datetime.now(UTC)


@pytest.fixture(autouse=True)
def data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("SHELFMARK_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def names(certificate: Certificate) -> list[str]:
    held = x509.load_pem_x509_certificate(certificate.file.read_bytes())
    named = held.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return [str(each.value) for each in named]


def test_it_names_this_computer_and_no_authority() -> None:
    kept = Certificate.kept(["localhost", "desk.local", "10.0.0.5", "::1"], NOW)
    assert names(kept) == ["localhost", "desk.local", "10.0.0.5", "::1"]
    held = x509.load_pem_x509_certificate(kept.file.read_bytes())
    assert not held.extensions.get_extension_for_class(x509.BasicConstraints).value.ca


@pytest.mark.skipif(sys.platform == "win32", reason="waits for a system with file modes, which Windows lacks")
def test_its_key_is_for_its_user_alone() -> None:
    assert Certificate.kept(["localhost"]).key.stat().st_mode & 0o077 == 0


def test_it_stays_while_it_is_good() -> None:
    first = Certificate.kept(["localhost", "10.0.0.5"], NOW).file.read_bytes()
    later = NOW + LASTS - SPARE - timedelta(days=2)
    assert Certificate.kept(["localhost"], later).file.read_bytes() == first


def test_before_it_ends_another_takes_its_place() -> None:
    first = Certificate.kept(["localhost"], NOW).file.read_bytes()
    again = Certificate.kept(["localhost"], NOW + LASTS - SPARE)
    assert again.file.read_bytes() != first


def test_in_another_network_it_is_good_in_both() -> None:
    Certificate.kept(["localhost", "10.0.0.5"], NOW)
    assert names(Certificate.kept(["localhost", "192.168.0.17"], NOW)) == [
        "localhost",
        "192.168.0.17",
        "10.0.0.5",
    ]
    for number in range(MOST_NAMES):
        Certificate.kept(["localhost", f"10.0.1.{number}"], NOW)
    assert len(names(Certificate.kept(["localhost"], NOW))) == MOST_NAMES


@pytest.mark.parametrize("damaged", ["file", "key"])
def test_a_damaged_one_is_made_anew(damaged: str) -> None:
    getattr(Certificate.kept(["localhost"], NOW), damaged).write_bytes(b"nothing")
    assert names(Certificate.kept(["localhost"], NOW)) == ["localhost"]


def test_where_it_cannot_be_kept_one_sentence_says_so(data: Path) -> None:
    data.write_text("no folder")
    with pytest.raises(RefusedInput, match="cannot be written"):
        Certificate.kept(["localhost"])


@pytest.mark.parametrize(
    ("system", "said", "name"),
    [
        ("linux", b"Home net\n", "Home net"),
        ("darwin", b"Current Wi-Fi Network: Home net\n", "Home net"),
        ("darwin", b"You are not associated with an AirPort network.\n", None),
        ("win32", b"  State : connected\r\n  SSID    : Home net\r\n  BSSID  : 00:11\r\n", "Home net"),
        ("linux", b"", None),
        ("another", b"Home net", None),
    ],
)
def test_each_system_says_its_wireless_network(
    system: str, said: bytes, name: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = subprocess.CompletedProcess([], 0, said)
    monkeypatch.setattr(subprocess, "run", lambda *args, **options: told)
    assert network.network_name(system) == name


def test_without_such_a_program_no_network_has_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*args: object, **options: object) -> None:
        raise FileNotFoundError

    monkeypatch.setattr(subprocess, "run", missing)
    assert network.network_name("linux") is None


def test_the_command_serves_by_it(data: Path) -> None:
    """As `shelfmark app --https` does it, and a browser that trusts the certificate comes in."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    program = "from scorer.cli.main import app; app()"
    command = [sys.executable, "-c", program, "app", "--https", "--no-browser"]
    command += [f"--port={port}", "--host=127.0.0.1"]
    with subprocess.Popen(
        command, env=os.environ | {"SHELFMARK_DATA": str(data)}, stdout=subprocess.PIPE
    ) as app:
        try:
            kept = Certificate(data / "https" / "certificate.pem", data / "https" / "key.pem")
            while not _is_ready("127.0.0.1", port, kept):
                assert app.poll() is None
                time.sleep(0.1)
            trusting = ssl.create_default_context(cafile=str(kept.file))
            with (
                socket.create_connection(("127.0.0.1", port)) as way,
                trusting.wrap_socket(way, server_hostname="localhost") as safe,
            ):
                assert safe.version() in ("TLSv1.2", "TLSv1.3")
            assert app.stdout is not None
            lines = [app.stdout.readline().decode() for _ in range(3)]
            assert lines[0] == f"On this computer: https://127.0.0.1:{port}\n"
            assert "certificate is Shelfmark’s own and lies in" in lines[2]
        finally:
            app.terminate()
