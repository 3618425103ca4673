"""Serves a Streamlit script on a free port, with a browser, for programs that drive the app."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Error, Page, sync_playwright

ROOT = Path(__file__).parents[1]
#: Seconds between two looks whether the server answers.
PAUSE = 0.1
#: Chromium as systems call it. The first has no windows and draws no tool bars that nobody sees.
PROGRAMS = ("chromium-headless-shell", "chromium", "google-chrome")


@contextmanager
def served(
    data: Path,
    script: Path = ROOT / "app.py",
    database: str | None = None,
    stderr: int | None = None,
    **variables: str,
) -> Iterator[str]:
    """The address of ``script``, started like `make app`, with its data in the folder ``data``.

    Its archive is there too unless a ``database`` is given; ``variables`` are more of its environment;
    ``stderr`` is as for `subprocess.Popen`. If the script failed, its output is printed at the end. Raises
    RuntimeError if it ends before it answers.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", str(script), f"--server.port={port}"]
    command += ["--server.headless=true", "--server.fileWatcherType=none", "--server.address=127.0.0.1"]
    environment = os.environ | {"SHELFMARK_DATA": str(data)}
    environment.pop("SHELFMARK_DATABASE", None)
    environment |= variables | ({"SHELFMARK_DATABASE": database} if database else {})
    log_file = data / f"server-{port}.log"
    with log_file.open("wb") as log:
        server = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=stderr)
    url = f"http://127.0.0.1:{port}"
    try:
        while not answers(url):
            if server.poll() is not None:
                raise RuntimeError(f"{script} ended before it answered.")
            time.sleep(PAUSE)
        yield url
    finally:
        server.terminate()
        server.wait()
        if "Traceback" in (words := log_file.read_text("utf-8", "replace")):
            print(words, file=sys.stderr)


@contextmanager
def chromium(*options: str) -> Iterator[Browser]:
    """Chromium or Chrome as this machine has it, without a window, started with these options more."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=[*flags, *options])
        yield browser
        browser.close()


#: Looks again at each frame; the app's pages may not make code of text, as Playwright's own waiting does.
_UNTIL = """async (arg) => {
  const holds = HOLDS;
  const end = performance.now() + PATIENCE;
  while (!(await holds(arg))) {
    if (performance.now() > end) throw new Error(`waited in vain for ${holds}`);
    await new Promise((done) => setTimeout(done, 10));
  }
}"""


def until(page: Page, holds: str, arg: object = None, patience: int = 120_000) -> None:
    """Waits until ``holds``, a function in JavaScript of ``arg``, says yes, though the page may load anew;
    at most ``patience`` milliseconds.
    """
    code = _UNTIL.replace("HOLDS", holds).replace("PATIENCE", str(patience))
    while True:
        try:
            page.evaluate(code, arg)
            return
        except Error as error:
            if "context was destroyed" not in error.message:
                raise
            page.wait_for_load_state()


def answers(url: str) -> bool:
    """Whether the app, or any Streamlit page, is there and well."""
    try:
        urllib.request.urlopen(f"{url}/_stcore/health", timeout=5).close()
    except OSError:
        return False
    return True
