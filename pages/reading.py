"""Photos and legends on their way into the session, and the readers that are kept warm for them."""

from __future__ import annotations

import copy
import hashlib
import tempfile
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import streamlit as st

import vision
from pages.keep import keep_legend, keep_photo, kept_legend, legend_path, register_path
from pages.learned import adaptation_path, kept_adaptation
from pages.pictures import draw, photo_for_page
from pages.state import Photo, Seat, Table
from scorer.cards import Deck
from scorer.errors import RefusedInput
from vision.photo import load_photo
from vision.reading import PhotoReading
from vision.register import Register, RegisterError

Kind = Literal["shelf", "pile"]
#: Told the name of each step of a reading as it begins.
Progress = Callable[[str], None]
#: So many readings are remembered: after a reload, or at the next table's sample, nobody waits again.
REMEMBERED = 4


@dataclass(frozen=True)
class LegendInUse:
    """The legend of a session; ``key`` tells legends apart, ``kept`` whether later sessions have it too."""

    legend: vision.Legend
    key: str
    kept: bool


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


@st.cache_resource(show_spinner=False, max_entries=3)
def reader(_legend: vision.Legend | None, key: str, deck: Path | None, own: str = "") -> vision.PhotoReader:
    """The reader for a legend and a deck; ``key`` tells legends apart. Its networks stay loaded.

    Without a deck it knows the cards of the owner's copy and what was learned from corrections, in the state
    of their files that ``own`` names.
    """
    return vision.PhotoReader(
        legend=_legend,
        deck=Deck.load(deck) if deck else None,
        register=_register() if own else None,
        adaptation=kept_adaptation() if own else None,
    )


def _register() -> Register | None:
    try:
        return Register.load(register_path())
    except RegisterError:
        return None  # the deck page says what is wrong with it


def _own_state(deck: Path | None) -> str:
    """A name for what the register and the learning say now; the empty text without either, and where a deck
    is known."""
    files = [] if deck else [path for path in (register_path(), adaptation_path()) if path.exists()]
    return " ".join(f"{path.name} {path.stat().st_mtime_ns}" for path in files)


@st.cache_resource(show_spinner=False)
def _remembered() -> OrderedDict[tuple[str, ...], tuple[Photo, PhotoReading]]:
    return OrderedDict()


def read(
    name: str,
    data: bytes,
    legend: LegendInUse | None,
    deck: Path | None = None,
    kind: Kind = "shelf",
    progress: Progress | None = None,
) -> tuple[Photo, PhotoReading]:
    """Reads a photo of shelves or of a pile, and keeps its file.

    Raises:
        RefusedInput: by the name that the photo was given under.
    """
    own = _own_state(deck)
    key = (digest(data), name, legend.key if legend else "", str(deck or ""), kind, own)
    remembered = _remembered()
    known = remembered.get(key)
    if known is None or not known[0].file.exists():
        mine = reader(legend.legend if legend else None, key[2], deck, own)
        known = _read(name, data, mine, kind, progress)
        remembered[key] = known
        while len(remembered) > REMEMBERED:
            remembered.popitem(last=False)
    return copy.copy(known[0]), known[1]


def _read(
    name: str, data: bytes, reader: vision.PhotoReader, kind: Kind, progress: Progress | None
) -> tuple[Photo, PhotoReading]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / (Path(name.replace("\\", "/")).name or "photo")
        path.write_bytes(data)
        if progress:
            progress("decode photo")
        pixels = load_photo(path)
    reading = reader.read(pixels, kind=kind, progress=progress)
    file = keep_photo(f"{digest(data)}{path.suffix.lower()[:8]}", data)
    return photo_for_page(name, file, pixels, reading), reading


def hand_in(
    table: Table,
    name: str,
    data: bytes,
    legend: LegendInUse | None,
    deck: Path | None = None,
    kind: Kind = "shelf",
    progress: Progress | None = None,
) -> list[Seat]:
    """Seats the shelves of a photo, or lays its pile. Raises RefusedInput; the table is then as it was."""
    key = digest(data)
    if key in table.photos:
        return []
    photo, reading = read(name, data, legend, deck, kind, progress)
    if kind == "pile":
        table.lay_pile(key, photo, reading)
        return [table.library]
    return table.seat_reading(key, photo, reading)


def draw_again(table: Table) -> None:
    """Draws the photos of a table that comes from a draft; one whose file is gone has no picture."""
    for key, photo in table.photos.items():
        if not photo.picture:
            table.photos[key] = _drawn(key, photo)


@st.cache_data(show_spinner=False, max_entries=8)
def _drawn(key: str, _photo: Photo) -> Photo:
    try:
        draw(_photo, load_photo(_photo.file))
        _photo.file.touch()
    except (OSError, RefusedInput):
        _photo.crops = [""] * len(_photo.outlines)
    return _photo


def take_legend(data: bytes, name: str) -> LegendInUse:
    """The legend in a photo, kept for later sessions where the folder can be written. Raises RefusedInput."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / (Path(name.replace("\\", "/")).name or "legend")
        path.write_bytes(data)
        legend = vision.Legend.from_photo(path)
    try:
        keep_legend(legend)
    except OSError:
        return LegendInUse(legend, digest(data), kept=False)
    return LegendInUse(legend, digest(data), kept=True)


def legend_of_before() -> LegendInUse | None:
    """The legend that an earlier session kept."""
    legend = kept_legend()
    return LegendInUse(legend, digest(legend_path().read_bytes()), kept=True) if legend else None


def read_books(table: Table, legend: LegendInUse) -> None:
    """Reads the books of cards that were read without a legend; everything else stays as it is."""
    for key, photo in table.photos.items():
        kind: Kind = "pile" if table.library.photo == key else "shelf"
        try:
            _, reading = read(photo.name, photo.file.read_bytes(), legend, kind=kind)
        except (OSError, RefusedInput):
            continue  # it was read before: what it gave then stays
        table.fill_books(key, reading)


@st.cache_resource(show_spinner=False, max_entries=2)
def sample_legend(path: Path) -> LegendInUse:
    """The legend that goes with the sample photo; it is for the sample alone and never kept."""
    return LegendInUse(vision.Legend.from_photo(path), digest(path.read_bytes()), kept=False)
