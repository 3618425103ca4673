"""A pinhole camera over a table.

The table is the plane z = 0. Lengths on it are in card widths; x runs to the reader's right, y towards the
reader (down in the photo), z upwards. A photo's pixels are x to the right and y down, with the first pixel's
centre at (0, 0).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Camera:
    """Looks at ``target`` on the table from ``distance`` away.

    ``spin``: by how many degrees the table is turned under the camera, clockwise in the photo. ``tilt``:
    angle between the optical axis and the table's normal, the camera leaning back towards the photo's lower
    edge. ``roll``: the camera's turn about its own axis. ``focal`` in pixels; ``bend`` is the lens
    distortion's first radial coefficient, relative to half the photo's diagonal; ``centre`` is where the
    optical axis meets the photo (off the middle in a cropped photo).
    """

    size: tuple[int, int]
    focal: float
    distance: float = 10.0
    spin: float = 0.0
    tilt: float = 0.0
    roll: float = 0.0
    bend: float = 0.0
    target: tuple[float, float] = (0.0, 0.0)
    centre: tuple[float, float] = (0.0, 0.0)

    def project(self, points: Array | list[tuple[float, float, float]], *, lens: bool = True) -> Array:
        """Table points, float [..., 3] in card widths, as pixels, float [..., 2].

        ``lens=False`` leaves the lens perfect.
        """
        p = np.asarray(points, np.float64)
        spin, tilt, roll = np.radians([self.spin, self.tilt, self.roll])
        x, y = p[..., 0] - self.target[0], p[..., 1] - self.target[1]
        right = x * np.cos(spin) - y * np.sin(spin)
        down = x * np.sin(spin) + y * np.cos(spin)
        z = p[..., 2]
        depth = self.distance - down * np.sin(tilt) - z * np.cos(tilt)
        down = down * np.cos(tilt) - z * np.sin(tilt)
        depth = np.maximum(depth, 1e-3)
        u, v = self.focal * right / depth, self.focal * down / depth
        u, v = u * np.cos(roll) - v * np.sin(roll), u * np.sin(roll) + v * np.cos(roll)
        if lens and self.bend:
            reach = (self.size[0] ** 2 + self.size[1] ** 2) / 4
            # beyond the photo's corners the polynomial would fold back: hold it there
            factor = 1 + self.bend * np.minimum((u * u + v * v) / reach, 2.0)
            u, v = u * factor, v * factor
        return np.stack([u + self.centre[0], v + self.centre[1]], axis=-1)

    def ground(self, pixels: Array) -> Array:
        """The table points, float [n, 2], that a perfect lens shows at the pixels, float [n, 2]."""
        square = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], np.float64)
        square[:, :2] += np.asarray(self.target)
        matrix = np.linalg.inv(homography(square[:, :2], self.project(square, lens=False)))
        p = np.column_stack([pixels, np.ones(len(pixels))]) @ matrix.T
        return np.asarray(p[:, :2] / p[:, 2:])


def homography(source: Array, target: Array) -> Array:
    """The 3 x 3 map that takes four points, float [4, 2], to four others."""
    rows = []
    for (x, y), (u, v) in zip(source, target, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
    solution = np.linalg.solve(np.array(rows, np.float64), np.asarray(target, np.float64).reshape(-1))
    return np.append(solution, 1.0).reshape(3, 3)


def aim(camera: Camera, points: Array, fill: float, offset: tuple[float, float]) -> Camera:
    """Moves ``camera`` until the table points, float [n, 3], fill the share ``fill`` of the photo.

    ``offset``, each from -1 to 1, shifts the picture within the spare room (or, over a fill of 1, within the
    missing room).
    """
    spin = np.radians(camera.spin)
    turn = np.array([[np.cos(spin), -np.sin(spin)], [np.sin(spin), np.cos(spin)]])
    seen = points[:, :2] @ turn.T
    middle = turn.T @ ((seen.min(0) + seen.max(0)) / 2)
    size = np.array(camera.size, np.float64)
    span = float(np.ptp(seen, axis=0).max()) + 1.0
    camera = replace(
        camera,
        target=(float(middle[0]), float(middle[1])),
        centre=(float((size[0] - 1) / 2), float((size[1] - 1) / 2)),
        distance=span * camera.focal / float(size.min()) + span,
    )
    for _ in range(5):
        shown = camera.project(points)
        share = float((np.ptp(shown, axis=0) / size).max())
        camera = replace(camera, distance=max(camera.distance * share / fill, span * 0.62))
    shown = camera.project(points)
    low, high = shown.min(0), shown.max(0)
    room = np.abs(size - 1 - (high - low)) / 2
    shift = (size - 1) / 2 - (low + high) / 2 + room * np.asarray(offset)
    return replace(camera, centre=(camera.centre[0] + float(shift[0]), camera.centre[1] + float(shift[1])))
