"""A file given after one that was refused arrives, however long it takes to be sent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Route, expect

from tests.pages.conftest import LAPTOP, PHONE, ROOT, Visit, idle

pytestmark = pytest.mark.browser


class Place(NamedTuple):
    """A place that takes files: its address, its number there, what it refuses and takes."""

    address: str
    number: int
    wrong: str
    right: str | dict[str, Any]
    said: str


CARD = {"letter": "A", "order": 1, "of": 7, "categories": ["spells_potions", "spells_potions"]}
#: Where many files may lie side by side, and where a file takes the place of the former one.
PLACES = {
    "photos": Place(
        "/?table=for-photos&step=photos",
        0,
        "a.jpg",
        "tests/vision/invented/photos/ana.jpg",
        "Player 1: 13 cards",
    ),
    "copy": Place("/deck?tab=copy", 0, "a.json", {"partial": True, "cards": [CARD]}, "new cards: 1."),
}


@pytest.mark.parametrize(
    ("place", "size"),
    list(zip(PLACES.values(), (PHONE, LAPTOP), strict=True)),
    ids=PLACES,
)
def test_a_file_given_after_a_refused_one_arrives(
    revisit: Visit, tmp_path: Path, place: Place, size: dict[str, int]
) -> None:
    page = revisit(place.address, size)
    wrong = tmp_path / place.wrong
    wrong.write_text("{}")
    page.locator("input[type=file]").nth(place.number).set_input_files(wrong)
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
        page.locator("input[type=file]").nth(place.number).set_input_files(right)
    idle(page)  # it has answered that the former one is gone, where a place takes one alone
    (file,) = on_its_way
    file.continue_()
    expect(page.get_by_text(place.said)).to_be_visible()
    idle(page)
    expect(page.get_by_text(place.said)).to_be_visible()
