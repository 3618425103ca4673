"""Icons on another ground: as they would be printed there; a legend on paper for a table of dark strips."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.ground import grounds, laid_on
from vision.icons import ICON_SIDE, Legend, cut_icon
from vision.rectify import HEIGHT, WIDTH

Picture = NDArray[np.uint8]
Colour = tuple[int, int, int]

PAPER, DARK = (200, 225, 240), (55, 45, 45)  # blue, green, red
FINE = 8  #: pixels to one when an icon is drawn


def burst(points: int, deep: float) -> NDArray[np.int32]:
    """A star of so many points."""
    angle = np.arange(2 * points) * np.pi / points - np.pi / 2
    radius = np.where(np.arange(2 * points) % 2, deep, 1.0) * 8 * FINE
    around = np.stack([np.cos(angle), np.sin(angle)], axis=1) * radius[:, None]
    return np.asarray(around.round(), np.int32) + ICON_SIDE * FINE // 2


#: Six icons as one printing has them, each in a ring: how many points its star has, how deep, what colour.
SIX: tuple[tuple[int, float, Colour], ...] = (
    (12, 0.7, (150, 85, 120)),
    (24, 0.95, (75, 180, 220)),
    (3, 0.5, (250, 225, 205)),
    (4, 0.4, (255, 255, 255)),
    (6, 0.6, (255, 255, 255)),
    (5, 0.4, (255, 255, 255)),
)


def drawn(icon: tuple[int, float, Colour], ground: Colour) -> Picture:
    points, deep, colour = icon
    side, middle = ICON_SIDE * FINE, ICON_SIDE * FINE // 2
    large = np.full((side, side, 3), ground, np.uint8)
    cv2.circle(large, (middle, middle), 12 * FINE, colour, FINE, cv2.LINE_AA)
    cv2.fillPoly(large, [burst(points, deep)], colour, cv2.LINE_AA)
    return np.asarray(cv2.resize(large, (ICON_SIDE, ICON_SIDE), interpolation=cv2.INTER_AREA), np.uint8)


@pytest.mark.parametrize("icon", SIX)
def test_an_icon_is_laid_on_another_ground_as_it_would_be_printed_there(
    icon: tuple[int, float, Colour],
) -> None:
    paper = drawn(icon, PAPER)[None]
    assert np.allclose(grounds(paper), PAPER)
    laid = laid_on(paper, np.array(DARK, np.float32))
    assert np.abs(laid - drawn(icon, DARK)[None].astype(float)).mean() < 6
    assert np.abs(laid_on(paper, grounds(paper)[0]) - paper.astype(float)).mean() < 0.2


def test_a_bare_picture_becomes_the_ground() -> None:
    bare = np.full((1, ICON_SIDE, ICON_SIDE, 3), 200, np.uint8)
    assert (laid_on(bare, np.array(DARK, np.float32)) == DARK).all()


def test_icons_on_dark_strips_are_those_of_a_legend_on_paper() -> None:
    legend = Legend.from_icons([[drawn(icon, PAPER)] for icon in SIX])
    strips = np.full((6, HEIGHT, WIDTH, 3), DARK, np.uint8)
    boxes = np.zeros((6, 4, 3), np.float32)
    for row, first in enumerate(range(6)):
        for slot in range(4):
            x, y, size = 60 + 60 * slot, 70, 26
            icon = drawn(SIX[(first + slot) % 6], DARK)
            strips[row, y - 16 : y + 16, x - 16 : x + 16] = icon
            boxes[row, slot] = x, y, size
    assert cut_icon(strips[0], *map(float, boxes[0, 0])).shape == (ICON_SIDE, ICON_SIDE, 3)
    taken = legend.match(strips, boxes).argmax(axis=2)
    assert taken.tolist() == [[(first + slot) % 6 for slot in range(4)] for first in range(6)]


def test_icons_in_frames_are_those_of_a_legend_without() -> None:
    legend = Legend.from_icons([[drawn(icon, PAPER)] for icon in SIX])
    strips = np.full((6, HEIGHT, WIDTH, 3), PAPER, np.uint8)
    boxes = np.zeros((6, 4, 3), np.float32)
    for row, first in enumerate(range(6)):
        for slot in range(4):
            x, y, size = 60 + 60 * slot, 70, 40
            icon = drawn(SIX[(first + slot) % 6], PAPER)
            strips[row, y - 16 : y + 16, x - 16 : x + 16] = icon
            frame = np.array([[x, y - 26], [x + 26, y], [x, y + 26], [x - 26, y]])
            cv2.polylines(strips[row], [frame], True, (30, 140, 30), 4, cv2.LINE_AA)
            boxes[row, slot] = x, y, size
    taken = legend.match(strips, boxes).argmax(axis=2)
    assert taken.tolist() == [[(first + slot) % 6 for slot in range(4)] for first in range(6)]
