"""What the tests of the app share: a reader that needs no models, the app in a test, a real browser."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urljoin

import cv2
import pytest
import streamlit as st
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Expect, Locator, Page, expect
from streamlit.components.v2 import manifest_scanner
from streamlit.components.v2.manifest_scanner import scan_component_manifests
from streamlit.runtime.pages_manager import PagesManager
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.testing.v1 import AppTest, app_test, local_script_runner

import vision
from bench.served import chromium, served, until
from pages.session import rights
from scorer.cards import Category
from scorer.room.codes import Room
from tests.pages.stand_in import StandInLegend, StandInReader
from tests.pages.steps import CHOICES, give_legend, go, photo_file, place, table_of, upload
from tests.pages.under_way import empty
from tests.scorer.archive.archived import lay_down_empty
from tests.vision.titles import stand_in as tesseract

ROOT = Path(__file__).parents[2]
LAPTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 780}
#: Chromium's options for a camera that films, and asks nobody whether it may.
FILMING = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")
#: Another name of this machine in the browser of the tests.
ALIAS = "shelf.test"
#: What the camera of that browser films, so large as cameras of today film it (width, height in pixels).
FILMED, FILM = ROOT / "samples" / "photos" / "ana.jpg", (1920, 1440)
#: Pictures a second: fewer than a camera takes, as each of them is drawn by the processor.
RATE = 4
TALK = Path(__file__).parent / "talk.js"
#: Milliseconds. Nothing here is timed: a busy machine may take long to start a page or to load the networks.
PATIENCE = 120_000

#: Milliseconds. Playwright looks every 100 ms for what is to be there so soon, every 500 for what is not.
A_LOOK = 2_000


class Patient:
    """What `expect` says of a page or a part of it, which may take up to `PATIENCE` and is seen soon."""

    def __init__(self, said: Any) -> None:
        self._said = said

    def __getattr__(self, name: str) -> Any:
        assertion = getattr(self._said, name)

        @functools.wraps(assertion)
        def within(*wanted: Any, **options: Any) -> None:
            looks = 1 if "timeout" in options else PATIENCE // A_LOOK
            for left in reversed(range(looks)):
                try:
                    assertion(*wanted, **{"timeout": A_LOOK} | options)
                    break
                except AssertionError:
                    if not left:
                        raise

        return within


@pytest.fixture(scope="session", autouse=True)
def patience() -> Iterator[None]:
    """Every `expect` waits long, and looks often."""
    asked = Expect.__call__
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Expect, "__call__", lambda self, *said: Patient(asked(self, *said)))
        yield


@pytest.fixture(scope="session", autouse=True)
def scanned() -> Iterator[None]:
    """Streamlit looks once for components in all packages that are installed, not once for each app."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", functools.cache(scan_component_manifests))
        yield


@pytest.fixture(scope="session", autouse=True)
def compiled() -> Iterator[None]:
    """A page is compiled once: AppTest begins each run with nothing compiled, a server does not."""
    pages = ScriptCache()
    with pytest.MonkeyPatch.context() as patch:
        for module in (app_test, local_script_runner):
            patch.setattr(module, "ScriptCache", lambda: pages)
        yield


@pytest.fixture(autouse=True)
def shell(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test's app has its menu in every run: AppTest forgets between runs what `pages` told Streamlit."""
    ready = PagesManager.__init__

    def init(self: PagesManager, *args: Any, **options: Any) -> None:
        ready(self, *args, **options)
        PagesManager.uses_pages_directory = False

    monkeypatch.setattr(PagesManager, "__init__", init)


@pytest.fixture(autouse=True)
def before_the_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever sits before an app in a test is its owner, unless told (`tests.pages.steps.as_guest`)."""
    claim = rights.claim
    monkeypatch.setattr(rights, "claim", lambda: claim() or rights.claim_of(rights.OWNER, Room("", b"")))


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """The app with a stand-in reader, its data in a folder of the test's own."""
    monkeypatch.setattr(vision, "PhotoReader", StandInReader, raising=False)
    monkeypatch.setattr(vision, "Legend", StandInLegend, raising=False)
    monkeypatch.setenv("SHELFMARK_DATA", str(tmp_path / "data"))
    lay_down_empty(tmp_path / "data" / "archive.db")
    for cache in (st.cache_resource, st.cache_data):
        cache.clear()
    yield
    for cache in (st.cache_resource, st.cache_data):
        cache.clear()


@pytest.fixture
def opened(stand_in: None) -> AppTest:
    """The app, opened."""
    return AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).run()


@pytest.fixture
def app(opened: AppTest) -> AppTest:
    """The app with a table of two."""
    return opened.segmented_control(key="players").set_value(2).run()


@pytest.fixture
def scored(app: AppTest) -> AppTest:
    """Two players from one photo, read with a legend, everything chosen; at the check."""
    upload(give_legend(app), ("table.jpg", photo_file()))
    for key, category in CHOICES.items():
        place(table_of(app), key.replace("_", "-")).lay(Category(category))
    return go(app, "check")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """The app, started as `make app` starts it, on a free port: its address and its data folder.

    It finds a stand-in for the program Tesseract, whether that is installed or not.
    """
    folder = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        tesseract.install(patch, tmp_path_factory.mktemp("program"), [[]])
        path = os.environ["PATH"]
    with served(folder, PATH=path) as address:
        yield address, folder


@pytest.fixture
def data_folder(server: tuple[str, Path]) -> Path:
    """Where the app of `url` keeps its data: empty but for photos, whatever was done before."""
    _, folder = server
    empty(folder)
    return folder


@pytest.fixture
def url(server: tuple[str, Path], data_folder: Path) -> str:
    """The address of the app."""
    return server[0]


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser whose camera films Ana's shelf, and which asks nobody whether it may."""
    photo = cv2.imread(str(FILMED))
    assert photo is not None
    frame = cv2.cvtColor(cv2.resize(photo, FILM, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2YUV_I420)
    film = tmp_path_factory.mktemp("film") / "shelf.y4m"
    width, height = FILM
    film.write_bytes(
        f"YUV4MPEG2 W{width} H{height} F{RATE}:1\n".encode() + 2 * (b"FRAME\n" + frame.tobytes())
    )
    alias = f"--host-resolver-rules=MAP {ALIAS} 127.0.0.1"
    with chromium(*FILMING, f"--use-file-for-fake-video-capture={film}", alias) as browser:
        yield browser


class Tabs:
    """Tabs that are used again: a page opens sooner where one has been open.

    Those of a laptop and those of a phone, which has a touch screen, know nothing of each other; and nothing
    is left in a tab, such as cookies, when it is used again.
    """

    def __init__(self, browser: Browser) -> None:
        self._contexts = [
            browser.new_context(
                viewport=size,  # type: ignore[arg-type]
                has_touch=size == PHONE,
                is_mobile=size == PHONE,
                timezone_id="Europe/Lisbon",
                permissions=["camera"],
                reduced_motion="reduce",  # bots' moves are there at once
            )
            for size in (LAPTOP, PHONE)
        ]
        for context in self._contexts:
            context.add_init_script(path=TALK)
            context.set_default_timeout(PATIENCE)
        self._free: tuple[list[Page], list[Page]] = ([], [])

    def take(self, size: dict[str, int]) -> Page:
        """An empty tab of a laptop or a phone."""
        touch = int(size == PHONE)
        return self._free[touch].pop() if self._free[touch] else self._in_a_window(self._contexts[touch])

    @staticmethod
    def _in_a_window(context: BrowserContext) -> Page:
        """A tab in a window of its own: one that lies behind another takes seconds to answer a tap."""
        if not context.pages:
            return context.new_page()
        session = context.new_cdp_session(context.pages[0])
        here = session.send("Target.getTargetInfo")["targetInfo"]["browserContextId"]
        with context.expect_page() as opened:
            session.send(
                "Target.createTarget", {"url": "about:blank", "newWindow": True, "browserContextId": here}
            )
        session.detach()
        return opened.value

    def put_back(self, page: Page) -> None:
        """Leaves the app, and makes the tab what it was."""
        touch = self._contexts.index(page.context)
        try:
            page.unroute_all()
            page.goto(urljoin(page.url, "/_stcore/health"))  # of the same site, so the process stays warm
            page.evaluate("localStorage.clear(), sessionStorage.clear()")
            page.context.clear_cookies()
            page.emulate_media(color_scheme="null", reduced_motion="reduce")
            page.set_viewport_size((LAPTOP, PHONE)[touch])  # type: ignore[arg-type]
        except Error:  # what a test that failed has left is not used again
            page.close()
        else:
            self._free[touch].append(page)


@pytest.fixture(scope="session")
def tabs(browser: Browser) -> Tabs:
    return Tabs(browser)


class Visit(Protocol):
    """Opens a page of the app in a session of its own."""

    def __call__(self, path: str = "/", size: dict[str, int] = LAPTOP) -> Page: ...


@contextmanager
def visits(tabs: Tabs, url: str) -> Iterator[Visit]:
    """Opens pages of the app at ``url``: ``visit("/play", PHONE)``. At the end none may have complained."""
    faults: list[str] = []
    pages: list[Page] = []

    def complain(said: Error | ConsoleMessage) -> None:
        if isinstance(said, Error) or "Content Security Policy" in said.text:  # pages.door.policy
            faults.append(str(said))

    def open_page(path: str = "/", size: dict[str, int] = LAPTOP) -> Page:
        page = tabs.take(size)
        pages.append(page)
        page.on("pageerror", complain)
        page.on("console", complain)
        page.goto(url + path)
        expect(page.locator(".brand")).to_be_attached()  # folded away while one plays on a phone
        idle(page)
        return page

    yield open_page
    for page in pages:
        page.remove_listener("pageerror", complain)
        page.remove_listener("console", complain)
        tabs.put_back(page)
    assert faults == []


@pytest.fixture
def visit(tabs: Tabs, url: str) -> Iterator[Visit]:
    """Opens pages of the app in the browser of the tests."""
    with visits(tabs, url) as open_page:
        yield open_page


#: An address that shows a sentence, and nothing that the other pages have.
NOWHERE = "/archive?game=none&lang=en"


@contextmanager
def visits_in_one_tab(tabs: Tabs, url: str) -> Iterator[Visit]:
    """Opens pages of the app at ``url`` in one tab of each size, which loads nothing once it is open."""
    shown: dict[bool, Page] = {}
    with visits(tabs, url) as visit:

        def open_page(path: str = "/", size: dict[str, int] = LAPTOP) -> Page:
            phone = size == PHONE
            if phone in shown:
                shown[phone].unroute_all()
                turn(shown[phone], NOWHERE)
                shown[phone].set_viewport_size(size)  # type: ignore[arg-type]
                shown[phone].emulate_media(color_scheme="null", reduced_motion="reduce")
                turn(shown[phone], path)
            else:
                shown[phone] = visit(path, size)
            return shown[phone]

        yield open_page


@pytest.fixture(scope="module")
def kept_open(tabs: Tabs, server: tuple[str, Path]) -> Iterator[Visit]:
    """One tab of each size for all tests of a file."""
    with visits_in_one_tab(tabs, server[0]) as open_page:
        yield open_page


@pytest.fixture
def revisit(kept_open: Visit, data_folder: Path) -> Visit:
    """Opens a page in the tab that the file's tests of this size share, by `turn` if it is open.

    For tests whose address names all that they show, such as a table, a game or a part of a page. What
    fields and tables held of the test before is gone: in between, the tab shows a page that has none of them.
    """
    return kept_open


def idle(page: Page) -> None:
    """Waits until the app has answered all that was asked of it, and the page shows the whole answer.

    What was just tapped is asked only when the page has drawn it, so the page may do that first; and a kind
    of field that is new to the page is fetched before it is there.
    """
    page.evaluate("new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done))))")
    until(page, "() => talk.answered", patience=PATIENCE)
    expect(page.locator("[data-testid=stApp]")).to_have_attribute("data-test-script-state", "notRunning")
    expect(page.locator("[data-stale=true], [data-testid=stSkeleton]")).to_have_count(0)


#: What a page hears when somebody goes back or forward to an address.
_TURN = "(to) => { history.pushState({}, '', to); dispatchEvent(new PopStateEvent('popstate')); }"


def turn(page: Page, address: str) -> None:
    """Goes to another address of the app in an open page, as by its back button: nothing is loaded again.

    The session stays. A table, a game or a sheet that the address names is taken from the archive; a table
    whose name is new has nothing on it.
    """
    page.evaluate(_TURN, address)
    idle(page)


def taken_anew(page: Page) -> None:
    """What the page shows is gone, and taken from the archive again by its address."""
    address = page.url
    turn(page, NOWHERE)
    turn(page, address)


def deaf(page: Page) -> None:
    """This page no longer asks by itself what others did: what it does next is done at the same time."""
    page.evaluate("for (let timer = setInterval(() => {}, 1e9); timer > 0; timer -= 1) clearInterval(timer)")


def write(field: Locator, text: str) -> None:
    """Types ``text`` into a field in place of what it said and hands it in by Enter.

    Not by leaving the field: of two windows, Chromium at times tells the one behind nothing of its focus.
    """
    field.fill(text)
    field.press("Enter")
    idle(field.page)
    expect(field).to_have_value(text)


def width_of(page: Page) -> int:
    """How wide the page is, in CSS pixels: more than the screen, and it scrolls sideways."""
    return int(page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth"))
