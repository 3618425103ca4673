"""Readings made by hand, and how the tests hand them in to a table."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from pages.table.laying import lay
from pages.table.state import Photo, Table
from scorer.cards import Category
from vision.reading import CardReading, PhotoReading, ShelfReading


def at(x: float, y: float) -> list[tuple[float, float]]:
    """A card's corners in a photo, from its top left."""
    return [(x, y), (x + 10, y), (x + 10, y + 14), (x, y + 14)]


def card(row: int, column: int, text: str, review: tuple[str, ...] = (), shelf: int = 0) -> CardReading:
    """A card as the first photo shows it: "E2:HS", or "" for a card face down."""
    name, _, books = text.partition(":")
    number = int(name[1:]) if name else None
    return CardReading(
        row=row,
        column=column,
        face_up=bool(name),
        letter=name[:1] or None,
        order=number,
        of=number,
        categories=[Category.from_code(code) for code in books],
        review=list(review),
        corners=at(200 * shelf + 12 * column, 16 * row),
    )


def give(table: Table, *shelves: list[CardReading], pile: bool = False) -> None:
    """Hands in one photo, "p", of these shelves or of this pile."""
    reading = PhotoReading(shelves=[ShelfReading.of_cards(cards) for cards in shelves])
    show(table, PhotoReading(pile=shelves[0]) if pile else reading, ["p"])


def show(table: Table, reading: PhotoReading, keys: Sequence[str], new: Collection[str] = "pqrs") -> None:
    """Lays what the photos with these keys show together."""
    photos = {}
    for number, key in enumerate(keys):
        there = reading.in_photo(number)
        corners = [card.corners for card in [*(c for s in there.shelves for c in s.cards), *there.pile]]
        crops = [f"data:,{key}{n}" for n in range(len(corners))]
        kind = "pile" if reading.pile else "shelf"
        fresh = Photo(f"{key}.jpg", Path(key), 900, 80, corners, kind, "data:,", crops)  # type: ignore[arg-type]
        photos[key] = table.photos.get(key) or fresh
    lay(table, photos, reading, new)
