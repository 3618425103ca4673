"""Tables, cloths and mats for cards to lie on, drawn from random numbers or photographed."""

from __future__ import annotations

import colorsys
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synth.scene import textures

Image = NDArray[Any]
Rng = np.random.Generator


def colour_within(
    rng: Rng,
    hue: tuple[float, float] = (0, 1),
    saturation: tuple[float, float] = (0.1, 0.8),
    value: tuple[float, float] = (0.2, 0.9),
) -> NDArray[np.float32]:
    """A random colour, float32 [3] BGR from 0 to 255, from ranges of hue (0 to 1, may pass 1), saturation and
    value.
    """
    r, g, b = colorsys.hsv_to_rgb(rng.uniform(*hue) % 1, rng.uniform(*saturation), rng.uniform(*value))
    return np.array([b, g, r], np.float32) * 255


def noise(rng: Rng, size: int, cells: tuple[float, float], octaves: int = 1, decay: float = 0.5) -> Image:
    """Smooth noise, float32 [size, size], mostly within -1 to 1; ``cells``: the lowest octave's grains across
    and down.
    """
    total = np.zeros((size, size), np.float32)
    weight, norm = 1.0, 0.0
    for octave in range(octaves):
        w, h = (int(np.clip(round(c * 2**octave), 1, size)) + 2 for c in cells)
        grid = rng.uniform(-1, 1, (h, w)).astype(np.float32)
        total += weight * cv2.resize(grid, (size, size), interpolation=cv2.INTER_CUBIC)
        norm += weight
        weight *= decay
    return total / np.float32(norm)


def mix(a: NDArray[Any], b: NDArray[Any], share: Image) -> Image:
    """Colours ``a`` and ``b`` [3] blended by ``share`` [h, w] (0 gives a): float32 [h, w, 3]."""
    share = np.clip(share, 0, 1).astype(np.float32)[..., None]
    return np.asarray(a, np.float32) + share * (np.asarray(b, np.float32) - np.asarray(a, np.float32))


def tinted(base: NDArray[Any], light: Image) -> Image:
    """Colour ``base`` [3], its brightness multiplied by ``light`` [h, w]: float32 [h, w, 3]."""
    return light.astype(np.float32)[..., None] * np.asarray(base, np.float32)


def wood(rng: Rng, size: int, unit: float) -> Image:
    """Boards of wood grain in any colour a table may have. ``unit``: pixels a card width, here and below."""
    base = colour_within(rng, (0.03, 0.13), (0.15, 0.75), (0.15, 0.92))
    if rng.random() < 0.12:
        base = colour_within(rng, saturation=(0.05, 0.4), value=(0.3, 0.95))
    across = size / unit
    rings = noise(rng, size, (across * rng.uniform(0.8, 2.5), across * rng.uniform(0.05, 0.3)), 2)
    grain = np.sin(rings * rng.uniform(4, 26))
    fine = noise(rng, size, (across * rng.uniform(8, 40), across * rng.uniform(0.2, 1.0)), 2)
    light = 1 + rng.uniform(0.01, 0.14) * grain + rng.uniform(0.02, 0.16) * fine
    image = tinted(base, light)
    if rng.random() < 0.5:
        width = unit * rng.uniform(0.5, 3.5)
        seam = base * rng.uniform(0.25, 0.8)
        x = -rng.uniform(0, width)
        while x < size:
            a, b = max(round(x), 0), max(round(x + width), 0)
            image[:, a:b] *= rng.uniform(0.82, 1.16)
            image[:, a:b] = np.roll(image[:, a:b], int(rng.integers(size)), axis=0)
            if rng.random() < 0.9:
                cv2.line(image, (b, 0), (b, size), seam.tolist(), max(1, round(unit * 0.012)), cv2.LINE_AA)
            x += width
    return image


def parquet(rng: Rng, size: int, unit: float) -> Image:
    """Strips of wood laid in squares, each square turned against its neighbours."""
    base = colour_within(rng, (0.03, 0.13), (0.2, 0.75), (0.2, 0.9))
    strips = int(rng.integers(3, 7))
    tile = max(strips * 3, round(unit * rng.uniform(0.5, 1.8)))
    across = size / unit
    fine = noise(rng, size, (across * rng.uniform(8, 30), across * rng.uniform(0.3, 1.0)), 2)
    row = np.arange(size)
    u, v = row[None, :], row[:, None]
    lying = (u // tile + v // tile) % 2 == 0
    thin = max(tile // strips, 3)
    along = np.where(lying, v % tile, u % tile)
    number = (along // thin + 7 * (u // tile) + 13 * (v // tile)) % 61
    shades = rng.uniform(0.84, 1.14, 61).astype(np.float32)
    grain = np.where(lying, fine.T, fine) * np.float32(rng.uniform(0.03, 0.14))
    light = (
        shades[number]
        * (1 + grain)
        * np.where(along % thin < max(1, thin // 24), np.float32(0.6), np.float32(1))
    )
    return tinted(base, light)


def tiles(rng: Rng, size: int, unit: float) -> Image:
    """Ceramic tiles with joints."""
    across = size / unit
    light = 1 + rng.uniform(0.02, 0.1) * noise(rng, size, (across, across), 3)
    image = tinted(colour_within(rng, saturation=(0, 0.45), value=(0.3, 0.98)), light)
    step = unit * rng.uniform(0.6, 2.5)
    joint = colour_within(rng, saturation=(0, 0.15), value=(0.2, 0.9)).tolist()
    thick = max(1, round(unit * rng.uniform(0.01, 0.05)))
    for place in np.arange(rng.uniform(0, step), size, step):
        cv2.line(image, (int(place), 0), (int(place), size), joint, thick)
        cv2.line(image, (0, int(place)), (size, int(place)), joint, thick)
    return image


def cloth(rng: Rng, size: int, unit: float) -> Image:
    """Woven cloth of one colour, with folds."""
    image = tinted(colour_within(rng), 1 + _weave(rng, size, unit))
    if rng.random() < 0.4:
        across = size / unit
        folds = noise(rng, size, (across * rng.uniform(0.1, 0.4), across * rng.uniform(0.02, 0.4)), 2)
        image *= (1 + rng.uniform(0.05, 0.25) * folds)[..., None]
    return image


def _weave(rng: Rng, size: int, unit: float) -> Image:
    period = max(2.2, unit * rng.uniform(0.012, 0.05))
    line = np.sin(np.arange(size, dtype=np.float32) * np.float32(2 * np.pi / period))
    thread = line[None, :] * line[:, None] * np.float32(rng.uniform(0.02, 0.1))
    return np.asarray(thread + rng.uniform(0.02, 0.07) * noise(rng, size, (size / 3, size / 3)))


def felt(rng: Rng, size: int, unit: float) -> Image:
    """Felt or plush: one colour with fine noise, as on games tables."""
    base = colour_within(rng, (0.25, 0.7) if rng.random() < 0.5 else (0, 1), (0.2, 0.8), (0.15, 0.75))
    across = size / unit
    light = 1 + rng.uniform(0.02, 0.12) * noise(rng, size, (size / 2, size / 2))
    light = light + rng.uniform(0, 0.1) * noise(rng, size, (across * 2, across * 2), 3)
    return tinted(base, light)


def concrete(rng: Rng, size: int, unit: float) -> Image:
    """Concrete, stone or laminate: cloudy greys with specks."""
    base = colour_within(rng, saturation=(0.0, 0.18), value=(0.3, 0.95))
    across = size / unit * rng.uniform(0.3, 2)
    light = 1 + rng.uniform(0.03, 0.18) * noise(rng, size, (across, across), 5, 0.6)
    if rng.random() < 0.3:
        specks = noise(rng, size, (size / 4, size / 4))
        light = light + np.where(specks > 0.8, np.float32(rng.uniform(-0.3, 0.3)), np.float32(0))
    return tinted(base, light)


def marble(rng: Rng, size: int, unit: float) -> Image:
    """Marble: veins through a light or dark stone."""
    across = size / unit * rng.uniform(0.15, 0.6)
    flow = noise(rng, size, (across, across), 5, 0.55)
    vein = np.exp(-np.abs(flow) * np.float32(rng.uniform(8, 30)))
    stone = colour_within(rng, saturation=(0, 0.2), value=(0.1, 0.98))
    return mix(
        stone,
        colour_within(rng, saturation=(0, 0.3), value=(0.1, 0.95)),
        vein * np.float32(rng.uniform(0.3, 0.9)),
    )


def stripes(rng: Rng, size: int, unit: float) -> Image:
    """Stripes or checks of two or three colours, woven."""
    base = colour_within(rng)
    image = np.broadcast_to(base, (size, size, 3)).astype(np.float32)
    x = np.arange(size, dtype=np.float32)
    checked = rng.random() < 0.5
    for _ in range(int(rng.integers(1, 4))):
        period, share = unit * rng.uniform(0.08, 1.5), rng.uniform(0.1, 0.6)
        band = ((x / period + rng.random()) % 1 < share).astype(np.float32) * np.float32(rng.uniform(0.3, 1))
        tint = colour_within(rng, saturation=(0, 0.9), value=(0.1, 1))
        image += (tint - image) * band[None, :, None]
        if checked:
            image += (tint - image) * band[:, None, None] * np.float32(0.6)
    return np.asarray(image * (1 + _weave(rng, size, unit))[..., None])


def motifs(rng: Rng, size: int, unit: float) -> Image:
    """A printed oilcloth: one small drawing, repeated."""
    tile = max(12, round(unit * rng.uniform(0.15, 1.2)))
    base = colour_within(rng, saturation=(0, 0.7), value=(0.2, 1))
    cell = np.full((tile, tile, 3), base, np.float32)
    for _ in range(int(rng.integers(1, 5))):
        x, y = (int(v) for v in rng.integers(tile, size=2))
        tint = colour_within(rng, saturation=(0, 1), value=(0.1, 1)).tolist()
        axes = tuple(int(v) for v in rng.integers(1, max(2, tile // 3), size=2))
        if rng.random() < 0.6:
            cv2.ellipse(cell, (x, y), axes, rng.uniform(0, 180), 0, 360, tint, -1, cv2.LINE_AA)
        else:
            cv2.rectangle(cell, (x, y), (x + axes[0], y + axes[1]), tint, -1)
    times = size // tile + 1
    return np.tile(cell, (times, times, 1))[:size, :size]


def playmat(rng: Rng, size: int, unit: float) -> Image:
    """A printed mat: shapes, frames and letters over a gradient; frames may be of a card's size."""
    across = size / unit
    share = noise(rng, size, (across * 0.2, across * 0.2), 3) * 0.5 + 0.5
    image = np.clip(mix(colour_within(rng), colour_within(rng), share), 0, 255).astype(np.uint8)
    for _ in range(int(rng.integers(4, 26))):
        tint = (colour_within(rng, saturation=(0, 1), value=(0.05, 1))).tolist()
        x, y = (int(v) for v in rng.integers(size, size=2))
        reach = max(3, int(unit * rng.uniform(0.1, 2)))
        thick = -1 if rng.random() < 0.4 else max(1, int(unit * rng.uniform(0.005, 0.06)))
        shape = rng.integers(4)
        if shape == 0:
            axes = (reach, max(2, int(reach * rng.uniform(0.2, 1))))
            cv2.ellipse(image, (x, y), axes, rng.uniform(0, 180), 0, 360, tint, thick, cv2.LINE_AA)
        elif shape == 1:
            cv2.rectangle(
                image,
                (x, y),
                (x + int(unit), y + int(unit * rng.uniform(1.2, 1.6))),
                tint,
                thick,
                cv2.LINE_AA,
            )
        elif shape == 2:
            points = (np.array([x, y]) + rng.normal(0, reach, (int(rng.integers(3, 7)), 2))).astype(np.int32)
            cv2.polylines(image, [points], bool(rng.random() < 0.5), tint, max(1, thick), cv2.LINE_AA)
        else:
            letters = "".join(rng.choice(list("ABCDEFGHIKLMNOPRSTUVW0123456789/"), int(rng.integers(1, 8))))
            cv2.putText(image, letters, (x, y), int(rng.integers(8)), unit / 90 * rng.uniform(0.4, 2.5), tint,
                        max(1, int(unit * 0.02)), cv2.LINE_AA)  # fmt: skip
    return image


def plain(rng: Rng, size: int, unit: float) -> Image:
    """One colour, often a colour of cards: paper, cardboard, leather, paint."""
    kind = rng.random()
    if kind < 0.35:
        base = colour_within(rng, (0.07, 0.14), (0.05, 0.45), (0.6, 0.98))
    elif kind < 0.5:
        base = colour_within(rng, saturation=(0, 0.05), value=(0.03, 1))
    else:
        base = colour_within(rng, saturation=(0, 0.9), value=(0.1, 0.95))
    light = 1 + rng.uniform(0, 0.04) * noise(rng, size, (size / 3, size / 3))
    return tinted(base, light)


Surface = Callable[[Rng, int, float], Image]
#: Every surface with how often it is chosen.
SURFACES: dict[Surface, float] = {
    wood: 0.32,
    cloth: 0.1,
    felt: 0.1,
    concrete: 0.14,
    marble: 0.05,
    stripes: 0.07,
    motifs: 0.04,
    playmat: 0.09,
    plain: 0.09,
    parquet: 0.05,
    tiles: 0.04,
}
#: The share of photographed surfaces, if pictures are installed.
PHOTOGRAPHED = 0.3


def make_surface(
    rng: Rng, size: int, unit: float, like: NDArray[Any] | None = None, held_out: bool = False
) -> Image:
    """A random surface seen straight from above, uint8 [size, size, 3] BGR, ``unit`` pixels a card width.

    Its average colour is about that of ``like`` (BGR, 0 to 255), if given. ``held_out``: a photographed
    surface is one that training never sees.
    """
    chances = np.array(list(SURFACES.values()))
    chosen = list(SURFACES)[rng.choice(len(chances), p=chances / chances.sum())]
    if textures.at_hand(held_out) and rng.random() < PHOTOGRAPHED:
        image = textures.photographed(rng, size, unit, held_out)
    else:
        image = chosen(rng, size, unit)
    if like is not None:
        mean = image.reshape(-1, 3).mean(0)
        image = image * ((like * rng.uniform(0.85, 1.15) + 4) / (mean + 4)).astype(np.float32)
    if rng.random() < 0.3:
        stains = noise(rng, size, (size / unit * 0.4, size / unit * 0.4), 4, 0.6)
        image = image * (1 + np.float32(rng.uniform(0.02, 0.12)) * stains)[..., None]
    return np.clip(image, 0, 255).astype(np.uint8)
