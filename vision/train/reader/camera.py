"""A bad camera in bad light: what a photo does to a drawn strip."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.common.arrays import Picture

Rng = np.random.Generator

OUT_OF_FOCUS = 0.8, 3.2  #: the radius of what a point becomes out of focus, in pixels of the photo
REFLECTIONS = 1, 3  #: the least and the most lamps or windows that are seen on a glared strip
REFLECTED = 0.05, 0.4  #: the half axes of each, in strip widths
BLINDING = 0.7  #: print does not show where a reflection adds so much of full light


def photograph(picture: Picture, rng: Rng) -> Picture:
    """Light, glare, blur, noise and JPEG on a picture at the photo's scale; uint8 in, uint8 of the same shape
    out.
    """
    h, w = picture.shape[:2]
    image = picture.astype(np.float32) / 255
    blur = rng.random()
    if blur < 0.4:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 1.1))
    elif blur < 0.65:
        image = cv2.filter2D(image, -1, _disk(rng.uniform(*OUT_OF_FOCUS)), borderType=cv2.BORDER_REPLICATE)
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 0.9))
    elif blur < 0.75:
        kernel = np.zeros((7, 7), np.float32)
        dx, dy = rng.integers(-2, 3, 2)
        cv2.line(kernel, (3 - int(dx), 3 - int(dy)), (3 + int(dx), 3 + int(dy)), 1.0)
        image = cv2.filter2D(image, -1, kernel / kernel.sum())
    x, y = np.meshgrid(np.linspace(-1, 1, w, dtype=np.float32), np.linspace(-1, 1, h, dtype=np.float32))
    light = rng.uniform(rng.choice([0.3, 0.7]), 1.15) * (
        1 + rng.normal(0, 0.12) * x + rng.normal(0, 0.12) * y
    )
    colour = 1 + rng.normal(0, 0.06, 3).astype(np.float32)
    image = image * light[..., None] * colour
    if rng.random() < 0.12:  # the edge of a shadow
        a, b = rng.normal(0, 1, 2)
        image = (
            image
            * (1 - rng.uniform(0.2, 0.5) / (1 + np.exp(-(a * x + b * y) * rng.uniform(3, 30))))[..., None]
        )
    if rng.random() < 0.4:  # a veil of glare: less contrast, towards the lamp's colour
        cx, cy, r = rng.uniform(-1.5, 1.5), rng.uniform(-1.5, 1.5), rng.uniform(0.4, 2.5)
        veil = rng.uniform(0.1, 0.75) * np.exp(-((x - cx) ** 2 + (y - cy) ** 2 * 0.3) / (r * r))
        image = image * (1 - veil[..., None] * 0.6) + veil[..., None] * (rng.uniform(0.55, 1.0) * colour)
    if rng.random() < 0.06:  # a hard highlight
        cx, cy, r = rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(0.03, 0.12)
        spot = 0.5 - 0.5 * np.tanh(((x - cx) ** 2 + (y - cy) ** 2 * 0.2 - r * r) * 60)
        image = image + spot[..., None] * rng.uniform(0.4, 1)
    if rng.random() < 0.3:
        image = np.clip(image, 0, 1) ** rng.uniform(0.7, 1.5)
    noise = rng.uniform(0, rng.choice([0.012, 0.035, 0.07], p=[0.5, 0.4, 0.1]))
    grain = rng.normal(0, noise, (h, w, 1)) + rng.normal(0, noise * 0.6, (h, w, 3))
    image = np.clip(image + grain.astype(np.float32), 0, 1)
    if rng.random() < 0.2:  # a phone's sharpening
        soft = cv2.GaussianBlur(image, (0, 0), 1.0)
        image = np.clip(image + rng.uniform(0.3, 1.2) * (image - soft), 0, 1)
    out = (image * 255).astype(np.uint8)
    if rng.random() < 0.6:
        ok, data = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 96))])
        out = cv2.imdecode(data, cv2.IMREAD_COLOR) if ok else out
    return out


def _disk(radius: float) -> NDArray[np.float32]:
    """What a point becomes out of focus: an even disk of this ``radius`` in pixels, its sum 1."""
    reach = int(np.ceil(radius))
    at = np.arange(-reach, reach + 1)
    disk = np.clip(radius + 0.5 - np.hypot(*np.meshgrid(at, at)), 0, 1).astype(np.float32)
    return np.asarray(disk / disk.sum(), np.float32)


def reflections(shape: tuple[int, int], rng: Rng) -> NDArray[np.float32]:
    """What lamps and windows add to each place of a strip, [rows, columns]; 1 is full light."""
    y, x = np.mgrid[: shape[0], : shape[1]].astype(np.float32)
    light = np.zeros(shape, np.float32)
    for _ in range(int(rng.integers(REFLECTIONS[0], REFLECTIONS[1] + 1))):
        right, down = x - rng.uniform(0, shape[1]), y - rng.uniform(0, shape[0])
        turn, (long, short) = rng.uniform(0, np.pi), rng.uniform(*REFLECTED, 2) * shape[1]
        along, across = right * np.cos(turn) + down * np.sin(turn), down * np.cos(turn) - right * np.sin(turn)
        off = np.hypot(along / long, across / short)
        light = np.maximum(light, 2 / (1 + np.exp(np.minimum(rng.uniform(6, 30) * (off - 1), 50))))
    return light.astype(np.float32)


def unlit(light: NDArray[np.float32], boxes: NDArray[np.float32]) -> NDArray[np.float32]:
    """The share of each box (x, y of the middle, width, height; [n, 4]) that no reflection hides, [n]."""
    seen = light < BLINDING
    low = np.floor(boxes[:, :2] - boxes[:, 2:] / 2).astype(int).clip(0)
    high = np.ceil(boxes[:, :2] + boxes[:, 2:] / 2).astype(int)
    parts = [seen[y0:y1, x0:x1] for (x0, y0), (x1, y1) in zip(low, high, strict=True)]
    return np.array([part.mean() if part.size else 1 for part in parts], np.float32)
