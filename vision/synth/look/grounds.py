"""The grounds of strips, banners and bodies: gradients, wood grain, paper, patterns, noise."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

Colour = tuple[int, int, int]
Rng = np.random.Generator
GroundKind = Literal[
    "down", "across", "radial", "wood", "paper", "photo", "lines", "diagonal", "dots", "checks"
]
KINDS: tuple[GroundKind, ...] = (
    "down", "down", "across", "radial", "wood", "wood", "paper", "paper", "photo", "lines", "diagonal",
    "dots", "checks",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Ground:
    """A pattern: ``strength`` (0 to 1) of ``colour`` is mixed into the ground.

    ``scale``: the length of its grains, lines or dots in card widths.
    """

    kind: GroundKind
    colour: Colour
    strength: float
    scale: float
    seed: int


def random_ground(rng: Rng, base: Colour, strength: tuple[float, float]) -> Ground:
    """A pattern for a ground of colour ``base``: a darker or lighter shade of it, or another colour."""
    kind = KINDS[rng.integers(len(KINDS))]
    shade = rng.random()
    if shade < 0.4:
        colour: Colour = (255, 255, 255)
    elif shade < 0.8:
        colour = (0, 0, 0)
    else:
        r, g, b = (int(v) for v in np.clip(np.asarray(base) + rng.normal(0, 90, 3), 0, 255))
        colour = (r, g, b)
    return Ground(
        kind,
        colour,
        float(rng.uniform(*strength)),
        float(np.exp(rng.uniform(np.log(0.015), np.log(0.12)))),
        int(rng.integers(1 << 30)),
    )


@lru_cache(maxsize=96)
def patch(ground: Ground, base: Colour, size: tuple[int, int], unit: int) -> NDArray[np.uint8]:
    """The pattern over ``base``, uint8 RGB ``[height, width, 3]``; ``size`` is (width, height) in pixels,
    ``unit`` the pixels a card width.
    """
    share = _share(ground, max(size[0], 1), max(size[1], 1), unit)[..., None] * np.float32(ground.strength)
    low, high = np.asarray(base, np.float32), np.asarray(ground.colour, np.float32)
    return np.asarray(np.clip(low + (high - low) * share, 0, 255), np.uint8)


def _share(ground: Ground, w: int, h: int, unit: int) -> NDArray[np.float32]:
    """How much of the pattern's colour each pixel has, float32 ``[h, w]`` from 0 to 1."""
    rng = np.random.default_rng(ground.seed)
    step = max(2.0, ground.scale * unit)
    x = np.arange(w, dtype=np.float32)[None]
    y = np.arange(h, dtype=np.float32)[:, None]
    flat = np.zeros((h, w), np.float32)
    if ground.kind in ("down", "across"):
        ramp = y / max(h - 1, 1) if ground.kind == "down" else x / max(w - 1, 1)
        return np.asarray(flat + (ramp if rng.random() < 0.5 else 1 - ramp), np.float32)
    if ground.kind == "radial":
        cx, cy = rng.uniform(0, w), rng.uniform(0, h)
        away = np.sqrt((x - np.float32(cx)) ** 2 + (y * 1.5 - np.float32(cy * 1.5)) ** 2)
        return np.clip(away / np.float32(w), 0, 1, dtype=np.float32)
    if ground.kind == "wood":
        return _clouds(rng, w, h, (step * 6, step * 0.25), 2)
    if ground.kind == "paper":
        return _clouds(rng, w, h, (max(1.5, step * 0.15),) * 2, 1)
    if ground.kind == "photo":
        return _clouds(rng, w, h, (step * 3, step * 2), 4)
    if ground.kind == "lines":
        return flat + ((y if rng.random() < 0.5 else x) % step < step * rng.uniform(0.15, 0.5))
    if ground.kind == "diagonal":
        return flat + ((x + y) % step < step * rng.uniform(0.15, 0.5))
    if ground.kind == "dots":
        away = np.hypot((x + step * (y // step % 2) / 2) % step - step / 2, y % step - step / 2)
        return np.asarray(np.clip(step * rng.uniform(0.15, 0.35) + 0.5 - away, 0, 1), np.float32)
    return flat + ((x // step + y // step) % 2)


def _clouds(rng: Rng, w: int, h: int, grain: tuple[float, float], octaves: int) -> NDArray[np.float32]:
    """Smooth noise from 0 to 1, its coarsest grains ``grain`` pixels wide and high."""
    total = np.zeros((h, w), np.float32)
    weight = 1.0
    for octave in range(octaves):
        cells = (int(h / grain[1] * 2**octave) + 2, int(w / grain[0] * 2**octave) + 2)
        grid = rng.uniform(0, 1, (min(cells[0], h), min(cells[1], w))).astype(np.float32)
        total += np.float32(weight) * cv2.resize(grid, (w, h), interpolation=cv2.INTER_LINEAR)
        weight *= 0.6
    low, high = float(total.min()), float(total.max())
    return np.asarray((total - low) / max(high - low, 1e-6), np.float32)
