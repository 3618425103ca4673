"""The titles of confirmed cards, as a photo shows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from scorer.cards import BookCard
from scorer.confirmed.catalogue import KeptTitle, Key
from scorer.confirmed.register import Register

if TYPE_CHECKING:
    from scorer.editions import EditionKey
    from vision.photo.pyramid import Photo
    from vision.reading import CardReading, PhotoReading


def titles_in(
    photo: Photo, reading: PhotoReading, register: Register, language: EditionKey
) -> dict[Key, tuple[KeptTitle, ...]]:
    """The titles of a photo's cards that are in the register as they were read, and lie face up on a shelf.

    ``photo``: at its full size, as it was read. ``language``: of the titles.

    Raises:
        TesseractError: the program Tesseract is not installed, or failed.
    """
    from vision.titles.read import read_titles

    found = [confirmed(card, register) for shelf in reading.shelves for card in shelf.cards]
    cards = [(card, np.array(corners, np.float32)) for card, corners in filter(None, found)]
    read = read_titles(photo, cards, language)
    return {key: tuple(KeptTitle(title.text, title.sure) for title in books) for key, books in read.items()}


def confirmed(
    reading: CardReading, register: Register
) -> tuple[BookCard, Sequence[tuple[float, float]]] | None:
    """The register's card that was read, and its corners; None for a card that is not there so."""
    read = reading.card() if reading.face_up else None
    known = register.get(*read.key) if read else None
    if read is None or known is None or sorted(known.categories) != sorted(read.categories):
        return None
    return known, reading.corners
