"""How many people a server holds: `python -m bench.sessions.crowd [--servers 1] [--pace 3]`.

The sessions have no browser, which would need more of the processor than the server does. Each opens a page
and asks for it anew again and again, as a tap does, with a pause in which a person would look at it. Told for
more and more sessions: milliseconds until an answer is complete, the median and what one of twenty takes at
least, of an empty Streamlit page and of the app's first page. A page is left out once one answer of twenty
takes more than a second.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
import time
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path

from rich.console import Console
from rich.table import Table
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

from bench.app import EMPTY
from bench.served import served
from bench.sessions.servers import app

#: How many sessions are tried, the seconds that they tap, and the milliseconds that are too long.
SESSIONS = (5, 10, 20, 35, 50, 75, 100, 150, 200, 300)
SECONDS, TOO_LONG = 30.0, 1000.0
#: A table's first step, or nothing that an empty page minds.
QUERY = "step=players&lang=en"


def cookies(url: str) -> str:
    """What a browser is given that opens the app: who it is, and which server it keeps."""
    jar = CookieJar()
    ways = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    ways.open(f"{url}/?{QUERY}", timeout=60).close()
    return "; ".join(f"{one.name}={one.value}" for one in jar)


async def answered(way: ClientConnection) -> float:
    """Asks for the page and waits until all of it is there: the milliseconds."""
    asked = BackMsg()
    asked.rerun_script.query_string = QUERY
    began = time.perf_counter()
    await way.send(asked.SerializeToString())
    while True:
        message = ForwardMsg.FromString(bytes(await way.recv(decode=False)))
        if message.WhichOneof("type") != "script_finished":
            continue
        # a script that leads elsewhere, or begins anew, is not done yet
        if message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
            return 1000 * (time.perf_counter() - began)


async def person(url: str, pace: float, until: float, took: list[float]) -> None:
    """One session: its first page is not counted, as it comes with all the others' at once."""
    there, cookie = url.replace("http", "ws", 1) + "/_stcore/stream", await asyncio.to_thread(cookies, url)
    headers = {"Cookie": cookie, "Origin": url}
    async with connect(there, additional_headers=headers, subprotocols=["streamlit"], max_size=None) as way:  # type: ignore[list-item]
        await answered(way)
        await asyncio.sleep(pace * random.random())
        while time.monotonic() < until:
            took.append(await answered(way))
            await asyncio.sleep(pace * (0.5 + random.random()))


async def crowd(url: str, sessions: int, pace: float) -> list[float]:
    """The milliseconds of all answers."""
    took: list[float] = []
    until = time.monotonic() + SECONDS
    await asyncio.gather(*(person(url, pace, until, took) for _ in range(sessions)))
    return took


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.sessions.crowd", description=__doc__)
    parser.add_argument("--servers", type=int, default=1)
    parser.add_argument("--pace", type=float, default=3.0, help="seconds between an answer and the next tap")
    asked = parser.parse_args()
    table = Table("sessions", "empty page, ms", "one of 20", "app, ms", "one of 20")
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        (data / "empty.py").write_text(EMPTY)
        with served(data, data / "empty.py") as empty, app(data, asked.servers) as (url, _, _):
            trying = {empty, url}
            for sessions in SESSIONS:
                row = [str(sessions)]
                for each in (empty, url):
                    took = asyncio.run(crowd(each, sessions, asked.pace)) if each in trying else []
                    if len(took) < 2:
                        trying.discard(each)
                        row += ["", ""]
                        continue
                    slow = statistics.quantiles(took, n=20)[-1]
                    row += [f"{statistics.median(took):.0f}", f"{slow:.0f}"]
                    if slow > TOO_LONG:
                        trying.discard(each)
                table.add_row(*row)
                if not trying:
                    break
    Console().print(table)


if __name__ == "__main__":
    main()
