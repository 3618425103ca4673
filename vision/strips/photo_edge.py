"""Cards cut by the photo's edge: how much of each lies outside, and whether banner and icons do.

Of a card that the edge cuts, a detector reports either the whole card, with corners outside the photo, or
the part in view, with a side on the edge. The grid of the cards beside it says where the whole card would be.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.placed import Placement
from vision.common.arrays import Bools, Floats
from vision.geometry.grid import Grid
from vision.strips.raster import ACROSS, DOWN, means, place, sums
from vision.strips.rectify import LEFT, SCALE, TOP, onto_strip, strip_corners

# When the photo's edge cuts a card, and what may lie outside it. Distances are in card widths.
#: A corner nearer to the photo's edge than this may be where the edge cuts the card.
NEAR_PHOTO_EDGE = 0.05
#: A card reaches further if the grid has its corners this far outside, and this far from where they seem.
LARGER_CARD = 0.1
#: Fewest whole cards that make a grid.
FEWEST_WHOLE_CARDS = 3
#: The banner's part of a card from its top left corner, across and down.
BANNER_PART = (0.34, 0.27)
#: The part that banner and icons take.
STRIP_PART = (1.0, 0.24)
#: Share of either part that may lie outside the photo: the print ends before.
SPARE_PART = 0.06
#: Share of a card that may lie outside and still count as nothing: its corners are not known better.
SPARE_OF_CARD = 0.03
#: The middles of a raster's cells in pixels of a strip, row by row, [cells, 1, 2].
_CELLS = np.stack(np.meshgrid(ACROSS - LEFT, DOWN - TOP), axis=-1).reshape(-1, 1, 2) * SCALE - 0.5


@dataclass(frozen=True)
class Edges:
    """What the photo shows of n cards.

    ``corners`` [n, 4, 2]: mended where the photo's edge had cut them short. ``outside`` [n, rows, columns]:
    where their strips leave the photo (`vision.strips.raster`). ``banner`` [n] and ``icons`` [n]: whether
    they lie in the photo. ``cut`` [n]: the share of each card outside the photo, 0 if there is hardly any.
    """

    corners: Floats
    outside: Bools
    banner: Bools
    icons: Bools
    cut: Floats


def at_the_edges(corners: Floats, size: tuple[int, int], places: Placement | None, strip: Bools) -> Edges:
    """What a photo of ``size`` (width, height) shows of its cards.

    ``corners`` [n, 4, 2] as printed. ``places``: on shelves; None for a pile. ``strip`` [n]: cards of which
    only the top shows.
    """
    frame = np.array([[0, 0], [size[0], 0], size, [0, size[1]]], np.float32) - np.float32(0.5)
    mended = np.asarray(corners, np.float64).copy()
    width = np.linalg.norm(mended[:, 1] - mended[:, 0], axis=1)
    suspect = touches(mended, size)
    if places is None:
        _widen(mended, suspect, width, size)
    else:
        _mend(mended, suspect, places, width, size)
    outside, cut = np.zeros((len(mended), len(DOWN), len(ACROSS)), np.bool_), np.zeros(len(mended))
    for i in np.flatnonzero(suspect):
        cells = cv2.perspectiveTransform(_CELLS, np.linalg.inv(onto_strip(strip_corners(mended[i, None])[0])))
        outside[i] = (_room(np.asarray(cells, np.float64), size) < -0.5).reshape(outside[i].shape)
        cut[i] = _outside(mended[i], frame)
    parts = np.concatenate([place(0, 0, *BANNER_PART), place(0, 0, *STRIP_PART)])
    banner, strips = (means(sums(outside), parts) <= SPARE_PART).T
    icons = banner & strips
    cut[cut <= SPARE_OF_CARD] = 0.0
    cut[strip & ~icons] = np.maximum(cut[strip & ~icons], SPARE_OF_CARD)
    return Edges(mended, outside, banner, icons, cut)


def touches(corners: NDArray[np.floating], size: tuple[int, int]) -> Bools:
    """Which cards, [n, 4, 2], the edge of a photo of ``size`` may cut, [n]."""
    room = _room(corners, size).min(axis=1)
    return np.asarray(
        room < NEAR_PHOTO_EDGE * np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1), np.bool_
    )


def _mend(corners: Floats, cut: Bools, places: Placement, width: Floats, size: tuple[int, int]) -> None:
    """Puts the corners of the ``cut`` cards where the grid of the whole cards of their shelf has them, if the
    grid has some outside the photo. Other cards may be whole and lie askew.
    """
    cells = places.cells.astype(np.float64)
    for shelf in np.unique(places.shelf[cut]):
        whole, where = (np.flatnonzero((places.shelf == shelf) & which) for which in (~cut, cut))
        if len(whole) < FEWEST_WHOLE_CARDS:
            continue
        grid = Grid.fit(cells[whole], corners[whole], places.plane)
        for i, expected in zip(where, grid.corners(cells[where]), strict=True):
            off = np.linalg.norm(expected - corners[i], axis=1)
            outside = _room(expected, size).min() < -LARGER_CARD * width[i]
            if outside and off.max() < np.linalg.norm(expected[2] - expected[0]):
                short = off > LARGER_CARD * width[i]
                corners[i][short] = expected[short]


def _room(points: NDArray[np.floating], size: tuple[int, int]) -> Floats:
    """How far inside a photo of ``size`` points [..., 2] lie, [...]; less than 0 is outside."""
    return np.asarray(np.minimum(points, np.array(size) - 1 - points).min(axis=-1), np.float64)


def _widen(corners: Floats, cut: Bools, width: Floats, size: tuple[int, int]) -> None:
    """Widens the cards of a pile that the photo's edge ``cut``, where they are narrower than others."""
    median = float(np.median(width))
    for i in np.flatnonzero(cut):
        lacking = median - width[i]
        if lacking < LARGER_CARD * median:
            continue
        right = (corners[i, 1] - corners[i, 0]) / max(width[i], 1e-6)
        sides = corners[i][[0, 3]].mean(axis=0), corners[i][[1, 2]].mean(axis=0)
        if _room(sides[0], size) < _room(sides[1], size):
            corners[i][[0, 3]] -= right * lacking
        else:
            corners[i][[1, 2]] += right * lacking


def _outside(quad: Floats, frame: NDArray[np.float32]) -> float:
    """The share of a convex quad's area that lies outside the photo."""
    area = abs(cv2.contourArea(quad.astype(np.float32)))
    if area <= 0:
        return 0.0
    return float(max(0.0, 1 - cv2.intersectConvexConvex(quad.astype(np.float32), frame)[0] / area))
