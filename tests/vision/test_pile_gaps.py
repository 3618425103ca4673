"""Strips of a pile that the detector overlooked: where they may be, and that a closer look finds them."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.test_pile_cards import PILE, columns, found
from vision.detect import Detector
from vision.detections import STRIP, Detections
from vision.photo import load_photo
from vision.pile import columns_of_pile
from vision.pile_gaps import cut_short, places_between, strips_between, usual_step
from vision.placing import placed_in_pile
from vision.quads import Quads

SIZE = (1000, 1000)


def places(cards: Detections, size: tuple[int, int] = SIZE) -> Quads:
    columns = columns_of_pile(cards.corners, cards.kind)
    usual = usual_step(cards.corners, columns)
    assert usual is not None
    return places_between(cards.corners, columns, usual, size)


@pytest.mark.parametrize("gone", [[2], [2, 3]], ids=["one", "two"])
def test_a_gap_has_room_for_what_is_missing_and_each_column_for_one_more_above(gone: list[int]) -> None:
    true, kinds = columns([0, 1.2, 2.4], rows=7)
    cards = found(np.delete(true, gone, axis=0), np.delete(kinds, gone))
    may_be = places(cards)
    assert len(may_be) == len(gone) + 3
    for missing in true[gone]:
        assert np.abs(may_be - missing).max(axis=(1, 2)).min() < 2
    upper = true[[0, 7, 14], :2] - (true[[1, 8, 15], :2] - true[[0, 7, 14], :2])
    for above in upper:
        assert np.abs(may_be[:, :2] - above).max(axis=(1, 2)).min() < 2


def test_no_place_lies_outside_the_photo() -> None:
    cards = found(*columns([0, 1.2, 2.4]))
    first = cards.corners[:, :, 1].min()
    cards = Detections.of(cards.corners - np.float32([0, first]), cards.kind, cards.score)
    assert len(places(cards)) == 0


def test_a_few_cards_say_nothing_of_steps() -> None:
    few = found(*columns([0], rows=3))
    assert usual_step(few.corners, columns_of_pile(few.corners, few.kind)) is None
    order = columns_of_pile(few.corners, few.kind)
    assert len(strips_between(np.zeros((*SIZE, 3), np.uint8), Detector.default(), few, order)) == 0


def without(cards: Detections, place: tuple[int, int]) -> tuple[Detections, Quads]:
    """What was found but for the strip at (column, place in it), and that strip."""
    order = columns_of_pile(cards.corners, cards.kind)
    (which,) = np.flatnonzero((order.column == place[0]) & (order.place == place[1]))
    assert cards.kind[which] == STRIP
    return cards[np.arange(len(cards)) != which], cards.corners[which]


@pytest.mark.parametrize("place", [(0, 2), (2, 0), (4, 3)], ids=["inside", "first", "inside another"])
def test_a_strip_that_was_overlooked_is_found(place: tuple[int, int]) -> None:
    photo, detector = load_photo(PILE), Detector.default()
    cards, strip = without(detector.detect(photo), place)
    order = columns_of_pile(cards.corners, cards.kind)
    (again,) = strips_between(photo, detector, cards, order).corners
    width = float(np.linalg.norm(strip[1] - strip[0]))
    assert np.linalg.norm(again[:2] - strip[:2], axis=1).max() < 0.03 * width
    whole = placed_in_pile(cards, photo, detector)
    assert len(whole.cards) == len(cards) + 1


def test_where_all_strips_were_found_none_is_added() -> None:
    photo, detector = load_photo(PILE), Detector.default()
    cards = detector.detect(photo)
    assert len(strips_between(photo, detector, cards, columns_of_pile(cards.corners, cards.kind))) == 0
    assert len(placed_in_pile(cards, photo, detector).cards) == len(cards)


def test_a_strip_that_reached_over_the_next_one_ends_where_that_begins() -> None:
    true, kinds = columns([0, 1.2])
    long = true.copy()
    long[1, 2:] = true[2, 2:]
    cards = found(np.delete(long, 2, axis=0), np.delete(kinds, 2))
    short = cut_short(cards, found(true[2:3], kinds[2:3]))
    assert np.allclose(short.corners, np.delete(true, 2, axis=0), atol=0.01)
