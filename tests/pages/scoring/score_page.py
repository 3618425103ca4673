"""How the browser tests take the steps of Score by photo."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from playwright.sync_api import Locator, Page, TimeoutError, expect

from bench.served import until
from pages.photos.samples import sample
from scorer.archive import Archive
from scorer.cards import BookCard, Category
from scorer.confirmed.corrections import Correction, CorrectionStore
from scorer.editions import load_edition
from scorer.gamefile import GameFile
from scorer.result import Result, score
from tests.pages.conftest import PHONE, ROOT, idle
from vision.strips.rectify import HEIGHT, WIDTH, to_jpeg

#: Photos of an invented look: its icons are read with a photo of its category cards alone.
INVENTED = ROOT / "tests" / "vision" / "invented"
PHOTOS, SAMPLES = INVENTED / "photos", INVENTED / "games"
#: A photo so much smaller than it was is as if taken from so far away that banners are hard to read.
FAR = 0.4
#: The film runs, and the page has made room for it: only then it asks for the size of the photo.
_FILMS = """() => {
  const film = document.querySelector("video");
  return film?.videoWidth && film.clientWidth && film.clientWidth <= innerWidth;
}"""


_TABLES = count(1)


def new_table(more: str) -> str:
    """The address of a table that nobody has sat down at: ``new_table("step=photos&lang=en")``."""
    return f"/?table=new-table-{next(_TABLES)}&{more}"


def there(photo: str, shelf: int = 0) -> int:
    """How many cards lie on a shelf of a sample photo."""
    shelves = json.loads((PHOTOS / f"{photo}.json").read_text(encoding="utf-8"))["shelves"]
    return len(shelves[shelf])


def lay_down(data_folder: Path, game: dict[str, Any]) -> str:
    """Lays a table of that game, as a game of the archive is opened again; gives its key for the address.

    Who has neither cards nor counts has an empty shelf.
    """
    archive = Archive.open(f"sqlite:///{data_folder / 'archive.db'}")
    key = f"table-{game['form']}-{next(_TABLES)}"
    waiting = [player if "tally" in player else {"shelf": ""} | player for player in game["players"]]
    archive.save_draft("table", key, {"game": game | {"players": waiting}})
    return key


def correct(data_folder: Path) -> None:
    """Seven cards, E1 to E7, that were read with a wrong letter and mended."""
    strips = np.random.default_rng(1).integers(0, 255, (7, HEIGHT, WIDTH, 3), dtype=np.uint8)
    books = (Category.HISTORIC_VOLUMES, Category.SPELLS_POTIONS)
    now = datetime.now(UTC)
    CorrectionStore(data_folder / "archive.db").record(
        *(
            Correction("photo", n, BookCard("E", n + 1, 7, books), to_jpeg(strip), {"letter": "F"}, now)
            for n, strip in enumerate(strips)
        )
    )


def tap(place: Locator) -> None:
    """Taps with a finger on a phone, clicks with a mouse on a laptop."""
    if place.page.viewport_size == PHONE:
        place.tap()
    else:
        place.click()


def lying(page: Page, name: str) -> Locator:
    """The card of this letter and number, as drawn on the shelf."""
    return page.locator(".grid").get_by_role("button", name=re.compile(rf": {name}\b"))


#: What the English form calls the total.
TOTAL = load_edition("en").rows["total"]


def number(page: Page, name: str) -> Locator:
    """A number of the form, by what is said of it."""
    return page.locator(".sheet").get_by_role("button", name=re.compile(f"^{re.escape(name)}"))


def choose(page: Page, label: str, category: str, place: int = 0) -> None:
    """Prominent, banned, or the focus of the player in this place gets a category card."""
    place += ("Prominent", "Banned", "Focus").index(label)
    whose = page.locator(".whose").get_by_role("radio").nth(place)
    if whose.get_attribute("aria-checked") != "true":
        tap(whose)
        expect(whose).to_have_attribute("aria-checked", "true")
    tap(page.locator(".six").get_by_role("button", name=category))
    idle(page)


def filming(page: Page) -> None:
    """Waits until the camera films."""
    until(page, _FILMS)


def shoot(page: Page, name: str = "Take Photo") -> None:
    """Takes a photo with the camera, once it films: before, the button does nothing."""
    filming(page)
    tap(page.get_by_role("button", name=name))


def give(page: Page, *names: str) -> None:
    """Uploads sample photos."""
    page.locator("input[type=file]").first.set_input_files([PHOTOS / name for name in names])


def far_away(name: str) -> bytes:
    """A sample photo as if taken from far away: its reading leaves questions."""
    photo = cv2.imread(str(PHOTOS / name))
    assert photo is not None
    _, jpeg = cv2.imencode(".jpg", cv2.resize(photo, None, fx=FAR, fy=FAR, interpolation=cv2.INTER_AREA))
    return jpeg.tobytes()


def hand_in_far_away(page: Page) -> None:
    """Hands such a photo in and goes on to what is asked about it."""
    file = {"name": "far.jpg", "mimeType": "image/jpeg", "buffer": far_away("dmitri.jpg")}
    page.locator("input[type=file]").first.set_input_files(file)  # type: ignore[arg-type]
    expect(page.locator(".place").first).to_contain_text("to check")
    onward(page)


def give_legend(page: Page) -> None:
    """Uploads the photo of the six category cards, unless it was given before."""
    folded = page.locator(".st-key-legend-folded")
    expect(page.locator(".st-key-legend, .st-key-legend-photo").or_(folded).first).to_be_visible()
    if folded.count():
        folded.get_by_text("My cards have other icons").click()
    if not page.locator(".st-key-legend").count():
        page.locator("input[type=file]").nth(1).set_input_files(INVENTED / "legend.jpg")
    expect(page.get_by_text("Shelfmark knows your printing’s icons")).to_be_visible()


def lay_shelf(page: Page, notation: str) -> None:
    """Pastes a shelf as notation, and waits until it lies there."""
    idle(page)
    if not page.locator("#notation").is_visible():
        page.get_by_text("Shelf notation").click()
    page.locator("#notation").fill(notation)
    page.get_by_role("button", name="Lay this shelf").click()
    expect(page.locator(".table")).to_have_attribute("aria-busy", "false")


def onward(page: Page) -> None:
    """On to the next step."""
    before = page.get_by_role("heading", level=1).inner_text()
    page.locator(".st-key-onward").get_by_role("button").click()
    expect(page.get_by_role("heading", level=1, name=before, exact=True)).to_have_count(0)
    idle(page)


def answer(page: Page, option: int = 0) -> bool:
    """Takes an answer to the question that is asked; False when none is left."""
    idle(page)
    while page.locator(".st-key-answers button").count():
        try:
            title = page.locator(".st-key-asked").inner_text(timeout=5000)
            page.locator(".st-key-answers button").nth(option).click(timeout=5000)
        except TimeoutError:  # a question that was gone by then: what follows says whether any is left
            idle(page)
            continue
        expect(page.locator(".st-key-asked").filter(has_text=title)).to_have_count(0)
        idle(page)
        return True
    return False


def answer_all(page: Page) -> int:
    """Takes the likeliest answer to each question; says how many there were."""
    asked = 0
    while answer(page):
        asked += 1
        assert asked < 60
    return asked


def truth() -> Result:
    """The form of the sample table, from the truth that comes with its photo."""
    found = sample()
    assert found is not None
    assert found.game is not None
    return score(GameFile.from_dict(found.game))
