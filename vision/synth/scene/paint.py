"""Paints things into a photo as the camera sees them: textures, solid shapes and the shadows they cast."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synth.scene.camera import Camera, homography

Image = NDArray[Any]

_SHIFT = 4  # sub-pixel bits of OpenCV's drawing functions


@dataclass(slots=True)
class Canvas:
    """A photo that is being painted.

    ``image``: uint8 [H, W, 3] BGR. ``gloss``: uint8 [H, W], how much a pixel mirrors lamps. ``owner``: int16
    [H, W], the number of the card at a pixel, -1 for no card. ``shadow``: where, on the table, one height
    unit's shadow falls. ``darkness``: how dark shadows are, 0 to 1.
    """

    image: Image
    gloss: Image
    owner: Image
    camera: Camera
    shadow: tuple[float, float] = (0.4, 0.4)
    darkness: float = 0.5

    @classmethod
    def of(
        cls, image: Image, camera: Camera, gloss: float, shadow: tuple[float, float], darkness: float
    ) -> Canvas:
        """A canvas over a bare table of the given gloss."""
        height, width = image.shape[:2]
        return cls(
            image,
            np.full((height, width), round(gloss * 255), np.uint8),
            np.full((height, width), -1, np.int16),
            camera,
            shadow,
            darkness,
        )

    def box(self, pixels: NDArray[Any], margin: float = 2) -> tuple[int, int, int, int] | None:
        """The photo's part around pixel positions [n, 2]: (left, top, right, bottom); None if outside."""
        height, width = self.image.shape[:2]
        left, top = np.floor(pixels.min(0) - margin).astype(int)
        right, bottom = np.ceil(pixels.max(0) + margin).astype(int) + 1
        left, top, right, bottom = max(left, 0), max(top, 0), min(right, width), min(bottom, height)
        return (int(left), int(top), int(right), int(bottom)) if left < right and top < bottom else None

    def coverage(self, pixels: NDArray[Any], box: tuple[int, int, int, int]) -> Image:
        """The polygon through pixel positions [n, 2] as a mask of the box, uint8 [h, w], its edges smooth."""
        mask = np.zeros((box[3] - box[1], box[2] - box[0]), np.uint8)
        points = np.round((pixels - box[:2]) * (1 << _SHIFT)).astype(np.int32)
        cv2.fillPoly(mask, [points], 255, cv2.LINE_AA, _SHIFT)
        return mask

    def blend(self, box: tuple[int, int, int, int], tint: Any, alpha: Image) -> None:
        """Lays ``tint`` ([h, w, 3] or [3], 0 to 255) over the box, ``alpha`` float32 [h, w] from 0 to 1."""
        left, top, right, bottom = box
        part = self.image[top:bottom, left:right]
        over = part.astype(np.float32)
        over += (np.asarray(tint, np.float32) - over) * alpha[..., None]
        np.rint(over, out=over)
        part[:] = np.clip(over, 0, 255).astype(np.uint8)

    def cast(self, ground: NDArray[Any], height: float, softness: float = 1.0, strength: float = 1.0) -> None:
        """The shadow of a thing of the given height that stands on the table points [n, 2] (card widths)."""
        far = ground + np.asarray(self.shadow) * height
        hull = cv2.convexHull(np.concatenate([ground, far]).astype(np.float32))[:, 0]
        pixels = self.camera.project(np.column_stack([hull, np.zeros(len(hull))]))
        unit = self.scale_at(ground.mean(0))
        blur = max(0.6, unit * height * 0.3 * softness)
        box = self.box(pixels, 3 * blur + 2)
        if box is None:
            return
        mask = _soft(self.coverage(pixels, box), blur)
        self.blend(box, (0, 0, 0), mask.astype(np.float32) * (self.darkness * strength / 255))

    def scale_at(self, ground: NDArray[Any]) -> float:
        """Pixels a card width at a table point [2]."""
        x, y = float(ground[0]), float(ground[1])
        ends = self.camera.project([(x - 0.5, y, 0), (x + 0.5, y, 0), (x, y - 0.5, 0), (x, y + 0.5, 0)])
        return float(np.hypot(*(ends[1] - ends[0])) + np.hypot(*(ends[3] - ends[2]))) / 2

    def solid(
        self, points: Sequence[tuple[float, float, float]] | NDArray[Any], tint: Any, gloss: float = 0.4
    ) -> None:
        """A polygon of one colour through points in space [n, 3]; hides cards beneath it."""
        pixels = self.camera.project(np.asarray(points, np.float64))
        box = self.box(pixels)
        if box is None:
            return
        mask = self.coverage(pixels, box)
        self.blend(box, tint, mask.astype(np.float32) / 255)
        left, top, right, bottom = box
        inside = mask > 127
        self.gloss[top:bottom, left:right][inside] = round(gloss * 255)
        self.owner[top:bottom, left:right][inside] = -1

    def texture(
        self,
        picture: Image,
        corners: NDArray[Any],
        *,
        owner: int = -1,
        gloss: float = 0.8,
        relief: Relief | None = None,
        brightness: float = 1.0,
    ) -> None:
        """Warps ``picture`` (uint8 [h, w, 4] BGRA) so that its corners lie at the points in space [4, 3]."""
        quad = self.camera.project(corners)
        box = self.box(
            quad, 3 if relief is None else 3 + abs(relief.height) * self.scale_at(corners[:, :2].mean(0))
        )
        if box is None:
            return
        width, height = box[2] - box[0], box[3] - box[1]
        h, w = picture.shape[:2]
        # a see-through rim, so that the edges come out smooth
        picture = cv2.copyMakeBorder(picture, 2, 2, 2, 2, cv2.BORDER_REPLICATE)
        picture[:2, :, 3] = picture[-2:, :, 3] = picture[:, :2, 3] = picture[:, -2:, 3] = 0
        source = np.array([[1.5, 1.5], [w + 1.5, 1.5], [w + 1.5, h + 1.5], [1.5, h + 1.5]])
        matrix = homography(source, quad - box[:2])
        shade: Any = brightness
        if relief is None:
            part = cv2.warpPerspective(picture, matrix, (width, height), flags=cv2.INTER_LINEAR)
        else:
            u, v = relief.look_up(self.camera, corners, np.linalg.inv(matrix), (w, h), (width, height))
            part = cv2.remap(picture, u, v, cv2.INTER_LINEAR)
            along = (u - 1.5) / w if relief.across else (v - 1.5) / h
            shade = (brightness + relief.shade * (np.clip(along, 0, 1) - 0.5))[..., None]
        alpha = part[..., 3].astype(np.float32) / 255
        self.blend(box, part[..., :3] * np.asarray(shade, np.float32), alpha)
        inside = alpha > 0.5
        left, top, right, bottom = box
        self.gloss[top:bottom, left:right][inside] = round(min(gloss, 1) * 255)
        self.owner[top:bottom, left:right][inside] = owner


def _soft(mask: Image, blur: float) -> Image:
    """The mask blurred by a Gaussian of ``blur`` pixels; wide blurs are computed on a smaller picture."""
    shrink = int(blur / 2.5)
    if shrink < 2:
        return cv2.GaussianBlur(mask, (0, 0), blur)
    height, width = mask.shape
    small = cv2.resize(mask, (width // shrink + 1, height // shrink + 1), interpolation=cv2.INTER_AREA)
    return cv2.resize(cv2.GaussianBlur(small, (0, 0), blur / shrink), (width, height))


@dataclass(frozen=True, slots=True)
class Relief:
    """A bent card: its middle lies ``height`` (card widths) above the level of its corners, across or along
    the card.

    ``shade``: how much lighter its right (or lower) edge is than its left (or upper) edge.
    """

    height: float
    across: bool
    shade: float

    def look_up(
        self,
        camera: Camera,
        corners: NDArray[Any],
        inverse: NDArray[Any],
        inner: tuple[int, int],
        size: tuple[int, int],
    ) -> tuple[Image, Image]:
        """For each pixel of a box of ``size``, the position in the (rimmed) picture seen there: two float32
        [h, w].
        """
        middle = corners.mean(0)
        lift = camera.project(np.stack([middle + np.array([0, 0, 0.05]), middle]))
        rise = (lift[0] - lift[1]) / 0.05 * self.height
        x, y = np.meshgrid(np.arange(size[0], dtype=np.float32), np.arange(size[1], dtype=np.float32))
        m = inverse.astype(np.float32)
        px, py = x, y
        for _ in range(3):
            z = m[2, 0] * px + m[2, 1] * py + m[2, 2]
            u = (m[0, 0] * px + m[0, 1] * py + m[0, 2]) / z
            v = (m[1, 0] * px + m[1, 1] * py + m[1, 2]) / z
            along = (u - 1.5) / inner[0] if self.across else (v - 1.5) / inner[1]
            height = 1 - (2 * np.clip(along, 0, 1) - 1) ** 2
            px, py = x - np.float32(rise[0]) * height, y - np.float32(rise[1]) * height
        return u.astype(np.float32), v.astype(np.float32)
