"""The six category cards of a legend photo."""

from __future__ import annotations

from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.cards import Category
from tests.vision.looks import invented_look
from vision.detect.detections import Detections
from vision.geometry import quads
from vision.icons.legend_photo import category_cards, completed, in_reading_order
from vision.synth.card.cards import draw_category_card

Quads = NDArray[np.float32]
CARD = np.array([[0, 0], [100, 0], [100, 140], [0, 140]], np.float32)


def laid(columns: int, tilt: float = 0.0002) -> Quads:
    """Six cards in rows of ``columns``, photographed aslant."""
    places = np.array([(108 * (i % columns), 148 * (i // columns)) for i in range(6)], np.float32)
    lens = np.array([[1, 0.05, 40], [-0.04, 1, 50], [tilt, -tilt, 1]])
    corners = (CARD + places[:, None]).reshape(-1, 1, 2)
    return cv2.perspectiveTransform(corners, lens).reshape(6, 4, 2).astype(np.float32)


def apart(seen: Quads, cards: Quads) -> float:
    """How far the corners of any card are from the corners of the nearest card seen."""
    assert len(seen) == len(cards)
    return float(np.abs(seen[:, None] - cards[None]).max(axis=(2, 3)).min(axis=0).max())


@pytest.mark.parametrize(
    ("columns", "lost"), [(3, [0]), (3, [4]), (3, [1, 2]), (2, [0]), (2, [3]), (2, [1, 3])]
)
def test_overlooked_cards_are_completed_in_the_grid(columns: int, lost: list[int]) -> None:
    cards = laid(columns)
    assert apart(completed(np.delete(cards, lost, axis=0)), cards) < 5


@pytest.mark.parametrize("taken", range(6))
def test_a_picture_taken_for_its_card_gives_way_to_the_card(taken: int) -> None:
    cards = laid(3)
    found = cards.copy()
    middle = cards[taken].mean(axis=0)
    found[taken] = middle + 0.4 * np.roll(cards[taken] - middle, 1, axis=0) @ np.array(
        [[0.9, 0.3], [-0.3, 0.9]]
    )
    assert apart(completed(found), cards) < 5


def test_cards_in_no_grid_stay() -> None:
    places = np.array([(0, 0), (130, 60), (300, 10), (20, 260), (250, 240)], np.float32)
    found = CARD + places[:, None]
    assert (completed(found) == found).all()
    assert (completed(found[:2]) == found[:2]).all()
    whole = laid(3)
    assert (completed(whole) == whole).all()


@pytest.mark.parametrize(
    ("ground", "gap", "turn", "rows"),
    [(250, 14, 0, 2), (250, 0, 0, 2), (80, 0, 7, 2), (80, 0, -6, 3), (80, 12, 5, 2)],
)
def test_scanned_category_cards_are_found(ground: int, gap: int, turn: float, rows: int) -> None:
    """Apart or touching, on a background of one colour."""
    cards = [draw_category_card(invented_look(), category, 280) for category in Category]
    (height, width), columns, edge = cards[0].shape[:2], 6 // rows, 150
    down, across = height + gap, width + gap
    scan = np.full((rows * down + 2 * edge, columns * across + 2 * edge, 3), ground, np.uint8)
    cells = [(edge + across * k, edge + down * row) for row in range(rows) for k in range(columns)]
    for (x, y), card in zip(cells, cards, strict=True):
        cover = card[..., 3:] / 255
        part = scan[y : y + height, x : x + width]
        part[:] = part * (1 - cover) + card[..., :3] * cover
    spin = cv2.getRotationMatrix2D((scan.shape[1] / 2, scan.shape[0] / 2), turn, 0.8)
    scan = cv2.warpAffine(scan, spin, scan.shape[1::-1], borderValue=(ground,) * 3)
    true = [[(x, y), (x + width, y), (x + width, y + height), (x, y + height)] for x, y in cells]
    seen = in_reading_order(category_cards(np.asarray(scan, np.uint8)))
    assert np.abs(seen - cv2.transform(np.array(true, np.float64), spin)).max() < 0.05 * width


def test_six_cards_of_one_size_on_a_plain_ground_are_a_legend(monkeypatch: pytest.MonkeyPatch) -> None:
    """The detector may know no such cards."""
    none = Detections.of(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.int8), np.zeros(0))
    monkeypatch.setattr(
        "vision.icons.legend_photo.Detector.default", lambda: SimpleNamespace(weighed=lambda photo: none)
    )
    photo = np.full((500, 500, 3), (60, 80, 90), np.uint8)
    true = CARD + np.array([(x, y) for y in (60, 260) for x in (60, 190, 320)], np.float32)[:, None]
    for x, y in true[:, 0].astype(int):
        photo[y : y + 140, x : x + 100] = (220, 200, 240)
    assert apart(category_cards(photo), true) < 2
    photo[60:260, 60:160] = (220, 200, 240)  # two cards touch
    assert len(category_cards(photo)) == 0


def test_a_noisy_photo_shows_no_category_cards() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (600, 800, 3), np.uint8)
    assert len(category_cards(noise)) != 6


@pytest.mark.parametrize("turn", [0, 10, 90, 180, 265])
def test_category_cards_are_taken_row_by_row(turn: float) -> None:
    grid = [(120 * (n % 3) + 5 * (n // 3), 160 * (n // 3) + 12 * (n % 2)) for n in range(6)]
    cards = np.array([[(x, y), (x + 100, y), (x + 100, y + 140), (x, y + 140)] for x, y in grid], np.float32)
    matrix = cv2.getRotationMatrix2D((200, 200), -turn, 1)
    shuffled = np.random.default_rng(1).permutation(6)
    ordered = in_reading_order(quads.moved(cards[shuffled], matrix))
    assert np.allclose(ordered, quads.moved(cards, matrix), atol=1e-3)


def test_category_cards_stand_as_the_photo_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """The detector may take them for book cards that lie upside down."""
    places = np.array([(x, y) for y in (0, 200) for x in (0, 120, 240)], np.float32)
    upright = places[:, None] + np.array([[0, 0], [100, 0], [100, 150], [0, 150]], np.float32)
    found = Detections.of(np.roll(upright, 2, axis=1), np.zeros(6, np.int8), np.ones(6))
    monkeypatch.setattr(
        "vision.icons.legend_photo.Detector.default", lambda: SimpleNamespace(weighed=lambda photo: found)
    )
    seen = category_cards(np.random.default_rng(1).integers(0, 255, (400, 400, 3), np.uint8))
    assert np.array_equal(in_reading_order(seen), upright)
