"""The page's own camera box in a real Chromium: a film of a shelf runs before the camera."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from pages.scoring.photos import lends_camera
from tests.pages.conftest import FILMED, PHONE, Visit
from tests.pages.frame.looks import check
from tests.pages.scoring.score_page import filming, onward, shoot

pytestmark = pytest.mark.browser


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


def test_the_camera_box_takes_a_photo_that_can_be_read(visit: Visit) -> None:
    (shelf,) = json.loads(FILMED.with_suffix(".json").read_text(encoding="utf-8"))["shelves"]
    page = visit("/?step=photos&lang=en", PHONE)
    page.get_by_role("radio", name="Camera").click()
    filming(page)
    check(page, "camera")
    shoot(page)
    expect(page.locator(".place").first).to_contain_text(f"{len(shelf)} cards")
    expect(page.locator(".thumb")).to_be_visible()
    onward(page)
    notation = page.locator("#notation").input_value()
    assert re.findall(r"[A-Z]\d+", notation) == [
        f"{card['letter']}{card['order']}" for card in shelf if card["face_up"]
    ]
