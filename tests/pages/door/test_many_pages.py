"""At a limit of 256 open files: pages open and close, and then the owner saves and a new phone comes in."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from bench.served import ROOT, answers
from pages.door.open_files import RESERVE
from scorer.archive import Archive
from tests.pages.door.asked import run_alone
from tests.scorer.archive.archived import inspected

LIMIT, PAGES = 256, 500


@pytest.fixture
def small(tmp_path: Path) -> Iterator[tuple[str, int]]:
    """The app with few open files: its address and the number of its process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = f'ulimit -n {LIMIT}; exec "{sys.executable}" -m streamlit run app.py --server.port={port} '
    command += "--server.headless=true --server.fileWatcherType=none --server.address=127.0.0.1"
    environment = os.environ | {"SHELFMARK_DATA": str(tmp_path)}
    environment.pop("SHELFMARK_DATABASE", None)
    server = subprocess.Popen(["bash", "-c", command], cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
    try:
        while not answers(f"http://127.0.0.1:{port}"):
            assert server.poll() is None
        yield f"127.0.0.1:{port}", server.pid
    finally:
        server.terminate()
        server.wait()


def files_of(process: int) -> int:
    return len(os.listdir(f"/proc/{process}/fd"))


async def page(address: str) -> ClientConnection:
    """A page's connection, as a browser on this computer makes it."""
    calm = {"open_timeout": None, "ping_interval": None, "close_timeout": None}
    origin = Origin(f"http://{address}")
    return await connect(f"ws://{address}/_stcore/stream", origin=origin, **calm)  # type: ignore[arg-type]


async def shown(way: ClientConnection, name: str) -> None:
    """Asks for a page by its name, and waits until all of it is there."""
    asked = BackMsg()
    asked.rerun_script.page_name = name
    await way.send(asked.SerializeToString())
    while True:
        told = ForwardMsg.FromString(bytes(await way.recv(decode=False)))
        ended = told.WhichOneof("type") == "script_finished"
        if ended and told.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
            return


async def pages_until_refused(address: str) -> list[ClientConnection]:
    """As many pages as are let in."""
    ways: list[ClientConnection] = []
    with suppress(InvalidStatus):
        while len(ways) < LIMIT:
            ways.append(await page(address))
    return ways


def test_pages_that_opened_and_closed_keep_nobody_out(small: tuple[str, int], tmp_path: Path) -> None:
    address, process = small
    archive = Archive.open(f"sqlite:///{tmp_path / 'archive.db'}")
    archive.finish(*inspected("Ana", "Bo"), "typed")

    async def all_of_it() -> None:
        for _ in range(PAGES):
            await (await page(address)).close()
            assert files_of(process) <= LIMIT - RESERVE
        owner = await page(address)
        await shown(owner, "archive")  # it reads the archive, and notes who is there
        assert files_of(process) <= LIMIT - RESERVE
        with urllib.request.urlopen(f"http://{address}/play", timeout=600) as answer:
            assert answer.status == 200
        await owner.close()

    run_alone(all_of_it())


def test_open_pages_leave_room_to_save_and_others_are_told(small: tuple[str, int]) -> None:
    address, process = small

    async def all_of_it() -> None:
        ways = await pages_until_refused(address)
        assert files_of(process) <= LIMIT - RESERVE
        assert 20 < len(ways) < LIMIT
        with pytest.raises(urllib.error.HTTPError) as told:
            urllib.request.urlopen(f"http://{address}/?lang=en", timeout=600)
        assert told.value.code == 503
        assert "Too many pages are open" in told.value.read().decode()
        await shown(ways[0], "archive")
        for way in ways:
            await way.close()
        await (await page(address)).close()

    run_alone(all_of_it())
