"""How long a phone's photo takes to the check page: `python -m bench.photo [TIMES]`, in Chromium.

A photo of 12 megapixels is handed in on a page of a phone's size, until its shelf lies on the check page. The
table says where the time goes. Beside it, in the same run, stand an upload of the same file to an empty
Streamlit page and the reader's own time for it; the limit is 1.5 times these two together. The same for four
photos at once, one a player. All are medians.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

import cv2
from playwright.sync_api import Browser, Page
from rich.console import Console
from rich.table import Table

from bench.app import LOOKED, PATIENCE, PHONE, opened
from bench.served import ROOT, chromium, served, until
from vision import Legend, PhotoReader
from vision.common.deadline import Deadline
from vision.photo.load import load_photo

TIMES = 3
LIMIT = 1.5
PLAYERS = ("ana", "bo", "cleo", "dmitri")
#: A phone's photo, in pixels, and the quality of its JPEG.
PHONE_PHOTO, QUALITY = (4032, 3024), 92
#: A page that takes a photo and says how large it is.
EMPTY = """import streamlit as st
photos = st.file_uploader("Photos", accept_multiple_files=True)
if photos:
    st.html(f'<p class="there">{sum(len(photo.getvalue()) for photo in photos)}</p>')
"""
#: The parts of the time in the app, by what ends each.
PARTS = ("upload", "rerun, decoding, reading, drawing", "the check page")
#: Those of the reader's own time.
OWN = ("decoding", "reading")
#: Notes on the empty page when photos were given, and when it says their size.
_GIVEN = """() => {
  const marks = (window.marks = {});
  addEventListener("change", () => (marks.given ??= performance.now()), true);
  const look = () => {
    if (!document.querySelector(".there")) return setTimeout(look, 20);
    marks.there = performance.now();
  };
  look();
}"""
#: Notes when photos were given, when the last was uploaded, when their shelves lay there (it taps on the next
#: step then), and when that was drawn. It looks so seldom that it takes the reader no time.
_WATCH = """(shelves) => {
  const marks = (window.marks = {});
  addEventListener("change", (event) => {
    if (event.target.type === "file") marks.given ??= performance.now();
  }, true);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (entry.name.includes("upload_file")) marks.uploaded = entry.responseEnd;
  }).observe({ type: "resource" });
  const look = () => {
    const places = [...document.querySelectorAll(".place")];
    const there = places.filter((place) => / cards/.test(place.textContent));
    if (there.length < shelves) return setTimeout(look, 20);
    marks.laid = performance.now();
    document.querySelector(".st-key-onward button").click();
    drawn();
  };
  const deep = (root) => root.querySelector(".grid [data-card]") ??
    [...root.querySelectorAll("*")].map((node) => node.shadowRoot && deep(node.shadowRoot)).find(Boolean);
  const drawn = () => {
    if (!deep(document)) return setTimeout(drawn, 20);
    marks.drawn = performance.now();
  };
  look();
}"""


def phone_photos(folder: Path) -> list[Path]:
    """The sample's photos as a phone would take them."""
    made = []
    for name in PLAYERS:
        photo = cv2.imread(str(ROOT / "samples" / "photos" / f"{name}.jpg"))
        if photo is None:
            raise FileNotFoundError(name)
        large = cv2.resize(photo, PHONE_PHOTO, interpolation=cv2.INTER_CUBIC)
        made.append(folder / f"{name}.jpg")
        cv2.imwrite(str(made[-1]), large, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return made


def tab(browser: Browser) -> Page:
    page = browser.new_context(viewport=PHONE, has_touch=True, locale="en").new_page()  # type: ignore[arg-type]
    page.set_default_timeout(PATIENCE)
    return page


def empty_upload(page: Page, url: str, photos: list[Path]) -> float:
    """Milliseconds from handing photos in on the empty page until it says their size."""
    opened(page, url)
    page.wait_for_timeout(LOOKED)
    page.evaluate(_GIVEN)
    page.locator("input[type=file]").set_input_files(photos)
    until(page, "() => window.marks.there", patience=PATIENCE)
    return float(page.evaluate("window.marks.there - window.marks.given"))


def read(reader: PhotoReader, photos: list[Path]) -> dict[str, float]:
    """Milliseconds of `OWN`: the reader reads them together, told as much as the app tells it."""
    began = time.perf_counter()
    pixels = [load_photo(photo) for photo in photos]
    decoded = time.perf_counter()
    there = range(1, len(PLAYERS) + 1)
    seen = [reader.look(photo, "shelf", None, Deadline(), there).seen for photo in pixels]
    reader.read_table(seen, "shelf", deadline=Deadline())
    ends = (began, decoded, time.perf_counter())
    return {part: (end - start) * 1000 for part, (start, end) in zip(OWN, pairwise(ends), strict=True)}


def handed_in(page: Page, url: str, photos: list[Path]) -> dict[str, float]:
    """Milliseconds of each of `PARTS`."""
    opened(page, f"{url}/?step=photos&lang=en")
    page.wait_for_timeout(LOOKED)
    page.evaluate(_WATCH, len(photos))
    page.locator("input[type=file]").first.set_input_files(photos)
    until(page, "() => window.marks.laid", patience=PATIENCE)
    until(page, "() => window.marks.drawn", patience=PATIENCE)
    marks = page.evaluate("window.marks")
    ends = [marks[name] for name in ("given", "uploaded", "laid", "drawn")]
    return {part: end - start for part, (start, end) in zip(PARTS, pairwise(ends), strict=True)}


def main(times: int = TIMES) -> int:
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        data = Path(folder)
        (data / "empty.py").write_text(EMPTY)
        photos = phone_photos(data)
        legend = Legend.from_photo(ROOT / "samples" / "legend.jpg")
        legend.save(data / "legend.json")
        reader = PhotoReader(legend=legend)
        read(reader, photos[:1])  # its networks are loaded by the first
        slow = False
        with served(data, data / "empty.py") as empty, served(data) as url:
            page = tab(browser)
            handed_in(page, url, photos[3:])  # so are the app's
            for given in (photos[:1], photos):
                slow |= measured(browser, empty, url, reader, given, times)
    return int(slow)


def measured(
    browser: Browser, empty: str, url: str, reader: PhotoReader, photos: list[Path], times: int
) -> bool:
    """Prints where the time of these photos goes; whether they take longer than the limit."""
    uploads, own, spent = [], [], []
    for _ in range(times):
        others = [_touched(photo) for photo in photos]
        uploads.append(empty_upload(tab(browser), empty, others))
        own.append(read(reader, others))
        spent.append(handed_in(tab(browser), url, others))
    table = Table("", "ms", title=f"{len(photos)} of 12 megapixels")
    for part in PARTS:
        table.add_row(part, f"{statistics.median(each[part] for each in spent):.0f}")
    whole = statistics.median(sum(each.values()) for each in spent)
    table.add_row("all", f"{whole:.0f}")
    table.add_section()
    nothing = statistics.median(uploads)
    table.add_row("upload to an empty page", f"{nothing:.0f}")
    for part in OWN:
        table.add_row(f"the reader alone: {part}", f"{statistics.median(each[part] for each in own):.0f}")
    ratio = whole / (nothing + statistics.median(sum(each.values()) for each in own))
    table.add_row("ratio", f"{ratio:.2f}")
    Console().print(table)
    return ratio > LIMIT


def _touched(photo: Path) -> Path:
    """The photo with other bytes at its end: the app remembers what it has read."""
    photo.write_bytes(photo.read_bytes() + b"\0")
    return photo


if __name__ == "__main__":
    sys.exit(main(*(int(argument) for argument in sys.argv[1:2])))
