"""shelfmark app: the app's server, and where it is found."""

from __future__ import annotations

import errno
import logging
import os
import platform
import signal
import socket
import ssl
import sys
import time
import webbrowser
from contextlib import redirect_stdout
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from importlib.metadata import version
from pathlib import Path
from threading import Thread
from typing import Annotated, TextIO

import typer

from scorer.cli import journal
from scorer.cli.console import refuse, refusing
from scorer.errors import RefusedInput
from scorer.exchange.qr import qr_code
from scorer.folders import DATABASE_VARIABLE, home, shipped_folder, user_folder
from scorer.room.certificate import Certificate
from scorer.room.codes import Room
from scorer.room.network import ALL, certified_names, network_name, phone_host, url
from scorer.room.settings import (
    HOSTS_VARIABLE,
    OPEN_VARIABLE,
    OWNER_VARIABLE,
    check_owner_code,
    is_open,
    more_hosts,
    owner_code,
)

_LOG = logging.getLogger("shelfmark.app")
#: Streamlit's port, and how many after it are tried where others have it.
PORT, PORTS_TRIED = 8501, 100
#: Seconds in which a listener takes a call, in which the server answers, and between calls.
TAKEN, PATIENCE, PAUSE = 0.25, 10, 0.1
#: Errors of a port that is taken, or that the system keeps.
BUSY = (errno.EADDRINUSE, errno.EACCES)


@refusing
def open_app(
    port: Annotated[
        int | None, typer.Option(min=1, max=65535, help=f"Without it {PORT}, or the next that is free.")
    ] = None,
    host: Annotated[
        str | None,
        typer.Option(help="The address to listen at; 127.0.0.1 keeps other devices of the network out."),
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Open no page on this computer.")] = False,
    open_room: Annotated[
        bool, typer.Option("--open", help="Let guests in without the code of the room.")
    ] = False,
    https: Annotated[
        bool,
        typer.Option("--https", help="Encrypt, so that the page’s own camera box works on phones too."),
    ] = False,
    name: Annotated[
        list[str] | None,
        typer.Option(
            help="Another name of this computer, such as a proxy's; may be given again. "
            f"Nobody is the owner then without the code in {OWNER_VARIABLE}."
        ),
    ] = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="Note every step, and show it here too, not in the file alone.")
    ] = False,
) -> None:
    """Start the app and open it in the browser; Ctrl+C ends it."""
    # Until the server is there and ends itself on Ctrl+C, nothing is under way that an end could harm.
    signal.signal(signal.SIGINT, lambda number, frame: os._exit(0))
    script = shipped_folder() / "app.py"
    if not script.is_file():
        refuse(f"{script} is missing: install the program again.")
    host = host or None
    home()  # Streamlit asks for it
    check_owner_code()
    if open_room:
        os.environ[OPEN_VARIABLE] = "1"
    if name:
        os.environ[HOSTS_VARIABLE] = ",".join([*more_hosts(), *name])
    certificate = Certificate.kept(certified_names(host)) if https else None
    chosen = _given_port(host, port) if port else _free_port(host)
    journal.begin(user_folder(), verbose)
    _note_the_start(https, bool(name))
    args = (host, chosen, sys.stdout, not no_browser, certificate)
    Thread(target=_tell, args=args, daemon=True).start()
    _serve(script, host, chosen, certificate)


def _note_the_start(https: bool, named: bool) -> None:
    """What runs, without any name: whose computer it is, and where its data lies, is nobody's business."""
    base = "a database of its own" if os.environ.get(DATABASE_VARIABLE) else "SQLite"
    with_ = [word for word, on in (("https", https), ("open", is_open()), ("a name", named)) if on]
    _LOG.info(
        "Shelfmark %s begins: Python %s, %s, archive in %s, with %s.",
        version("shelfmark"),
        platform.python_version(),
        platform.system(),
        base,
        ", ".join(with_) or "nothing else",
    )


def _serve(script: Path, host: str | None, port: int, certificate: Certificate | None) -> None:
    """Runs Streamlit until Ctrl+C, or until the system asks it to end; its own messages are dropped."""
    from streamlit.web import cli

    # most settings lie beside the script (.streamlit/config.toml); these are for the server alone
    options = [
        f"--server.port={port}",
        "--server.fileWatcherType=none",
        "--server.headless=true",  # `_tell` opens the browser
        "--logger.level=error",
    ]
    options += [f"--server.address={host}"] if host else []
    if certificate:
        options += [f"--server.sslCertFile={certificate.file}", f"--server.sslKeyFile={certificate.key}"]
    with open(os.devnull, "w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):
        cli.main(["run", str(script), *options], prog_name="streamlit", standalone_mode=False)


def _given_port(host: str | None, port: int) -> int:
    """The port that was asked for.

    Raises:
        RefusedInput: nothing can listen there.
    """
    if not _is_free(host, port):
        raise RefusedInput(
            f"Port {port} is in use or kept by the system: end what has it, or give another with --port."
        )
    return port


def _free_port(host: str | None) -> int:
    """The first free port from `PORT` on.

    Raises:
        RefusedInput: no port is free.
    """
    for port in range(PORT, PORT + PORTS_TRIED):
        if _is_free(host, port):
            return port
    raise RefusedInput(f"No port from {PORT} to {PORT + PORTS_TRIED - 1} is free: give another with --port.")


def _is_free(host: str | None, port: int) -> bool:
    """Whether the server can listen there, and no other server answers there.

    Raises:
        RefusedInput: this computer has no such address.
    """
    try:
        _listen(host, port).close()
    except (OSError, UnicodeError) as error:
        if isinstance(error, OSError) and error.errno in BUSY:
            return False
        raise RefusedInput(
            f"{host or 'The network'} is no address of this computer that the app can listen on: "
            "leave --host out, or give one such as 127.0.0.1."
        ) from error
    return not _answers(host, port)  # some systems let two programs share a port, on different addresses


def _listen(host: str | None, port: int) -> socket.socket:
    """Listens as Streamlit will: without a host on all addresses, IPv6 included if there is any."""
    if host is None and socket.has_dualstack_ipv6():
        return socket.create_server(("::", port), family=socket.AF_INET6, dualstack_ipv6=True)
    family = socket.AF_INET6 if ":" in (host or "") else socket.AF_INET
    return socket.create_server((host or "", port), family=family)


def _answers(host: str | None, port: int) -> bool:
    """Whether a program listens on that port of this computer."""
    try:
        socket.create_connection((_called(host), port), TAKEN).close()
    except (OSError, UnicodeError):
        return False
    return True


def _is_ready(host: str, port: int, certificate: Certificate | None) -> bool:
    """Whether the server answers a request."""
    try:
        server = HTTPConnection(host, port, timeout=PATIENCE)
        if certificate:
            server = HTTPSConnection(host, port, timeout=PATIENCE, context=_unasked())
        server.request("GET", "/_stcore/health")
        return server.getresponse().status == HTTPStatus.OK
    except (OSError, HTTPException):
        return False


def _unasked() -> ssl.SSLContext:
    """Asks for no certificate: it is this program's own server that is called."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def _called(host: str | None) -> str:
    """How this computer calls the server."""
    return "localhost" if host is None or host in ALL else host


def _tell(
    host: str | None,
    port: int,
    out: TextIO,
    browser: bool = False,
    certificate: Certificate | None = None,
) -> None:
    """Prints the app's address as soon as it answers, and opens it in the browser if wanted."""
    while not _is_ready(_called(host), port, certificate):
        time.sleep(PAUSE)
    phone, secure = phone_host(host), certificate is not None
    here = url(_called(host), port, secure)
    typer.echo(f"On this computer: {here}", out)
    if phone:
        room = Room.open()
        link = url(phone, port, secure) + ("" if is_open() else f"/?room={room.code}")
        typer.echo(f"On a phone in the same network: {link}", out)
        if _shows_blocks(out):
            qr_code(link).terminal(out, border=2, compact=True)
        typer.echo("No code is asked for." if is_open() else f"Code of the room: {room.shown}", out)
        network = network_name()
        where = f"{socket.gethostname()}, in the network {network}" if network else socket.gethostname()
        typer.echo(f"This computer: {where}. The phone must be in the same network.", out)
        typer.echo(f"If the phone finds no page, a firewall holds it back: {_let_through(port)}", out)
    elif host is None or host in ALL:
        typer.echo("On a phone: not yet; connect this computer to the phone's network and start again.", out)
    else:
        typer.echo(f"On a phone: not with --host {host}; leave it out.", out)
    if certificate:
        typer.echo(
            f"The certificate is Shelfmark’s own and lies in {certificate.file.parent.absolute()}. A browser "
            "warns once, as nobody else vouches for it: choose to go on.",
            out,
        )
    elsewhere = f"; games as {DATABASE_VARIABLE} says" if os.environ.get(DATABASE_VARIABLE) else ""
    typer.echo(f"Your data: {user_folder().absolute()}{elsewhere}", out)
    if more_hosts() and not owner_code():
        typer.echo(f"Nobody is the owner: set {OWNER_VARIABLE} to a code, and give it on the page.", out)
    out.flush()
    if browser:
        webbrowser.open(here)


def _let_through(port: int, system: str = sys.platform) -> str:
    """What to do on this system so that its firewall lets phones in."""
    if system == "win32":
        return "in Windows Security, Firewall, Allow an app, tick Python for private networks."
    if system == "darwin":
        return "in System Settings, Network, Firewall, Options, allow incoming connections for Python."
    return f"sudo ufw allow {port}/tcp, or sudo firewall-cmd --add-port={port}/tcp."


def _shows_blocks(out: TextIO) -> bool:
    """Whether the terminal has the half blocks that a QR code is drawn with."""
    try:
        "▀▄█".encode(out.encoding or "ascii")
    except (UnicodeError, LookupError):
        return False
    return True
