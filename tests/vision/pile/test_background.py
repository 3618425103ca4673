"""Finds in a photo of a pile that are background."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.arrays import Picture
from vision.detect.detections import FACE_DOWN, STRIP, Detections, joined
from vision.detect.detector import Detector
from vision.geometry.quads import Quads, common_area, widths
from vision.photo.load import load_photo
from vision.pile.background import PILE_BACKGROUND, PileBackgroundSettings, background_around, is_background
from vision.pile.cards import pile_cards
from vision.strips import rectify
from vision.strips.marks import find_marks

PILE = Path(__file__).parents[3] / "samples" / "photos" / "solo-pile.jpg"


@pytest.fixture(scope="module")
def photo() -> Picture:
    return load_photo(PILE)


@pytest.fixture(scope="module")
def pile(photo: Picture) -> Detections:
    found = Detector.default().without(FACE_DOWN).detect(photo)
    return pile_cards(found, (photo.shape[1], photo.shape[0]))[0]


def background_of(
    photo: Picture, cards: Detections, settings: PileBackgroundSettings = PILE_BACKGROUND
) -> list[int]:
    """The numbers of the finds that are background."""
    strips = rectify.strips(photo, cards.corners)
    return np.flatnonzero(is_background(photo, cards, strips, find_marks(strips), settings)).tolist()


def first_of_a_column(pile: Detections) -> int:
    """The uppermost strip."""
    return int(pile.corners[:, :2, 1].mean(axis=1).argmin())


def with_one_at(pile: Detections, corners: Quads) -> Detections:
    return joined([pile, Detections.of(corners[None], np.array([STRIP]), np.array([0.99]))])


def test_all_cards_of_a_pile_stay(photo: Picture, pile: Detections) -> None:
    assert len(pile) > 20
    assert background_of(photo, pile) == []


def test_a_find_apart_from_the_pile_without_print_is_background(photo: Picture, pile: Detections) -> None:
    """Ornaments of a floor beside a pile look like its cards, whatever their colours."""
    no_colours = replace(PILE_BACKGROUND, background=-1.0)
    far = max(
        background_around(pile.corners, 0, (photo.shape[1], photo.shape[0])),
        key=lambda place: np.linalg.norm(pile.corners.mean(axis=1) - place.mean(axis=0), axis=1).min(),
    )
    apart = np.linalg.norm(pile.corners[:, :2].mean(axis=1) - far[:2].mean(axis=0), axis=1).min()
    assert apart > PILE_BACKGROUND.furthest * widths(far[None])[0]
    assert background_of(photo, with_one_at(pile, far), no_colours) == [len(pile)]


def test_a_card_that_lies_apart_and_shows_its_print_stays(photo: Picture, pile: Detections) -> None:
    left = pile.corners[:, 0, 0].argsort()
    some = pile[np.append(left[:5], left[-1])]
    apart = np.linalg.norm(some.corners[:5, :2].mean(axis=1) - some.corners[5, :2].mean(axis=0), axis=1).min()
    assert apart > PILE_BACKGROUND.furthest * widths(some.corners)[5]
    assert background_of(photo, some) == []


def test_the_table_above_a_column_is_background(photo: Picture, pile: Detections) -> None:
    """The stripes of a cloth may go on where the strips end."""
    first = pile.corners[first_of_a_column(pile)]
    down = first[[3, 2]] - first[:2]
    width = np.linalg.norm(first[1] - first[0])
    step = 0.3 * width * down / np.linalg.norm(down, axis=1, keepdims=True)
    above = np.concatenate([first[:2] - step, first[[1, 0]] - 0.05 * step[::-1]]).astype(np.float32)
    assert background_of(photo, with_one_at(pile, above)) == [len(pile)]


def test_a_strip_without_print_stays_where_it_has_the_colours_of_the_others(
    photo: Picture, pile: Detections
) -> None:
    first = first_of_a_column(pile)
    blurred = cv2.GaussianBlur(photo, (0, 0), 12)
    strip = pile.corners[first].round().astype(np.int32)
    mask = cv2.fillConvexPoly(np.zeros(photo.shape[:2], np.uint8), strip, 1)
    bare = np.where(mask[..., None] > 0, blurred, photo)
    shown = find_marks(rectify.strips(bare, pile.corners)).shown
    assert shown[first] < np.median(shown) - 0.4
    assert background_of(bare, pile) == []


def test_three_finds_do_not_show_the_colours_of_strips(photo: Picture, pile: Detections) -> None:
    (far, *_) = background_around(pile.corners, 0, (photo.shape[1], photo.shape[0]))
    assert background_of(photo, with_one_at(pile[:2], far)) == []


def test_background_shows_beside_the_cards_and_in_the_photo(photo: Picture, pile: Detections) -> None:
    size = (photo.shape[1], photo.shape[0])
    for card in (0, len(pile) // 2):
        places = background_around(pile.corners, card, size)
        assert len(places) > 10
        assert places.min() >= 0
        assert (places <= np.array(size)).all()
        own = widths(pile.corners[[card]])[0]
        assert np.allclose(widths(places), own, rtol=0.01)
        shared = [common_area(place, quad) for place in places for quad in pile.corners]
        assert max(shared) < 0.02 * own**2
