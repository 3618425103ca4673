"""The closer look at doubtful detections."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tests.vision.photos import photo, truth
from vision.common.arrays import Floats
from vision.detect.detections import FACE_DOWN, OUTCOMES, Detections
from vision.judge.closer import CLOSER_EVIDENCE, PrintShown, closer_rows, turned_to_print
from vision.photo.load import load_photo
from vision.photo.pyramid import Pyramid

TABLE, BACK = (150, 160, 150), (90, 40, 30)


def laid(doubtful: tuple[int, int, int]) -> Floats:
    """The evidence of a doubtful find of this colour below two clear backs."""
    picture = np.random.default_rng(3).normal(TABLE, 2, (900, 1000, 3)).clip(0, 255).astype(np.uint8)
    lefts, tops = (300, 420, 300), (200, 200, 360)
    for left, top, colour in zip(lefts, tops, (BACK, BACK, doubtful), strict=True):
        picture[top : top + 140, left : left + 100] = colour
    quads = np.array(
        [[(x, y), (x + 99, y), (x + 99, y + 139), (x, y + 139)] for x, y in zip(lefts, tops, strict=True)]
    )
    cards = Detections.of(quads, np.full(3, FACE_DOWN), np.array([0.9, 0.9, 0.4]))
    belief = np.zeros((3, len(OUTCOMES)))
    belief[:, FACE_DOWN], belief[:, -1] = (0.99, 0.99, 0.4), (0.01, 0.01, 0.6)
    cards = replace(cards, belief=belief.astype(np.float32))
    unknown = PrintShown(*np.full((2, 3), np.nan))
    seen = closer_rows(Pyramid(picture), cards, belief, np.array([2]), unknown)
    assert np.isnan(seen[:2, CLOSER_EVIDENCE.index("unlike backs")]).all()  # nobody asked for the clear backs
    return np.asarray(seen[2], np.float64)


def test_a_back_looks_like_the_backs_and_a_patch_of_the_table_like_the_table() -> None:
    back, patch = laid(BACK), laid(TABLE)
    unlike, table = CLOSER_EVIDENCE.index("unlike backs"), CLOSER_EVIDENCE.index("colour off the table")
    assert back[unlike] < 2 < patch[unlike]
    assert patch[table] < 2 < back[table]


def test_a_card_is_turned_to_its_print() -> None:
    picture = Pyramid(load_photo(photo("ana")))
    cards = [card["corners"] for row in truth("ana") for card in row if card["face_up"]]
    true = np.array(cards[:4], np.float32)
    turns = np.arange(4)
    asked = np.stack([np.roll(quad, turn, axis=0) for quad, turn in zip(true, turns, strict=True)])
    found, shown, upright = turned_to_print(picture, asked, np.zeros((4, 1)))
    assert np.allclose(found, true)
    assert shown.min() > 2
    assert upright[0] == shown[0]
    assert (upright[1:] < shown[1:]).all()


def test_a_banner_cut_off_is_found_beyond_the_edge() -> None:
    picture = Pyramid(load_photo(photo("ana")))
    card = next(card["corners"] for row in truth("ana") for card in row if card["face_up"])
    whole = np.array([card], np.float32)
    cut = whole.copy()
    cut[:, :2] += 0.12 * (whole[:, [3, 2]] - whole[:, :2])
    (short,), (longer,) = (
        turned_to_print(picture, cut, np.array([by]))[1] for by in ([0.0], [0.0, 0.1, 0.2])
    )
    assert longer > short + 0.5
