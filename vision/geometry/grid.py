"""The grid of a shelf: where its columns and rows lie, and how the photo shows it, fitted to all its cards.

People leave slits or wide gaps between cards, evenly or not. So each column and each row has its own place.
Lengths on the grid are in cards: a card is 1 wide and 1 high, its middle is its place.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.common.arrays import Floats, Ints
from vision.geometry.plane import Plane
from vision.geometry.quads import sides

#: The corners of a card around its middle, [4, 2], in cards.
CARD_CORNERS = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2


@dataclass(frozen=True)
class GridSettings:
    """How a grid is fitted, and which cards are inliers of it. Lengths are in cards."""

    #: Standard deviation of a card's middle around the place of its column or row.
    slip: float = 0.06
    #: Standard deviation of the step from one column or row to the next around the shelf's typical step.
    unevenness: float = 0.3
    #: The step that is expected before any card is seen, and its standard deviation.
    step: float = 1.04
    step_spread: float = 0.3
    #: Rounds in which cards far off their column or row come to count less.
    robust_rounds: int = 4
    #: An inlier's corners lie less than this far off the grid …
    error: float = 0.1
    #: … or less than this many times as far off as those of the median card.
    median_errors: float = 2.5
    #: With fewer inliers than this, all cards count as inliers.
    fewest: int = 3


GRID = GridSettings()


@dataclass(frozen=True)
class Axis:
    """The places of columns (or rows): the first one's number, all places in cards, and the typical step."""

    first: int
    places: Floats
    step: float

    @classmethod
    def fit(cls, numbers: Ints, seen: Floats) -> Axis:
        """The likeliest axis where cards of these columns (or rows), ``numbers`` [n], were ``seen`` [n].

        Cards scatter around their column, and steps around the typical step. A card far off its column hardly
        counts (least squares, iteratively reweighted after Cauchy).
        """
        first, count = int(numbers.min()), int(np.ptp(numbers)) + 1
        at = numbers - first
        # the last unknown is the step
        uneven = np.column_stack([np.diff(np.eye(count), axis=0), -np.ones(count - 1)]) / GRID.unevenness
        prior = uneven.T @ uneven
        prior[count, count] += GRID.step_spread**-2
        weights = np.ones(len(at))
        for _ in range(GRID.robust_rounds):
            normal, right = prior.copy(), np.zeros(count + 1)
            known = np.bincount(at, weights, minlength=count) / GRID.slip**2
            normal[range(count), range(count)] += known
            right[:count] = np.bincount(at, weights * seen, minlength=count) / GRID.slip**2
            right[count] = GRID.step / GRID.step_spread**2
            solved = np.linalg.solve(normal, right)
            weights = 1 / (1 + ((seen - solved[at]) / GRID.slip) ** 2)
        return cls(first, np.asarray(solved[:count], np.float64), float(solved[count]))

    def at(self, numbers: Floats | Ints) -> Floats:
        """The places of these columns (or rows), [n]; beyond the cards each is a typical step further."""
        k = np.asarray(numbers, np.float64) - self.first
        last = len(self.places) - 1
        inside = np.interp(k, np.arange(last + 1), self.places)
        return np.asarray(inside + self.step * (np.minimum(k, 0) + np.maximum(k - last, 0)), np.float64)


@dataclass(frozen=True)
class Grid:
    """A shelf's columns and rows in cards, and the homography, 3 x 3, from there to the photo."""

    columns: Axis
    rows: Axis
    matrix: Floats

    @classmethod
    def fit(cls, cells: Floats | Ints, corners: Floats, plane: Plane | None = None) -> Grid:
        """The least-squares grid.

        ``cells`` [n, 2]: column and row of n cards, at least 1. ``corners`` [n, 4, 2]: their corners in photo
        pixels, from the top left of the shelf. ``plane``: of the photo, by its cards; by these cards, if left
        out. The homography is the identity where none fits.

        >>> card = np.array([[10, 10], [30, 10], [30, 40], [10, 40]], float)
        >>> grid = Grid.fit(np.array([[0, 0], [1, 0]]), np.stack([card, card + (30, 0)]))
        >>> grid.corners(np.array([[1, 0]]))[0].round().tolist()
        [[40.0, 10.0], [60.0, 10.0], [60.0, 40.0], [40.0, 40.0]]
        """
        numbers = np.round(cells).astype(np.int64)
        corners = np.asarray(corners, np.float64)
        flat = (plane or Plane.of(corners)).flat(corners)
        right, down = (np.median(each, axis=0) for each in sides(flat))
        frame = np.stack([right, down], axis=1)
        usable = abs(np.linalg.det(frame)) > 1e-6
        grid = cls._through(numbers, corners, flat @ np.linalg.inv(frame if usable else np.eye(2)).T)
        return cls._through(numbers, corners, grid.on_table(corners))

    @classmethod
    def _through(cls, numbers: Ints, corners: Floats, flat: Floats) -> Grid:
        """The grid of cards with these ``corners`` in the photo, that lie ``flat`` [n, 4, 2] on the table."""
        across, down = sides(flat)
        card = np.abs(np.median([across[:, 0], down[:, 1]], axis=1))
        middles = flat.mean(axis=1) / np.maximum(card, 1e-6)
        columns, rows = (Axis.fit(n, m) for n, m in zip(numbers.T, middles.T, strict=True))
        there = cls(columns, rows, np.eye(3))._flat(numbers)
        matrix, _ = cv2.findHomography(there.reshape(-1, 2), corners.reshape(-1, 2), 0)
        usable = matrix is not None and np.isfinite(matrix).all() and abs(np.linalg.det(matrix)) > 1e-12
        return cls(columns, rows, np.asarray(matrix if usable else np.eye(3), np.float64))

    def places(self, cells: Floats | Ints) -> Floats:
        """The middles of these cells (column, row), [n, 2], in cards."""
        return np.stack([self.columns.at(cells[:, 0]), self.rows.at(cells[:, 1])], axis=1)

    def corners(self, cells: Floats | Ints, size: float = 1.0) -> Floats:
        """The corners, [n, 4, 2] in photo pixels, of cards in these cells; ``size``: of cards that large."""
        flat = self._flat(cells, size)
        return np.asarray(cv2.perspectiveTransform(flat, self.matrix).reshape(-1, 4, 2), np.float64)

    def on_table(self, corners: Floats) -> Floats:
        """Points of the photo, [n, 4, 2], in cards."""
        flat = cv2.perspectiveTransform(np.asarray(corners, np.float64), np.linalg.inv(self.matrix))
        return np.asarray(flat, np.float64).reshape(-1, 4, 2)

    def off(self, cells: Floats, corners: Floats) -> Floats:
        """How far the corners of cards, [n, 4, 2] in pixels, lie off their cells, [n, 4, 2] in cards."""
        return self.on_table(corners) - self._flat(cells)

    def _flat(self, cells: Floats | Ints, size: float = 1.0) -> Floats:
        return np.asarray(self.places(cells)[:, None] + size * CARD_CORNERS, np.float64)


def grid_inliers(
    cells: Floats, corners: Floats, plane: Plane | None = None, settings: GridSettings = GRID
) -> NDArray[np.bool_]:
    """Which cards, [n], have all corners where the grid of all cards expects them.

    The arguments are those of `Grid.fit`. All cards are inliers where too few are left.
    """
    off = Grid.fit(cells, corners, plane).off(cells, corners)
    error = np.abs(off).reshape(len(off), -1).max(axis=1)
    inlier = error < max(settings.error, settings.median_errors * float(np.median(error)))
    return inlier if inlier.sum() >= settings.fewest else np.ones(len(off), np.bool_)


@dataclass(frozen=True)
class Placement:
    """Where cards lie, as parallel arrays over the n cards.

    All count from 0: ``shelf`` from the left of the photo, or from the top where shelves lie above each
    other; ``row`` from the top and ``column`` from the left of each shelf as its owner sees it. Cards never
    share a place. ``turned``: by how many corners ``np.roll(corners, -turned, axis=0)`` must move a card's
    corners so that they begin at the shelf's top left; it is not 0 where a face-down card was given upside
    down. ``confidence`` is 0 to 1, for the place as a whole. ``doubts``: of each shelf, "parted" where it may
    be part of another, "joined" where it may be two. ``plane``: the table, by the whole cards; None of a
    pile, whose cards show in part.

    >>> zero = np.zeros(2, np.int64)
    >>> two = Placement(shelf=zero, row=zero, column=np.array([0, 1]), turned=zero, confidence=np.ones(2))
    >>> two.cells.tolist(), two.together.tolist()
    ([[0, 0], [1, 0]], [2, 2])
    """

    shelf: Ints
    row: Ints
    column: Ints
    turned: Ints
    confidence: Floats
    doubts: tuple[tuple[str, ...], ...] = ()
    plane: Plane | None = None

    @property
    def cells(self) -> Ints:
        """Column and row of each card, [n, 2]."""
        return np.stack([self.column, self.row], axis=1)

    @property
    def together(self) -> Ints:
        """The number of cards on each card's shelf, [n]."""
        return np.asarray(np.bincount(self.shelf)[self.shelf], np.int64)
