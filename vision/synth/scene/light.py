"""Lamps, shadows and glare on a painted table, then the phone: exposure, blur, noise, sharpening and JPEG."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synth.scene.surfaces import Image

Rng = np.random.Generator

#: Lamps and shadows are smooth: they are worked out on a grid this many pixels across.
_GRID = 96
#: Factors of brightness: in a lit room, in a dim room, and overexposed.
_EXPOSURES = (0.8, 1.15), (0.35, 0.8), (1.1, 1.5)
#: The most noise in a photo taken with care; others have up to 1.2.
_LITTLE_NOISE = 0.2


def _grid(size: tuple[int, int]) -> tuple[Image, Image]:
    """x and y, float32 [h, w], over a small grid of the photo's shape; the longer side runs from 0 to 1."""
    width, height = size
    step = max(width, height) / _GRID
    w, h = max(2, round(width / step)), max(2, round(height / step))
    x, y = np.meshgrid(
        np.arange(w, dtype=np.float32) / (_GRID - 1), np.arange(h, dtype=np.float32) / (_GRID - 1)
    )
    return x, y


def _spot(rng: Rng, x: Image, y: Image, radius: tuple[float, float], edge: float = 2.0) -> Image:
    """A soft ellipse anywhere in the picture: 1 in the middle, 0 far off; a greater ``edge`` is harder."""
    cx, cy = rng.uniform(0, x.max()), rng.uniform(0, y.max())
    angle, reach = rng.uniform(0, np.pi), rng.uniform(*radius)
    squeeze = rng.uniform(0.35, 1)
    u = (x - cx) * np.cos(angle) + (y - cy) * np.sin(angle)
    v = (y - cy) * np.cos(angle) - (x - cx) * np.sin(angle)
    far = np.sqrt((u / reach) ** 2 + (v / (reach * squeeze)) ** 2)
    return np.asarray(np.exp(-(far**edge)), np.float32)


def _tint(rng: Rng, amount: float) -> NDArray[np.float32]:
    """A warm or cool lamp's colour, float32 [3] BGR around 1."""
    warm, green = rng.normal(0, amount), rng.normal(0, amount * 0.25)
    return np.array([1 - warm, 1 + green, 1 + warm], np.float32)


def lamps(rng: Rng, size: tuple[int, int]) -> Image:
    """How light each part of the table is: float32 [h, w, 3] on a small grid, about 1."""
    x, y = _grid(size)
    angle, slope = rng.uniform(0, 2 * np.pi), rng.choice([0.15, 0.5, 0.9], p=[0.4, 0.4, 0.2]) * rng.random()
    field = 1 + slope * ((x - 0.5) * np.cos(angle) + (y - 0.4) * np.sin(angle))
    light = field[..., None] * _tint(rng, 0.05)
    for _ in range(int(rng.integers(0, 4))):
        light = light + _spot(rng, x, y, (0.15, 0.7))[..., None] * _tint(rng, 0.12) * np.float32(
            rng.uniform(0.1, 0.6)
        )
    for _ in range(int(rng.choice([0, 1, 2], p=[0.5, 0.35, 0.15]))):
        dark = np.float32(rng.uniform(0.15, 0.6))
        light = light * (1 - dark * _spot(rng, x, y, (0.1, 0.45), rng.uniform(2, 8)))[..., None]
    light = light / light.mean()
    return np.asarray(np.clip(light, 0.12, 3.0), np.float32)


def _shadow_edge(rng: Rng, size: tuple[int, int]) -> Image:
    """The shadow of an arm, a head or a phone, float32 on a small grid: 1 in the light, lower in shade."""
    scale = _GRID - 1
    shade = np.zeros_like(_grid(size)[0])
    start = rng.uniform(0, 1, 2)
    end = np.array([0.5, 0.4]) + (start - (0.5, 0.4)) * rng.uniform(2, 5)
    a, b = ((float(p[0] * scale), float(p[1] * scale)) for p in (start, end))
    thick = max(1, int(rng.uniform(0.06, 0.4) * scale))
    cv2.line(shade, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), 1.0, thick)
    shade = cv2.GaussianBlur(shade, (0, 0), rng.uniform(0.8, 8))
    return np.asarray(1 - np.float32(rng.uniform(0.15, 0.6)) * shade)


def _window(rng: Rng, x: Image, y: Image) -> Image:
    """The mirror image of a window with its bars, or of a tube lamp: 0 to 1, with edges that are nearly
    sharp.
    """
    cx, cy, angle = rng.uniform(0, x.max()), rng.uniform(0, y.max()), rng.uniform(0, np.pi)
    wide, tall = rng.uniform(0.03, 0.3), rng.uniform(0.04, 0.2)
    if rng.random() < 0.3:
        wide, tall = rng.uniform(0.2, 0.7), rng.uniform(0.01, 0.04)
    u = ((x - cx) * np.cos(angle) + (y - cy) * np.sin(angle)) / wide
    v = ((y - cy) * np.cos(angle) - (x - cx) * np.sin(angle)) / tall
    edge = rng.uniform(4, 20)
    across, down = (np.exp(np.minimum(edge * (np.abs(side) - 1), 50.0)) for side in (u, v))  # no overflow
    pane = 1 / (1 + across) / (1 + down)
    if wide < 0.3 and rng.random() < 0.6:  # a cross of bars
        for away in (u * wide, v * tall):
            pane = pane * (1 - 0.9 * np.exp(-((away / 0.014) ** 2)))
    return np.asarray(pane * rng.uniform(0.3, 0.95), np.float32)


def glare(rng: Rng, size: tuple[int, int]) -> tuple[Image, Image]:
    """Where lamps mirror: broad milky veils and small hard lights, both float32 [h, w] from 0 to 1 on a small
    grid.
    """
    x, y = _grid(size)
    veil = np.zeros_like(x)
    for _ in range(int(rng.choice([0, 1, 2, 3], p=[0.35, 0.4, 0.18, 0.07]))):
        veil = np.maximum(
            veil, _spot(rng, x, y, (0.12, 0.5), rng.uniform(1.5, 5)) * np.float32(rng.uniform(0.15, 0.75))
        )
    if rng.random() < 0.1:
        veil = np.maximum(veil, _window(rng, x, y))
    hard = np.zeros_like(x)
    if rng.random() < 0.3:
        for _ in range(int(rng.integers(1, 4))):
            spot = _spot(rng, x, y, (0.01, 0.07), rng.uniform(2, 10)) * np.float32(rng.uniform(0.4, 1.0))
            hard = np.maximum(hard, spot)
    return veil, hard


def illuminate(rng: Rng, image: Image, gloss: Image) -> Image:
    """The table (uint8 [H, W, 3]) under lamps, with glare where ``gloss`` (uint8 [H, W]) allows: float32, 0
    to 255.
    """
    height, width = image.shape[:2]
    size = (width, height)
    light = lamps(rng, size)
    if rng.random() < 0.25:
        light *= _shadow_edge(rng, size)[..., None]
    out = image.astype(np.float32)
    out *= cv2.resize(light, size, interpolation=cv2.INTER_LINEAR)
    veil, hard = glare(rng, size)
    for patch, low, high in ((veil, 120, 235), (hard, 225, 275)):
        if patch.max() > 0.02:
            lamp = _tint(rng, 0.06) * np.float32(rng.uniform(low, high))
            share = cv2.resize(patch, size, interpolation=cv2.INTER_CUBIC)
            share = np.clip(share, 0, 1) * gloss.astype(np.float32) * np.float32(1 / 255)
            out += (lamp - out) * share[..., None]
    return out


def _exposure(rng: Rng, image: Image, careful: bool) -> Image:
    """White balance, exposure, vignetting, tone and colour strength, in place."""
    height, width = image.shape[:2]
    which = rng.choice(3, p=[0.6, 0.28, 0.12])
    low, high = _EXPOSURES[0 if careful else which]
    image *= _tint(rng, 0.07) * np.float32(rng.uniform(low, high))
    if rng.random() < 0.1 and not careful:  # a bulb or candles that the phone did not make up for
        image *= np.array([rng.uniform(0.45, 0.75), rng.uniform(0.78, 0.92), 1.05], np.float32)
    if rng.random() < 0.5:
        x, y = _grid((width, height))
        far = (x - x.max() / 2) ** 2 + (y - y.max() / 2) ** 2
        fall = 1 - np.float32(rng.uniform(0.1, 0.9)) * far
        image *= cv2.resize(fall, (width, height), interpolation=cv2.INTER_LINEAR)[..., None]
    if rng.random() < 0.6:
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)[..., None]
        image += (image - grey) * np.float32(rng.uniform(-0.45, 0.3))
    if rng.random() < 0.6:  # a milky or a hard picture
        contrast, black = rng.uniform(0.72, 1.2), rng.uniform(-8, 25)
        image *= np.float32(contrast)
        image += np.float32(black + 100 * max(0.0, 1 - contrast) * 0.4)
    return image


def _blur(rng: Rng, image: Image) -> Image:
    """Out of focus or shaken; longer in larger photos, which show the same table with more pixels."""
    scale = max(image.shape[:2]) / 640
    scale = scale**0.55
    kind = rng.random()
    if kind < 0.45:
        return image
    if kind < 0.85:
        return cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.35, 1.1) * scale))
    length = rng.uniform(1.5, 4.5) * scale
    side = int(length) | 1
    side = max(3, side + 2)
    angle = rng.uniform(0, np.pi)
    kernel = np.zeros((side, side), np.float32)
    dx, dy = np.cos(angle) * length / 2, np.sin(angle) * length / 2
    c = side // 2
    ends = [(round((c + s * dx) * 16), round((c + s * dy) * 16)) for s in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
    kernel[c, c] += 0.2
    return cv2.filter2D(image, -1, kernel / kernel.sum())


def _sensor_noise(rng: Rng, image: Image, careful: bool) -> Image:
    """Grain that grows with the root of the light, and coarser colour noise, in place."""
    height, width = image.shape[:2]
    amount = float(rng.choice([0.15, 0.45, 0.8], p=[0.35, 0.4, 0.25]) * rng.uniform(0.4, 1.5))
    if careful:
        amount = min(amount, _LITTLE_NOISE)
    grain = rng.standard_normal((height, width), np.float32)
    if rng.random() < 0.5:
        grain = cv2.GaussianBlur(grain, (0, 0), float(rng.uniform(0.4, 1.0))) * np.float32(1.8)
    strength = np.sqrt(np.clip(image[..., 1], 4, 255)) * np.float32(amount)
    image += (grain * strength)[..., None]
    if rng.random() < 0.7:
        coarse = rng.standard_normal((height // 3 + 1, width // 3 + 1, 3), np.float32)
        colours = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_LINEAR)
        image += colours * np.float32(amount * rng.uniform(1, 5))
    return image


def photograph(rng: Rng, image: Image, careful: bool = False) -> Image:
    """A phone's photo of the lit scene, float32 [H, W, 3]: uint8, after JPEG compression.

    ``careful``: in focus, held still, in the light of a room; else with every kind of fault.
    """
    image = _exposure(rng, image, careful)
    if not careful:
        image = _blur(rng, image)
    image = _sensor_noise(rng, image, careful)
    if rng.random() < 0.5:
        soft = cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.6, 1.6)))
        image += (image - soft) * np.float32(rng.uniform(0.2, 1.0))
    photo = np.clip(image, 0, 255).astype(np.uint8)
    return through_jpeg(photo, int(rng.integers(80 if careful else 40, 96)))


def through_jpeg(photo: Image, quality: int) -> Image:
    """The photo (uint8 [H, W, 3]) after it was saved with a JPEG quality from 1 to 100."""
    done, data = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert done, "JPEG encoding of a uint8 picture cannot fail"
    decoded: Any = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return np.asarray(decoded, np.uint8)
