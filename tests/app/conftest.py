"""What the tests of the app share: a reader that needs no models, and the app in a test session."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

import vision
from scorer.cards import Category
from vision.photo import PhotoError, load_photo
from vision.reading import CardReading, PhotoReading, ShelfReading

ROOT = Path(__file__).parents[2]


def card_reading(row: int, column: int, text: str, review: tuple[str, ...] = ()) -> CardReading:
    """A card as it is read: "E2:HS", or "" for a card face down."""
    name, _, books = text.partition(":")
    return CardReading(
        row=row,
        column=column,
        face_up=bool(name),
        letter=name[:1] or None,
        order=int(name[1:]) if name else None,
        of=9 if name else None,
        categories=[Category.from_code(code) for code in books],
        review=list(review),
        corners=[(40 * column + x, 60 * row + y) for x, y in ((2, 2), (38, 2), (38, 58), (2, 58))],
    )


def two_shelves() -> list[ShelfReading]:
    first = [card_reading(0, 0, "A1:RR"), card_reading(0, 1, "A2:FH"), card_reading(1, 0, "B1:MS")]
    first.append(card_reading(1, 1, "B2:SSS", ("order",)))
    second = [
        card_reading(0, 4, "C1:FHM"),
        card_reading(0, 5, "C2:R"),
        card_reading(1, 4, "D1:S", ("letter",)),
    ]
    return [ShelfReading.of_cards(first), ShelfReading.of_cards(second)]


class StandInLegend:
    """Stands in for vision.Legend: any photo is one."""

    pictures = tuple(np.full((32, 32, 3), 40 * n, np.uint8) for n in range(6))

    @classmethod
    def from_photo(cls, source: Path) -> StandInLegend:
        load_photo(source)
        return cls()

    @classmethod
    def load(cls, path: Path) -> StandInLegend:
        if path.read_text() != "legend":
            raise PhotoError("no legend")
        return cls()

    def save(self, path: Path) -> None:
        path.write_text("legend")


class StandInReader:
    """Stands in for vision.PhotoReader: two shelves in any photo but a dark one."""

    def __init__(self, legend: Any = None, deck: Any = None) -> None:
        self.legend = legend

    def read(self, source: Any, kind: str = "shelf") -> PhotoReading:
        if load_photo(source).mean() < 10:
            raise PhotoError("No card was found in the photo: take it closer.")
        shelves = two_shelves()
        for card in (card for shelf in shelves for card in shelf.cards if self.legend is None):
            card.categories = []
        return PhotoReading(shelves=shelves)


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """The app with a stand-in reader, its data in a folder of the test's own."""
    monkeypatch.setattr(vision, "PhotoReader", StandInReader, raising=False)
    monkeypatch.setattr(vision, "Legend", StandInLegend, raising=False)
    monkeypatch.setenv("SHELFMARK_DATA", str(tmp_path / "data"))
    for cache in (st.cache_resource, st.cache_data):
        cache.clear()
    yield
    for cache in (st.cache_resource, st.cache_data):
        cache.clear()


@pytest.fixture
def app(stand_in: None) -> AppTest:
    """The app, opened."""
    return AppTest.from_file(str(ROOT / "app.py"), default_timeout=20).run()
