"""Tables of untidily laid shelves, seen by a camera."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.common.arrays import Floats
from vision.geometry.grid import Placement


@dataclass
class Table:
    """Cards on a table, in card widths; each knows its shelf, row and column."""

    rng: np.random.Generator
    aspect: float
    jitter: float = 0.06
    twist: float = 5.0
    slit: float = 0.03
    quads: list[Floats] = field(default_factory=list)
    places: list[tuple[int, int, int]] = field(default_factory=list)
    face_up: list[bool] = field(default_factory=list)

    def lay(self, cells: list[tuple[int, int]], at: tuple[float, float] = (0, 0), angle: float = 0) -> None:
        """Adds a shelf of (row, column) cells, its middle ``at``, turned by ``angle`` degrees."""
        number = max((place[0] for place in self.places), default=-1) + 1
        top, left = (min(cell[i] for cell in cells) for i in (0, 1))
        cells = [(row - top, column - left) for row, column in cells]
        rows, columns = (max(cell[i] for cell in cells) + 1 for i in (0, 1))
        half = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * [1, self.aspect]
        for row, column in cells:
            twist = self.rng.uniform(-self.twist, self.twist)
            middle = np.array([column - (columns - 1) / 2, row - (rows - 1) / 2]) * [
                1 + self.slit,
                self.aspect + self.slit,
            ]
            middle = middle + self.rng.uniform(-self.jitter, self.jitter, 2)
            self.quads.append((half @ turned(twist).T + middle) @ turned(angle).T + np.array(at))
            self.places.append((number, row, column))
            self.face_up.append(bool(self.rng.random() > 0.2))
        if not any(up for up, place in zip(self.face_up, self.places, strict=True) if place[0] == number):
            self.face_up[-1] = True

    def photo(self, tilt: float, spin: float, noise: float) -> Floats:
        """The corners in a photo of about 3000 pixels; ``noise``: a corner's deviation in card widths."""
        points = np.array(self.quads)
        points = points - (points.min(axis=(0, 1)) + points.max(axis=(0, 1))) / 2
        points = points @ turned(spin).T
        extent = np.abs(points).max() * 2
        slope = np.radians(tilt)
        distance = 1.3 * extent
        depth = distance - points[..., 1] * np.sin(slope)
        seen = np.stack([points[..., 0] / depth, points[..., 1] * np.cos(slope) / depth], axis=-1)
        seen = 3000 * seen / (seen.max() - seen.min())
        width = np.linalg.norm(seen[:, 1] - seen[:, 0], axis=1)[:, None, None]
        seen = seen + self.rng.normal(0, noise, seen.shape) * width
        for i, up in enumerate(self.face_up):
            if not up:  # nothing on a back says which way up it is
                seen[i] = np.roll(seen[i], 2 * int(self.rng.integers(2)), axis=0)
        return np.asarray(seen)


def turned(degrees: float) -> Floats:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, -s], [s, c]])


def random_cells(rng: np.random.Generator, count: int) -> list[tuple[int, int]]:
    """Cells joined edge to edge (K1) within three rows (K2)."""
    cells = [(0, 0)]
    while len(cells) < count:
        row, column = cells[rng.integers(len(cells))]
        step = [(0, 1), (0, -1), (1, 0), (-1, 0)][rng.choice(4, p=[0.35, 0.35, 0.15, 0.15])]
        cell = (row + step[0], column + step[1])
        rows = [r for r, _ in [*cells, cell]]
        if cell not in cells and max(rows) - min(rows) < 3:
            cells.append(cell)
    return cells


def right(table: Table, placed: Placement) -> NDArray[np.bool_]:
    """Which cards are in their true place; the numbers of the shelves may differ."""
    truth = np.array(table.places)
    good = (placed.row == truth[:, 1]) & (placed.column == truth[:, 2])
    for number in np.unique(truth[:, 0]):
        inside = truth[:, 0] == number
        homes, counts = np.unique(placed.shelf[inside], return_counts=True)
        home = homes[counts.argmax()]
        good &= ~inside | (placed.shelf == home)
        if (placed.shelf[~inside] == home).any():
            good &= ~inside
    return np.asarray(good)
