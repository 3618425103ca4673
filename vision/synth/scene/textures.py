"""Photographed tables and cloths for cards to lie on, where Debian's ufoai-textures is installed."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synth.look.fonts import DATA, is_held_out

Image = NDArray[Any]
Rng = np.random.Generator

ARCHIVE = Path("/usr/share/games/ufoai/base/0textures.pk3")
#: How many card widths a picture spans, and the factors of its brightness.
SPAN, LIGHT = (1.5, 9.0), (0.55, 1.35)
ONE_HELD_OUT_IN = 5


def listed() -> list[str]:
    """The pictures that a table may look like, by their names in the package."""
    lines = (DATA / "textures.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


@lru_cache(maxsize=2)
def at_hand(held_out: bool) -> tuple[str, ...]:
    """The installed ones of the pictures `listed`, by name.

    ``held_out``: whether they are the pictures that training never sees, or the other pictures.
    """
    if not ARCHIVE.is_file():
        return ()
    with ZipFile(ARCHIVE) as archive:
        there = set(archive.namelist())
    wanted = [name for name in listed() if is_held_out(name, ONE_HELD_OUT_IN) == held_out]
    return tuple(name for name in wanted if f"textures/{name}" in there)


@lru_cache(maxsize=32)
def picture(name: str) -> NDArray[np.uint8]:
    """One of the pictures `at_hand`, uint8 BGR [h, w, 3]."""
    with ZipFile(ARCHIVE) as archive:
        data = np.frombuffer(archive.read(f"textures/{name}"), np.uint8)
    image = cv2.imdecode(data, cv2.IMREAD_COLOR)
    assert image is not None, name
    return np.asarray(image, np.uint8)


def photographed(rng: Rng, size: int, unit: float, held_out: bool) -> Image:
    """A table of one of the pictures `at_hand`, laid side by side, float32 [size, size, 3] BGR; ``unit``:
    pixels a card width.
    """
    names = at_hand(held_out)
    tile = np.rot90(picture(names[rng.integers(len(names))]), int(rng.integers(4)))
    scale = unit * np.exp(rng.uniform(*np.log(SPAN))) / max(tile.shape[:2])
    shape = [max(round(side * scale), 8) for side in tile.shape[1::-1]]
    large = cv2.resize(tile, shape, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    times = [-(-size // side) + 1 for side in large.shape[:2]]
    across, down = (int(rng.integers(side)) for side in large.shape[1::-1])
    laid = np.tile(large, (*times, 1))[down : down + size, across : across + size].astype(np.float32)
    grain = rng.uniform(0, 0.05) * rng.standard_normal((size, size)).astype(np.float32)  # finer than it shows
    return np.asarray(laid * (rng.uniform(*LIGHT) * (1 + grain))[..., None], np.float32)
