"""The six motifs of the printed game's icons, drawn by us: skull, quill, hourglass, fangs, magnifier, wand.

A motif is drawn in a square that reaches `REACH` radii of its disc from the middle, because a quill, a handle
and a wand cross the rim. Each look has its own variants, so that no network learns a drawing by heart.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from vision.synth.look import fonts
from vision.synth.look.style import Colour, Motif, Rng, blended

REACH = 1.4  #: radii of the disc from the middle of a motif's picture to its sides
DRAWN = 192  #: pixels of the picture's side before it is made small
#: Characters of symbol fonts that show the motif too, in RULES 1 order.
SYMBOLS = ("☠💀👿👹", "🖋✒✎✍", "⌛⏳", "👄👹🦈", "🔍🔎", "⚗🧪🪄")
OF_A_FONT = 0.2  #: how often a category has a symbol of a font

Point = tuple[float, float]


def random_motifs(rng: Rng) -> tuple[Motif, ...]:
    """A motif for each category, in RULES 1 order."""
    return tuple(_random_motif(rng, category) for category in range(6))


def _random_motif(rng: Rng, category: int) -> Motif:
    symbol = None
    if rng.random() < OF_A_FONT:
        usable = [
            (font, character)
            for font in (fonts.COLOURED, "Symbola_hint.ttf")
            for character in SYMBOLS[category]
            if font in fonts.installed() and _shows(font, character)
        ]
        symbol = usable[int(rng.integers(len(usable)))] if usable else None
    return Motif(
        category,
        int(rng.integers(1 << 30)),
        float(rng.uniform(0.85, 1.15)),
        float(rng.normal(0, 7)),
        bool(rng.random() < 0.3),
        symbol,
    )


@lru_cache(maxsize=256)
def _shows(font: str, character: str) -> bool:
    """Whether a font has the character: the coloured font has one size alone."""
    face = fonts.load(font, fonts.COLOURED_SIZE)
    return bytes(face.getmask(character)) != bytes(face.getmask("\U000fffff"))


@lru_cache(maxsize=512)
def picture(motif: Motif, side: int) -> NDArray[np.uint8]:
    """The motif with a clear ground: uint8 RGBA ``[side, side, 4]``, `REACH` radii from its middle."""
    large = Image.new("RGBA", (DRAWN, DRAWN))
    if motif.symbol is not None:
        _paste_symbol(large, motif)
    else:
        _DRAWINGS[motif.category](Pen(large, motif), np.random.default_rng(motif.seed))
    return np.asarray(cv2.resize(np.asarray(large), (side, side), interpolation=cv2.INTER_AREA), np.uint8)


def _paste_symbol(image: Image.Image, motif: Motif) -> None:
    font, character = motif.symbol or ("", "")
    size = round(DRAWN / REACH * 0.72 * motif.scale)
    rng = np.random.default_rng(motif.seed)
    face = fonts.load(font, fonts.COLOURED_SIZE)
    x0, y0, x1, y1 = (int(side) for side in face.getbbox(character))
    glyph = Image.new("RGBA", (max(x1 - x0, 1), max(y1 - y0, 1)))
    ink = tuple(int(v) for v in rng.integers(190, 256, 3))
    ImageDraw.Draw(glyph).text((-x0, -y0), character, ink, face, embedded_color=font == fonts.COLOURED)
    glyph.thumbnail((size, size))
    image.paste(glyph, ((DRAWN - glyph.width) // 2, (DRAWN - glyph.height) // 2), glyph)


class Pen:
    """Draws shapes given in radii of the disc, x to the right and y down, turned and mirrored."""

    def __init__(self, image: Image.Image, motif: Motif) -> None:
        self._draw = ImageDraw.Draw(image)
        angle = np.radians(motif.turn)
        self._matrix = motif.scale * np.array(
            [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
        )
        self._sign = -1.0 if motif.mirrored else 1.0

    def _at(self, points: list[Point]) -> list[tuple[float, float]]:
        xy = np.array(points, np.float64) * (self._sign, 1.0) @ self._matrix.T
        seen = (xy + REACH) * (DRAWN / (2 * REACH))
        return [(float(x), float(y)) for x, y in seen]

    def shape(self, points: list[Point], colour: Colour) -> None:
        self._draw.polygon(self._at(points), fill=colour)

    def line(self, points: list[Point], colour: Colour, thick: float) -> None:
        pixels = max(1, round(thick * DRAWN / (2 * REACH)))
        self._draw.line(self._at(points), colour, pixels, joint="curve")

    def oval(self, x: float, y: float, rx: float, ry: float, colour: Colour) -> None:
        self.shape(arc(x, y, rx, ry, 0, 360), colour)

    def ring(self, x: float, y: float, r: float, colour: Colour, thick: float) -> None:
        self.line(arc(x, y, r, r, 0, 370), colour, thick)


def arc(x: float, y: float, rx: float, ry: float, start: float, end: float) -> list[Point]:
    """Points of an ellipse from one angle to another, in degrees, clockwise from the right."""
    return [
        (float(x + rx * np.cos(a)), float(y + ry * np.sin(a)))
        for a in np.radians(np.linspace(start, end, 28))
    ]


def star(x: float, y: float, outer: float, inner: float, points: int) -> list[Point]:
    """The corners of a star that points up."""
    angle = -np.pi / 2 + np.arange(2 * points) * np.pi / points
    radius = np.where(np.arange(2 * points) % 2 == 0, outer, inner)
    return [(float(x + r * np.cos(a)), float(y + r * np.sin(a))) for r, a in zip(radius, angle, strict=True)]


def _about(rng: Rng, colour: Colour, much: float = 22) -> Colour:
    r, g, b = (int(v) for v in np.clip(np.asarray(colour) + rng.normal(0, much, 3), 0, 255))
    return (r, g, b)


def _skull(pen: Pen, rng: Rng) -> None:
    bone, hole = _about(rng, (226, 214, 190)), _about(rng, (30, 20, 18), 10)
    mark = _about(rng, (185, 45, 38))
    shade = blended(bone, hole, 0.3)
    spread, wide = rng.uniform(0.55, 0.85), rng.uniform(0.4, 0.56)
    for side in (-1, 1):
        for high in [-0.55, 0.1] if rng.random() < 0.5 else [-0.45]:
            tip = (side * spread, high - rng.uniform(0.1, 0.4))
            pen.shape([(side * 0.25, high), (side * 0.5, high + 0.25), tip], shade)
    pen.oval(0, -0.15, wide, rng.uniform(0.45, 0.56), bone)
    jaw = rng.uniform(0.2, 0.32)
    pen.shape([(-jaw, 0.1), (jaw, 0.1), (jaw * 0.8, 0.68), (-jaw * 0.8, 0.68)], bone)
    for x in np.linspace(-jaw * 0.6, jaw * 0.6, int(rng.integers(3, 6))):
        pen.line([(float(x), 0.45), (float(x), 0.7)], hole, 0.05)
    eye = rng.uniform(0.11, 0.17)
    for side in (-1, 1):
        pen.oval(side * wide * 0.46, 0.02, eye, eye * rng.uniform(0.8, 1.3), hole)
    pen.shape([(0, 0.14), (0.08, 0.32), (-0.08, 0.32)], hole)
    if rng.random() < 0.8:
        pen.shape(star(0, -0.36, 0.17, 0.07, int(rng.choice([5, 5, 6]))), mark)


def _quill(pen: Pen, rng: Rng) -> None:
    white, pot = _about(rng, (236, 236, 228)), _about(rng, (28, 30, 28), 14)
    tip, lean = rng.uniform(0.75, 1.15), rng.uniform(0.35, 0.8)
    foot = (-0.25 * lean, 0.45)
    head = (lean, -tip)
    across = np.array([head[1] - foot[1], foot[0] - head[0]])
    across = across / np.linalg.norm(across) * rng.uniform(0.18, 0.3)
    middle = np.array([(head[0] + foot[0]) / 2, (head[1] + foot[1]) / 2])
    a, b = middle + across * 0.9 + (0.1, -0.25), middle - across + (0, -0.1)
    if rng.random() < 0.85:
        pen.oval(foot[0], 0.55, rng.uniform(0.26, 0.4), rng.uniform(0.2, 0.3), pot)
        pen.shape(
            [(foot[0] - 0.12, 0.5), (foot[0] + 0.12, 0.5), (foot[0] + 0.15, 0.2), (foot[0] - 0.15, 0.2)], pot
        )
    pen.shape([foot, (float(a[0]), float(a[1])), head, (float(b[0]), float(b[1]))], white)
    pen.line([foot, head], blended(white, (90, 100, 80), 0.5), 0.05)
    for share in rng.uniform(0.3, 0.9, 3):
        at = np.asarray(foot) * (1 - share) + np.asarray(head) * share
        pen.line(
            [(float(at[0]), float(at[1])), (float(at[0] - 0.2), float(at[1]))],
            blended(white, (90, 100, 80), 0.6),
            0.03,
        )


def _hourglass(pen: Pen, rng: Rng) -> None:
    frame, glass = _about(rng, (236, 220, 170)), _about(rng, (215, 222, 215), 14)
    sand = _about(rng, (200, 140, 40))
    wide, high = rng.uniform(0.32, 0.46), rng.uniform(0.55, 0.72)
    bar = rng.uniform(0.1, 0.18)
    pen.shape([(-wide, -high), (wide, -high), (0.05, 0), (wide, high), (-wide, high), (-0.05, 0)], glass)
    pen.shape([(-wide * 0.6, -high * 0.55), (wide * 0.6, -high * 0.55), (0, 0)], sand)
    pen.shape([(0, high * 0.35), (wide * 0.85, high), (-wide * 0.85, high)], sand)
    for y in (-high, high):
        pen.line([(-wide * 1.25, y), (wide * 1.25, y)], frame, bar)
    if rng.random() < 0.4:
        for side in (-1, 1):
            pen.line([(side * wide * 1.05, -high), (side * wide * 1.05, high)], frame, 0.07)


def _fangs(pen: Pen, rng: Rng) -> None:
    lips, throat = _about(rng, (150, 30, 26)), _about(rng, (36, 6, 8), 8)
    ivory = _about(rng, (238, 230, 206))
    wide, high = rng.uniform(0.62, 0.85), rng.uniform(0.38, 0.66)
    if rng.random() < 0.4:  # clenched: a row of teeth with a jagged gap
        _clenched(pen, rng, wide, high, throat, ivory)
        return
    if rng.random() < 0.6:
        pen.oval(0, 0, wide + 0.1, high + 0.1, lips)
    pen.oval(0, 0, wide, high, throat)
    if rng.random() < 0.6:
        pen.oval(rng.normal(0, 0.1), high * 0.55, wide * 0.4, high * 0.35, _about(rng, (205, 95, 95)))
    for row in (-1, 1):
        count = int(rng.integers(4, 8))
        for x in np.linspace(-wide * 0.8, wide * 0.8, count):
            edge = row * high * float(np.sqrt(max(0.0, 1 - (x / wide) ** 2))) * 1.05
            long = high * rng.uniform(0.45, 0.9) * (1.25 if rng.random() < 0.3 else 1.0)
            half = wide / count * 0.75
            pen.shape(
                [(float(x - half), edge), (float(x + half), edge), (float(x), edge - row * long)], ivory
            )


def _clenched(pen: Pen, rng: Rng, wide: float, high: float, throat: Colour, ivory: Colour) -> None:
    high *= rng.uniform(0.7, 1.0)
    pen.oval(0, 0, wide, high, throat if rng.random() < 0.5 else ivory)
    pen.oval(0, 0, wide * 0.92, high * 0.85, ivory)
    count = int(rng.integers(7, 14))
    x = np.linspace(-wide * 0.85, wide * 0.85, count)
    y = np.where(np.arange(count) % 2 == 0, 1, -1) * high * rng.uniform(0.12, 0.35)
    pen.line([(float(a), float(b)) for a, b in zip(x, y, strict=True)], throat, rng.uniform(0.08, 0.2))
    if rng.random() < 0.5:
        pen.oval(0, 0, wide * 0.8, high * rng.uniform(0.08, 0.25), throat)


def _magnifier(pen: Pen, rng: Rng) -> None:
    rim, glass = _about(rng, (196, 200, 206)), _about(rng, (150, 170, 190))
    grip, sheet = _about(rng, (60, 42, 36)), _about(rng, (205, 175, 120))
    if rng.random() < 0.8:
        corners = [
            (-0.05, -0.5),
            (0.62, -0.28),
            (0.78, 0.3),
            (0.5, 0.42),
            (0.4, 0.62),
            (0.05, 0.5),
            (-0.3, 0.3),
        ]
        pen.shape([(x + rng.normal(0, 0.06), y + rng.normal(0, 0.06)) for x, y in corners], sheet)
    x, y, r = rng.uniform(-0.3, 0.0), rng.uniform(-0.3, 0.0), rng.uniform(0.34, 0.48)
    angle = np.radians(rng.uniform(25, 65) if rng.random() < 0.6 else rng.uniform(115, 155))
    out = np.array([np.cos(angle), np.sin(angle)])
    start, end = np.array([x, y]) + out * r, np.array([x, y]) + out * rng.uniform(1.0, 1.35)
    pen.line(
        [(float(start[0]), float(start[1])), (float(end[0]), float(end[1]))], grip, rng.uniform(0.14, 0.24)
    )
    pen.oval(x, y, r, r, glass)
    pen.ring(x, y, r, rim, rng.uniform(0.07, 0.14))
    pen.line(arc(x, y, r * 0.6, r * 0.6, 190, 270), (240, 244, 248), 0.07)


def _wand(pen: Pen, rng: Rng) -> None:
    stick, gold = _about(rng, (96, 60, 40)), _about(rng, (238, 196, 70))
    potion, glass = _about(rng, (170, 70, 190), 35), _about(rng, (200, 180, 215))
    if rng.random() < 0.8:
        x, y, r = rng.uniform(-0.4, -0.1), rng.uniform(0.15, 0.35), rng.uniform(0.24, 0.38)
        pen.shape([(x - 0.09, y), (x + 0.09, y), (x + 0.09, y - r - 0.25), (x - 0.09, y - r - 0.25)], glass)
        if rng.random() < 0.5:
            pen.oval(x, y, r, r, potion)
        else:
            pen.shape([(x, y - r), (x + r * 1.1, y + r), (x - r * 1.1, y + r)], potion)
    reach = rng.uniform(0.55, 1.0)
    low, high = (-reach * 0.75, reach * 0.85), (reach * 0.6, -reach * 0.6)
    pen.line([low, high], stick if rng.random() < 0.6 else gold, rng.uniform(0.08, 0.14))
    pen.shape(star(*high, rng.uniform(0.22, 0.36), rng.uniform(0.08, 0.14), int(rng.choice([4, 5, 5]))), gold)
    for _ in range(int(rng.integers(0, 4))):
        x, y = rng.uniform(-0.7, 0.7, 2)
        pen.shape(star(float(x), float(y), 0.1, 0.03, 4), gold)


_DRAWINGS: tuple[Callable[[Pen, Rng], None], ...] = (_skull, _quill, _hourglass, _fangs, _magnifier, _wand)
