"""Icons cut out and put on another background: a legend on paper serves a table of dark strips."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.common.arrays import Picture
from vision.icons.encode import ICON_SIDE, background_colours, cut_icon, on_background
from vision.icons.legend import Legend
from vision.strips.rectify import HEIGHT, WIDTH

Colour = tuple[int, int, int]

PAPER, DARK = (200, 225, 240), (55, 45, 45)  # blue, green, red
FINE = 8  #: pixels to one when an icon is drawn


def burst(points: int, deep: float) -> NDArray[np.int32]:
    """A star with ``points`` points."""
    angle = np.arange(2 * points) * np.pi / points - np.pi / 2
    radius = np.where(np.arange(2 * points) % 2, deep, 1.0) * 8 * FINE
    around = np.stack([np.cos(angle), np.sin(angle)], axis=1) * radius[:, None]
    return np.asarray(around.round(), np.int32) + ICON_SIDE * FINE // 2


#: Six icons of a printing, each a star in a ring: its points, their depth, its colour.
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
def test_an_icon_on_another_background_looks_as_if_printed_there(
    icon: tuple[int, float, Colour],
) -> None:
    paper = drawn(icon, PAPER)[None]
    assert np.allclose(background_colours(paper), PAPER)
    moved = on_background(paper, np.array(DARK, np.float32))
    assert np.abs(moved - drawn(icon, DARK)[None].astype(float)).mean() < 6
    assert np.abs(on_background(paper, background_colours(paper)[0]) - paper.astype(float)).mean() < 0.2


def test_a_bare_picture_takes_the_background() -> None:
    bare = np.full((1, ICON_SIDE, ICON_SIDE, 3), 200, np.uint8)
    assert (on_background(bare, np.array(DARK, np.float32)) == DARK).all()


def row_of_four(first: int, ground: Colour) -> tuple[Picture, NDArray[np.float32]]:
    """A strip with four icons from the ``first`` on, and their middles, [4, 2]."""
    strip = np.full((HEIGHT, WIDTH, 3), ground, np.uint8)
    middles = np.array([(60 + 60 * slot, 70) for slot in range(4)], np.float32)
    half = ICON_SIDE // 2
    for slot, (x, y) in enumerate(middles.astype(int).tolist()):
        strip[y - half : y + half, x - half : x + half] = drawn(SIX[(first + slot) % 6], ground)
    return strip, middles


def matched(strips: list[Picture], middles: NDArray[np.float32], size: float) -> list[list[int]]:
    """Which of the six each icon is by a legend on paper; ``middles`` [4, 2]: of the icons of each strip."""
    legend = Legend.from_icons([[drawn(icon, PAPER)] for icon in SIX])
    box = np.column_stack([middles, np.full(len(middles), size, np.float32)])
    found: list[list[int]] = (
        legend.match(np.stack(strips), np.stack([box] * len(strips))).argmax(axis=2).tolist()
    )
    return found


IN_ORDER = [[(first + slot) % 6 for slot in range(4)] for first in range(6)]


def test_icons_on_dark_strips_match_a_legend_on_paper() -> None:
    rows = [row_of_four(first, DARK) for first in range(6)]
    (strip, middles), size = rows[0], 26
    assert cut_icon(strip, *map(float, middles[0]), float(size)).shape == (ICON_SIDE, ICON_SIDE, 3)
    assert matched([strip for strip, _ in rows], middles, size) == IN_ORDER


@pytest.mark.parametrize("size", [14, 40, 150])
def test_an_icon_is_cut_out_whole_and_in_the_middle(size: int) -> None:
    picture = np.zeros((400, 500, 3), np.uint8)
    cv2.circle(picture, (260, 170), size // 2, (255, 255, 255), -1)
    cut = cut_icon(picture, 260, 170, size)
    assert cut.shape == (ICON_SIDE, ICON_SIDE, 3)
    ys, xs = np.nonzero(cut[..., 0] > 127)
    assert abs(xs.mean() - (ICON_SIDE - 1) / 2) < 1.2
    assert abs(ys.mean() - (ICON_SIDE - 1) / 2) < 1.2
    assert np.ptp(xs) + 1 == pytest.approx(ICON_SIDE / 1.2, abs=3)
