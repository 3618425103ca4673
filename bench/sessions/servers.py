"""Several servers of the app behind one proxy, with one database and one data folder (docs/servers.md)."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from bench.served import answers, served
from tests.scorer.archive.postgres import new_database, postgres

#: What HAProxy is told: a browser keeps its server, and a server that does not answer is left out.
RULES = """\
defaults
    mode http
    timeout connect 5s
    timeout client 1m
    timeout server 1m
    timeout tunnel 1h
frontend door
    bind {bind}
    default_backend app
backend app
    balance leastconn
    option forwardfor
    http-request set-header X-Forwarded-Proto https if {{ ssl_fc }}
    option redispatch
    http-check send meth GET uri /_stcore/health hdr Host {name}
    option httpchk
    cookie server insert indirect nocache httponly
"""
SERVER = "    server {number} 127.0.0.1:{port} check cookie {number}\n"


def rules(bind: str, name: str, ports: Sequence[int]) -> str:
    """HAProxy's file: where it listens, the name by which browsers call, and the servers' ports.

    >>> print(rules("*:80", "shelf.example.org", [8501, 8502])[-110:].rstrip())
        server 1 127.0.0.1:8501 check cookie 1
        server 2 127.0.0.1:8502 check cookie 2
    """
    servers = (SERVER.format(number=number, port=port) for number, port in enumerate(ports, 1))
    return RULES.format(bind=bind, name=name) + "".join(servers)


@contextmanager
def proxy(folder: Path, urls: Sequence[str]) -> Iterator[str]:
    """The address of HAProxy before the servers at these addresses. Raises RuntimeError if it is missing."""
    program = shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin:/usr/local/sbin")
    if program is None:
        raise RuntimeError("HAProxy is not here: install the package haproxy.")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    file = folder / "haproxy.cfg"
    file.write_text(rules(f"127.0.0.1:{port}", "localhost", [urlsplit(url).port or 80 for url in urls]))
    process = subprocess.Popen([program, "-q", "-f", str(file)])
    url = f"http://127.0.0.1:{port}"
    try:
        while not answers(url):
            if process.poll() is not None:
                raise RuntimeError("HAProxy ended before it answered.")
            time.sleep(0.1)
        yield url
    finally:
        process.terminate()
        process.wait()


@contextmanager
def app(folder: Path, servers: int) -> Iterator[tuple[str, list[str], str]]:
    """The app's address, the addresses of its servers, and that of their archive.

    One server has SQLite, and who sits here is its owner. Behind the proxy everybody is a guest.
    """
    with ExitStack() as stack:
        if servers == 1:
            database = f"sqlite:///{folder / 'archive.db'}"
            url = stack.enter_context(served(folder))
            yield url, [url], database
            return
        database = new_database(stack.enter_context(postgres()), "archive")
        one = [
            stack.enter_context(served(folder, database=database, SHELFMARK_OPEN="1")) for _ in range(servers)
        ]
        yield stack.enter_context(proxy(folder, one)), one, database


def memory(urls: Sequence[str]) -> int:
    """Megabytes that the servers at these addresses take together."""
    return sum(_memory(f"--server.port={urlsplit(url).port}".encode()) for url in urls)


def _memory(port: bytes) -> int:
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if port in (process / "cmdline").read_bytes().split(b"\0"):
                status = (process / "status").read_text()
                return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) // 1000
        except OSError:
            continue
    return 0
