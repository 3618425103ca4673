"""The door in a real browser: who comes in, what they find and do, and what no page does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import parse_qsl, urlsplit
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from bench.served import served
from scorer.archive import Archive
from scorer.room.codes import Room
from tests.pages.conftest import ALIAS, LAPTOP, PATIENCE, PHONE, TALK, Visit, deaf, idle, width_of
from tests.scorer.archive.archived import inspected

pytestmark = pytest.mark.browser

SECRET = "a long secret of mine"
NAMES = [
    "[c](http://evil.example/)",
    "www.evil.example",
    "a@evil.example",
    "![x](http://evil.example/md.png)",
]


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """An app under a name of its own, so that nobody is its owner by address; and its data folder."""
    data = tmp_path_factory.mktemp("shared")
    with served(data, SHELFMARK_HOSTS=ALIAS, SHELFMARK_OWNER_CODE=SECRET) as url:
        yield url.replace("127.0.0.1", ALIAS), data


@pytest.fixture
def room(shared: tuple[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELFMARK_DATA", str(shared[1]))


@pytest.fixture(scope="module")
def browsers(browser: Browser) -> Iterator[list[BrowserContext]]:
    """A laptop's browser and a phone's, which know nothing of one another."""
    contexts = []
    for size in (LAPTOP, PHONE):
        options: Any = {"viewport": size, "has_touch": size == PHONE, "is_mobile": size == PHONE}
        contexts.append(browser.new_context(**options))
        contexts[-1].add_init_script(path=TALK)
        contexts[-1].set_default_timeout(PATIENCE)
    yield contexts
    for context in contexts:
        context.close()


@pytest.fixture
def laptop(browsers: list[BrowserContext]) -> Iterator[BrowserContext]:
    """A laptop's browser that nobody knows."""
    yield browsers[0]
    forgotten(browsers[0])


@pytest.fixture
def phone(browsers: list[BrowserContext]) -> Iterator[BrowserContext]:
    """A phone's browser that nobody knows."""
    yield browsers[1]
    forgotten(browsers[1])


def forgotten(context: BrowserContext) -> None:
    for page in context.pages:
        page.close()
    context.clear_cookies()


def come_in(context: BrowserContext, url: str, code: str) -> Page:
    page = context.new_page()
    page.goto(url)
    page.get_by_label("Code of the room").fill(code)
    page.get_by_role("button", name="Come in").click()
    expect(page.locator(".brand")).to_be_visible()
    idle(page)
    return page


def test_a_guest_comes_in_by_the_code_and_is_remembered(
    laptop: BrowserContext, phone: BrowserContext, shared: tuple[str, Path], room: None
) -> None:
    url, data = shared
    kept = Archive.open(f"sqlite:///{data / 'archive.db'}")
    kept.finish(*inspected("Eve", "Cy"), "typed", key="table-a-key-nobody-guesses")
    page = phone.new_page()
    page.goto(f"{url}/archive?lang=en")
    expect(page.get_by_label("Code of the room")).to_be_focused()
    page.keyboard.type("wrong-code")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("This is not the code of the room")
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    page.get_by_label("Code of the room").fill(Room.open().shown.lower())
    page.keyboard.press("Enter")
    expect(page.get_by_text("You took part in no game that is kept")).to_be_visible()
    expect(page).to_have_url(f"{url}/archive?lang=en")
    page.reload()
    expect(page.get_by_text("You took part in no game that is kept")).to_be_visible()
    owner = come_in(laptop, f"{url}/archive?lang=en", SECRET)
    expect(owner.get_by_role("button", name="Eve")).to_have_count(2)


def test_the_owner_lets_a_phone_in_and_shows_it_out(
    laptop: BrowserContext, phone: BrowserContext, shared: tuple[str, Path], room: None
) -> None:
    url, _ = shared
    owner = come_in(laptop, f"{url}/?lang=en", SECRET)
    owner.get_by_role("button", name="Let a phone in").click()
    box = owner.get_by_role("dialog")
    expect(box).to_contain_text(Room.open().shown)
    guest = phone.new_page()
    link = box.get_by_role("img").first.get_attribute("alt")
    assert link is not None
    asked = dict(parse_qsl(urlsplit(link).query))
    assert link.startswith(f"{url}/?")
    assert (asked["room"], asked["step"]) == (Room.open().code, "photos")
    guest.goto(link)
    photos = guest.locator(".st-key-step").get_by_role("radio", name="Photos")
    expect(photos).to_have_attribute("aria-checked", "true")
    assert "room=" not in guest.url
    assert asked["table"] in guest.url
    idle(guest)
    deaf(guest)  # else it may be told before its tap
    expect(guest.get_by_role("button", name="Let a phone in")).to_have_count(0)
    before = Room.open().code
    box.get_by_role("button", name="New code").click()
    expect(box).to_contain_text("This is the new code")
    assert Room.open().code != before
    expect(box).to_contain_text(Room.open().shown)
    guest.locator(".st-key-step").get_by_role("radio", name="Players").click()
    expect(guest.get_by_role("alert")).to_contain_text("ask for the new one")
    guest.reload()
    expect(guest.get_by_label("Code of the room")).to_be_visible()


def test_another_device_over_http_is_told_of_https_and_of_the_upload(
    phone: BrowserContext, shared: tuple[str, Path]
) -> None:
    page = come_in(phone, f"{shared[0]}/?step=photos&lang=en", SECRET)
    page.get_by_role("radio", name="Camera").click()
    idle(page)
    expect(page.get_by_text("only over https")).to_be_visible()
    expect(page.locator("[data-testid=stCameraInput]")).to_have_count(0)
    assert width_of(page) <= PHONE["width"]


def test_names_are_text_wherever_they_stand(visit: Visit, data_folder: Path) -> None:
    archive = Archive.open(f"sqlite:///{data_folder / 'archive.db'}")
    file, result = inspected(*NAMES[:2])
    for both in (file, result):
        for player, name in zip(both["players"], NAMES, strict=False):
            player["name"] = name
    archive.save_draft("table", "a-key-nobody-guesses", {"game": file})
    page = visit("/?table=a-key-nobody-guesses&step=players&lang=en")
    # the link to BG Stats, which is ours, tells it the names
    made = page.locator("a[href*='evil']:not([href*='bgstats']), a[href^='mailto'], img[src*='evil']")
    expect(made).to_have_count(0)
    for step in ("Photos", "Check", "Form"):
        page.locator(".st-key-step").get_by_role("radio", name=step).click()
        idle(page)
        expect(made).to_have_count(0)


def test_another_name_and_another_page_are_turned_away(url: str) -> None:
    """DNS rebinding: the name of somebody else's page leads to this computer."""
    port = url.rpartition(":")[2]
    with pytest.raises(HTTPError) as refused:
        urlopen(Request(url, headers={"Host": f"evil.example:{port}"}))
    assert refused.value.code == 421
    stream = url.replace("http", "ws") + "/_stcore/stream"
    for wrong in ({"Origin": "http://evil.example"}, {"X-Forwarded-For": "127.0.0.1"}):
        with pytest.raises(InvalidStatus, match="403"), connect(stream, additional_headers=wrong):
            pass
    with connect(stream, additional_headers={"Origin": url}):
        pass


def test_no_other_page_shows_the_app_in_a_frame(browser: Browser, url: str) -> None:
    page = browser.new_page()
    frame = f"<iframe src={json.dumps(url)}></iframe>"
    page.route("http://evil.example/*", lambda route: route.fulfill(body=frame, content_type="text/html"))
    page.goto("http://evil.example/")
    while [frame.url for frame in page.frames[1:]] in ([], [""], ["about:blank"]):
        page.wait_for_timeout(50)
    assert [frame.url for frame in page.frames[1:]] == ["chrome-error://chromewebdata/"]
    page.close()
