"""The evidence of each detection by itself, and the judge's first word."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.detect.detected import found, square
from tests.vision.photos import photo, truth
from vision.detect.detections import CATEGORY, FACE_DOWN, FACE_UP, NOTHING, STRIP, Detections
from vision.detect.detector import Detector
from vision.detect.score import EVIDENCE, belief_by, believed, by_itself, rows
from vision.photo.load import load_photo

FINDS = st.tuples(
    st.integers(0, 300),
    st.integers(0, 200),
    st.integers(20, 80),
    st.sampled_from([FACE_UP, FACE_DOWN, STRIP, CATEGORY]),
    st.floats(0.01, 1.0),
)


def seen(detections: list[tuple[int, int, int, int, float]]) -> Detections:
    corners = np.concatenate([square(x, y, size) for x, y, size, _, _ in detections])
    return found(corners, [each[3] for each in detections], [each[4] for each in detections])


@given(st.lists(FINDS, min_size=1, max_size=8, unique=True), st.randoms())
@settings(deadline=None)
def test_the_order_of_the_detections_does_not_matter(
    detections: list[tuple[int, int, int, int, float]], chance: object
) -> None:
    cards = seen(detections)
    order = np.arange(len(cards))
    chance.shuffle(order)  # type: ignore[attr-defined]
    one, other = rows(cards, believed(cards)), rows(cards[order], believed(cards[order]))
    assert one.shape == (len(cards), len(EVIDENCE))
    steady = [n for n, name in enumerate(EVIDENCE) if name not in ("aslant", "coverer")]  # ties go either way
    assert np.allclose(one[order][:, steady], other[:, steady], equal_nan=True, atol=0.02)


def test_no_detections_have_no_rows() -> None:
    none = found(np.zeros((0, 4, 2), np.float32), [])
    assert rows(none, believed(none)).shape == (0, len(EVIDENCE))
    assert len(by_itself(none)) == 0


def test_the_detector_is_believed_until_the_judge_speaks() -> None:
    cards = found(np.concatenate([square(0, 0), square(60, 0)]), [FACE_DOWN, CATEGORY], [0.7, 0.2])
    assert believed(cards)[:, [FACE_DOWN, CATEGORY, NOTHING]] == pytest.approx(
        np.array([[0.7, 0, 0.3], [0, 0.2, 0.8]]), abs=1e-6
    )
    said = np.full((2, 5), 0.2, np.float32)
    assert np.allclose(believed(replace(cards, belief=said)), said)
    unseen = replace(cards, seen=np.full(2, np.nan, np.float32))  # empty places, which no detector saw
    assert believed(unseen)[:, NOTHING].tolist() == [1, 1]


def test_the_cards_of_a_photo_are_believed_by_themselves() -> None:
    cards = by_itself(Detector.default().without(STRIP).find(load_photo(photo("ana"))))
    clear = cards[np.flatnonzero(cards.score > 0.9)]
    true = [card["face_up"] for row in truth("ana") for card in row]
    assert sorted((clear.belief.argmax(axis=1) == FACE_UP).tolist()) == sorted(true)
    assert (np.delete(cards.score, np.flatnonzero(cards.score > 0.9)) < 0.5).all()


def test_what_was_not_measured_may_be_left_out() -> None:
    cards = found(np.concatenate([square(0, 0), square(60, 0)]), [FACE_UP, FACE_DOWN])
    told = belief_by(rows(cards, believed(cards)))
    assert told.shape == (2, 5)
    assert np.allclose(told.sum(axis=1), 1, atol=1e-5)
