"""The page's own camera box in a real Chromium: a film of a shelf runs before the camera."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import Browser, expect

from bench.served import chromium, served
from pages.scoring.photos import lends_camera
from tests.pages.conftest import BOTH, FILMING, ROOT, TALK, Visit, idle, width_of
from tests.pages.scoring.score_page import onward, shoot

pytestmark = pytest.mark.browser

PHOTO = ROOT / "samples" / "photos" / "ana.jpg"
#: What a camera of today films, as (width, height) in pixels.
FILM = (1920, 1440)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser whose camera films Ana's shelf, and which asks nobody whether it may."""
    photo = cv2.imread(str(PHOTO))
    assert photo is not None
    _, frame = cv2.imencode(".jpg", cv2.resize(photo, FILM, interpolation=cv2.INTER_AREA))
    film = tmp_path_factory.mktemp("film") / "shelf.mjpeg"
    film.write_bytes(frame.tobytes() * 2)
    with chromium(
        *FILMING,
        f"--use-file-for-fake-video-capture={film}",
    ) as camera:
        yield camera


@pytest.mark.parametrize(
    ("url", "lent"),
    [
        ("http://localhost:8501/", True),
        ("http://127.0.0.1:8501/score", True),
        ("http://[::1]:8501/", True),
        ("https://shelf.example.org/", True),
        (None, True),
        ("http://192.168.1.20:8501/", False),
        ("http://127.0.0.1.example.org/", False),
        ("http://shelf.local:8501/", False),
    ],
)
def test_browsers_lend_their_camera_over_https_or_to_this_computer(url: str | None, lent: bool) -> None:
    assert lends_camera(url) is lent


@BOTH
def test_another_device_over_http_is_told_of_https_and_of_the_upload(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: dict[str, int]
) -> None:
    monkeypatch.setenv("STREAMLIT_BROWSER_SERVER_ADDRESS", "shelf.test")
    with served(tmp_path) as url, chromium("--host-resolver-rules=MAP shelf.test 127.0.0.1") as elsewhere:
        page = elsewhere.new_page(viewport=size)  # type: ignore[arg-type]
        page.add_init_script(path=TALK)
        page.goto(url.replace("127.0.0.1", "shelf.test") + "/?step=photos&lang=en")
        idle(page)
        page.get_by_role("radio", name="Camera").click()
        idle(page)
        expect(page.get_by_text("needs https")).to_be_visible()
        expect(page.locator("[data-testid=stCameraInput]")).to_have_count(0)
        assert width_of(page) <= size["width"]


@BOTH
def test_the_camera_box_takes_a_photo_that_can_be_read(visit: Visit, size: dict[str, int]) -> None:
    (shelf,) = json.loads(PHOTO.with_suffix(".json").read_text(encoding="utf-8"))["shelves"]
    page = visit("/?step=photos&lang=en", size, permissions=["camera"])
    page.get_by_role("radio", name="Camera").click()
    idle(page)
    shoot(page)
    expect(page.locator(".place").first).to_contain_text(f"Cards: {len(shelf)}")
    expect(page.locator(".thumb")).to_be_visible()
    onward(page)
    notation = page.locator("#notation").input_value()
    assert re.findall(r"[A-Z]\d+", notation) == [
        f"{card['letter']}{card['order']}" for card in shelf if card["face_up"]
    ]
