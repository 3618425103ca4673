"""Takes the screenshots beside this file: every page on a laptop and on a phone, and some of them by night.

Run it from the project's root after the app looks different: ``.venv/bin/python -m docs.screenshots.take``;
names of pictures after it take those alone.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, Page

from bench.served import chromium, served
from docs.screenshots.laid import lay
from docs.screenshots.pictures import PICTURES, Picture, rest

HERE = Path(__file__).parent
SIZES = {"laptop": (1280, 800), "phone": (360, 780)}
WAIT = 60_000
#: A camera that films a test picture and asks nobody.
FILMING = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")


def shoot(
    browser: Browser, url: str, picture: Picture, device: str, scheme: Literal["light", "dark"]
) -> bytes:
    """One picture as PNG."""
    width, height = SIZES[device]
    touch = {"has_touch": True, "is_mobile": True} if device == "phone" else {}
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=scheme,
        locale="en",
        permissions=["camera"],
        **touch,  # type: ignore[arg-type]
    )
    page = context.new_page()
    page.set_default_timeout(WAIT)
    page.goto(url + picture.address)
    rest(page)
    picture.way(page)
    rest(page)
    if picture.whole:
        page.set_viewport_size({"width": width, "height": whole_height(page)})
        rest(page)
    taken = page.screenshot()
    context.close()
    return taken


def whole_height(page: Page) -> int:
    """How high the page is from top to bottom, in px."""
    return int(page.evaluate("document.querySelector('[data-testid=stMain]').scrollHeight"))


def main() -> None:
    wanted = sys.argv[1:] or list(PICTURES)
    with tempfile.TemporaryDirectory() as data:
        laid = lay(Path(data))
        with served(Path(data)) as url, chromium(*FILMING) as browser:
            for name in wanted:
                picture = PICTURES[name]
                address = picture.address.replace("GAME", laid.game).replace("FORT", laid.fort)
                for device in SIZES:
                    for scheme in ("light", "dark") if picture.night else ("light",):
                        taken = shoot(browser, url, picture._replace(address=address), device, scheme)  # type: ignore[arg-type]
                        night = "-night" if scheme == "dark" else ""
                        few = Image.open(io.BytesIO(taken)).convert("RGB")  # a repository keeps it for good
                        few = few.quantize(256, dither=Image.Dither.NONE)
                        few.save(HERE / f"{device}-{name}{night}.png", optimize=True)
                print(name, flush=True)


if __name__ == "__main__":
    main()
