"""Takes the screenshots beside this file: the sample table, on a laptop and on a phone, by day and by night.

Run it from the project's root after the app looks different: ``.venv/bin/python docs/screenshots/take.py``.
"""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, sync_playwright

HERE = Path(__file__).parent
LAPTOP, PHONE = (1280, 800), (360, 740)
WAIT = 60_000


@contextmanager
def app() -> Iterator[str]:
    """The app on a free port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.headless=true"]
    server = subprocess.Popen([*command, f"--server.port={port}"], cwd=HERE.parents[1])
    try:
        yield f"http://localhost:{port}"
    finally:
        server.terminate()


def opened(browser: Browser, url: str, size: tuple[int, int], scheme: Literal["light", "dark"]) -> Page:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
    page = context.new_page()
    page.set_default_timeout(WAIT)
    page.goto(url)
    page.get_by_role("button", name="Score the sample table").wait_for()
    return page


def shoot(page: Page, name: str) -> None:
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()
    page.wait_for_timeout(1500)  # for fonts and pictures
    page.screenshot(path=HERE / f"{name}.png")


def walk(page: Page, device: str) -> None:
    """The start, the shelves, a card close up, the form."""
    shoot(page, f"{device}-start")
    page.get_by_role("button", name="Score the sample table").click()
    page.get_by_role("tab").first.wait_for()
    shoot(page, f"{device}-shelves")
    doubtful = page.locator(".doubts .chip")
    (doubtful if doubtful.count() else page.locator(".grid [data-card]")).first.click()
    shoot(page, f"{device}-card")
    page.keyboard.press("Escape")
    page.locator(".form-sheet").scroll_into_view_if_needed()
    page.locator(".form-sheet").evaluate("sheet => sheet.scrollIntoView()")
    shoot(page, f"{device}-form")


def main() -> None:
    program = shutil.which("chromium") or shutil.which("google-chrome")
    with app() as url, sync_playwright() as playwright:
        while True:
            try:
                urllib.request.urlopen(f"{url}/_stcore/health").close()
                break
            except OSError:
                time.sleep(0.2)
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        walk(opened(browser, url, LAPTOP, "light"), "laptop")
        walk(opened(browser, url, PHONE, "light"), "phone")
        night = opened(browser, url, LAPTOP, "dark")
        night.get_by_role("button", name="Score the sample table").click()
        night.get_by_role("tab").first.wait_for()
        shoot(night, "laptop-night")
        browser.close()


if __name__ == "__main__":
    main()
