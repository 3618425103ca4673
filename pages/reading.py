"""Photos and legends on their way into the session, and the readers that are kept warm for them."""

from __future__ import annotations

import hashlib
import tempfile
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

import vision
from pages.keep import keep_legend, kept_legend, legend_path
from pages.pictures import photo_for_page
from pages.state import Photo, Seat, Table
from scorer.cards import Deck
from scorer.errors import RefusedInput
from vision.photo import load_photo
from vision.reading import PhotoReading


@dataclass(frozen=True)
class LegendInUse:
    """The legend of a session; ``key`` tells legends apart, ``kept`` whether later sessions have it too."""

    legend: vision.Legend
    key: str
    kept: bool


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


@st.cache_resource(show_spinner=False, max_entries=3)
def reader(_legend: vision.Legend | None, key: str, deck: Path | None) -> vision.PhotoReader:
    """The reader for a legend and a deck; ``key`` tells legends apart. Its networks stay loaded."""
    return vision.PhotoReader(legend=_legend, deck=Deck.load(deck) if deck else None)


def read(
    name: str, data: bytes, legend: LegendInUse | None, deck: Path | None = None
) -> tuple[Photo, PhotoReading]:
    """Reads a photo of shelves. Raises RefusedInput, by the name that the photo was given under."""
    return _read(name, data, legend.legend if legend else None, legend.key if legend else "", deck)


@st.cache_data(show_spinner=False, max_entries=4)
def _read(
    name: str, data: bytes, _legend: vision.Legend | None, legend_key: str, deck: Path | None
) -> tuple[Photo, PhotoReading]:
    """Kept for the last few photos: after a reload, or at the next table's sample, nobody waits again."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / (Path(name.replace("\\", "/")).name or "photo")
        path.write_bytes(data)
        pixels = load_photo(path)
    reading = reader(_legend, legend_key, deck).read(pixels)
    return photo_for_page(name, data, pixels, reading), reading


def hand_in(
    table: Table, name: str, data: bytes, legend: LegendInUse | None, deck: Path | None = None
) -> list[Seat]:
    """Seats the shelves of a photo. Raises RefusedInput; the table is then as it was."""
    key = digest(data)
    if key in table.photos:
        return []
    photo, reading = read(name, data, legend, deck)
    return table.seat_reading(key, photo, reading)


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
        try:
            _, reading = read(photo.name, photo.file, legend)
        except RefusedInput:
            continue  # it was read before: what it gave then stays
        table.fill_books(key, reading)


@st.cache_resource(show_spinner=False, max_entries=2)
def sample_legend(path: Path) -> LegendInUse:
    """The legend that goes with the sample photo; it is for the sample alone and never kept."""
    return LegendInUse(vision.Legend.from_photo(path), digest(path.read_bytes()), kept=False)
