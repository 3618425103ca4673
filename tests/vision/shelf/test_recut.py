"""Cards that were cut too low or in another turn: print says where their upper edge is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.detect.detections import FACE_DOWN, FACE_UP, Detections
from vision.detect.detector import Detector
from vision.geometry.quads import Quads, widths
from vision.photo.load import load_photo
from vision.shelf.recut import with_banners
from vision.strips import rectify
from vision.strips.marks import BOOK_CARD, find_marks

PHOTOS = Path(__file__).parents[1] / "invented" / "photos"
#: Where the upper left corners of three cards of the photo are.
THREE = np.array([[1044, 763], [1304, 420], [576, 438]])


@pytest.fixture(scope="module")
def photo() -> NDArray[np.uint8]:
    return load_photo(PHOTOS / "ana.jpg")


@pytest.fixture(scope="module")
def cards(photo: NDArray[np.uint8]) -> Detections:
    found = Detector.default().detect(photo)
    return found[found.kind == FACE_UP]


def lowered(corners: Quads, which: list[int], by: float) -> Quads:
    """The cards with the upper edges of some moved down ``by`` that many widths."""
    out = corners.copy()
    for i in which:
        down = corners[i, [3, 2]] - corners[i, :2]
        out[i, :2] += by * widths(corners)[i] * down / np.linalg.norm(down, axis=1, keepdims=True)
    return out


def shown(photo: NDArray[np.uint8], cards: Detections) -> NDArray[np.float32]:
    return find_marks(rectify.strips(photo, cards.corners)).shown


@pytest.mark.parametrize("kind", [FACE_UP, FACE_DOWN])
@pytest.mark.parametrize("by", [0.2, 0.33])
def test_a_card_cut_below_its_banner_is_made_whole(
    photo: NDArray[np.uint8], cards: Detections, by: float, kind: int
) -> None:
    """Without its banner a face may pass for a back."""
    some = np.linalg.norm(cards.corners[:, 0] - THREE[:, None], axis=2).argmin(axis=1).tolist()
    kinds = cards.kind.copy()
    kinds[some] = kind
    short = replace(cards, corners=lowered(cards.corners, some, by), kind=kinds)
    whole, print_ = with_banners(photo, Detector.default(), short, shown(photo, short))
    assert print_.min() > BOOK_CARD
    off = np.linalg.norm(whole.corners - cards.corners, axis=2).max(axis=1) / widths(cards.corners)
    assert off[some].max() < 0.03
    assert np.delete(off, some).max() == 0


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_a_card_in_another_turn_is_turned_to_its_banner(
    photo: NDArray[np.uint8], cards: Detections, turn: int
) -> None:
    corners = cards.corners.copy()
    corners[2] = np.roll(corners[2], turn, axis=0)
    turned = replace(cards, corners=corners)
    mended, print_ = with_banners(photo, Detector.default(), turned, shown(photo, turned))
    assert print_.min() > BOOK_CARD
    off = np.linalg.norm(mended.corners - cards.corners, axis=2).max(axis=1) / widths(cards.corners)
    assert off[2] < 0.03
    assert np.delete(off, 2).max() == 0


def test_whole_cards_stay(photo: NDArray[np.uint8], cards: Detections) -> None:
    assert with_banners(photo, Detector.default(), cards, shown(photo, cards))[0] is cards


def test_a_low_back_without_a_banner_stays(photo: NDArray[np.uint8]) -> None:
    found = Detector.default().detect(photo)
    backs = np.flatnonzero(found.kind == FACE_DOWN)
    low = replace(found, corners=lowered(found.corners, backs.tolist(), 0.33))
    assert len(backs) > 0
    assert with_banners(photo, Detector.default(), low, shown(photo, low))[0] is low


def test_where_no_print_comes_into_view_nothing_is_moved(cards: Detections) -> None:
    table = np.full((2000, 2000, 3), 120, np.uint8)
    assert with_banners(table, Detector.default(), cards, shown(table, cards))[0] is cards


def pile() -> tuple[NDArray[np.uint8], Detections]:
    photo = load_photo(PHOTOS / "solo-pile.jpg")
    return photo, Detector.default().detect(photo)
