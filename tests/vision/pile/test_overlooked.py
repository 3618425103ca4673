"""Strips of a pile that the detector overlooked: where they may be, and what a closer look finds."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.pile.piles import PILE, columns, found
from vision.detect.detections import FACE_DOWN, FACE_UP, STRIP, Detections
from vision.detect.detector import Detector
from vision.geometry.quads import Quads
from vision.photo.load import load_photo
from vision.photo.pyramid import Pyramid
from vision.pile.columns import columns_of_pile
from vision.pile.judging import judged_in_pile, overlooked
from vision.pile.overlooked import free_in_columns, places_in_columns, typical_step
from vision.pile.placing import placed_in_pile, with_overlooked

SIZE = (1000, 1000)


@pytest.fixture(scope="module")
def photo() -> Pyramid:
    return Pyramid(load_photo(PILE))


@pytest.fixture(scope="module")
def pile(photo: Pyramid) -> Detections:
    """All cards of the sample's pile."""
    detector = Detector.default().without(FACE_DOWN)
    return judged_in_pile(photo, detector, detector.find(photo))


def more_of(cards: Detections, photo: Pyramid) -> Detections:
    """The overlooked cards, after one look."""
    order = columns_of_pile(cards.corners, cards.kind)
    return overlooked(photo, cards, free_in_columns(photo, Detector.default(), cards, order))


def places(cards: Detections) -> Quads:
    return places_in_columns(cards.corners, columns_of_pile(cards.corners, cards.kind))


@pytest.mark.parametrize("gone", [[2], [2, 3]], ids=["one", "two"])
def test_a_strip_may_be_missing_in_a_gap_and_at_the_ends_of_each_column(
    gone: list[int],
) -> None:
    true, kinds = columns([0, 1.2, 2.4], rows=7)
    cards = found(np.delete(true, gone, axis=0), np.delete(kinds, gone))
    may_be = places(cards)
    assert len(may_be) == len(gone) + 6
    for missing in true[gone]:
        assert np.abs(may_be - missing).max(axis=(1, 2)).min() < 2
    upper = true[[0, 7, 14], :2] - (true[[1, 8, 15], :2] - true[[0, 7, 14], :2])
    for above in upper:
        assert np.abs(may_be[:, :2] - above).max(axis=(1, 2)).min() < 2
    last = np.array([6, 13, 20])
    for below in true[last, :2] + (true[last, :2] - true[last - 1, :2]):
        assert np.abs(may_be[:, :2] - below).max(axis=(1, 2)).min() < 2


def test_no_place_lies_outside_the_photo(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = found(*columns([0, 1.2, 2.4]))
    asked: list[int] = []

    def look(self: Detector, photo: object, quads: Quads, kind: int) -> Detections:
        asked.append(len(quads))
        return cards[:0]

    monkeypatch.setattr(Detector, "edges", look)
    order = columns_of_pile(cards.corners, cards.kind)
    for height in (SIZE[0], int(cards.corners[:, :2, 1].max()) + 5):
        table = Pyramid(np.zeros((height, SIZE[1], 3), np.uint8))
        free_in_columns(table, Detector.default(), cards, order)
    assert asked == [6, 3]


def test_few_cards_do_not_show_the_usual_step() -> None:
    few = found(*columns([0], rows=3))
    assert typical_step(few.corners, columns_of_pile(few.corners, few.kind)) is None
    assert len(places(few)) == 0


def without(cards: Detections, place: tuple[int, int]) -> tuple[Detections, Quads]:
    """All detections but the card at (column, place in it; -1 is the last), and that card."""
    order = columns_of_pile(cards.corners, cards.kind)
    column = np.flatnonzero(order.column == place[0])
    which = column[np.argsort(order.place[column])][place[1]]
    assert cards.kind[which] == STRIP or place[1] == -1
    return cards[np.arange(len(cards)) != which], cards.corners[which]


@pytest.mark.parametrize(
    "place", [(0, 2), (2, 0), (4, 3), (1, -1)], ids=["inside", "first", "inside another", "last"]
)
def test_a_strip_that_was_overlooked_is_found(
    place: tuple[int, int], photo: Pyramid, pile: Detections
) -> None:
    cards, strip = without(pile, place)
    (again,) = more_of(cards, photo).corners
    width = float(np.linalg.norm(strip[1] - strip[0]))
    # a strip picture shows this much around the card (vision.strips.rectify)
    assert np.linalg.norm(again[:2] - strip[:2], axis=1).max() < 0.06 * width
    whole = placed_in_pile(cards, photo, Detector.default())
    assert len(whole.cards) == len(cards) + 1


@pytest.mark.parametrize("column", [0, 3])
def test_all_strips_of_a_column_are_found_above_its_last_card(
    column: int, photo: Pyramid, pile: Detections
) -> None:
    order = columns_of_pile(pile.corners, pile.kind)
    lone = pile[(order.column != column) | (pile.kind == FACE_UP)]
    assert len(pile) - len(lone) > 1
    whole = placed_in_pile(lone, photo, Detector.default()).cards.corners
    apart = np.linalg.norm(whole[:, None, :2].mean(axis=2) - pile.corners[None, :, :2].mean(axis=2), axis=2)
    assert len(whole) == len(pile)
    assert apart.min(axis=0).max() < 10


def test_no_strip_is_added_where_all_were_found(photo: Pyramid, pile: Detections) -> None:
    assert len(more_of(pile, photo)) == 0
    assert len(placed_in_pile(pile, photo, Detector.default()).cards) == len(pile)


def test_a_strip_that_reaches_over_an_overlooked_strip_ends_there() -> None:
    true, kinds = columns([0, 1.2])
    long = true.copy()
    long[1, 2:] = true[2, 2:]
    cards = found(np.delete(long, 2, axis=0), np.delete(kinds, 2))
    whole = with_overlooked(cards, found(true[2:3], kinds[2:3]))
    assert np.allclose(whole.corners, np.concatenate([np.delete(true, 2, axis=0), true[2:3]]), atol=0.01)


def test_the_lower_of_two_cards_taken_for_one_is_whole() -> None:
    true, kinds = columns([0, 1.2], rows=6)
    merged, kind = true.copy(), np.array(kinds)
    merged[4, 2:], kind[4] = true[5, 2:], FACE_UP
    strip = true[5:6].copy()
    strip[0, 2:] = 0.5 * strip[0, 2:] + 0.5 * strip[0, [1, 0]]
    whole = with_overlooked(found(np.delete(merged, 5, axis=0), np.delete(kind, 5)), found(strip, [STRIP]))
    assert whole.kind[[4, -1]].tolist() == [STRIP, FACE_UP]
    assert np.allclose(whole.corners[[4, -1]], true[[4, 5]], atol=0.01)


def test_a_strip_that_does_not_stay_is_not_looked_for_again(
    monkeypatch: pytest.MonkeyPatch, photo: Pyramid, pile: Detections
) -> None:
    looks: list[int] = []

    def again(photo: object, seen: Detections, places: object) -> Detections:
        looks.append(len(seen))
        assert len(looks) < 4, "it looks for ever"
        return pile[pile.kind == STRIP][:1]

    monkeypatch.setattr("vision.pile.placing.overlooked", again)
    placed_in_pile(pile, photo, Detector.default())
    assert looks == [len(pile)]
