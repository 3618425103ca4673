"""The turns of cards, and of the shelves of several players in one photo."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.cards import Deck
from tests.vision.detect.detected import found, square
from vision import Legend, PhotoReader
from vision.detect.detections import CATEGORY, FACE_DOWN, FACE_UP
from vision.detect.turn import groups, is_aslant, set_upright
from vision.geometry.quads import Quads
from vision.shelf.lattice import place_cards

SAMPLES = Path(__file__).parents[1] / "invented"
seeds = st.integers(0, 2**32 - 1)


def shelf(rows: int, columns: int, middle: tuple[float, float], degrees: float) -> Quads:
    """The cards of a full shelf, 100 pixels wide each."""
    card = np.array([[0, 0], [100, 0], [100, 140], [0, 140]]) - [50, 70]
    cards = np.array([card + np.array([104 * c, 144 * r]) for r in range(rows) for c in range(columns)])
    cards = cards - cards.mean(axis=(0, 1))
    a = np.radians(degrees)
    turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    return np.asarray(cards @ turn + middle, np.float32)


@given(seeds, st.integers(2, 4))
@settings(max_examples=20, deadline=None)
def test_shelves_around_a_table_are_told_apart(seed: int, players: int) -> None:
    rng = np.random.default_rng(seed)
    angles = [360 * n / players + rng.uniform(-40, 40) for n in range(players)]
    parts = [
        shelf(int(rng.integers(1, 4)), int(rng.integers(2, 5)), (2500 + 700 * np.sin(np.radians(at)) * 1.5,
              2500 - 700 * np.cos(np.radians(at)) * 1.5), turn)
        for at, turn in zip(range(0, 360, 360 // players), angles, strict=False)
    ]  # fmt: skip
    quads = np.concatenate(parts)
    expected = np.repeat(np.arange(players), [len(part) for part in parts])
    order = rng.permutation(len(quads))
    found = groups(quads[order])
    assert sorted(len(part) for part in found) == sorted(len(part) for part in parts)
    assert all(len(set(expected[order][part].tolist())) == 1 for part in found)
    placed = place_cards(quads)
    assert len({(int(s), int(e)) for s, e in zip(placed.shelf, expected, strict=True)}) == players


@pytest.mark.parametrize(("degrees", "aslant"), [(0, False), (8, False), (30, True), (45, True), (85, False)])
@pytest.mark.parametrize("quarter", [0, 90, 180, 270])
def test_a_shelf_between_two_quarter_turns_is_aslant(degrees: float, aslant: bool, quarter: int) -> None:
    assert is_aslant(shelf(2, 3, (500, 500), degrees + quarter), 0) is aslant
    assert not is_aslant(shelf(2, 3, (500, 500), degrees + quarter), degrees)


def test_a_shelf_aslant_to_another_is_read_as_when_alone() -> None:
    """One look, straight for the first shelf, would miss cards of the second."""
    reader = PhotoReader(Legend.from_photo(SAMPLES / "legend.jpg"), Deck.load(SAMPLES / "house_deck.json"))
    pictures = [cv2.imread(str(SAMPLES / "photos" / f"{name}.jpg")) for name in ("cleo", "dmitri")]
    wide, high = 2900, 1900
    canvas = np.zeros((high, wide, 3), np.uint8)
    canvas[:] = (70, 90, 110)
    expected = []
    for picture, degrees, x in zip(pictures, (0, 55), (720, 2050), strict=True):
        assert picture is not None
        expected += [shelf.notation for shelf in reader.read(np.asarray(picture, np.uint8)).shelves]
        middle = (picture.shape[1] / 2, picture.shape[0] / 2)
        matrix = cv2.getRotationMatrix2D(middle, degrees, 0.66)
        matrix[:, 2] += np.array([x, high / 2]) - middle
        inside = cv2.warpAffine(np.full(picture.shape[:2], 255, np.uint8), matrix, (wide, high))
        turned = cv2.warpAffine(picture, matrix, (wide, high), flags=cv2.INTER_AREA)
        canvas[inside > 0] = turned[inside > 0]
    got = reader.read(canvas)
    assert sorted(shelf.notation for shelf in got.shelves) == sorted(expected)


def test_backs_stand_as_the_cards_around_them() -> None:
    row = np.concatenate([square(0, 0), square(60, 0, turn=2), square(120, 0), square(60, 80, turn=1)])
    upright = set_upright(found(row, [FACE_UP, FACE_DOWN, FACE_UP, CATEGORY]))
    assert np.allclose(upright, np.concatenate([square(0, 0), square(60, 0), square(120, 0), square(60, 80)]))
    # a single back stands as the photo does
    assert np.allclose(set_upright(found(square(5, 5, turn=3), [CATEGORY])), square(5, 5))
