"""The judge on a photo of a pile: patterns of cards, of the table and of cloths are no cards."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.pile.piles import PILE, columns, found
from vision.common.arrays import Floats, Picture
from vision.detect.detections import FACE_DOWN, FACE_UP, NOTHING, OUTCOMES, STRIP, Detections, joined
from vision.detect.detector import Detector
from vision.geometry.quads import Quads, common_area, widths
from vision.photo.load import load_photo
from vision.photo.pyramid import Pyramid
from vision.pile.cards import columns_of_pile
from vision.pile.judging import PILE_EVIDENCE, judged_in_pile, pile_rows, table_around
from vision.strips.marks import print_at


@pytest.fixture(scope="module")
def photo() -> Picture:
    return load_photo(PILE)


@pytest.fixture(scope="module")
def pile(photo: Picture) -> Detections:
    """What the detector finds: all are cards."""
    return Detector.default().without(FACE_DOWN).find(Pyramid.of(photo))


def judged(photo: Picture, pile: Detections, *more: Quads) -> list[bool]:
    """Which of these ``more`` detections, of which the detector is half sure, the judge takes for cards; all
    cards of the pile stay.
    """
    doubtful = Detections.of(np.stack(more), np.full(len(more), STRIP), np.full(len(more), 0.5))
    unclear, odds = (np.full(len(more), value, np.float32) for value in (0.03, -2))
    doubtful = replace(doubtful, corner_error=unclear, verifier_odds=odds)
    cards = judged_in_pile(photo, joined([pile, doubtful]))
    tops = cards.corners[:, :2].mean(axis=1)

    def stays(quad: Quads) -> bool:
        apart = np.linalg.norm(tops - quad[:2].mean(axis=0), axis=1)
        return bool(apart.min() < 0.02 * widths(quad[None])[0])

    assert all(stays(quad) for quad in pile.corners)
    return [stays(quad) for quad in more]


def of_a_column(pile: Detections, number: int) -> Quads:
    """The cards of a column from above."""
    order = columns_of_pile(pile.corners, pile.kind)
    own = np.flatnonzero(order.column == number)
    return pile.corners[own[np.argsort(order.place[own])]]


def test_all_cards_of_a_pile_stay(photo: Picture, pile: Detections) -> None:
    cards = judged_in_pile(photo, pile)
    assert len(cards) == len(pile) > 20
    assert set(cards.kind.tolist()) == {STRIP, FACE_UP}


def test_bodies_of_cards_are_no_cards(photo: Picture, pile: Detections) -> None:
    whole = pile.corners[pile.kind == FACE_UP]
    down = (whole[:, 3] - whole[:, 0])[:, None]
    bodies = np.concatenate([whole[:, :2] + 0.45 * down, whole[:, 2:] - 0.15 * down], axis=1)
    assert not any(judged(photo, pile, *bodies))


def test_a_pattern_between_two_strips_is_no_card(photo: Picture, pile: Detections) -> None:
    column = of_a_column(pile, 0)
    assert judged(photo, pile, (column[1] + column[2]) / 2) == [False]


def test_a_find_apart_from_the_pile_without_print_is_no_card(photo: Picture, pile: Detections) -> None:
    far = max(
        table_around(pile.corners, 0, (photo.shape[1], photo.shape[0]), np.ones(len(pile), np.bool_)),
        key=lambda place: np.linalg.norm(pile.corners.mean(axis=1) - place.mean(axis=0), axis=1).min(),
    )
    assert judged(photo, pile, far) == [False]


def test_the_table_above_a_column_is_no_card(photo: Picture, pile: Detections) -> None:
    """The stripes of a cloth may go on where the strips end."""
    first = of_a_column(pile, 1)[0]
    down = first[[3, 2]] - first[:2]
    step = 0.3 * widths(first[None])[0] * down / np.linalg.norm(down, axis=1, keepdims=True)
    above = np.concatenate([first[:2] - step, first[[1, 0]] - 0.05 * step[::-1]]).astype(np.float32)
    assert judged(photo, pile, above) == [False]


@pytest.mark.parametrize("column", [0, 1, 2, 4])
def test_a_strip_stays_where_its_print_is_blurred(photo: Picture, pile: Detections, column: int) -> None:
    first = of_a_column(pile, column)[0]
    mask = cv2.fillConvexPoly(np.zeros(photo.shape[:2], np.uint8), first.round().astype(np.int32), 1)
    bare = np.where(mask[..., None] > 0, cv2.GaussianBlur(photo, (0, 0), 12), photo)
    shown = print_at(bare, pile.corners)
    assert print_at(bare, first[None])[0] < np.median(shown) - 0.4
    assert judged(bare, pile, first) == [True]


def evidence(cards: Detections, photo: Picture, *columns: str) -> Floats:
    """These columns of the evidence of each detection, all of which are believed to be cards."""
    belief = np.zeros((len(cards), len(OUTCOMES)))
    belief[np.arange(len(cards)), cards.kind] = 0.9
    belief[:, NOTHING] = 0.1
    pyramid = Pyramid.of(photo)
    rows = pile_rows(pyramid, cards, belief, np.arange(len(cards)))
    return rows[:, [PILE_EVIDENCE.index(name) - len(PILE_EVIDENCE) for name in columns]]


def test_a_row_tells_the_place_in_the_column() -> None:
    corners, kinds = columns([0, 1.2])
    table = np.full((1000, 1000, 3), 90, np.uint8)
    rows = evidence(found(corners, kinds), table, "step above", "step below", "cards of the column", "flat")
    first, last = np.arange(12) % 6 == 0, np.arange(12) % 6 == 5
    assert np.isnan(rows[first, 0]).all()
    assert np.isnan(rows[last, 1]).all()
    assert np.abs(rows[~first, 0]).max() < 0.05
    assert (rows[:, 2] == 6).all()
    assert np.abs(rows[kinds == STRIP, 3]).max() < 0.05
    wide = evidence(found(np.delete(corners, 2, axis=0), np.delete(kinds, 2)), table, "step below")
    assert wide[1, 0] == pytest.approx(np.log(2), abs=0.05)


def test_one_detection_has_a_row_and_an_empty_table_none() -> None:
    corners, kinds = columns([0], rows=1)
    table = np.full((1000, 1000, 3), 90, np.uint8)
    assert evidence(found(corners, kinds), table, "cards of the column").tolist() == [[1]]
    assert len(judged_in_pile(table, found(corners[:0], kinds[:0]))) == 0


def test_the_table_shows_beside_the_cards_and_in_the_photo(photo: Picture, pile: Detections) -> None:
    size = (photo.shape[1], photo.shape[0])
    for card in (0, len(pile) // 2):
        places = table_around(pile.corners, card, size, np.ones(len(pile), np.bool_))
        assert len(places) > 3
        assert places.min() >= 0
        assert (places <= np.array(size)).all()
        own = widths(pile.corners[[card]])[0]
        assert np.allclose(widths(places), own, rtol=0.01)
        shared = [common_area(place, quad) for place in places for quad in pile.corners]
        assert max(shared) < 0.02 * own**2
