"""Icons of a look: six glyphs that a person can distinguish, their colours, backings and places."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from vision.synth.look import fonts
from vision.synth.look.banners import banner_right, pick
from vision.synth.look.lettering import Box, text_mask
from vision.synth.look.style import (
    Align,
    Backing,
    Banner,
    Colour,
    Icons,
    Look,
    Rng,
    blended,
    category_colours,
    contrast,
    ink_on,
    luminance,
    random_colour,
)

Glyph = fonts.Glyph | int
Mask = NDArray[np.uint8]
LEAST_SIZE = 0.085  #: of an icon, in card widths: 15 pixels on the smallest cards that are read
SHAPES = 12  #: how many drawn shapes there are

_BACKINGS: dict[Backing, float] = {
    "none": 4, "disc": 4, "square": 1.3, "rounded": 1.5, "diamond": 1, "hexagon": 1, "shield": 1, "ring": 1.2,
    "octagon": 0.6, "burst": 0.5, "drop": 0.5, "frame": 0.6,
}  # fmt: skip
_ALIGNS: dict[Align, float] = {"left": 4, "right": 2, "spread": 1.5, "centre": 1.5, "justified": 1}
#: Backings with straight edges: corners from the middle, half the size being 1.
OUTLINES: dict[str, list[tuple[float, float]]] = {
    "diamond": [(0, -1.08), (1.08, 0), (0, 1.08), (-1.08, 0)],
    "hexagon": [(-0.5, -0.9), (0.5, -0.9), (1, 0), (0.5, 0.9), (-0.5, 0.9), (-1, 0)],
    "shield": [(-0.9, -0.95), (0.9, -0.95), (0.9, 0.3), (0, 1.05), (-0.9, 0.3)],
    "octagon": [(-0.4, -1), (0.4, -1), (1, -0.4), (1, 0.4), (0.4, 1), (-0.4, 1), (-1, 0.4), (-1, -0.4)],
    "burst": [(float(np.sin(i * np.pi / 12)) * r, float(-np.cos(i * np.pi / 12)) * r)
              for i in range(24) for r in (1.04 if i % 2 else 0.9,)],
    "drop": [(0, -1.08), *((float(np.sin(a)) * 0.92, 0.1 - 0.92 * float(np.cos(a)))
                           for a in np.linspace(0.9, 2 * np.pi - 0.9, 20))],
}  # fmt: skip


@lru_cache(maxsize=2048)
def glyph_mask(glyph: Glyph, size: int, outlined: bool) -> Mask:
    """An icon's ink inside a ``size`` pixel square: uint8 ``[h, w]``."""
    if isinstance(glyph, int):
        mask = _shape_mask(glyph, size)
    elif glyph[0] == fonts.COLOURED:
        return np.ascontiguousarray(colour_picture(glyph, size)[..., 3])
    else:
        mask = text_mask(glyph[0], glyph[1], (size, size))
    if outlined and size >= 16:
        thin = cv2.erode(mask, np.ones((3, 3), np.uint8), iterations=max(1, size // 20))
        mask = np.asarray(cv2.subtract(mask, thin), np.uint8)
    return mask


@lru_cache(maxsize=512)
def colour_picture(glyph: fonts.Glyph, size: int) -> Mask:
    """A glyph of many colours inside a ``size`` pixel square: uint8 RGBA ``[h, w, 4]``."""
    face = fonts.load(fonts.COLOURED, fonts.COLOURED_SIZE)
    x0, y0, x1, y1 = (int(v) for v in face.getbbox(glyph[1]))
    image = Image.new("RGBA", (max(x1 - x0, 1), max(y1 - y0, 1)))
    ImageDraw.Draw(image).text((-x0, -y0), glyph[1], font=face, embedded_color=True)
    large = np.asarray(image)
    shrink = size / max(large.shape[:2])
    to = (max(1, round(large.shape[1] * shrink)), max(1, round(large.shape[0] * shrink)))
    return np.asarray(cv2.resize(large, to, interpolation=cv2.INTER_AREA), np.uint8)


@lru_cache(maxsize=2048)
def silhouette(glyph: Glyph, size: int, grow: int) -> Mask:
    """The glyph with its holes filled and a rim of ``grow`` pixels: uint8 ``[h + 2 grow, w + 2 grow]``."""
    mask = cv2.copyMakeBorder(glyph_mask(glyph, size, False), grow, grow, grow, grow, cv2.BORDER_CONSTANT)
    rims, _ = cv2.findContours((mask > 90).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    cv2.drawContours(mask, rims, -1, 255, -1)
    if grow:
        mask = cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * grow + 1, 2 * grow + 1)))
    return np.asarray(mask, np.uint8)


def _shape_mask(number: int, size: int) -> Mask:
    """One of twelve drawn shapes, for machines without symbol fonts and for plain icon families."""
    mask = np.zeros((size, size), np.uint8)
    half, radius = size / 2, size * 0.48

    def star(points: int, inner: float, turn: float = -90) -> Any:
        radii = np.where(np.arange(2 * points) % 2 == 0, radius, radius * inner)
        angle = np.radians(turn + np.arange(2 * points) * 180 / points)
        return np.stack([half + radii * np.cos(angle), half + radii * np.sin(angle)], 1).astype(np.int32)

    stars = {0: (5, 0.45), 1: (3, 0.5), 2: (4, 0.35), 3: (6, 0.58), 4: (8, 0.75), 5: (4, 0.72), 6: (12, 0.6)}
    middle = (int(half), int(half))
    if number in stars:
        cv2.fillPoly(mask, [star(*stars[number])], 255)
    elif number == 7:  # ring
        cv2.circle(mask, middle, int(radius), 255, max(2, size // 6))
    elif number == 8:  # moon
        cv2.circle(mask, middle, int(radius), 255, -1)
        cv2.circle(mask, (int(half * 1.45), int(half * 0.8)), int(radius * 0.85), 0, -1)
    elif number == 9:  # cross
        cv2.rectangle(mask, (int(half * 0.7), 0), (int(half * 1.3), size), 255, -1)
        cv2.rectangle(mask, (0, int(half * 0.7)), (size, int(half * 1.3)), 255, -1)
    elif number == 10:  # drop
        cv2.circle(mask, (int(half), int(size * 0.62)), int(size * 0.34), 255, -1)
        cv2.fillPoly(
            mask, [np.array([[half, 0], [size * 0.2, size * 0.5], [size * 0.8, size * 0.5]], np.int32)], 255
        )
    else:  # hourglass
        cv2.fillPoly(mask, [np.array([[0, 0], [size, 0], [0, size], [size, size]], np.int32)], 255)
    return mask


@lru_cache(maxsize=4096)
def _thumbnail(glyph: Glyph) -> NDArray[np.float32]:
    """The glyph as it looks when small: float32 ``[16, 16, 3]``, 0 to 1, a little blurred."""
    square = np.zeros((32, 32, 3), np.uint8)
    if not isinstance(glyph, int) and glyph[0] == fonts.COLOURED:
        picture = colour_picture(glyph, 32)
        ink = (255 - picture[..., :3]) * (picture[..., 3:] > 127)
    else:
        ink = glyph_mask(glyph, 32, False)[..., None]
    h, w = min(ink.shape[0], 32), min(ink.shape[1], 32)
    top, left = (32 - h) // 2, (32 - w) // 2
    square[top : top + h, left : left + w] = ink[:h, :w]
    small = cv2.resize(square, (16, 16), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), 0.7), np.float32) / np.float32(255)


def is_same_glyph(a: Glyph, b: Glyph) -> bool:
    """Whether two small glyphs look alike, or a glyph is almost empty."""
    x, y = _thumbnail(a), _thumbnail(b)
    return float(np.abs(x - y).mean()) < 0.06 or min(float(x.mean()), float(y.mean())) < 0.04


def _glyphs(rng: Rng, held_out: bool) -> tuple[Glyph, ...]:
    """Six different icons.

    They come from one symbol font, from neighbours in a font (which look similar), from several fonts, or are
    drawn shapes.
    """
    groups = fonts.icon_glyphs(held_out)
    kind = rng.random()
    if kind < 0.08 or len({character for group in groups for _, character in group}) < 6:
        return tuple(int(i) for i in rng.permutation(SHAPES)[:6])
    pool: list[fonts.Glyph] = []
    if kind < 0.72:
        group = groups[rng.integers(len(groups))]
        if kind < 0.25:  # neighbours: arrows, dice, heads
            start = int(rng.integers(max(1, len(group) - 14)))
            group = group[start : start + 14]
        pool = [group[i] for i in rng.permutation(len(group))[:60]]
    picks: list[Glyph] = []
    for glyph in pool:
        if len(picks) < 6 and not any(is_same_glyph(glyph, other) for other in picks):
            picks.append(glyph)
    for _ in range(200):
        if len(picks) >= 6:
            break
        group = groups[rng.integers(len(groups))]
        glyph = group[rng.integers(len(group))]
        # no two categories share a character, whatever fonts it is taken from
        if all(isinstance(other, int) or other[1] != glyph[1] for other in picks) and not any(
            is_same_glyph(glyph, other) for other in picks
        ):
            picks.append(glyph)
    return tuple(picks) if len(picks) == 6 else tuple(int(i) for i in rng.permutation(SHAPES)[:6])


def _colours(
    rng: Rng, backing: Backing, strip: Colour, unrest: float
) -> tuple[tuple[Colour, ...], tuple[Colour, ...]]:
    """The backings' and the glyphs' colours."""
    colours = category_colours(rng)
    bare = backing in ("none", "ring", "frame")
    floor = 0.13 if rng.random() < 0.2 else 0.22  # now and then pale on pale
    if bare:
        floor += unrest
        colours = tuple(
            c if contrast(c, strip) > floor else ink_on(rng, strip, 0.25 + unrest) for c in colours
        )
        if rng.random() < 0.3:
            colours = (ink_on(rng, strip, 0.3 + unrest),) * 6
        return colours, colours
    scheme = rng.random()
    if scheme < 0.58:  # coloured backings, glyphs of one colour
        one: Colour = (255, 255, 255) if np.mean([luminance(c) for c in colours]) < 0.65 else (25, 20, 20)
        return colours, tuple(one if contrast(one, c) > 0.2 else ink_on(rng, c, 0.25) for c in colours)
    if scheme < 0.72:
        return colours, tuple(ink_on(rng, c, 0.25) for c in colours)
    plain = ink_on(rng, strip, 0.1) if rng.random() < 0.5 else random_colour(rng, (0, 0.3), (0.85, 1))
    if scheme < 0.9:  # one backing, coloured glyphs
        return (plain,) * 6, tuple(
            c if contrast(c, plain) > floor else ink_on(rng, plain, 0.25) for c in colours
        )
    return (plain,) * 6, (ink_on(rng, plain, 0.3),) * 6


def random_icons(
    rng: Rng,
    held_out: bool,
    strip: Colour,
    unrest: float,
    banner: Banner,
    border: float,
    strip_height: float,
    plain: bool,
) -> Icons:
    """The icons right of a banner.

    ``unrest``: how much the strip's brightness varies. ``plain``: each glyph in one ink.
    """
    backing = pick(rng, _BACKINGS)
    left = banner_right(banner) + rng.uniform(0.01, 0.07)
    right = 1 - border - rng.uniform(0.01, 0.06)
    gap_share = rng.uniform(0.0, 0.12) if rng.random() < 0.2 else rng.uniform(0.05, 0.5)
    tall = strip_height * (rng.uniform(0.85, 1.0) if rng.random() < 0.15 else rng.uniform(0.45, 0.85))
    size = max(LEAST_SIZE, min((right - left) / (4 + 3 * gap_share), tall))
    gap_share = min(gap_share, max(0.0, ((right - left) / size - 4) / 3))
    colours, inks = _colours(rng, backing, strip, unrest)
    style = 1.0 if plain else rng.random()
    under = halo = None
    if style < 0.14:  # two colours: the filled outline beneath, the drawing in it
        under = category_colours(rng)
        ground = strip if backing in ("none", "ring", "frame") else colours[0]
        under = tuple(c if contrast(c, ground) > 0.15 else ink_on(rng, ground, 0.25) for c in under)
        inks = tuple(ink_on(rng, c, 0.25) for c in under)
    elif style < 0.22:
        halo = blended(
            inks[0], (0, 0, 0) if luminance(inks[0]) > 0.5 else (255, 255, 255), rng.uniform(0.6, 1)
        )
    return Icons(
        glyphs=_glyphs(rng, held_out),
        backing=backing,
        colours=colours,
        inks=inks,
        edge=(30, 24, 20) if rng.random() < 0.4 else (random_colour(rng) if rng.random() < 0.3 else None),
        outlined=bool(not plain and rng.random() < 0.18),
        size=size,
        gap=size * gap_share,
        left=left,
        right=right,
        middle=border + strip_height * rng.uniform(0.45, 0.55),
        align=pick(rng, _ALIGNS),
        glyph_share=rng.uniform(0.58, 0.84),
        under=under,
        halo=halo,
        shadow=bool(rng.random() < 0.12),
        plate=blended(strip, ink_on(rng, strip, 0.3), rng.uniform(0.08, 0.3))
        if rng.random() < 0.08
        else None,
    )


def icon_boxes(look: Look, books: int) -> list[Box]:
    """The icons' places on a card with ``books`` books, in card widths: x, y of the middle, width, height."""
    style = look.icons
    span = books * style.size + (books - 1) * style.gap
    step = style.size + style.gap
    left = style.left
    if style.align == "right":
        left = style.right - span
    elif style.align == "centre":
        left = (style.left + style.right - span) / 2
    elif style.align == "justified" and books > 1:
        step = (style.right - style.left - style.size) / (books - 1)
    elif style.align == "spread" and books > 1:
        step = min((style.right - style.left - style.size) / (books - 1), step * 1.7)
    return [(left + style.size / 2 + i * step, style.middle, style.size, style.size) for i in range(books)]


def category_icon_box(look: Look) -> tuple[float, float, float]:
    """The icon's place on a category card: x and y of the middle and the size, in card widths."""
    if look.anatomy is not None:
        return 0.5, look.aspect / 2, 0.56
    rng = np.random.default_rng((look.seed, 98))
    return 0.5, look.aspect * rng.uniform(0.36, 0.54), rng.uniform(0.35, 0.7)
