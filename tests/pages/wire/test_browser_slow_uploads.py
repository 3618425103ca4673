"""A photo that is still on its way when somebody goes on: the page waits for it, and says so."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.pages.conftest import LAPTOP, PHONE, Visit, idle
from tests.pages.scoring.score_page import PHOTOS, new_table, tap, there

pytestmark = pytest.mark.browser

#: Bytes a second of a bad network, as Chromium plays it.
SLOW = 150_000


def hand_in(page: Page, name: str = "ana.jpg") -> Route:
    """Hands in a photo that does not arrive before the test lets it."""
    held: list[Route] = []
    page.route("**/upload_file/**", lambda route: held.append(route))
    with page.expect_request(lambda request: request.method == "PUT"):
        page.locator("input[type=file]").first.set_input_files(PHOTOS / name)
    expect(page.locator(".wire .coming")).to_contain_text(f"{name} is on its way")
    return held[0]


def shows(page: Page, heading: str) -> None:
    """Waits until the page shows the step, or the page, of this heading and nothing else."""
    expect(page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
    idle(page)


def onward(page: Page) -> None:
    tap(page.locator(".st-key-onward").get_by_role("button"))


def step(page: Page) -> None:
    tap(page.locator(".st-key-step").get_by_role("radio", name="Players"))


def menu(page: Page) -> None:
    tap(page.get_by_role("link", name="Fort"))


def back(page: Page) -> None:
    page.go_back()


#: Two ways to leave the photos, one after the other, and the headings that they lead to.
WAYS = {
    "phone": (PHONE, {back: "Who played?", onward: "Check what was read"}),
    "laptop": (LAPTOP, {step: "Who played?", menu: "Fort"}),
}


@pytest.mark.parametrize(("size", "ways"), WAYS.values(), ids=WAYS)
def test_the_page_goes_on_when_the_photo_is_there(
    revisit: Visit, size: dict[str, int], ways: dict[Callable[[Page], None], str]
) -> None:
    page = revisit(new_table("lang=en"), size)
    tap(page.locator(".st-key-step").get_by_role("radio", name="Photos"))
    for place, (name, (leave, heading)) in enumerate(zip(("ana", "bo"), ways.items(), strict=True)):
        shows(page, "Photograph the shelves")
        photo = hand_in(page, f"{name}.jpg")
        leave(page)
        expect(page.locator(".wire .coming")).to_contain_text("Then the page goes on.")
        expect(page.get_by_role("heading", name="Photograph the shelves")).to_be_visible()
        photo.continue_()
        shows(page, heading)
        expect(page.locator(".wire .coming")).to_be_hidden()
        if leave is menu:
            tap(page.get_by_role("link", name="Score"))
        else:
            tap(page.locator(".st-key-step").get_by_role("radio", name="Photos"))
        expect(page.locator(".place").nth(place)).to_contain_text(f"{there(name)} cards")


def test_somebody_need_not_wait_and_is_told_what_does_not_arrive(revisit: Visit) -> None:
    page = revisit(new_table("step=photos&lang=en"), PHONE)
    hand_in(page)
    onward(page)
    page.get_by_role("button", name="Cancel the upload").tap()
    shows(page, "Fill in the shelves")
    expect(page.locator(".wire .coming")).to_be_hidden()
    expect(page.locator(".wire .lost")).to_be_hidden()
    tap(page.locator(".st-key-step").get_by_role("radio", name="Photos"))
    shows(page, "Photograph the shelves")
    photo = hand_in(page)
    onward(page)
    photo.abort()
    shows(page, "Fill in the shelves")
    lost = page.get_by_role("alert").filter(has_text="ana.jpg did not arrive: hand it in again.")
    expect(lost).to_be_visible()
    page.locator(".wire").get_by_role("button", name="Close").tap()
    expect(lost).to_be_hidden()


def test_a_bar_tells_how_much_of_a_photo_is_there(revisit: Visit) -> None:
    page = revisit(new_table("step=photos&lang=en"))
    network = page.context.new_cdp_session(page)
    network.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": SLOW},
    )
    page.locator("input[type=file]").first.set_input_files(PHOTOS / "ana.jpg")
    expect(page.locator(".wire .coming")).to_contain_text(re.compile(r"ana\.jpg is on its way: [1-9]\d?%"))
    network.detach()
    expect(page.locator(".place").first).to_contain_text(f"{there('ana')} cards")
    expect(page.locator(".wire .coming")).to_be_hidden()
