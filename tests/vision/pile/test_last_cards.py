"""The last cards of a pile's columns: a longer card is two cards, a shorter one is a part of a card."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.detect.detections import FACE_DOWN, FACE_UP, STRIP, Detections
from vision.detect.detector import Detector
from vision.geometry.quads import Quads
from vision.photo.load import load_photo
from vision.pile.columns import columns_of_pile
from vision.pile.judging import judged_in_pile
from vision.pile.last_cards import of_one_length
from vision.pile.placing import placed_in_pile

PILE = Path(__file__).parents[1] / "invented" / "photos" / "solo-pile.jpg"


@pytest.fixture(scope="module")
def photo() -> NDArray[np.uint8]:
    return load_photo(PILE)


@pytest.fixture(scope="module")
def detector() -> Detector:
    return Detector.default().without(FACE_DOWN)


@pytest.fixture(scope="module")
def cards(photo: NDArray[np.uint8], detector: Detector) -> Detections:
    return judged_in_pile(photo, detector, detector.find(photo))


def last_and_above(cards: Detections, number: int) -> tuple[int, int]:
    """The last card of the ``number``th column that has a strip too, and the strip right above it."""
    columns = columns_of_pile(cards.corners, cards.kind)
    both = []
    for column in np.unique(columns.column):
        own = np.flatnonzero(columns.column == column)
        own = own[np.argsort(columns.place[own])]
        if len(own) > 1 and cards.kind[own[-1]] == FACE_UP and cards.kind[own[-2]] == STRIP:
            both.append((int(own[-1]), int(own[-2])))
    return both[number]


def moved_up(cards: Detections, which: int, by: float) -> Detections:
    """The cards with the upper edge of one card moved up ``by`` this many of its lengths."""
    corners = cards.corners.copy()
    corners[which, :2] += by * (corners[which, :2] - corners[which, [3, 2]])
    return replace(cards, corners=corners)


def off(cards: Quads, true: Quads) -> float:
    """The greatest distance of a true card from the nearest of these cards, in card widths."""
    apart = np.abs(cards[:, None] - true[None]).max(axis=(2, 3)).min(axis=0)
    return float((apart / np.linalg.norm(true[:, 1] - true[:, 0], axis=1)).max())


@pytest.mark.parametrize("number", [0, 1])
def test_a_last_card_with_the_strip_above_it_is_two_cards(
    number: int, photo: NDArray[np.uint8], detector: Detector, cards: Detections
) -> None:
    last, above = last_and_above(cards, number)
    corners = cards.corners.copy()
    corners[last, :2] = corners[above, :2]
    one = np.delete(np.arange(len(cards)), above)
    cut = of_one_length(photo, detector, replace(cards, corners=corners)[one])
    found = placed_in_pile(cut, photo, detector).cards
    assert len(found) == len(cards)
    assert sorted(found.kind) == sorted(cards.kind)
    assert off(found.corners[found.kind == FACE_UP], cards.corners[cards.kind == FACE_UP]) < 0.03
    assert off(found.corners[found.kind == STRIP, :2], cards.corners[cards.kind == STRIP, :2]) < 0.05


@pytest.mark.parametrize("number", [0, 1])
def test_a_last_card_that_seems_short_gets_its_banner_back(
    number: int, photo: NDArray[np.uint8], detector: Detector, cards: Detections
) -> None:
    last, _ = last_and_above(cards, number)
    found = of_one_length(photo, detector, moved_up(cards, last, -0.28))
    assert off(found.corners, cards.corners) < 0.03


def test_cards_of_one_length_stay_as_they_are(
    photo: NDArray[np.uint8], detector: Detector, cards: Detections
) -> None:
    assert np.array_equal(of_one_length(photo, detector, cards).corners, cards.corners)


def test_two_last_cards_do_not_show_how_long_cards_are(
    photo: NDArray[np.uint8], detector: Detector, cards: Detections
) -> None:
    two = moved_up(cards[np.flatnonzero(cards.kind == FACE_UP)[:2]], 0, 0.2)
    assert np.array_equal(of_one_length(photo, detector, two).corners, two.corners)


def test_a_card_without_print_is_not_cut(
    photo: NDArray[np.uint8], detector: Detector, cards: Detections
) -> None:
    last, _ = last_and_above(cards, 0)
    longer = moved_up(cards, last, 0.25)
    plain = np.full_like(photo, 128)
    assert np.array_equal(of_one_length(plain, detector, longer).corners, longer.corners)
