"""How each picture is reached: an address, and what somebody does there."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from playwright.sync_api import Page

SAMPLES = Path(__file__).parents[2] / "samples"
PLAYERS = ("Ana", "Bo", "Cleo", "Dmitri")

Way = Callable[[Page], None]


class Picture(NamedTuple):
    """An address (GAME and FORT stand for ids of the archive), what is done there, what of it is taken."""

    address: str
    way: Way
    night: bool = False  #: taken by night as well
    whole: bool = False  #: the page from top to bottom


def rest(page: Page) -> None:
    """Waits until nothing runs and nothing moves."""
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()
    page.wait_for_timeout(2500)  # for fonts and pictures


def nothing(page: Page) -> None:
    """The page as it opens."""


def press(name: str) -> Way:
    return lambda page: page.get_by_role("button", name=name).first.click()


def top(selector: str) -> Way:
    """Brings a part of the page to the top of the screen."""
    return lambda page: page.locator(selector).first.evaluate("part => part.scrollIntoView()")


def onward(page: Page) -> None:
    page.locator(".st-key-onward").get_by_role("button").click()
    rest(page)


def named(page: Page) -> None:
    """Four players, and who has which category."""
    for number, name in enumerate(PLAYERS):
        field = page.locator(".st-key-names input").nth(number)
        field.fill(name)
        field.press("Enter")
        rest(page)
    for category in page.locator(".six button").all()[:-1]:
        category.click()
        rest(page)


def photos(page: Page) -> None:
    """A legend and a photo a player, handed in and read."""
    named(page)
    onward(page)
    if page.locator("input[type=file]").count() > 1:  # else an earlier picture gave the legend
        page.locator("input[type=file]").nth(1).set_input_files(SAMPLES / "legend.jpg")
    page.get_by_text("Shelfmark knows your printing’s icons").wait_for()
    given = [SAMPLES / "photos" / f"{name.lower()}.jpg" for name in PLAYERS]
    page.locator("input[type=file]").first.set_input_files(given)
    page.locator(".place", has_text=" card").nth(3).wait_for()


def question(page: Page) -> None:
    """Photos taken from so far away that they ask."""
    named(page)
    onward(page)
    page.locator("input[type=file]").first.set_input_files([_far(name.lower()) for name in PLAYERS])  # type: ignore[arg-type]
    page.locator(".place", has_text=" card").nth(3).wait_for()
    onward(page)
    page.locator(".st-key-question").wait_for()


def _far(name: str) -> dict[str, object]:
    whole = Image.open(SAMPLES / "photos" / f"{name}.jpg")
    far = io.BytesIO()
    whole.resize((whole.width // 3, whole.height // 3), Image.Resampling.BOX).save(far, "JPEG")
    return {"name": f"{name}.jpg", "mimeType": "image/jpeg", "buffer": far.getvalue()}


def camera(page: Page) -> None:
    """The page's own camera box, before a camera that films a test picture."""
    page.locator(".stMain").get_by_text("Camera", exact=True).click()
    page.locator("[data-testid=stCameraInput] video").wait_for()


def scored(page: Page) -> None:
    page.get_by_role("button", name="Score the sample table").click()
    page.locator(".grid [data-card]").first.wait_for()


def card(page: Page) -> None:
    scored(page)
    page.locator(".grid [data-card]").nth(4).click()


def typed(page: Page) -> None:
    """A shelf without a photo, and a card to be picked for a free space."""
    page.locator(".grid .space").first.click()
    page.get_by_role("button", name="Letter E", exact=True).click()
    top("#shelves")(page)


def flips(page: Page) -> None:
    """The best flips before the inspection, the first of them explained."""
    page.locator(".st-key-flips summary").first.click()
    top(".st-key-flips")(page)


def counts(page: Page) -> None:
    """A player's sums given as counts."""
    press("Enter totals instead of cards")(page)
    rest(page)
    top("[data-testid=stExpander]")(page)


def form(page: Page) -> None:
    scored(page)
    rest(page)
    page.locator(".st-key-step").get_by_text("Form").click()
    page.locator(".sheet").first.wait_for()


def bubble(page: Page) -> None:
    """A number of the form that explains itself."""
    page.locator(".sheet").get_by_role("button", name="Ana, B4").first.click()


def code(page: Page) -> None:
    """The QR code that opens the play in BG Stats."""
    press("BG Stats QR code")(page)
    page.get_by_role("dialog").locator("img").wait_for()


def seated(page: Page) -> None:
    """Lifts the curtain that hides the hands."""
    press("show my hand")(page)


def figures(page: Page) -> None:
    page.locator(".figures .bar").first.wait_for()


def learned(page: Page) -> None:
    """What was learned from mended cards."""
    press("Learn from these corrections")(page)
    page.locator(".gains table").wait_for()


def printing(page: Page) -> None:
    """The house deck, to print."""
    page.get_by_text("Print the house deck").first.click()
    top(".st-key-print, [data-testid=stExpander]")(page)


def sheet(page: Page) -> None:
    page.get_by_text("Correct this sheet").click()
    page.get_by_label("Name").first.wait_for()


def kid(page: Page) -> None:
    """A card of Fort that says in words what it does."""
    page.locator(".hand .card[data-key]").first.click(button="right")
    page.locator(".close-up").wait_for()


PICTURES: dict[str, Picture] = {
    "start": Picture("/", nothing),
    "french": Picture("/?lang=fr", nothing),
    "photos": Picture("/", photos),
    "camera": Picture("/?step=photos", camera),
    "question": Picture("/", question),
    "check": Picture("/", scored, night=True),
    "card": Picture("/", card),
    "grid": Picture("/?table=checking&step=check", typed),
    "counts": Picture("/?step=photos", counts),
    "flips": Picture("/?table=checking&step=check", flips),
    "form": Picture("/", form),
    "bubble": Picture("/?table=checking&step=form", bubble),
    "code": Picture("/?table=checking&step=form", code),
    "play-start": Picture("/play", nothing),
    "lobby": Picture("/play?game=lobby", nothing),
    "curtain": Picture("/play?game=screenshot", nothing),
    "play": Picture("/play?game=screenshot", seated, night=True),
    "play-end": Picture("/play?game=over", nothing),
    "solo-start": Picture("/solo", nothing),
    "solo-record": Picture("/solo", top("[data-testid=stHeading] h3")),
    "solo": Picture("/solo?game=screenshot", nothing),
    "solo-end": Picture("/solo?game=over", nothing),
    "deck": Picture("/deck", nothing),
    "print": Picture("/deck", printing),
    "copy": Picture("/deck?tab=copy", nothing),
    "legend": Picture("/deck?tab=legend", nothing),
    "learning": Picture("/deck?tab=learning", learned),
    "archive": Picture("/archive", nothing),
    "figures": Picture("/archive?tab=figures", figures, night=True, whole=True),
    "file": Picture("/archive?tab=file", nothing),
    "game": Picture("/archive?game=GAME", nothing),
    "fort": Picture("/archive?game=FORT", sheet),
    "fort-play": Picture("/fort?tab=play&game=screenshot", nothing, night=True),
    "fort-card": Picture("/fort?tab=play&game=screenshot", kid),
}
