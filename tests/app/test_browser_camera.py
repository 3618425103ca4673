"""The page's own camera box in a real Chromium: a film of a shelf runs before the camera."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import cv2
import pytest
from playwright.sync_api import Browser, expect

from tests.app.conftest import BOTH, FILMING, ROOT, Visit, chromium, idle
from tests.app.score_page import onward, shoot

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
