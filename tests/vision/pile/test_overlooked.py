"""Strips of a pile that the detector overlooked: where they may be, and what a closer look finds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.pile.piles import PILE, columns, found
from vision.arrays import Floats
from vision.detect.detections import FACE_UP, STRIP, Detections
from vision.detect.detector import Detector
from vision.geometry.quads import Quads
from vision.photo.load import load_photo
from vision.pile.columns import columns_of_pile
from vision.pile.overlooked import (
    OVERLOOKED_STRIPS,
    is_strip,
    places_above,
    places_below,
    places_between,
    strips_between,
    usual_step,
    with_overlooked,
)
from vision.pile.placing import placed_in_pile

SIZE = (1000, 1000)


def places(cards: Detections) -> Quads:
    columns = columns_of_pile(cards.corners, cards.kind)
    usual = usual_step(cards.corners, columns)
    assert usual is not None
    looks = (places_between, places_above, places_below)
    return np.concatenate([look(cards.corners, columns, usual) for look in looks])


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
        strips_between(np.zeros((height, SIZE[1], 3), np.uint8), Detector.default(), cards, order)
    assert asked == [3, 3, 3, 0]


def test_few_cards_do_not_show_the_usual_step() -> None:
    few = found(*columns([0], rows=3))
    assert usual_step(few.corners, columns_of_pile(few.corners, few.kind)) is None
    order = columns_of_pile(few.corners, few.kind)
    assert len(strips_between(np.zeros((*SIZE, 3), np.uint8), Detector.default(), few, order)) == 0


def without(cards: Detections, place: tuple[int, int]) -> tuple[Detections, Quads]:
    """All finds but the card at (column, place in it; -1 is the last), and that card."""
    order = columns_of_pile(cards.corners, cards.kind)
    column = np.flatnonzero(order.column == place[0])
    which = column[np.argsort(order.place[column])][place[1]]
    assert cards.kind[which] == STRIP or place[1] == -1
    return cards[np.arange(len(cards)) != which], cards.corners[which]


@pytest.mark.parametrize(
    "place", [(0, 2), (2, 0), (4, 3), (1, -1)], ids=["inside", "first", "inside another", "last"]
)
def test_a_strip_that_was_overlooked_is_found(place: tuple[int, int]) -> None:
    photo, detector = load_photo(PILE), Detector.default()
    cards, strip = without(detector.detect(photo), place)
    order = columns_of_pile(cards.corners, cards.kind)
    (again,) = strips_between(photo, detector, cards, order).corners
    width = float(np.linalg.norm(strip[1] - strip[0]))
    # a strip picture shows this much around the card (vision.strips.rectify)
    assert np.linalg.norm(again[:2] - strip[:2], axis=1).max() < 0.06 * width
    whole = placed_in_pile(cards, photo, detector)
    assert len(whole.cards) == len(cards) + 1


@pytest.mark.parametrize("column", [0, 3])
def test_all_strips_of_a_column_are_found_above_its_last_card(column: int) -> None:
    photo, detector = load_photo(PILE), Detector.default()
    cards = detector.detect(photo)
    order = columns_of_pile(cards.corners, cards.kind)
    lone = cards[(order.column != column) | (cards.kind == FACE_UP)]
    assert len(cards) - len(lone) > 1
    whole = placed_in_pile(lone, photo, detector).cards.corners
    apart = np.linalg.norm(whole[:, None, :2].mean(axis=2) - cards.corners[None, :, :2].mean(axis=2), axis=2)
    assert len(whole) == len(cards)
    assert apart.min(axis=0).max() < 10


@pytest.mark.parametrize(
    ("corner_error", "shown", "usual", "there"),
    [
        (0.02, 2.3, 2.6, True), (0.02, 1.4, 2.6, False), (0.005, 1.1, 2.6, True), (0.005, 0.3, 2.6, False),
        (0.03, 2.3, 2.6, False), (0.0094, 1.23, 2.12, True), (0.0239, 1.39, 1.7, True),
        (0.012, 1.83, 1.7, True), (0.0073, 0.98, 2.68, False), (0.0245, 1.62, 2.68, False),
    ],
)  # fmt: skip
def test_clear_print_or_sure_sides_make_a_gap_a_strip(
    monkeypatch: pytest.MonkeyPatch, corner_error: float, shown: float, usual: float, there: bool
) -> None:
    """The other cards show how much print is clear: letters in dots show little on all cards."""
    true, kinds = columns([0, 1.2, 2.4], rows=7)
    cards = found(np.delete(true, 2, axis=0), np.delete(kinds, 2))

    def look(self: Detector, photo: object, quads: Quads, kind: int) -> Detections:
        gap = np.abs(quads - true[2]).max(axis=(1, 2), initial=0) < 2
        one = found(quads, [STRIP] * len(quads))
        return replace(one, corner_error=np.where(gap, corner_error, 0.1).astype(np.float32))

    monkeypatch.setattr(Detector, "edges", look)

    def printed(photo: object, quads: Quads, inside: bool = False) -> Floats:
        return np.full(len(quads), usual if len(quads) == len(cards) else shown)

    monkeypatch.setattr("vision.pile.overlooked.print_at", printed)
    order = columns_of_pile(cards.corners, cards.kind)
    more = strips_between(np.zeros((*SIZE, 3), np.uint8), Detector.default(), cards, order)
    assert len(more) == there


def test_print_of_a_card_does_not_count_for_the_place_above_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where little of each card shows, the picture of a place reaches down to the next card."""
    photo, detector = load_photo(PILE), Detector.default()
    cards = detector.detect(photo)
    order = columns_of_pile(cards.corners, cards.kind)
    first = cards.corners[order.place == 0]
    usual = usual_step(cards.corners, order) or 0.0
    down = first[:, 3] - first[:, 0]
    wide = np.linalg.norm(first[:, 1] - first[:, 0], axis=1, keepdims=True)
    step = 0.5 * usual * wide * down / np.linalg.norm(down, axis=1, keepdims=True)
    above = np.stack([first[:, 0] - step, first[:, 1] - step, first[:, 1], first[:, 0]], axis=1)

    def look(self: Detector, photo: object, quads: Quads, kind: int) -> Detections:
        one = found(above, [STRIP] * len(above))
        return replace(one, corner_error=np.full(len(above), 0.003, np.float32))

    monkeypatch.setattr(Detector, "edges", look)
    for elsewhere in ("places_below", "places_between"):
        monkeypatch.setattr(f"vision.pile.overlooked.{elsewhere}", lambda *_: above[:0])
    monkeypatch.setattr("vision.pile.overlooked.places_above", lambda *_: above)
    near = replace(OVERLOOKED_STRIPS, apart=0.4)
    assert len(strips_between(photo, detector, cards, order, near)) == 0


def test_no_strip_is_added_where_all_were_found() -> None:
    photo, detector = load_photo(PILE), Detector.default()
    cards = detector.detect(photo)
    assert len(strips_between(photo, detector, cards, columns_of_pile(cards.corners, cards.kind))) == 0
    assert len(placed_in_pile(cards, photo, detector).cards) == len(cards)


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


@pytest.mark.parametrize(
    ("corner_error", "shown", "usual", "there"), [(0.0094, 1.23, 2.12, True), (0.0144, 1.49, 2.6, False)]
)
def test_above_a_columns_first_card_a_strip_must_show_more_print(
    corner_error: float, shown: float, usual: float, there: bool
) -> None:
    """A place there may be half table and half the card below."""
    values = np.array([[corner_error], [shown]])
    assert is_strip(*values, np.array([True]), usual).tolist() == [there]
    assert is_strip(*values, np.array([False]), usual).tolist() == [True]


def test_a_strip_that_does_not_stay_is_not_looked_for_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    photo, detector = load_photo(PILE), Detector.default()
    cards = detector.detect(photo)
    looks: list[int] = []

    def again(photo: object, detector: Detector, seen: Detections, columns: object) -> Detections:
        looks.append(len(seen))
        assert len(looks) < 4, "it looks for ever"
        return cards[cards.kind == STRIP][:1]

    monkeypatch.setattr("vision.pile.placing.strips_between", again)
    assert len(placed_in_pile(cards, photo, detector).cards) == len(cards)
