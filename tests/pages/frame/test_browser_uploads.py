"""A file given after one that was refused arrives, however long it takes to be sent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Route, expect

from tests.pages.conftest import LAPTOP, PHONE, ROOT, Visit, idle
from tests.scorer.archive.archived import inspected

pytestmark = pytest.mark.browser


class Place(NamedTuple):
    """A place that takes files: its address, what it refuses and takes, and what is said then."""

    address: str
    wrong: str
    right: str | dict[str, Any]
    said: str


DAY = "2026-11-20T21:00:00+00:00"
GAME, RESULT = inspected("Ana", "José")
KEPT = {"source": "photo", "played": DAY, "changed": DAY, "game": GAME, "result": RESULT}
ARCHIVE = {"shelfmark_archive": 1, "games": [{"id": "evening", "key": "evening", **KEPT}], "drafts": []}
#: One for several files, one that has a new key for each file, one that keeps its key.
PLACES = {
    "photos": Place(
        "/?table=for-photos&step=photos",
        "a.jpg",
        "tests/vision/invented/photos/ana.jpg",
        "Player 1: 13 cards",
    ),
    "deck legend": Place("/deck?tab=legend", "a.jpg", "samples/legend.jpg", "The six icons"),
    "archive": Place("/archive", "a.json", ARCHIVE, "Games imported from right.json: 1."),
}


@pytest.mark.parametrize(
    ("place", "size"),
    list(zip(PLACES.values(), (PHONE, LAPTOP, PHONE), strict=True)),
    ids=PLACES,
)
def test_a_file_given_after_a_refused_one_arrives(
    revisit: Visit, tmp_path: Path, place: Place, size: dict[str, int]
) -> None:
    page = revisit(place.address, size)
    if "archive" in place.address:
        page.get_by_role("radio", name="Export and import").click()
        idle(page)
    wrong = tmp_path / place.wrong
    wrong.write_text("{}")
    page.locator("input[type=file]").first.set_input_files(wrong)
    expect(page.get_by_role("alert")).to_be_visible()
    idle(page)
    on_its_way: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "PUT":
            on_its_way.append(route)
        else:
            route.continue_()

    page.route("**/upload_file/**", hold)
    right = tmp_path / "right.json"
    if isinstance(place.right, dict):
        right.write_text(json.dumps(place.right))
    else:
        right = ROOT / place.right
    with page.expect_request(lambda request: request.method == "PUT"):
        page.locator("input[type=file]").first.set_input_files(right)
    idle(page)  # it has answered that the former one is gone, where a place takes one alone
    (file,) = on_its_way
    file.continue_()
    expect(page.get_by_text(place.said)).to_be_visible()
    idle(page)
    expect(page.get_by_text(place.said)).to_be_visible()
