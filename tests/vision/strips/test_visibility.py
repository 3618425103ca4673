"""Print that other cards hide is neither missing nor misread: it is flagged."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.photos import legend, photo
from vision import PhotoReader
from vision.banner.read import BannerEvidence
from vision.reading import CardReading, PhotoReading
from vision.strips.marks import find_marks
from vision.strips.rectify import HEIGHT, WIDTH
from vision.strips.visibility import PARTLY_HIDDEN, Visibility, at_the_edges


def cards_of(reading: PhotoReading) -> list[CardReading]:
    return [card for shelf in reading.shelves for card in shelf.cards]


def test_another_column_of_a_pile_hides_letter_and_number_or_icons() -> None:
    square = np.array([[300, 300], [400, 300], [400, 400], [300, 400]], np.float64)
    edges = at_the_edges(np.stack([square] * 3), (1000, 1000), None, np.zeros(3, np.bool_))
    grey = np.full((3, HEIGHT, WIDTH, 3), 120, np.uint8)
    seen = Visibility.of(grey, find_marks(grey), edges, np.array([[0, 0], [0.2, 0], [0, 0.2]]))
    assert seen.banner.tolist() == [True, False, True]
    for name in ("letter", "order", "of"):
        assert seen.hidden[name].tolist() == [0, 1, 0]
    for name in ("count", "icons"):
        assert seen.hidden[name].tolist() == [0, 0, PARTLY_HIDDEN]


def test_categories_are_flagged_where_an_icon_may_be_taken_for_the_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reader = PhotoReader(legend())
    plain = cards_of(reader.read(photo("ana")))
    assert not any("categories" in card.review for card in plain)
    monkeypatch.setattr(BannerEvidence, "without_number", lambda read: np.arange(len(read.letter)) == 0)
    doubted = cards_of(reader.read(photo("ana")))
    assert [card.categories for card in doubted] == [card.categories for card in plain]
    assert sum("categories" in card.review for card in doubted) == 1
