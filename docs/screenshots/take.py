"""Takes the screenshots beside this file: every page on a laptop and on a phone, and some of them by night.

Run it from the project's root after the app looks different: ``.venv/bin/python -m docs.screenshots.take``;
names of pictures after it take those alone.
"""

from __future__ import annotations

import io
import random
import sys
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal

from PIL import Image
from playwright.sync_api import Browser, Page

from bench.served import chromium, served
from scorer.archive import Archive
from scorer.cards import Category
from scorer.fort import Sheet, score_fort
from scorer.game import GameFile
from scorer.play import Game, Setup
from scorer.play.bots import make_bot
from scorer.result import score

HERE = Path(__file__).parent
SAMPLES = HERE.parents[1] / "samples"
SIZES = {"laptop": (1280, 800), "phone": (360, 780)}
WAIT = 60_000
#: Choices made in the games that are shown under way.
MADE = {"play": 60, "solo": 25}


def fill(archive: Archive) -> str:
    """Some evenings of four friends, a game and a solo game under way, a Fort sheet; gives one game's id."""
    chance = random.Random(7)
    tonight = datetime(2026, 11, 20, 20, tzinfo=UTC)
    shown = ""
    for evening in range(18):
        categories = list(Category)
        chance.shuffle(categories)
        names = chance.sample(["Ana", "Bo", "Cleo", "Dmitri"], chance.choice([2, 3, 4, 4]))
        game = {
            "form": "B-7c",
            "prominent": categories[0],
            "banned": categories[1],
            "players": [
                {
                    "name": name,
                    "focus": categories[2 + seat],
                    "tally": {category: chance.randint(2, 9) for category in Category},
                    "stability": chance.choice([6, 8, 9, 12]),
                }
                for seat, name in enumerate(names)
            ],
        }
        result = score(GameFile.from_dict(game)).to_json()
        played = tonight - timedelta(days=12 * evening)
        kept = archive.finish(game, result, chance.choice(["photo", "typed"]), played=played)
        shown = shown or kept
    archive.save_draft("play", "screenshot", {"record": under_way("play", ["Ana", "Bo", "Cleo"])})
    archive.save_draft("solo", "screenshot", {"record": under_way("solo", ["Ana"])})
    sheet = Sheet.load(SAMPLES / "fort.json").model_dump(mode="json", exclude_defaults=True)
    filled = score_fort(Sheet.from_dict(sheet)).model_dump(mode="json")
    archive.finish(sheet, filled, "fort", played=tonight, key="fort-screenshot")
    return shown


def under_way(kind: str, names: list[str]) -> dict[str, Any]:
    game = Game(Setup(players=names, seed=11, difficulty=3 if kind == "solo" else None))
    bot = make_bot("random", 5)
    for _ in range(MADE[kind]):
        if game.choice is not None:
            game.answer(bot.decide(game.view(game.choice.player), game.choice))
    return game.record


def scored(page: Page) -> None:
    page.get_by_role("button", name="Score the sample table").click()
    page.locator(".grid [data-card]").first.wait_for()


def card(page: Page) -> None:
    scored(page)
    page.locator(".grid [data-card]").nth(4).click()


def form(page: Page) -> None:
    scored(page)
    rest(page)
    page.locator(".st-key-step").get_by_text("Form").click()
    page.locator(".shelfmark-form, [class*=shelfmark-page]").first.wait_for()


def figures(page: Page) -> None:
    page.get_by_role("tab", name="Figures").click()
    page.locator("[data-testid=stVegaLiteChart] canvas, [data-testid=stVegaLiteChart] svg").first.wait_for()


def fort(page: Page) -> None:
    page.get_by_role("link", name="Open as a sheet").click()
    page.get_by_label("Name").first.wait_for()


def seated(page: Page) -> None:
    """Lifts the curtain that hides the hands."""
    page.get_by_role("button", name="show my hand").click()


def tab(name: str) -> Callable[[Page], None]:
    """Opens a tab of the page."""
    return lambda page: page.get_by_role("tab", name=name).click()


def photos(page: Page) -> None:
    """A legend and two photos, handed in and read."""
    if page.locator("input[type=file]").count() > 1:  # else an earlier picture gave the legend
        page.locator("input[type=file]").nth(1).set_input_files(SAMPLES / "legend.jpg")
    page.get_by_text("icons are known").wait_for()
    given = [SAMPLES / "photos" / f"{name}.jpg" for name in ("ana", "bo")]
    page.locator("input[type=file]").first.set_input_files(given)
    page.get_by_text("Cards:").nth(1).wait_for()


def question(page: Page) -> None:
    """A photo taken from so far away that it asks."""
    whole = Image.open(SAMPLES / "photos" / "dmitri.jpg")
    far = io.BytesIO()
    whole.resize((whole.width // 3, whole.height // 3), Image.Resampling.BOX).save(far, "JPEG")
    file = {"name": "far.jpg", "mimeType": "image/jpeg", "buffer": far.getvalue()}
    page.locator("input[type=file]").first.set_input_files(file)  # type: ignore[arg-type]
    page.get_by_text("Cards:").first.wait_for()
    page.locator(".st-key-step").get_by_text("Check").click()
    page.locator(".st-key-question").wait_for()


def nothing(page: Page) -> None:
    """The page as it opens."""


#: Picture: the address (ID and FORT stand for games of the archive), and what is done there first.
PICTURES: dict[str, tuple[str, Callable[[Page], None]]] = {
    "start": ("/", nothing),
    "photos": ("/?step=photos", photos),
    "question": ("/?step=photos", question),
    "check": ("/", scored),
    "card": ("/", card),
    "form": ("/", form),
    "play-start": ("/play", nothing),
    "curtain": ("/play?game=screenshot", nothing),
    "play": ("/play?game=screenshot", seated),
    "solo-start": ("/solo", nothing),
    "solo": ("/solo?game=screenshot", nothing),
    "deck": ("/deck", nothing),
    "copy": ("/deck", tab("My copy")),
    "legend": ("/deck", tab("Legend")),
    "learning": ("/deck", tab("Learning")),
    "archive": ("/archive", nothing),
    "figures": ("/archive", figures),
    "file": ("/archive", tab("Export and import")),
    "game": ("/archive?game=ID", nothing),
    "fort": ("/archive?game=FORT", fort),
}
#: Those that are taken by night as well.
NIGHT = ("check", "play", "figures")


def rest(page: Page) -> None:
    """Waits until nothing runs and nothing moves."""
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()
    page.wait_for_timeout(2500)  # for fonts and pictures


def shoot(browser: Browser, url: str, name: str, device: str, scheme: Literal["light", "dark"]) -> None:
    """One picture, in 256 colours: a repository keeps it for good."""
    path, prepare = PICTURES[name]
    width, height = SIZES[device]
    touch = {"has_touch": True, "is_mobile": True} if device == "phone" else {}
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, locale="en", **touch
    )
    page = context.new_page()
    page.set_default_timeout(WAIT)
    page.goto(url + path)
    rest(page)
    prepare(page)
    rest(page)
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    night = "-night" if scheme == "dark" else ""
    picture.quantize(256, dither=Image.Dither.NONE).save(HERE / f"{device}-{name}{night}.png", optimize=True)
    context.close()


def main() -> None:
    wanted = sys.argv[1:] or list(PICTURES)
    with tempfile.TemporaryDirectory() as data:
        archive = Archive.open(f"sqlite:///{data}/archive.db")
        game, sheet = fill(archive), archive.games(source="fort")[0].id
        for name, (path, prepare) in PICTURES.items():
            PICTURES[name] = (path.replace("ID", game).replace("FORT", sheet), prepare)
        with served(Path(data)) as url, chromium() as browser:
            for name in wanted:
                for device in SIZES:
                    shoot(browser, url, name, device, "light")
                    if name in NIGHT:
                        shoot(browser, url, name, device, "dark")


if __name__ == "__main__":
    main()
